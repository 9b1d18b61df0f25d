"""Spite & Malice as the rulebook tells it: slow, plain, and written without a look at the engine.

It exists to disagree: an engine's trace is replayed here decision by decision (`disagreement`), and every event must come out the
same. A card is its value, a Wild 0, or 100 + i where the Spite half is played; all piles are plain lists. R1-R9 are the numbered rulings
of the game's rules page.

A decide-callable is asked `decide(seat, kind, options)` where there are two or more legal actions and returns the index of the
one it chooses. One that has a method `heard(event)` is also told each event as it happens.
"""

from contextlib import suppress

from tests.twin.chance import shuffled
from tests.twin.deciding import Comparing, Follow, Random, Table, first, first_disagreement

__all__ = ["Random", "disagreement", "first", "follow", "play"]

WILD, FIRST_SPITE = 0, 100
MOST_BUILDS = 1000  # in a turn (R9)
COUNTERS = (
    *("builds", "ups_played", "wilds_played", "piles_capped", "gives", "stores", "no_stores", "stuck_hands", "refills"),
    *("reshuffles", "spites", "lead_changes"),
)
END, NO = "end", "no"


class follow(Follow):  # used like a function: decide = follow(events)
    """Decides as the events of a game did: the event that comes next there says what was chosen."""

    def chosen(self, kind, seat, event):
        name, own = event["event"], event.get("player") == seat
        if kind == "spite":
            return event.get("card") if name == "spite" and own else NO
        if kind == "give":
            return event.get("to") if name == "give" and own else None
        if not own:
            return None
        if name == "play":
            return ("play", event.get("source"), event.get("value"), event.get("wild"), event.get("pile"))
        if name == "spite":
            return ("spite", event.get("card"), event.get("against"))
        if name == "store":
            return ("store", event.get("value"), event.get("store"))
        return END if name in ("no_store", "stuck") else None


class GameOver(Exception):
    """The game ends here; `ending` and `winners` say how."""


class TurnStopped(Exception):
    """A Spite card has stopped the turn."""


def is_wild(card):
    return card == WILD or card >= FIRST_SPITE


def order(card):
    """Cards by value, Wilds last, by their number."""
    return (is_wild(card), card)


