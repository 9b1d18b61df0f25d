"""Meow as the rulebook tells it: slow, plain, and written without a look at the engine.

It exists to disagree: an engine's trace is replayed here decision by decision (`disagreement`), and every event must come out the
same. Cards are plain numbers in plain lists, a number card its number and special card s 100 + s. R1-R12 are the numbered rulings of
the game's rules page.

A decide-callable is asked `decide(seat, kind, options)` where there are two or more legal actions and returns the index of the
one it chooses. One that has a method `heard(event)` is also told each event as it happens.

Options of `respond`: (naturals, specials) for a copy, "draw" last. Options of `lead`: (number, naturals, specials), "meow" last.
"""

from fractions import Fraction

from tests.twin.chance import shuffled
from tests.twin.deciding import Comparing, Follow, Random, Table, first, first_disagreement

__all__ = ["Random", "disagreement", "first", "follow", "play"]

SPECIAL = 100
COUNTED = ["leads", "copies", "cards_copied", "meows", "meows_failed", "copy_outs", "lead_outs", "deck_outs", "stalled"]
COUNTED += ["coins_moved", "lead_changes", "full_copies"]


class follow(Follow):  # used like a function: decide = follow(events)
    """Decides as the events of a game did: the event that comes next there says what was chosen."""

    def chosen(self, kind, seat, event):
        name, own = event["event"], event.get("player") == seat
        if kind == "respond" and (name == "deck_out" or (name == "draw" and own)):
            return "draw"
        if kind == "respond" and name == "copy" and own:
            return amounts(event["cards"])
        if kind == "lead" and name == "meow" and own:
            return "meow"
        if kind == "lead" and name == "lead" and own:
            return (event["number"], *amounts(event["cards"]))
        return "unknown"


def amounts(cards):
    """How many number cards and how many special cards."""
    return len([card for card in cards if card < SPECIAL]), len([card for card in cards if card >= SPECIAL])


class RoundOver(Exception):
    """The round ends here; the argument says how."""


