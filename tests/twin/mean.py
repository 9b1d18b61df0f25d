"""MEAN! as the rulebook tells it: slow, plain, and written without a look at the engine.

It exists to disagree: an engine's trace is replayed here decision by decision (`disagreement`), and every event must come out the
same. Cards are plain numbers, 1-12 and 0 for a Wild, in plain lists. R1-R11 are the numbered rulings of the game's rules page.

A decide-callable is asked `decide(seat, kind, options)` where there are two or more legal actions and returns the index of the
one it chooses. One that has a method `heard(event)` is also told each event as it happens.
"""

from tests.twin.chance import shuffled
from tests.twin.deciding import Comparing, Follow, Random, Table, first, first_disagreement

__all__ = ["Random", "disagreement", "first", "follow", "play"]

WILD, MEAN, EIGHT = 0, 6, 8
VALUES = range(1, 13)
DICTATED = {1: "up", 3: "up", 10: "down", 12: "down"}


class follow(Follow):  # used like a function: decide = follow(events)
    """Decides as the events of a game did: the event that comes next there says what was chosen."""

    def chosen(self, kind, seat, event):
        name, own = event["event"], event.get("player") == seat
        if kind == "swap":
            return event.get("with", "unknown") if name == "swap" and own else None
        if kind == "pile":
            return event.get("pile", "unknown") if name == "take" and own else "unknown"
        if name == "play" and own:
            return tuple(event.get(field) for field in ("value", "count", "wild", "direction"))
        return "take" if name == "replenish" or (name == "take" and own) else "unknown"


class GameOver(Exception):
    """The game ends here; `ending`, `winners` and `losers` say how."""


