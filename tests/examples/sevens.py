"""A referee for Sevens, the starter, from the rules as its file tells them."""

from tests.examples.playing import Referee, others

SUITS = ("clubs", "diamonds", "hearts", "spades")
TWO, SEVEN = 1, 6


class Sevens(Referee):
    """Goes through one game."""

    def go_through(self) -> None:
        dealt = self.event("dealt")
        self.hands, self.deck, self.discard = [list(hand) for hand in dealt["hands"]], list(dealt["deck"]), list(dealt["top"])  # top first
        assert [len(hand) for hand in self.hands] == [self.rules["deal_size"]] * self.players
        assert sorted([*(card for hand in self.hands for card in hand), *self.deck, *self.discard]) == list(range(52))
        self.named, self.owed, turns, seat = None, 0, 0, 0
        while all(self.hands) and turns < self.rules["turn_limit"]:
            turns += 1
            self.turn(seat)
            seat = (seat + 1) % self.players
        self.close("out", [int(not hand) for hand in self.hands], turns)

    def turn(self, seat: int) -> None:
        while self.owed:
            self.owed -= 1
            self.draw(seat)
        legal = [card for card in self.hands[seat] if self.fits(card)]
        if legal:
            self.check_view(seat, legal, self.decision("play", seat, legal))
            self.play(seat, legal)
            return
        drawn = self.draw(seat)
        if drawn and self.fits(drawn[0]) and self.rules["play_drawn"]:
            self.play(seat, drawn)
        else:
            self.event("passed", player=seat)

    def fits(self, card: int) -> bool:
        on = self.discard[0]
        suit = on // 13 if self.named is None else self.named
        return card % 13 == SEVEN or card // 13 == suit or (self.named is None and card % 13 == on % 13)

    def draw(self, seat: int) -> list[int]:
        """The card that was drawn, if there was one."""
        if not self.deck and len(self.discard) > 1:
            shuffled = list(self.event("reshuffled")["deck"])
            assert sorted(shuffled) == sorted(self.discard[1:])
            self.deck, self.discard = shuffled, self.discard[:1]
        if not self.deck:
            return []
        card = self.deck.pop(0)
        self.hands[seat].append(card)
        self.event("drew", player=seat, card=card)
        return [card]

    def play(self, seat: int, legal: list[int]) -> None:
        card = self.event("played", player=seat)["card"]
        assert card in legal
        self.hands[seat].remove(card)
        self.discard.insert(0, card)
        self.named = None
        if not self.hands[seat]:
            return
        if card % 13 == SEVEN:
            self.decision("name_suit", seat, list(range(4)))
            self.named = SUITS.index(self.event("named", player=seat)["suit"])
        elif card % 13 == TWO:
            self.owed = self.rules["two_draws"]

    def check_view(self, seat: int, legal: list[int], seen: dict) -> None:
        """A player sees the own hand, the top of the discard pile, the suit that was named, and how many cards there are; nothing else."""
        if not seen:
            return
        assert [option for option in range(63) if seen["_legal"] >> option & 1] == sorted(legal)
        assert seen["hand"] == [int(card in self.hands[seat]) for card in range(52)]
        assert seen["other_hand_size"][: self.players - 1] == [len(hand) for hand in others(seat, self.hands)]
        assert (seen["deck_size"], seen["discard_size"], seen["discard_top"]) == (len(self.deck), len(self.discard), self.discard[0])
        assert seen["named"] == (0 if self.named is None else 1 + self.named)
