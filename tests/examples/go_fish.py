"""A referee for Go Fish, from the rules as its file tells them."""

from collections import Counter

from tests.examples.playing import Referee, others


class GoFish(Referee):
    """Goes through one game."""

    def go_through(self) -> None:
        dealt = self.event("dealt")
        self.hands = [Counter(hand) for hand in dealt["hands"]]
        self.stock = list(dealt["stock"])  # top first
        self.known = [Counter() for _ in self.hands]
        self.books = [[] for _ in self.hands]
        each = self.rules["deal_size"] or (7 if self.players <= 3 else 5)
        assert [hand.total() for hand in self.hands] == [each] * self.players
        assert sum(self.hands, Counter(self.stock)) == Counter(dict.fromkeys(range(13), 4))
        for seat in range(self.players):
            for rank in range(13):
                self.lay_book(seat, rank)
        turns = seat = 0
        while not self.is_over():
            turns += 1
            while self.asks_again(seat) and not self.is_over():
                pass
            seat = (seat + 1) % self.players
        self.close("done", [len(books) for books in self.books], turns)
        assert self.row["books_laid"] == sum(map(len, self.books))

    def is_over(self) -> bool:
        return not self.stock or not all(self.hands)

    def asks_again(self, seat: int) -> bool:
        """One question and what comes of it."""
        held = sorted(self.hands[seat])
        self.check_view(seat, self.decision("rank", seat, held))
        seen = self.decision("whom", seat, list(range(self.players - 1)))
        asked = self.event("asked", player=seat)
        rank, other = asked["rank"], asked["other"]
        self.check_view(seat, seen)
        assert not seen or seen["wanted"] == rank
        assert rank in held
        assert other in set(range(self.players)) - {seat}
        self.known[seat][rank] = max(1, self.known[seat][rank])
        given = self.hands[other].pop(rank, 0)
        if given:
            self.known[other].pop(rank, None)
            self.hands[seat][rank] += given
            self.known[seat][rank] += given
            self.event("gave", player=other, cards=given, rank=rank)
            self.lay_book(seat, rank)
            return self.rules["again_if_given"]
        card = self.stock.pop(0)
        self.hands[seat][card] += 1
        self.event("fished", player=seat, card=card)
        if card == rank:
            self.known[seat][rank] += 1
            self.event("wished", player=seat)
        self.lay_book(seat, card)
        return card == rank and self.rules["again_if_fished"]

    def lay_book(self, seat: int, rank: int) -> None:
        if self.hands[seat][rank] == 4:
            del self.hands[seat][rank]
            self.known[seat].pop(rank, None)
            self.books[seat].append(rank)
            self.event("laid", player=seat, rank=rank)
        elif not self.hands[seat][rank]:
            del self.hands[seat][rank]

    def check_view(self, seat: int, seen: dict) -> None:
        """A player sees the own hand, all books, how many cards there are, and what all know of the others' hands; nothing else."""
        if not seen:
            return

        def counts(cards: list) -> list:
            return [[4 * (rank in one) if isinstance(one, list) else one[rank] for rank in range(13)] for one in cards]

        assert seen["hand"] == counts([self.hands[seat]])[0]
        assert seen["stock_size"] == len(self.stock)
        assert seen["other_hand_size"][: self.players - 1] == [hand.total() for hand in others(seat, self.hands)]
        assert seen["other_hand_known"][: self.players - 1] == counts(others(seat, self.known))
        assert seen["books"] == counts([self.books[seat]])[0]
        assert seen["other_books"][: self.players - 1] == counts(others(seat, self.books))