class Game(Table):
    """One table. `last` is the last seat whose turn is used up (R2), `waiting` who goes out when a punishment lands (R5)."""

    def __init__(self, players, rules, decide, seed, deal):
        super().__init__(players, rules, decide, seed, deal)
        self.in_game, self.places = list(range(players)), [0] * players
        self.area, self.gone = [], []  # area: (card, the value it counts as), the top card last
        self.direction, self.unresolved, self.waiting = None, 0, []
        self.lead_changes = 0
        self.leader, self.deck_empty_turn = None, -1
        self.counts = dict.fromkeys(
            [
                "draws",
                "plays",
                "sets",
                "wilds_played",
                "swaps",
                "clears",
                "mean_played",
                "piles_taken_stuck",
                "piles_taken_mean",
                "piles_taken_choice",
                "replenishes",
            ],
            0,
        )

    def tell(self, name, **what):
        """The first event with an empty Draw Deck fixes `deck_empty_turn`."""
        if not self.deck and self.deck_empty_turn == -1:
            self.deck_empty_turn = self.turns  # 0 in the deal
        super().tell(name, **what)

    def all_cards(self):
        """Cards: each deck in ascending order, Wilds first."""
        cards = [WILD] * self.rules["wilds"]
        for value in VALUES:
            cards += [value] * (self.rules["sixes"] if value == MEAN else 4)
        return cards * self.rules["decks"]

    def set_up(self):
        """Set-up: Piles, hands, the rest is the Draw Deck."""
        rules = self.rules
        cards = shuffled(self.all_cards(), self.key, 0)
        assert rules["piles"] * rules["pile_size"] + self.players * rules["deal_size"] <= len(cards), "too few cards for the set-up"
        self.piles = [[cards.pop(0) for _ in range(rules["pile_size"])] for _ in range(rules["piles"])]  # None: taken
        self.hands = [[cards.pop(0) for _ in range(rules["deal_size"])] for _ in range(self.players)]
        self.deck = cards
        self.tell("deal", piles=[list(p) for p in self.piles], hands=[list(h) for h in self.hands], deck=list(self.deck))

    def run(self):
        """How many cards of the top value lie on top without interruption."""
        length = 0
        while length < len(self.area) and self.area[-1 - length][1] == self.area[-1][1]:
            length += 1
        return length

    def turn(self, seat):
        """A turn: going out late, punished, or draw and play."""
        self.turns += 1
        self.swapped, self.last = False, seat
        if self.unresolved > 0:
            self.be_punished(seat)
        elif not self.hands[seat] and not self.deck:
            self.go_out(seat)  # step 0, R4
        else:
            self.draw(seat)
            self.play_or_get_punished(seat)

    def draw(self, seat):
        """Step 2: draw up to `hand_size`, or as many as the Draw Deck has."""
        drawn = []
        while len(self.hands[seat]) + len(drawn) < self.rules["hand_size"] and self.deck:
            drawn.append(self.deck.pop(0))
        self.hands[seat] += drawn
        if drawn:
            self.counts["draws"] += len(drawn)
            self.tell("draw", player=seat, cards=drawn)

    def play_or_get_punished(self, seat):
        """Step 3: a legal play, or one Pile."""
        plays = self.legal_plays(seat)
        may_take = not plays or (self.area and not self.rules["must_play"])
        action = self.choose(seat, "play", [*plays, "take"] if may_take else plays)
        if action == "take":
            self.take_piles(seat, 1, "choice" if plays else "stuck")
        else:
            self.play(seat, action)

    def be_punished(self, seat):
        """MEAN!: pass the whole punishment on with a Six or a Wild, or take the Piles."""
        plays = [play for play in self.legal_plays(seat) if play[0] == MEAN]
        may_take = not plays or not self.rules["must_pass_mean"]
        action = self.choose(seat, "play", [*plays, "take"] if may_take else plays)
        if action == "take":
            self.suffer(seat)
        else:
            self.play(seat, action)

    def legal_plays(self, seat):
        """Every (value, count, wild, direction) in the listed order: natural before wild, ascending, up before down."""
        plays = []
        for wild in (False, True):
            for value in VALUES:
                held = self.hands[seat].count(WILD if wild else value)
                for count in range(1, min(held, self.limit(value)) + 1):
                    plays += [(value, count, wild, direction) for direction in self.directions(value)]
        return plays

    def limit(self, value):
        """How many of a value may be played: none against the direction, at most as many as clear the Play Area."""
        if not self.area:
            return self.rules["clear_at"]
        top = self.area[-1][1]
        if value == top:
            return self.rules["clear_at"] - self.run()
        against = value < top if self.direction == "up" else value > top
        return 0 if against else self.rules["clear_at"]

    def directions(self, value):
        """The directions that the play may leave: dictated by the value, announced on an empty Play Area, else as it was."""
        if value in DICTATED:
            return [DICTATED[value]]
        return [self.direction] if self.area else ["up", "down"]

    def play(self, seat, action):
        """The cards go down; then an Eight, going out and a clear, in this order."""
        value, count, wild, self.direction = action
        for _ in range(count):
            card = WILD if wild else value
            self.hands[seat].remove(card)
            self.area.append((card, value))
        self.tell("play", player=seat, value=value, count=count, wild=wild, direction=self.direction)
        self.counts["plays"] += 1
        self.counts["sets"] += count >= 2
        self.counts["wilds_played"] += count * wild
        if value == MEAN:
            self.unresolved += count
            self.counts["mean_played"] += count
            self.after_mean(seat)
        elif value == EIGHT:
            self.after_eight(seat)
        else:
            self.out_if_done(seat)
        if self.run() == self.rules["clear_at"]:
            self.clear(seat)

    def out_if_done(self, seat):
        """R3: an empty hand goes out at once while the Draw Deck is empty."""
        if not self.hands[seat] and not self.deck:
            self.go_out(seat)

    def after_mean(self, seat):
        """R5: who empties their hand with a MEAN! waits for the punishment to land, or goes out at once."""
        if self.rules["going_out_on_mean"] == "immediate":
            self.out_if_done(seat)
        elif not self.hands[seat] and not self.deck:
            self.waiting.append(seat)

    def after_eight(self, seat):
        """Eight: `eight_last` decides first (R1), then the swap (R7), then whoever is left with no card goes out (R3)."""
        last_cards = not self.hands[seat]
        if last_cards and self.rules["eight_last"] == "loses":
            self.lose_on_eight(seat)
        counts_as_any_other = last_cards and self.rules["eight_last"] == "wins" and not self.deck
        partner = None
        if self.rules["eight_swap"] != "never" and not self.swapped and not counts_as_any_other:
            nobody = [None] if self.rules["eight_swap"] == "may" else []
            partner = self.choose(seat, "swap", self.others_clockwise(seat) + nobody)  # R6
        if partner is not None:
            self.swapped = True
            self.counts["swaps"] += 1
            self.hands[seat], self.hands[partner] = self.hands[partner], self.hands[seat]
            self.tell("swap", **{"player": seat, "with": partner})
        self.out_if_done(seat)
        if partner is not None:
            self.out_if_done(partner)

    def clear(self, seat):
        """The Play Area goes out of play; a MEAN! set punishes the next player at once (R2, R8); then the restart (R9)."""
        self.counts["clears"] += 1
        self.tell("clear", player=seat)
        self.gone += [card for card, _ in self.area]
        self.area = []
        if self.unresolved > 0:
            self.last = self.others_clockwise(self.last)[0]
            self.turns += 1
            self.suffer(self.last)
        if seat in self.in_game and self.hands[seat]:
            self.play(seat, self.choose(seat, "play", self.legal_plays(seat)))

    def others_clockwise(self, seat):
        """The other seats in the game, clockwise from the next one. The first of them after `last` is the next player (R2)."""
        return [other % self.players for other in range(seat + 1, seat + self.players) if other % self.players in self.in_game]

    def suffer(self, seat):
        """MEAN!: all unresolved Piles, or as many as there are (R11); then those who waited go out (R5)."""
        owed, self.unresolved = self.unresolved, 0
        if seat in self.waiting:
            self.waiting.remove(seat)  # it came back around: they play on
        if self.take_piles(seat, owed, "mean") == 0:
            self.tell("pass", player=seat)
        while self.waiting:
            self.go_out(self.waiting.pop(0))

    def take_piles(self, seat, owed, reason):
        """Take `owed` Piles one after another, replenishing where none is left; how many could be taken."""
        for taken in range(owed):
            if not self.piles_left():
                self.replenish()
            if not self.piles_left():
                return taken  # the rest lapses
            index = self.choose(seat, "pile", self.piles_left())
            cards, self.piles[index] = self.piles[index], None
            self.hands[seat] += cards
            self.counts["piles_taken_" + reason] += 1
            self.tell("take", player=seat, pile=index, cards=cards, reason=reason)
        return owed

    def piles_left(self):
        """The indexes of the Piles still there."""
        return [index for index, pile in enumerate(self.piles) if pile is not None]

    def replenish(self):
        """Replenishing (R10): the Play Area's cards, and from the Draw Deck what they lack; the rest is out of play."""
        heap = sorted(card for card, _ in self.area)
        size, wanted = self.rules["pile_size"], self.rules["piles"] * self.rules["pile_size"]
        while len(heap) < wanted and self.deck:
            heap.append(self.deck.pop(0))
        if not heap:
            return
        from_deck, self.area = len(heap) - len(self.area), []
        self.counts["replenishes"] += 1
        heap = shuffled(heap, self.key, self.counts["replenishes"])
        self.piles = [heap[i : i + size] for i in range(0, min(len(heap), wanted), size)]
        self.gone += heap[wanted:]
        self.tell("replenish", piles=[list(p) for p in self.piles], from_deck=from_deck, removed=heap[wanted:])

    def go_out(self, seat):
        """Going out: the first wins; with `play_on` the others go on until one remains, the only loser."""
        self.in_game.remove(seat)
        self.places[seat] = self.players - len(self.in_game)
        self.tell("out", player=seat, place=self.places[seat])
        if not self.rules["play_on"]:
            for other in self.in_game:
                self.places[other] = 2
            self.end("out", [seat], list(self.in_game))
        if len(self.in_game) == 1:
            self.end_with_one_loser("out", self.in_game[0])

    def lose_on_eight(self, loser):
        """`eight_last: loses`: those still in share the next place, the loser has the last."""
        next_place = self.players - len(self.in_game) + 1
        for other in self.in_game:
            self.places[other] = next_place
        self.end_with_one_loser("eight_last", loser)

    def end_with_one_loser(self, ending, loser):
        """Everybody else wins, those who went out before included."""
        self.places[loser] = self.players
        self.end(ending, [seat for seat in range(self.players) if seat != loser], [loser])

    def end(self, ending, winners, losers):
        """The game ends, at once."""
        self.ending, self.winners, self.losers = ending, winners, losers
        raise GameOver

    def look_at_the_lead(self):
        """`lead_changes`: play passes on with an empty Draw Deck; is the sole holder of the fewest cards another than before?"""
        if self.deck:
            return
        fewest = min(len(self.hands[seat]) for seat in self.in_game)
        holders = [seat for seat in self.in_game if len(self.hands[seat]) == fewest]
        if len(holders) == 1:
            self.lead_changes += self.leader not in (None, holders[0])
            self.leader = holders[0]

    def check_cards(self):
        """No card is lost and none is made."""
        cards = self.deck + self.gone + [card for card, _ in self.area]
        cards += [card for hand in self.hands for card in hand]
        cards += [card for pile in self.piles if pile is not None for card in pile]
        assert sorted(cards) == sorted(self.all_cards()), "cards were lost or made"
        assert all(not self.hands[seat] for seat in range(self.players) if seat not in self.in_game), "a hand is left out of play"

    def play_game(self):
        """Seat 0 goes first; `turn_limit` is looked at when a turn is about to begin."""
        seat = 0
        while self.turns < self.rules["turn_limit"]:
            self.turn(seat)
            self.check_cards()
            self.look_at_the_lead()
            seat = self.others_clockwise(self.last)[0]
        self.end("turn_limit", [], [])

    def row(self):
        """The columns of this game."""
        columns = ["turns", "decisions", "ending", "winners", "losers", "places", "deck_empty_turn", "lead_changes"]
        row = {column: getattr(self, column) for column in columns} | self.counts
        row["winner"] = self.winners[0] if len(self.winners) == 1 else -1
        row["loser"] = self.losers[0] if len(self.losers) == 1 else -1
        return row


def play(players: int, rules: dict, decide, seed: int, deal: int) -> tuple[list[dict], dict]:
    """One game: its events from `deal` to `end`, and its row of columns."""
    game = Game(players, rules, decide, seed, deal)
    game.set_up()
    try:
        game.play_game()
    except GameOver:
        game.check_cards()
    game.tell("end", ending=game.ending, winners=game.winners, losers=game.losers, places=game.places, scores=[], turns=game.turns)
    return game.events, game.row()


class Compare(Comparing, follow):
    """Follows a trace and stops at the first event that comes out different."""

    def comparable(self, event):
        """A deal's hands may be listed in any order."""
        return event | {"hands": [sorted(hand) for hand in event["hands"]]} if event["event"] == "deal" else event


def disagreement(trace: list[dict]) -> str | None:
    """Replay a full trace (header, deal ... end): None, or the first event that the rulebook tells differently."""
    return first_disagreement(trace, "mean", play, Compare)
