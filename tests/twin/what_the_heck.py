"""What the Heck? as the rulebook tells it: slow, plain, and written without a look at the engine.

It exists to disagree: an engine's trace is replayed here decision by decision (`disagreement`), and every event must come out the
same. Cards are plain numbers in plain lists, points are exact fractions. R1-R3 are the numbered rulings of the game's rules page.

A decide-callable is asked `decide(seat, "bid", options)` where there are two or more cards to choose from and returns the index of the
one it bids. One that has a method `heard(event)` is also told each event as it happens.
"""

from fractions import Fraction

from tests.twin.chance import shuffled
from tests.twin.deciding import Comparing, Follow, Random, Table, first, first_disagreement

__all__ = ["Random", "disagreement", "first", "follow", "play"]


class follow(Follow):  # used like a function: decide = follow(events)
    """Decides as the events of a game did: the next one, where somebody is asked, reveals everybody's bids."""

    def chosen(self, kind, seat, event):
        cards = event["cards"] if event["event"] == "bids" else []
        return cards[seat] if seat < len(cards) else None


class Game(Table):
    """One table. `pot` holds the Point Cards that lie there, `leader` who was last alone in front."""

    def __init__(self, players, rules, decide, seed, deal):
        super().__init__(players, rules, decide, seed, deal)
        self.hands = [list(range(1, rules["player_cards"] + 1)) for _ in range(players)]
        self.scores = [Fraction(0)] * players
        self.pot, self.leader = [], None
        self.counts = dict.fromkeys(["carries", "carried_points", "cancels", "upsets", "lost_points", "lead_changes"], 0)

    def set_up(self):
        """The Point Cards in the order in which they come up; a shuffle starts from them in ascending order."""
        points = sorted(self.rules["point_cards"])
        assert len(points) <= self.rules["player_cards"], "more Point Cards than Player Cards"
        if self.rules["order"] == "shuffled":
            points = shuffled(points, self.key, 0)
        elif self.rules["order"] == "descending":
            points.reverse()
        self.points = points
        self.tell("deal", points=list(points))

    def bid(self, seat):
        """One card of the own hand; who holds a single one has nothing to choose."""
        hand = self.hands[seat]
        assert hand == sorted(hand)
        return self.choose(seat, "bid", hand)

    def round(self):
        """A round: turn up, bid, reveal, award; the cards played are out."""
        self.turns += 1
        self.pot.append(self.points.pop(0))
        self.tell("turn_up", card=self.pot[-1], pot=sum(self.pot))
        bids = [self.bid(seat) for seat in range(self.players)]
        for seat in range(self.players):
            self.hands[seat].remove(bids[seat])
        self.tell("bids", cards=list(bids))
        takers = self.who_takes(bids)
        if takers:
            self.award(takers)
        else:
            self.nobody_takes()
        self.look_at_the_lead()

    def better_first(self, cards):
        """For a pot of 0 or more the highest card is best, else the lowest."""
        return sorted(cards, reverse=sum(self.pot) >= 0)

    def who_takes(self, bids):
        """The seats that take the pot, by the house rule for ties; none where nobody does."""
        best = self.better_first(bids)[0]
        with_best = [seat for seat in range(self.players) if bids[seat] == best]
        if self.rules["ties"] == "split":
            return with_best
        if self.rules["ties"] == "discard":
            return with_best if len(with_best) == 1 else []
        uncancelled = [card for card in bids if bids.count(card) == 1]
        self.counts["cancels"] += len(uncancelled) < len(bids)
        if not uncancelled:
            return []  # R1: also when different pairs cancel each other
        card = self.better_first(uncancelled)[0]
        self.counts["upsets"] += card != best
        return [bids.index(card)]

    def award(self, takers):
        """The pot goes to whoever takes it, in equal shares."""
        share = Fraction(sum(self.pot), len(takers))
        self.pot = []
        for seat in takers:
            self.scores[seat] += share
            self.tell("award", player=seat, value=written(share))

    def nobody_takes(self):
        """All cards cancelled: the pot stays, if `carry` says so and there is another round (R2). Else it is lost."""
        value = sum(self.pot)
        if self.rules["ties"] == "cancel" and self.rules["carry"] and self.points:
            self.counts["carries"] += 1
            self.counts["carried_points"] += abs(value)
            self.tell("carry", value=value)
        else:
            self.counts["lost_points"] += abs(value)
            self.pot = []
            self.tell("lost", value=value)

    def look_at_the_lead(self):
        """`lead_changes`: is another player than before alone in front? The first one is no change."""
        in_front = [seat for seat in range(self.players) if self.scores[seat] == max(self.scores)]
        if len(in_front) == 1:
            self.counts["lead_changes"] += self.leader not in (None, in_front[0])
            self.leader = in_front[0]

    def play_game(self):
        """Round after round, until the Point Cards are used up."""
        while self.points:
            self.round()
            self.check_cards()

    def check_cards(self):
        """Everybody has played a card a round."""
        for hand in self.hands:
            assert len(hand) == self.rules["player_cards"] - self.turns
            assert len(set(hand)) == len(hand)

    def places(self):
        """1 + how many did better."""
        return [1 + sum(other > score for other in self.scores) for score in self.scores]

    def row(self):
        """The columns of this game."""
        highest, second = sorted(self.scores, reverse=True)[:2]
        places = self.places()
        winners = [seat for seat in range(self.players) if places[seat] == 1]  # R3
        return {
            "turns": self.turns,
            "decisions": self.decisions,
            "ending": "scored",
            "winners": winners,
            "losers": [seat for seat in range(self.players) if seat not in winners],
            "places": places,
            "scores": list(self.scores),
            "margin": highest - second,
            **self.counts,
        }


def written(points):
    """Points as a trace has them: a whole number as such, any other as a float."""
    return int(points) if points.denominator == 1 else float(points)


def play(players: int, rules: dict, decide, seed: int, deal: int) -> tuple[list[dict], dict]:
    """One game: its events from `deal` to `end`, and its row of columns."""
    game = Game(players, rules, decide, seed, deal)
    game.set_up()
    game.play_game()
    row = game.row()
    told = row | {"scores": [written(score) for score in game.scores]}
    game.tell("end", **{name: told[name] for name in ("ending", "winners", "losers", "places", "scores", "turns")})
    return game.events, row


class Compare(Comparing, follow):
    """Follows a trace and stops at the first event that comes out different."""

    def comparable(self, event):
        """A whole number is an integer."""
        return event, list(map(type, event.values()))


def disagreement(trace: list[dict]) -> str | None:
    """Replay a full trace (header, deal ... end): None, or the first event that the rulebook tells differently."""
    return first_disagreement(trace, "what_the_heck", play, Compare)
