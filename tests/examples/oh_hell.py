"""A referee for Oh Hell, from the rules as its file tells them."""

from tests.examples.playing import Referee, others


class OhHell(Referee):
    """Goes through one game."""

    def go_through(self) -> None:
        self.points = [0] * self.players
        rounds = self.rules["most_cards"]
        for number in range(rounds):
            self.one_round(rounds - number, (self.players - 1 + number) % self.players)
        self.close("done", self.points, rounds)

    def one_round(self, cards: int, dealer: int) -> None:
        dealt = self.event("dealt", dealer=dealer, cards=cards)
        self.hands, self.trump, self.over = list(map(list, dealt["hands"])), dealt["trump"], []
        assert [len(hand) for hand in self.hands] == [cards] * self.players
        assert sorted([*(card for hand in self.hands for card in hand), self.trump, *dealt["deck"]]) == list(range(52))
        self.cards, self.dealer, self.trick = cards, dealer, []
        self.bids, self.taken = [-1] * self.players, [0] * self.players
        for place in range(1, self.players + 1):
            self.bid((dealer + place) % self.players)
        leader = (dealer + 1) % self.players
        for _ in range(cards):
            leader = self.one_trick(leader)
        for seat in range(self.players):
            met = self.taken[seat] == self.bids[seat]
            self.points[seat] += self.taken[seat] + met * self.rules["bonus"]
            if met:
                self.event("met", player=seat, tricks=self.taken[seat])
            else:
                self.event("missed", player=seat, tricks=self.taken[seat], bid=self.bids[seat])

    def bid(self, seat: int) -> None:
        allowed = list(range(self.cards + 1))
        left = self.cards - sum(bid for bid in self.bids if bid >= 0)
        if seat == self.dealer and self.rules["dealer_bound"] and left in allowed:
            allowed.remove(left)
        self.check_view(seat, allowed, self.decision("say", seat, allowed))
        self.bids[seat] = self.event("bid", player=seat)["tricks"]
        assert self.bids[seat] in allowed

    def one_trick(self, leader: int) -> int:
        self.trick = []
        for place in range(self.players):
            seat = (leader + place) % self.players
            led = self.trick[0] // 13 if self.trick else None
            legal = [card for card in self.hands[seat] if card // 13 == led] or self.hands[seat]
            self.check_view(seat, legal, self.decision("play", seat, legal))
            card = self.event("played", player=seat)["card"]
            assert card in legal
            self.hands[seat].remove(card)
            self.trick.append(card)
        worth = [(card // 13 == self.trump // 13, card // 13 == self.trick[0] // 13, card % 13) for card in self.trick]
        winner = (leader + worth.index(max(worth))) % self.players
        self.event("took", player=winner)
        self.taken[winner] += 1
        self.over += self.trick
        self.trick = []
        return winner

    def check_view(self, seat: int, legal: list, seen: dict) -> None:
        """A player sees the own hand, the trick, the trump, all bids and tricks, and how many cards the others have; nothing else."""
        if not seen:
            return
        assert [option for option in range(63) if seen["_legal"] >> option & 1] == sorted(legal)
        assert seen["hand"] == [int(card in self.hands[seat]) for card in range(52)]
        assert seen["other_hand_size"][: self.players - 1] == [len(hand) for hand in others(seat, self.hands)]
        assert seen["trick"][: seen["trick_size"]] == self.trick
        assert (seen["trump_top"], seen["over_size"]) == (self.trump, len(self.over))
        assert (seen["cards"], seen["dealer"]) == (self.cards, self.dealer)
        assert seen["bid"][: self.players] == self.bids
        assert seen["tricks"][: self.players] == self.taken