class Game(Table):
    """One table. A Build Pile is [number, cards]: cards are (physical card, value)."""

    def __init__(self, players, rules, decide, seed, deal):
        super().__init__(players, rules, decide, seed, deal)
        self.banned = {*rules["wild_bans"], rules["top"]}
        self.discard, self.builds, self.opened = [], [], 0
        self.stores = [[[] for _ in range(rules["stores"])] for _ in range(players)]
        self.uncovered = None  # the Build Pile with a Wild on top
        self.stopped = set()  # whose next turn is skipped
        self.blocked_turns = self.builds_this_turn = 0
        self.leader = None
        self.counts = dict.fromkeys(COUNTERS, 0)

    # Cards and set-up

    def of_each_value(self, rule):
        counts = self.rules[rule]
        if not isinstance(counts, (list, tuple)):
            counts = [counts] * 13
        return [value for value in range(1, self.rules["top"] + 1) for _ in range(counts[value - 1])]

    def bordered_deck(self):
        return self.of_each_value("bordered")

    def plain_deck(self):
        wilds = [FIRST_SPITE + i if self.rules["spite"] else WILD for i in range(self.rules["wilds"])]
        return self.of_each_value("plain") + wilds

    def set_up(self):
        """Shuffle the two decks separately; stacks from the bordered one; the Draw Pile is the other one on top of the rest."""
        bordered = shuffled(self.bordered_deck(), self.key, 0)
        plain = shuffled(self.plain_deck(), self.key, 1)
        assert len(bordered) >= self.players * self.rules["stack_size"], "too few bordered cards for the stacks"
        self.stacks = [[bordered.pop(0) for _ in range(self.rules["stack_size"])] for _ in range(self.players)]
        self.draw_pile = plain + bordered
        assert len(self.draw_pile) >= self.players * self.rules["deal_size"], "too few cards for the hands"
        self.hands = [[self.draw_pile.pop(0) for _ in range(self.rules["deal_size"])] for _ in range(self.players)]
        ups = [stack[0] for stack in self.stacks]
        self.first = ups.index(max(ups))  # R1
        self.tell(
            "deal", stacks=[list(s) for s in self.stacks], hands=[list(h) for h in self.hands], draw=list(self.draw_pile), first=self.first
        )

    # Drawing

    def card_from_draw_pile(self):
        """The top card; an empty Draw Pile is first replaced by the shuffled Discard Pile. None where both are empty (R2)."""
        if not self.draw_pile and self.discard:
            self.counts["reshuffles"] += 1
            self.draw_pile = shuffled(sorted(self.discard, key=order), self.key, 1 + self.counts["reshuffles"])
            self.discard = []
            self.tell("reshuffle", draw=list(self.draw_pile))
        return self.draw_pile.pop(0) if self.draw_pile else None

    def draw(self, seat, wanted):
        """Draw cards one by one; what is drawn before a reshuffle is told before it. Was any drawn?"""
        drawn = []
        for _ in range(wanted):
            if not self.draw_pile and self.discard:
                self.take_up(seat, drawn)
                drawn = []
            card = self.card_from_draw_pile()
            if card is None:
                break
            drawn.append(card)
        return self.take_up(seat, drawn)

    def take_up(self, seat, drawn):
        self.hands[seat] += drawn
        if drawn:
            self.tell("draw", player=seat, cards=list(drawn))
        return bool(drawn)

    # Legal moves

    def up_card(self, seat):
        return self.stacks[seat][0]

    def store_tops(self, seat):
        """(which Store Pile, its top card) of those that have one."""
        return [(i, pile[-1]) for i, pile in enumerate(self.stores[seat]) if pile]

    def sources(self, seat):
        """(source, card) of all that may go to a Build Pile, in the listed order: UP, hand ascending with Wilds last, Store Piles."""
        listed = [("up", self.up_card(seat))]
        for card in sorted(self.hands[seat], key=order):
            same_before = any(card == other or (is_wild(card) and is_wild(other)) for source, other in listed if source == "hand")
            if not same_before:
                listed.append(("hand", card))
        return listed + [(f"store{i}", card) for i, card in self.store_tops(seat)]

    def fitting_pile(self, value):
        """The number of the lowest Build Pile that takes a card of this value; a 1 opens a new one."""
        if value == 1:
            return self.opened
        for number, cards in self.builds:
            card, top = cards[-1]
            if top == value - 1 and not is_wild(card):
                return number
        return None

    def can_be_covered(self, seat, value):
        """R4: a natural card one higher can be put on a Wild of this value right away, from hand, UP card or a Store top."""
        natural = [*self.hands[seat], self.up_card(seat), *(card for _, card in self.store_tops(seat))]
        return value + 1 in natural

    def names_for_wild(self, seat, source):
        """What a Wild may be named."""
        names = []
        for value in range(2, self.rules["top"] + 1):
            if value in self.banned or self.fitting_pile(value) is None:
                continue
            wins = source == "up" and len(self.stacks[seat]) == 1
            if wins or self.can_be_covered(seat, value):
                names.append(value)
        return names

    def all_plays(self, seat):
        """Every play to a Build Pile that is possible, forced or not."""
        plays = []
        for source, card in self.sources(seat):
            if is_wild(card):
                plays += [("play", source, value, True, self.fitting_pile(value)) for value in self.names_for_wild(seat, source)]
            elif self.fitting_pile(card) is not None:
                plays.append(("play", source, card, False, self.fitting_pile(card)))
        return plays

    def is_forced(self, play):
        """Forced: a 1 in hand or as UP card; a 2 in hand."""
        _, source, value, wild, _ = play
        if wild:
            return False
        return (value == 1 and source in ("up", "hand")) or (value == 2 and source == "hand")

    def covering_plays(self, seat):
        """The next move after a Wild: a natural card one higher on that pile."""
        number, cards = self.uncovered
        value = cards[-1][1] + 1
        return [("play", source, value, False, number) for source, card in self.sources(seat) if card == value]

    def spite_moves(self, seat):
        if not self.rules["spite"]:
            return []
        return [("spite", card, victim) for card in sorted(self.hands[seat]) if is_wild(card) for victim in self.others(seat)]

    def store_moves(self, seat):
        """One card of the hand on a Store Pile; 2s and Wilds can't be stored. Of several empty piles only the first is listed."""
        piles = self.stores[seat]
        empty = [i for i, pile in enumerate(piles) if not pile]
        targets = [i for i, pile in enumerate(piles) if pile or i == empty[0]]
        values = sorted({card for card in self.hands[seat] if not is_wild(card) and card != 2})
        return [("store", value, i) for value in values for i in targets]

    def moves(self, seat):
        """All legal moves in the listed order."""
        if self.uncovered:
            return self.covering_plays(seat)
        plays = self.all_plays(seat)
        forced = [play for play in plays if self.is_forced(play)]
        if forced:
            return forced  # R3
        return plays + self.spite_moves(seat) + (self.store_moves(seat) or [END])

    # A turn

    def turn(self, seat):
        """One turn. `quiet`: nothing happened but `no_store`, and nothing else could (R8)."""
        self.turns += 1
        self.builds_this_turn = 0
        if seat in self.stopped:
            self.stopped.remove(seat)
            self.blocked_turns = 0
            self.tell("skip", player=seat)
            return
        quiet = not self.draw(seat, self.rules["hand_size"] - len(self.hands[seat]))
        try:
            while True:
                legal = self.moves(seat)
                quiet = quiet and legal == [END]
                move = self.choose(seat, "move", legal)
                if move == END:
                    ended = self.end_without_store(seat)
                    self.blocked_turns = self.blocked_turns + 1 if quiet and ended == "no_store" else 0
                    return
                self.blocked_turns = 0
                if move[0] == "store":
                    self.store(seat, *move[1:])
                    return
                if move[0] == "spite":
                    self.spite(seat, *move[1:], on_turn=seat)
                else:
                    self.play(seat, *move[1:])
        except TurnStopped:
            pass

    def store(self, seat, value, pile):
        self.hands[seat].remove(value)
        self.stores[seat][pile].append(value)
        self.counts["stores"] += 1
        self.tell("store", player=seat, value=value, store=pile)

    def end_without_store(self, seat):
        """Nothing can be stored: no store, or stuck, where a full hand has no card that could be played."""
        hand = self.hands[seat]
        playable = any(source == "hand" for _, source, *_ in self.all_plays(seat)) or (self.rules["spite"] and any(map(is_wild, hand)))
        if len(hand) >= self.rules["hand_size"] and not playable:
            self.hands[seat] = []
            self.discard += hand
            self.counts["stuck_hands"] += 1
            self.tell("stuck", player=seat, cards=sorted(hand, key=order))
            return "stuck"
        self.counts["no_stores"] += 1
        self.tell("no_store", player=seat)
        return "no_store"

    # Playing to a Build Pile

    def play(self, seat, source, value, wild, number):
        """A card goes to a Build Pile; then win, pile capped, Malice, next UP card, refill, Spite of others, in this order."""
        hidden_rest = None
        if source == "up":
            card, hidden_rest = self.stacks[seat][0], self.stacks[seat][1:]
            self.counts["ups_played"] += 1
        elif source == "hand":
            card = min(c for c in self.hands[seat] if is_wild(c)) if wild else value
            self.hands[seat].remove(card)
        else:
            card = self.stores[seat][int(source.removeprefix("store"))].pop()
        if value == 1:
            self.builds.append([self.opened, []])
            self.opened += 1
        pile = next(pile for pile in self.builds if pile[0] == number)
        pile[1].append((card, value))
        self.counts["builds"] += 1
        self.builds_this_turn += 1
        self.counts["wilds_played"] += wild
        self.uncovered = pile if wild else None
        self.tell("play", player=seat, source=source, value=value, wild=wild, card=card, pile=number)
        if hidden_rest is not None:
            self.stacks[seat] = hidden_rest
            if not hidden_rest:
                self.over("out", [seat])
        if value == self.rules["top"]:
            self.cap(pile)
            if self.rules["malice"]:
                self.give(seat)
        if source == "hand" and not self.hands[seat]:
            self.counts["refills"] += 1
            self.draw(seat, self.rules["hand_size"])
        stopped = False
        if self.rules["spite"] and not self.uncovered:
            stopped = self.spite_of_others(seat)
        if self.builds_this_turn >= MOST_BUILDS:
            self.over("turn_limit", [])  # R9
        if stopped:
            raise TurnStopped

    def cap(self, pile):
        self.builds.remove(pile)
        self.discard += [card for card, _ in pile[1]]
        self.counts["piles_capped"] += 1
        self.tell("capped", pile=pile[0])

    def give(self, seat):
        """Malice: the top card of the Draw Pile goes to the bottom of another player's Card Stack."""
        card = self.card_from_draw_pile()
        assert card is not None, "the capped pile is there at least"
        other = self.choose(seat, "give", self.others(seat))
        self.stacks[other].append(card)
        self.counts["gives"] += 1
        self.tell("give", player=seat, to=other, card=card)

    # Spite

    def spite_of_others(self, seat):
        """Each other player, clockwise, is asked once; at most one plays a Spite card (R6). Is the turn stopped?"""
        for other in self.others(seat):
            held = sorted(card for card in self.hands[other] if is_wild(card))
            card = self.choose(other, "spite", [*held, NO])
            if card != NO:
                return self.spite(other, card, seat, on_turn=seat)
        return False

    def spite(self, seat, card, victim, on_turn):
        """The card goes to the Discard Pile, then its text is done. Does it stop the turn on the way?"""
        texts = self.rules["spite_texts"]
        text = texts[(card - FIRST_SPITE) % len(texts)]
        self.hands[seat].remove(card)
        self.discard.append(card)
        self.counts["spites"] += 1
        self.tell("spite", player=seat, against=victim, card=card, text=text)
        if text == "stop":
            if victim == on_turn:
                return True
            self.stopped.add(victim)
        elif text == "dump":
            self.discard += self.hands[victim]
            self.hands[victim] = []
        elif text == "feed":
            self.stacks[victim].append(self.card_from_draw_pile())
        elif text == "bury":
            self.stacks[victim].append(self.stacks[victim].pop(0))
        return False

    # The end

    def over(self, ending, winners):
        self.ending, self.winners = ending, winners
        self.losers = [seat for seat in range(self.players) if seat not in winners] if winners else []
        raise GameOver

    def is_it_blocked(self):
        """R8: as many turns in a row as there are players in which nothing happened but `no_store`."""
        if self.blocked_turns < self.players:
            return
        fewest = min(map(len, self.stacks))
        share = self.rules["blocked"] == "fewest"
        self.over("blocked", [seat for seat in range(self.players) if share and len(self.stacks[seat]) == fewest])

    def look_at_the_lead(self):
        """`lead_changes`: another sole holder of the fewest stack cards than before; the first is no change."""
        sizes = [len(stack) for stack in self.stacks]
        if sizes.count(min(sizes)) == 1:
            leader = sizes.index(min(sizes))
            self.counts["lead_changes"] += self.leader not in (None, leader)
            self.leader = leader

    def check_cards(self):
        """No card is lost and none is made."""
        cards = self.draw_pile + self.discard + [card for pile in (*self.hands, *self.stacks) for card in pile]
        cards += [card for _, pile in self.builds for card, _ in pile]
        cards += [card for piles in self.stores for pile in piles for card in pile]
        assert sorted(cards) == sorted(self.bordered_deck() + self.plain_deck()), "cards were lost or made"
        assert all(1 not in pile and 2 not in pile and not any(map(is_wild, pile)) for piles in self.stores for pile in piles)

    def play_game(self):
        """`turn_limit` is looked at when a turn begins; the lead at the end of every turn, the last included."""
        seat = self.first
        while self.turns < self.rules["turn_limit"]:
            try:
                self.turn(seat)
            finally:
                self.check_cards()
                self.look_at_the_lead()
            self.is_it_blocked()
            seat = self.others(seat)[0]
        self.over("turn_limit", [])

    def places(self):
        left = [len(stack) for stack in self.stacks]
        return [1 + sum(other < own for other in left) for own in left]

    def row(self):
        """The columns of this game."""
        row = {column: getattr(self, column) for column in ["turns", "decisions", "ending", "winners", "losers", "first"]} | self.counts
        row["places"], row["scores"] = self.places(), [len(stack) for stack in self.stacks]
        row["winner"] = self.winners[0] if len(self.winners) == 1 else -1
        return row


def play(players: int, rules: dict, decide, seed: int, deal: int) -> tuple[list[dict], dict]:
    """One game: its events from `deal` to `end`, and its row of columns."""
    game = Game(players, rules, decide, seed, deal)
    game.set_up()
    with suppress(GameOver):
        game.play_game()
    row = game.row()
    game.tell("end", **{name: row[name] for name in ("ending", "winners", "losers", "places", "scores", "turns")})
    return game.events, row


class Compare(Comparing, follow):
    """Follows a trace and stops at the first event that comes out different."""


def disagreement(trace: list[dict]) -> str | None:
    """Replay a full trace (header, deal ... end): None, or the first event that the rulebook tells differently."""
    return first_disagreement(trace, "spite_malice", play, Compare)
