"""Hit the Deck as the rulebook tells it: slow, plain, and written without a look at the engine.

It exists to disagree: an engine's trace is replayed here decision by decision (`disagreement`), and every event must come out the
same. Cards are plain numbers (10 * colour + 1..7, 41-45, 50-53, 60) in plain lists, a pile's top card first. R1-R13 are the numbered
rulings of the game's rules page.

A decide-callable is asked `decide(seat, kind, options)` where there are two or more legal actions and returns the index of the
one it chooses. One that has a method `heard(event)` is also told each event as it happens.
"""

from tests.twin.chance import STEP, TABLE, mix, scaled, shuffled, stream, unit
from tests.twin.deciding import Comparing, Follow, Random, Table, first, first_disagreement

__all__ = ["Random", "disagreement", "first", "follow", "play"]

COLOURS, NUMBERS = range(4), range(1, 6)
CUT, FLIP, HIT_HAND = 6, 7, 60
LAST, FORGET, FAKE, FAKED = range(4)  # what the table's chance decides; each has a stream of its own in every hand


def is_coloured(card):
    """A number card, a Cut or a Flip."""
    return card < 40


def is_number(card):
    return is_coloured(card) and card % 10 in NUMBERS


def is_cut(card):
    return is_coloured(card) and card % 10 == CUT


def is_flip(card):
    return is_coloured(card) and card % 10 == FLIP


def is_hit(card):
    return card > 40


def points(card):
    """Number cards face value, all other cards 10."""
    return card % 10 if is_number(card) else 10


class follow(Follow):  # used like a function: decide = follow(events)
    """Decides as the events of a game did: the event that comes next there says what was chosen."""

    def chosen(self, kind, seat, event):
        return event["card"] if event["event"] == "play" and event["player"] == seat else None


class HandOver(Exception):
    """Somebody has played their last card."""


