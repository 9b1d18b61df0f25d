"""What every twin needs to be played with: a table that tells and asks, who decides, and how a given trace is replayed and compared.

A decide-callable is asked `decide(seat, kind, options)` where there are two or more legal actions and returns the index of the one it
chooses. One that has a method `heard(event)` is also told each event as it happens.
"""

from tests.twin.chance import STEP, STRATEGY, game_key, mix, scaled, stream


class Table:
    """A table at which one game is played: who sits there, by which rules, who decides, and what has happened so far."""

    def __init__(self, players, rules, decide, seed, deal):
        self.players, self.rules, self.decide = players, rules, decide
        self.key, self.events = game_key(seed, players, deal), []
        self.turns = self.decisions = 0

    def tell(self, name, **what):
        """Write an event down and tell it to who wants to hear."""
        event = {"event": name, **what}
        self.events.append(event)
        if hasattr(self.decide, "heard"):
            self.decide.heard(event)

    def choose(self, seat, kind, options):
        """Ask only where there are two or more legal actions."""
        if len(options) == 1:
            return options[0]
        self.decisions += 1
        return options[self.decide(seat, kind, list(options))]

    def others(self, seat):
        """The other players, clockwise from the next."""
        return [(seat + step) % self.players for step in range(1, self.players)]


class Random:
    """The strategy `random`: one word of the seat's own stream for each of its decisions. `names`: the strategy in each seat."""

    def __init__(self, names, seed, deal):
        self.key = game_key(seed, len(names), deal)
        self.used = [0] * len(names)
        rarest_first = sorted(set(names), key=lambda name: (names.count(name), name))
        ranks = [rarest_first.index(name) for name in names]
        self.table = sum((ranks[seat] ^ rank) << 3 * seat for seat, rank in enumerate(sorted(ranks)))

    def __call__(self, seat, kind, options):
        word = mix(stream(self.key, STRATEGY, (self.table << 3) + seat) + self.used[seat] * STEP)
        self.used[seat] += 1
        return scaled(word, len(options))


def first(seat, kind, options):
    """The strategy `first`: the first legal action in the listed order."""
    return 0


class Disagreement(AssertionError):
    """A trace chose what is not among the legal actions, or tells an event differently."""


class Follow:
    """Decides as the events of a game did: the event that comes next there says what was chosen. A game says how, with `chosen`."""

    def __init__(self, events):
        self.events = [event for event in events if event["event"] != "header"]
        self.told = 0

    def heard(self, event):
        self.told += 1

    def next_event(self):
        return self.events[self.told] if self.told < len(self.events) else {"event": "nothing more"}

    def disagree(self, expected, got):
        raise Disagreement(f"event {self.told} (0 is the first deal):\n  expected {expected}\n  got      {got}")

    def __call__(self, seat, kind, options):
        chosen = self.chosen(kind, seat, self.next_event())
        if chosen not in options:
            self.disagree(f"seat {seat} to decide ({kind}) among {options}", self.next_event())
        return options.index(chosen)

    def chosen(self, kind, seat, event):
        """The option that the next event stands for; one that is never legal where it fits no decision of this kind."""
        raise AssertionError("a game's own")


class Comparing(Follow):
    """Follows a trace and stops at the first event that comes out different."""

    def heard(self, event):
        given = self.next_event()
        if self.comparable(given) != self.comparable(event):
            self.disagree(event, given)
        super().heard(event)

    def comparable(self, event):
        """An event without what may be told in any order."""
        return event


def first_disagreement(trace, game, play, comparing):
    """Replay a full trace (header, deal ... end): None, or the first event that the rulebook tells differently."""
    header = trace[0]
    assert (header["event"], header["game"]) == ("header", game), f"a trace of {game} begins with its header, not {header}"
    decide = comparing(trace)
    try:
        play(header["players"], header["rules"], decide, header["seed"], header["deal"])
        if decide.told < len(decide.events):
            decide.disagree("nothing after the end", decide.next_event())
    except Disagreement as found:
        return str(found)
    return None