class Game(Table):
    """One table. In a round: `hands`, `deck`, `field` (all cards lying there), `original`, `number` (the lead's), `copiers`."""

    def __init__(self, players, rules, decide, seed, deal):
        super().__init__(players, rules, decide, seed, deal)
        self.rounds = 0
        self.counts = dict.fromkeys(COUNTED, 0)
        self.scores = [Fraction(0)] * players

    # The cards

    def all_cards(self):
        cards = []
        for number in range(1, self.rules["numbers"] + 1):
            cards += [number] * self.rules["copies"]
        return cards + [SPECIAL + s for s in range(len(self.rules["specials"]))]

    def can_be(self, card):
        """The numbers a card can be played as."""
        return set(self.rules["specials"][card - SPECIAL]) if card >= SPECIAL else {card}

    def total(self, seat):
        """R12: a special card counts as the lowest number on it."""
        return sum(min(self.can_be(card)) for card in self.hands[seat])

    def totals(self):
        return [self.total(seat) for seat in range(self.players)]

    def ways_to_play(self, seat, number):
        """All (naturals, specials) for this number, in the listed order: fewer cards first, then more naturals."""
        naturals = self.hands[seat].count(number)
        specials = len(self.fitting(seat, number))
        ways = [(a, b) for a in range(naturals + 1) for b in range(specials + 1) if a + b >= 1]
        return sorted(ways, key=lambda way: (way[0] + way[1], -way[0]))

    def fitting(self, seat, number):
        """The special cards in hand that can be this number, lowest index first."""
        return sorted(card for card in self.hands[seat] if card >= SPECIAL and number in self.can_be(card))

    def lay_down(self, seat, number, way):
        naturals, specials = way
        cards = [number] * naturals + self.fitting(seat, number)[:specials]
        for card in cards:
            self.hands[seat].remove(card)
        self.field += cards
        return cards

    def discard_field(self):
        self.gone += self.field
        self.field = []

    # Payments

    def pay(self, payer, to, owed, reason):
        """R1: without debt a player pays what they have. Nothing is said of zero coins."""
        coins = owed if self.rules["debt"] else min(owed, self.coins[payer])
        if coins > 0:
            self.coins[payer] -= coins
            self.coins[to] += coins
            self.counts["coins_moved"] += coins
            self.tell("pay", **{"from": payer, "to": to, "coins": coins, "reason": reason})

    # A set

    def play_set(self, number):
        self.coins = [self.rules["coins"]] * self.players
        self.sole_holder = None
        for round_number in range(self.rules["rounds"]):
            self.play_round(number, round_number)
            self.rounds += 1
            self.look_at_the_lead()
        bonus = self.bonus() if self.rules["sets"] > 1 else []
        self.tell("set_end", coins=list(self.coins), bonus=[plain(one) for one in bonus])
        for seat in range(self.players):
            if self.rules["sets"] == 1:
                self.scores[seat] += self.coins[seat]
            else:
                self.scores[seat] += bonus[seat]
                if self.rules["set_score"] == "coins_and_bonus":  # R11
                    self.scores[seat] += self.coins[seat]

    def bonus(self):
        """R10: tied players share the bonuses of the places they take up."""
        shares = []
        for seat in range(self.players):
            better = len([c for c in self.coins if c > self.coins[seat]])
            tied = self.coins.count(self.coins[seat])
            shares.append(sum(Fraction(self.rules["bonus"][place]) for place in range(better, better + tied)) / tied)
        return shares

    def look_at_the_lead(self):
        """`lead_changes`: the sole holder of most coins is another than the previous one."""
        holders = [seat for seat in range(self.players) if self.coins[seat] == max(self.coins)]
        if len(holders) == 1:
            if self.sole_holder not in (None, holders[0]):
                self.counts["lead_changes"] += 1
            self.sole_holder = holders[0]

    # A round

    def play_round(self, set_number, round_number):
        self.step = -1 if self.rules["reverse_half"] and round_number >= self.players else 1
        seat = round_number % self.players
        cards = shuffled(self.all_cards(), self.key, set_number * 2**20 + round_number)
        self.hands = []
        for _ in range(self.players):
            self.hands.append(cards[: self.rules["deal_size"]])
            cards = cards[self.rules["deal_size"] :]
        self.deck, self.field, self.gone = cards, [], []
        hands = [list(hand) for hand in self.hands]
        self.tell(
            "deal",
            **{"set": set_number, "round": round_number, "first": seat, "direction": self.step, "hands": hands},
            deck=list(self.deck),
        )
        try:
            self.turns_in_round = 0
            self.lead(seat, drew=False)
            while True:
                seat = (seat + self.step) % self.players
                self.take_turn(seat)
                self.check_cards()
        except RoundOver as over:
            self.check_cards()
            self.tell("round_end", how=str(over), coins=list(self.coins))

    def check_cards(self):
        """No card and no coin is lost and none is made."""
        held = [card for hand in self.hands for card in hand]
        assert sorted(self.deck + self.field + self.gone + held) == self.all_cards()
        assert sum(self.coins) == self.players * self.rules["coins"]
        assert self.rules["debt"] or min(self.coins) >= 0

    def take_turn(self, seat):
        """The next player copies or draws; if everyone has copied, the original player draws."""
        if self.turns_in_round >= self.rules["turn_limit"]:
            self.counts["stalled"] += 1
            raise RoundOver("turn_limit")
        action = "draw"
        if seat != self.original:
            action = self.choose(seat, "respond", [*self.ways_to_play(seat, self.number), "draw"])
        if action == "draw":
            self.draw(seat)
        else:
            self.copy(seat, action)

    def count_turn(self):
        self.turns += 1
        self.turns_in_round += 1

    def copy(self, seat, way):
        self.count_turn()
        cards = self.lay_down(seat, self.number, way)
        self.copiers += 1
        self.counts["copies"] += 1
        self.counts["cards_copied"] += len(cards)
        self.counts["full_copies"] += self.copiers == self.players - 1
        self.tell("copy", player=seat, number=self.number, cards=cards)
        self.pay(self.original, seat, len(cards), "copy")
        if not self.hands[seat]:
            self.counts["copy_outs"] += 1
            self.pay(self.original, seat, self.rules["copy_out"], "copy_out")
            raise RoundOver("copy_out")

    def draw(self, seat):
        self.discard_field()
        if not self.deck:
            self.deck_out()
        card = self.deck.pop(0)
        self.hands[seat].append(card)
        self.tell("draw", player=seat, card=card)
        self.lead(seat, drew=True)

    def lead(self, seat, drew):
        """The original player leads, or after a draw with few cards declares Meow (R6, R7)."""
        options = [(number, *way) for number in range(1, 21) for way in self.ways_to_play(seat, number)]
        if drew and len(self.hands[seat]) <= self.rules["meow_hand"]:
            options.append("meow")
        action = self.choose(seat, "lead", options)
        self.count_turn()
        if action == "meow":
            self.meow(seat)
        self.original, self.number, self.copiers = seat, action[0], 0
        cards = self.lay_down(seat, self.number, action[1:])
        self.counts["leads"] += 1
        self.tell("lead", player=seat, number=self.number, cards=cards)
        if not self.hands[seat]:
            self.counts["lead_outs"] += 1
            for other in self.others(seat):
                self.pay(other, seat, self.rules["lead_out"], "lead_out")
            raise RoundOver("lead_out")

    def meow(self, seat):
        totals, others = self.totals(), self.others(seat)
        blockers = [other for other in others if totals[other] <= totals[seat]]
        self.counts["meows"] += 1
        self.tell("meow", player=seat, totals=totals, success=not blockers, blockers=blockers)
        if not blockers:
            for other in others:
                self.pay(other, seat, self.rules["meow_win"], "meow_win")
            raise RoundOver("meow_win")
        self.counts["meows_failed"] += 1
        owed = dict.fromkeys(blockers, self.rules["meow_fail"])
        if self.rules["meow_fail_to"] == "shared":  # R2
            owed = dict.fromkeys(blockers, 0)
            for coin in range(self.rules["meow_fail"]):
                owed[blockers[coin % len(blockers)]] += 1
        for blocker in blockers:
            self.pay(seat, blocker, owed[blocker], "meow_fail")
        raise RoundOver("meow_fail")

    def deck_out(self):
        """R8: each other player who is not among the lowest pays each of the lowest."""
        totals = self.totals()
        lowest = [seat for seat in range(self.players) if totals[seat] == min(totals)]
        self.counts["deck_outs"] += 1
        self.tell("deck_out", totals=totals, lowest=lowest)
        for receiver in lowest:
            for other in self.others(receiver):
                if other not in lowest:
                    self.pay(other, receiver, self.rules["deck_out"], "deck_out")
        raise RoundOver("deck_out")

    # The whole game

    def play_game(self):
        for number in range(self.rules["sets"]):
            self.play_set(number)
        seats = range(self.players)
        self.winners = [seat for seat in seats if self.scores[seat] == max(self.scores)]
        self.losers = [seat for seat in seats if seat not in self.winners]
        self.places = [1 + len([score for score in self.scores if score > self.scores[seat]]) for seat in seats]
        scores = [plain(score) for score in self.scores]
        self.tell("end", ending="scored", winners=self.winners, losers=self.losers, places=self.places, scores=scores, turns=self.turns)

    def row(self):
        """The columns of this game."""
        columns = ["turns", "decisions", "winners", "losers", "places", "scores", "rounds"]
        return {column: getattr(self, column) for column in columns} | self.counts | {"ending": "scored"}


def plain(number):
    """A fraction in data: a whole number stays an integer, else a float."""
    return int(number) if number.denominator == 1 else float(number)


def play(players: int, rules: dict, decide, seed: int, deal: int) -> tuple[list[dict], dict]:
    """One game: its events from `deal` to `end`, and its row of columns."""
    game = Game(players, rules, decide, seed, deal)
    game.play_game()
    return game.events, game.row()


class Compare(Comparing, follow):
    """Follows a trace and stops at the first event that comes out different."""

    def comparable(self, event):
        """Cards of a hand or of a play, and seats in a list, may come in any order. A whole number is an integer."""
        event = dict(event)
        for name in ("bonus", "scores"):
            if name in event:
                event[name] = [(type(one), one) for one in event[name]]
        if event["event"] == "deal":
            event["hands"] = [sorted(hand) for hand in event["hands"]]
        return event | {name: sorted(event[name]) for name in ("cards", "blockers", "lowest", "winners", "losers") if name in event}


def disagreement(trace: list[dict]) -> str | None:
    """Replay a full trace (header, deal ... end): None, or the first event that the rulebook tells differently."""
    return first_disagreement(trace, "meow", play, Compare)
