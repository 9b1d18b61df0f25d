"""A game ends, and not always at the turn limit."""

from collections.abc import Iterator

import numpy as np

from simlab.inspection.finding import COMPILED, Check, Finding
from simlab.inspection.subject import Subject

MOST = 0.5  # of games that only reach the limit


def find(subject: Subject) -> Iterator[Finding]:
    game, text = subject.game, subject.text
    loop = text.call("goes_on") or text.function("play_game")
    ended = [(one, one.rows["ending"]) for one in subject.sample.played]
    for one, ending in ended:
        unended = np.flatnonzero((ending < 0) | (ending >= len(game.endings)))
        if len(unended):
            what = "play_game is left before the game has ended; end it with wins(), most_wins(), nobody_wins() or at the turn limit"
            yield Finding(text.function("play_game"), what, seen_in=one.seen_in(int(unended[0])), about="no ending")
            return
    limits = [number for number, name in enumerate(game.endings) if name in game.cut_off]
    equal = [(one, np.isin(ending, limits)) for one, ending in ended if one.is_printed]
    games, cut = sum(len(short) for _, short in equal), sum(int(short.sum()) for _, short in equal)
    if games and cut > MOST * games:
        one, short = next((one, short) for one, short in equal if short.any())
        many = "no game ends" if cut == games else f"{cut:,} of {games:,} games do not end"
        what = f"{many} before the turn limit; can an end always be reached?"
        yield Finding(loop, what, seen_in=one.seen_in(int(np.flatnonzero(short)[0])), about="turn limit")


CHECK = Check(21, "how games end", COMPILED, find)