class Game(Table):
    """One table. `effect` is what the top card makes the next player do: "cut", "flip" or "call", which costs the turn; ("number", n)
    or ("colour", c) for a demand; "any" where any card may be played; "follow" where colour or number must match."""

    def __init__(self, players, rules, decide, seed, deal):
        super().__init__(players, rules, decide, seed, deal)
        self.totals = [0] * players
        self.lead_changes = self.hands_played = 0
        self.leader = None
        self.counts = dict.fromkeys(
            [
                "cuts",
                "flips",
                "hits_hand",
                "hits_number",
                "hits_colour",
                "draws_stuck",
                "draws_penalty",
                "passes",
                "reshuffles",
                "demand_turns",
                "hands_at_turn_limit",
                "stalls",
            ],
            0,
        )

    def word(self, what):
        """The next word of the table's chance for this."""
        self.words_used[what] += 1
        return mix(stream(self.key, TABLE, 4 * self.hand + what) + (self.words_used[what] - 1) * STEP)

    def all_cards(self):
        """Cards, ascending."""
        rules, cards = self.rules, []
        for colour in COLOURS:
            for number in NUMBERS:
                cards += [10 * colour + number] * rules["copies"]
            cards += [10 * colour + CUT] * rules["cuts"]
            cards += [10 * colour + FLIP] * rules["flips"]
        for number in NUMBERS:
            cards += [40 + number] * rules["hit_numbers"]
        for colour in COLOURS:
            cards += [50 + colour] * rules["hit_colours"]
        return cards + [HIT_HAND] * rules["hit_hands"]

    # A hand

    def set_up(self):
        """Shuffle, deal, turn up the top card; a Hit with a Hand is buried at the bottom (R1)."""
        cards, size = self.all_cards(), self.rules["deal_size"]
        assert self.players * size + 1 <= len(cards), "too few cards for the set-up"
        self.shuffles = 0
        cards = shuffled(cards, self.key, self.hand * 2**20)
        self.hands = [[cards.pop(0) for _ in range(size)] for _ in range(self.players)]
        self.draw, self.discard = cards, []
        if set(self.draw) == {HIT_HAND}:  # only Hits with a Hand are left: one lies there with no effect
            self.discard.insert(0, self.draw.pop(0))
        else:
            while self.draw[0] == HIT_HAND:
                self.draw.append(self.draw.pop(0))
            self.discard.insert(0, self.draw.pop(0))
        starter = self.hand % self.players  # R2
        self.tell(
            "deal",
            hand=self.hand,
            first=starter,
            hands=[list(hand) for hand in self.hands],
            draw=list(self.draw),
            discard=list(self.discard),
        )
        if self.discard[0] == HIT_HAND:
            self.effect = "any"
        else:
            self.takes_effect()  # R3
        return starter

    def takes_effect(self):
        """The card on top was played, exposed or turned up: what has the next player to do?"""
        top = self.discard[0]
        if is_number(top):
            self.effect = "follow"
        elif is_cut(top):
            self.effect = "cut"
        elif is_flip(top):
            self.effect = "flip"
        elif top == HIT_HAND:
            self.effect = "call"
        elif top >= 50:
            self.effect = ("colour", top - 50)
            self.counts["hits_colour"] += 1
        else:
            self.effect = ("number", top - 40)
            self.counts["hits_number"] += 1

    def under_demand(self):
        return isinstance(self.effect, tuple)

    def play_hand(self):
        """Turn after turn until somebody is out, or the turn limit; then the hand is scored."""
        self.words_used = [0] * 4
        self.turns_of_hand, self.lost_in_a_row, self.step = 0, 0, 1
        seat, out = self.set_up(), None
        try:
            while self.turns_of_hand < self.rules["turn_limit"]:
                self.turns_of_hand += 1
                self.turns += 1
                self.turn(seat)
                self.check_cards()
                seat = (seat + self.step) % self.players
            self.counts["hands_at_turn_limit"] += 1
        except HandOver:
            self.check_cards()
            out = seat
        scored = [0 if player == out else sum(map(points, self.hands[player])) for player in range(self.players)]
        self.totals = [total + more for total, more in zip(self.totals, scored, strict=True)]
        self.hands_played += 1
        self.tell("hand_end", out=out, points=scored, totals=list(self.totals))

    # A turn

    def turn(self, seat):
        """A turn is lost to the top card, or played."""
        if self.effect in ("cut", "flip", "call"):
            if self.effect == "cut":
                self.cut(seat)
            elif self.effect == "flip":
                self.flip(seat)
            else:
                self.effect = "any"
                self.call(seat)
            self.lost_in_a_row += 1
            if self.lost_in_a_row == self.rules["stall_limit"]:
                self.stall()
        else:
            self.lost_in_a_row = 0
            self.play_or_draw(seat)

    def can_be_played(self, card):
        """On the top card, or under the demand."""
        top = self.discard[0]
        if self.effect == "any":
            return True
        if self.under_demand():
            kind, which = self.effect
            if kind == "number":
                return is_number(card) and card % 10 == which
            return is_coloured(card) and card // 10 == which
        assert self.effect == "follow"
        assert is_coloured(top)
        if is_hit(card):
            return True
        same_colour = card // 10 == top // 10
        same_number = is_number(card) and is_number(top) and card % 10 == top % 10
        return same_colour or same_number

    def play_or_draw(self, seat):
        """Who can play must (R4); who can't draws, and plays the drawn card if it fits."""
        options = sorted({card for card in self.hands[seat] if self.can_be_played(card)})
        if options:
            self.play(seat, self.choose(seat, "play", options), drawn=False)
            return
        found = self.draw_cards(seat, self.rules["draw_when_stuck"], "stuck")
        if found is not None:
            self.play(seat, found, drawn=True)
        else:
            self.counts["passes"] += 1
            self.counts["demand_turns"] += self.under_demand()
            self.tell("pass", player=seat)

    def play(self, seat, card, *, drawn):
        """The card goes onto the discard pile; as a last card it has no effect (R11)."""
        self.hands[seat].remove(card)
        self.discard.insert(0, card)
        self.tell("play", player=seat, card=card, drawn=drawn)
        if not self.hands[seat]:
            raise HandOver
        self.reshuffle_if_empty()
        if card == HIT_HAND:
            self.effect = "any"
            self.call(seat)
        else:
            self.takes_effect()
            self.fake_out(seat)

    def fake_out(self, seat):
        """`fake_out_chance`: one of the other players hits though there was nothing to hit."""
        if unit(self.word(FAKE)) < self.rules["fake_out_chance"]:
            others = [(seat + i) % self.players for i in range(1, self.players)]
            self.draw_cards(others[scaled(self.word(FAKED), len(others))], self.rules["fake_penalty"], "faked")

    def draw_cards(self, seat, wanted, reason):
        """Cards from the draw pile, one by one. Who is stuck stops at the first that can be played, which is returned."""
        run, found = [], None

        def tell_run():
            if run:
                self.tell("draw", player=seat, cards=list(run), reason=reason)
                self.counts["draws_stuck" if reason == "stuck" else "draws_penalty"] += len(run)
                run.clear()

        for _ in range(wanted):
            if not self.draw:
                break  # nothing to shuffle: nobody draws
            card = self.draw.pop(0)
            self.hands[seat].append(card)
            run.append(card)
            if not self.draw:
                tell_run()
                self.reshuffle_if_empty()
            if reason == "stuck" and self.rules["play_drawn"] and self.can_be_played(card):
                found = card
                break
        tell_run()
        return found

    # The acting cards

    def cut(self, seat):
        """The top half is lifted, the card below it goes to the discard pile, the lifted half goes back (R5)."""
        self.counts["cuts"] += 1
        if not self.draw:
            self.tell("cut", player=seat, exposed=None)
            self.effect = "follow"  # the Cut that lies there is obeyed
            return
        lifted, rest = self.draw[: len(self.draw) // 2], self.draw[len(self.draw) // 2 :]
        exposed = rest.pop(0)
        self.discard.insert(0, exposed)
        self.draw = lifted + rest
        self.tell("cut", player=seat, exposed=exposed)
        self.reshuffle_if_empty()
        self.takes_effect()

    def flip(self, seat):
        """Both piles are turned over and change roles, and the direction reverses; Flips on top are buried (R6)."""
        self.counts["flips"] += 1
        self.step = -self.step
        if not self.draw:  # R7
            self.tell("flip", player=seat, buried=[], top=self.discard[0])
            self.effect = "follow"
            return
        self.draw, self.discard = self.discard[::-1], self.draw[::-1]
        only_flips = all(is_flip(card) for card in self.discard)
        # The first card that is not a Flip; in a pile of Flips only the undermost counts as that card.
        flips_on_top = len(self.discard) - 1 if only_flips else [is_flip(card) for card in self.discard].index(False)
        buried = []
        while flips_on_top > 0:
            card = self.discard.pop(0)
            flips_on_top -= 1
            position = max(len(self.discard) // 2, flips_on_top + 1)  # so many cards lie above it
            self.discard.insert(position, card)
            buried.append(card)
        self.tell("flip", player=seat, buried=buried, top=self.discard[0])
        if only_flips:
            self.effect = "follow"
        else:
            self.takes_effect()

    def call(self, caller):
        """Everybody hits; the last hand draws, or a caller who forgot to call."""
        self.counts["hits_hand"] += 1
        last = self.last_hand(self.word(LAST))
        forgot = unit(self.word(FORGET)) < self.rules["forget_chance"]
        self.tell("hit", caller=caller, last=last)
        if forgot:
            self.draw_cards(caller, self.rules["hand_penalty"], "forgot")
        else:
            self.draw_cards(last, self.rules["hand_penalty"], "hand")

    def last_hand(self, word):
        """In proportion to 1/weight; all alike without `reflexes`."""
        weights = self.rules["reflexes"]
        if not weights:
            return scaled(word, self.players)
        shares = [min(weights) / weight for weight in weights]
        left = unit(word) * sum(shares)
        for seat, share in enumerate(shares):
            if left < share:
                return seat
            left -= share
        return self.players - 1

    def stall(self):
        """R13: the top card has no effect any more."""
        if self.effect in ("cut", "flip", "call") or self.under_demand():
            self.counts["stalls"] += 1
            self.effect = "any" if is_hit(self.discard[0]) else "follow"

    def reshuffle_if_empty(self):
        """R9: the discard pile but its top card becomes the draw pile."""
        if self.draw or len(self.discard) < 2:
            return
        self.shuffles += 1
        self.counts["reshuffles"] += 1
        self.draw = shuffled(self.discard[:0:-1], self.key, self.hand * 2**20 + self.shuffles)  # from the bottom card on
        self.discard = self.discard[:1]
        self.tell("reshuffle", draw=list(self.draw))

    def check_cards(self):
        """R10: no card is lost and none is made."""
        assert sorted(sum(self.hands, self.draw + self.discard)) == self.all_cards(), "cards were lost or made"
        assert self.draw or len(self.discard) < 2 or not all(self.hands), "an empty draw pile was left"

    # The game

    def look_at_the_lead(self):
        """`lead_changes`, hand by hand."""
        leaders = [seat for seat in range(self.players) if self.totals[seat] == min(self.totals)]
        if len(leaders) == 1:
            self.lead_changes += self.leader not in (None, leaders[0])
            self.leader = leaders[0]

    def play_game(self):
        """Hand after hand until somebody has `target`, or the hands run out."""
        for hand in range(self.rules["hand_limit"]):
            self.hand = hand
            self.play_hand()
            self.look_at_the_lead()
            if max(self.totals) >= self.rules["target"]:
                self.ending = "scored"
                self.winners = [seat for seat in range(self.players) if self.totals[seat] == min(self.totals)]
                break
        else:
            self.ending, self.winners = "hand_limit", []
        self.losers = [seat for seat in range(self.players) if seat not in self.winners]
        self.places = [1 + sum(other < total for other in self.totals) for total in self.totals]

    def row(self):
        """The columns of this game."""
        columns = ["turns", "decisions", "ending", "winners", "losers", "places", "lead_changes"]
        row = {column: getattr(self, column) for column in columns} | self.counts
        return row | {"scores": list(self.totals), "hands": self.hands_played}


def play(players: int, rules: dict, decide, seed: int, deal: int) -> tuple[list[dict], dict]:
    """One game: its events from `deal` to `end`, and its row of columns."""
    game = Game(players, rules, decide, seed, deal)
    game.play_game()
    game.tell(
        "end", ending=game.ending, winners=game.winners, losers=game.losers, places=game.places, scores=list(game.totals), turns=game.turns
    )
    return game.events, game.row()


class Compare(Comparing, follow):
    """Follows a trace and stops at the first event that comes out different."""

    def comparable(self, event):
        """A deal's hands may be listed in any order."""
        return event | {"hands": [sorted(hand) for hand in event["hands"]]} if event["event"] == "deal" else event


def disagreement(trace: list[dict]) -> str | None:
    """Replay a full trace (header, deal ... end): None, or the first event that the rulebook tells differently."""
    return first_disagreement(trace, "hit_the_deck", play, Compare)
