"""A player who thinks: it plays each option on in games as they might be, and takes the one that wins most often.

A decision is asked for in the middle of a turn, where no game can be gone on with. But a position is the deal and the choices made so far:
so an imagined game is the same deal played again, in a record of its own, in which every seat repeats what it chose: from the start, or
from a copy of the real game as it stood before this turn, where the game has it so. Where that ends the table is as it is in the real
game. There all chance becomes another, what the player cannot know is dealt anew (the game's `redeal`), the
player takes the option that is tried, and strategies play on for all seats, who know nothing of how the real game goes on.

An imagined game is played to its end; or left after some turns or at the end of a round, as the game has it, where the rest would be no
more than noise: then it counts what is likely from how all stand.

All options are tried in the same imagined games, and after each stage the worse half of them is dropped; or more, where a game has it so,
and what that spares is kept for later decisions. What wins by chance alone is not believed: an option must be clearly better than what the
imagined strategies would choose. The real game is not touched: it has its own streams of chance, and is only looked at.

All that stands in `PART`s: a record for each that is called by address in place of a strategy, of which `role` says what it does.
"""

import math

import numpy as np

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.chance import STEP, STRATEGY, THINKING, mix, scaled, stream
from simlab.engine.compiled.memory import call, copy, copy_part, played, poke, record_at
from simlab.engine.compiled.play import IMAGINED, IllegalChoice, below
from simlab.engine.metric import UNIT
from simlab.engine.records import record
from simlab.engine.state import SEATS

MOST_OPTIONS = 512  # of a decision that is thought about
MOST_TIMES = 4  # its rollouts a decision may take, where earlier ones of the game have spared them
MOST_PARTS = 8  # of a record, between what stays as it is
TURNS = 8  # that are kept of the game that is played
MOST_IMAGINED = 32  # strategies that others may be imagined to play
ROOM = 1 << 16  # choices that are noted of a game; later ones are not thought about

NOTES, THINKS, PLAYS, REPEATS, WEIGHS, KEEPS, STRAYS, TRIES, LOOKS_BACK, RECALLS = range(10)  # roles

PART = record("""
    role                  what is done when it is called
    at: u8                where that is done: the address of the code
    mind: u8              the address of the mind that it belongs to
    code: u8              of what notes or tries: the address of the strategy that answers
    my: u8                and of that strategy's parameters
    to_chance             the decisions that chance takes in its place, as bits
    table: u8             and of the game that is played
    choices: u8           and where the choices of a game are noted
    past: u8              and its last turns
""")

MIND = record(f"""
    table: u8             the address of the game that is played
    imagined: u8          the address of the game that is imagined
    kept: u8              the address of the game that is played as it stood before this turn
    dealt: u8             the address of the game that is imagined as it stood when what is hidden had been dealt anew
    dealt_key: u8         the key of the imagined game in which that was
    choices: u8           where the choices of the game so far are noted
    plays_at: u8          the address of what plays an imagined game
    plays: u8             and of its part
    repeats_at: u8        the address of what is asked there
    repeats: u8           and of its part
    weighs_at: u8         the address of what says how a game stands that was left
    weighs: u8            and of its part
    parts                 what changes in a game's record while it is played, in so many stretches
    part_at[{MOST_PARTS}]            where each begins, in bytes
    part_size[{MOST_PARTS}]          and how long it is
    horizon               so many turns after one of each seat an imagined game is left; -1: at the end of its round; 0: at its end
    standing: f8[{SEATS}]      how each seat stands then, in log odds
    strategies            how many strategies the seats are imagined to play
    strategy_code: u8[{MOST_IMAGINED}]       their addresses
    strategy_my: u8[{MOST_IMAGINED}]         the addresses of their parameters
    strategy_to_chance[{MOST_IMAGINED}]      the decisions that they leave to chance, as bits
    each                  1: each seat plays the strategy of its number
    ahead                 turns that are still to come before a game strays from how it went; below 0: so many have begun
    marks: u8             where it is noted, while it doesn't, how much of the trace was written before each
    number                how many games have strayed
    tried                 the choice of a game of which every option is tried in equally many imagined games
    wins: u8              where it is noted what part of the win each seat gets in each of them
    idle                  1: nothing is imagined, and it answers as the first of them does: while the text of a strategy is tried out
    ignored               1: it thinks, and answers as the first of them does: the real game must be as if that one sat there
    resumes               1: a game is gone on with where it stood before a turn
    way                   which of many ways what is hidden was dealt anew
    ways                  so many are tried until the others would have played as they were seen to (see `weighing`)
    turns                 of how many past turns that is asked
    turn[{TURNS}]              of which
    now: u8               of a mind that plays these once more: the address of the game in which hands are as they are to be
    looks_at: u8          of one that has such a mind: the address of what asks it
    looks: u8             and of its part
    back: u8              and of that mind
    recalls_at: u8        the address of what is called before each turn that is played once more
    recalls: u8           and of its part
    fits                  1: what was seen after that turn was seen again
    sights                what a seat sees of a game's record, in so many stretches
    sight_at[{MOST_PARTS}]           where each begins, in bytes
    sight_size[{MOST_PARTS}]         and how long it is
    permuted              above 0: what is hidden is dealt anew so often before it is dealt anew: the answer must be the same
    thinking              1 while that is done
    seat                  who thinks
    known                 choices made so far that the player knows
    secret                and later ones, of which it does not know what was chosen
    at                    how many of them were repeated
    option                what is tried
    key: u8               of the imagined game's streams
    rollouts: f8          imagined games for a decision
    doubt: f8             how much better than one's own an option must be, as a multiple of
    doubt_of_game: f8     so many standard errors
    thoughts              imagined games so far
    looked: u8            the house rules that were looked at in them
    races                 1: options race (see `race`)
    spared: f8            imagined games that earlier decisions of the game did not need
    options               how many options that decision had
    order[{MOST_OPTIONS}]            the options: one's own, then those that gained most
    times[{MOST_OPTIONS}]            imagined games of each
    gain[{MOST_OPTIONS}]             what it won in them beyond one's own, in units of 1/{UNIT}
    square[{MOST_OPTIONS}]           and the squares of that
""")

CHOICES = record(f"choice[{ROOM}]")

PAST = record(f"""
    begun                 how many turns of the game that is played have begun
    whose[{TURNS}]             of the last ones, the latest behind the others: whose each was; below 0: nobody knows yet
    at: u8[{TURNS}]            the address of the game as it stood before it
""")


class Mindless(Exception):
    """A strategy that thinks was not seated by a table, which would have given it a mind."""


class Diverged(Exception):
    """A game was another when it was played again with the same choices: it keeps something from one game to the next."""


@compiled
def imagine(view, my, rollouts, doubt=1.0):
    """Think about this decision: the option that wins most often in so many imagined games, if it is clearly better than what would be
    chosen without thinking; else that. `doubt` is how clearly, as a multiple of what suits the game.
    """
    if my._mind == 0:
        raise Mindless
    part = record_at(my._mind, PART)
    mind = record_at(part.mind, MIND)
    mind.rollouts, mind.doubt = rollouts, doubt
    return call(part.at, view, my._mind)


# What is called by address


@compiled
def note(part, decisions, view):
    """A seat of the real game is asked: its strategy answers, and that is noted."""
    choice = below(view, view.options) if part.to_chance >> view.kind & 1 else call(part.code, view, part.my)
    if decisions < ROOM:
        record_at(part.choices, CHOICES).choice[decisions] = choice
    return choice


@compiled
def note_turn(past, seat):
    """A turn of the real game begins; whose it is, or below 0 where that is not known. Where the game is kept as it stands."""
    past.whose[past.begun % TURNS] = seat
    past.begun += 1
    return past.at[(past.begun - 1) % TURNS]


@compiled
def note_asked(past, seat):
    """Whoever is asked first in a turn is the one whose it is."""
    if past.begun > 0 and past.whose[(past.begun - 1) % TURNS] < 0:
        past.whose[(past.begun - 1) % TURNS] = seat


@compiled
def is_there(mind, g):
    """Has the imagined game come to the decision that is thought about? From there on it is another than the real one."""
    if mind.at != mind.known:
        return False
    if mind.secret == 0 and g.asked != mind.seat:
        raise Diverged
    g.key = mind.key
    return True


@compiled
def is_dealt(mind):
    """Was what is hidden dealt anew before in this way, for another option?"""
    dealt = mind.dealt_key == mind.key
    mind.dealt_key = mind.key
    return dealt


@compiled
def repeat(mind, g, view, there):
    """The answer of any seat of an imagined game: what was chosen; from `there` on strategies answer, but for the option that is tried."""
    mind.at += 1
    if mind.at <= mind.known:
        return record_at(mind.choices, CHOICES).choice[mind.at - 1]
    if there:
        go_on(mind, g)
        view._luck = g.luck[g.asked]
    if g.asked == mind.seat:
        if view.options != mind.options:
            raise Diverged
        seat_strategy(mind, g, mind.seat)
        return mind.option
    if g.to_chance[g.asked] >> view.kind & 1:
        return below(view, view.options)
    return call(g.code[g.asked], view, g.my[g.asked])


@compiled
def go_on(mind, g):
    """From here on an imagined game is another than the real one, and the others play as strategies do."""
    g.knowing = 0
    g.following = IMAGINED
    g.until = g.row.turns + g.seen.players + mind.horizon if mind.horizon > 0 else mind.horizon
    for seat in range(g.seen.players):
        g.luck[seat] = stream(g.key, STRATEGY, seat)
        if seat != mind.seat:
            seat_strategy(mind, g, seat)


@compiled
def strays(mind, g):
    """A turn begins at which somebody looks on: does the game become another from here on?"""
    mind.ahead -= 1
    if mind.ahead < 0 and mind.ahead >= -ROOM:
        poke(mind.marks, -1 - mind.ahead, g.log_at)
    if mind.ahead != 0:
        return False
    mind.number += 1
    g.key = mix(stream(g.key, THINKING, SEATS) + STEP * np.uint64(mind.number))
    return True


@compiled
def stray(mind, g):
    """From here on all play as strategies do, and nobody looks on any more."""
    g.between = 0
    go_on(mind, g)
    seat_strategy(mind, g, mind.seat)


@compiled
def seat_strategy(mind, g, seat):
    """One of the imagined strategies plays on for a seat."""
    strategy = seat if mind.each else scaled(mix(stream(g.key, THINKING, SEATS * mind.way + seat)), mind.strategies)
    g.code[seat] = mind.strategy_code[strategy]
    g.my[seat] = mind.strategy_my[strategy]
    g.to_chance[seat] = mind.strategy_to_chance[strategy]


@apart
def think(mind, table, kept, g, view, secret):
    """The option that wins clearly more often than the one that the imagined strategies would choose; else that one."""
    key = stand_at(mind, table, kept, g, view.options, secret)
    decisions, luck = np.int64(table.row.decisions), view._luck
    own = choice_of_most(mind, g, view)
    if mind.ignored == 0:
        view._luck = luck
    best = own
    if mind.idle == 0 and view.options <= MOST_OPTIONS and decisions < ROOM:
        left = race(mind, table, kept, g, own, key) if mind.races else halve(mind, kept, g, own, key)
        if left > 1 and worth(mind, mind.order[1], view.players) > mind.doubt * mind.doubt_of_game:
            best = mind.order[1]
    view.rules._looked |= mind.looked
    mind.thinking = 0
    return own if mind.ignored else best


@compiled
def stand_at(mind, table, kept, g, options, secret):
    """A mind stands before the choice that the game has come to: what is known of it, and the key of the games that it imagines there."""
    mind.thinking, mind.seat, mind.options = 1, table.asked, options
    decisions = np.int64(table.row.decisions)
    mind.known, mind.secret = decisions - secret, secret
    mind.dealt_key = mind.looked = 0
    copy(g, table)
    if mind.resumes == 0 or table.kept == 0 or np.int64(kept.row.decisions) > mind.known:
        copy(kept, table)
        kept.kept = 0
    return mix(stream(table.key, THINKING, mind.seat) + STEP * np.uint64(decisions))


@apart
def try_all(mind, table, kept, g, view, secret):
    """Try every option of a choice in the same imagined games, and note how much of the win each seat gets in each."""
    key, place = stand_at(mind, table, kept, g, view.options, secret), 0
    if mind.options > MOST_OPTIONS or mind.known + secret >= ROOM:
        mind.options = 0
    for _ in range(int(mind.rollouts)):
        key += STEP
        mind.key = mix(key)
        for option in range(mind.options):
            ends = play_on(mind, kept, g, option)
            for seat in range(view.players):
                poke(mind.wins, place, share_of(mind, g, seat, ends))
                place += 1
    mind.thinking = 0


@compiled
def choice_of_most(mind, g, view):
    """What most of the imagined strategies would choose; of equally many the first."""
    luck = view._luck
    for option in range(min(view.options, MOST_OPTIONS)):
        mind.times[option] = 0
    best = -1
    for strategy in range(mind.strategies - 1, -1, -1):
        view._luck = luck
        option = answer_of(mind, g, strategy, view)
        if option < MOST_OPTIONS:
            mind.times[option] += 1
        if best < 0 or option >= MOST_OPTIONS or mind.times[option] >= mind.times[best]:
            best = option
    return best


@compiled
def answer_of(mind, g, strategy, view):
    """What that imagined strategy would choose."""
    if mind.strategy_to_chance[strategy] >> view.kind & 1:
        return below(view, view.options)
    g.my[mind.seat] = mind.strategy_my[strategy]
    choice = call(mind.strategy_code[strategy], view, mind.strategy_my[strategy])
    if choice < 0 or choice >= view.options:
        g.asked, g.chosen = mind.seat, choice
        raise IllegalChoice
    return choice


@compiled
def worth(mind, option, players):
    """How much more an option won than one's own, in standard errors. One imagined game more, as different as chance can make it, is
    counted in, so that nothing is sure of which little was seen.
    """
    gain, games = float(mind.gain[option]), float(mind.times[option])
    chance = 2.0 * UNIT * UNIT * (players - 1) / (players * players)
    return gain / np.sqrt(mind.square[option] - gain * gain / games + chance)


# Imagined games


@compiled
def line_up(mind, own):
    """Nothing was tried yet: one's own option stands first, which the others are compared with; behind it will come the best."""
    for option in range(mind.options):
        mind.order[option] = option
        mind.times[option] = mind.gain[option] = mind.square[option] = 0
    mind.order[0], mind.order[own] = own, 0


@apart
def halve(mind, kept, g, own, key):
    """Try the options, in stages of as many imagined games each; after each the worse half is dropped, but never one's own."""
    stages, left, budget = 1, mind.options, int(mind.rollouts)
    while 1 << stages < left:
        stages += 1
    line_up(mind, own)
    for _ in range(stages):
        key = try_them(mind, kept, g, left, max(1, budget // (left * stages)), key)
        put_in_order(mind, left)
        left = max(2, (left + 1) // 2)
    return left


@apart
def race(mind, table, kept, g, own, key):
    """Try the options, in rounds: the first takes half of the rollouts, each later one tries what is left in as many imagined games as all
    before it, also in such as earlier decisions have spared. After each those are dropped that promise little, and of the others the worse
    half, but never one's own. How many are left in the end.
    """
    left, games = mind.options, 0
    line_up(mind, own)
    if table.thought >> mind.seat & 1 == 0:  # another game has begun
        mind.spared = 0.0
    table.thought |= 1 << mind.seat
    mind.spared += mind.rollouts
    most = min(mind.spared, MOST_TIMES * mind.rollouts)
    some = max(1, int(min(mind.rollouts / 2, most)) // left)
    while left > 1 and some > 0:
        key = try_them(mind, kept, g, left, some, key)
        most -= some * left
        mind.spared -= some * left
        put_in_order(mind, left)
        left = promising(mind, left, mind.doubt * mind.doubt_of_game / 2 if games else 0.0, g.seen.players)
        games += some
        some = min(games, int(most) // left)
    return left


@compiled
def promising(mind, left, least, players):
    """How many of the first so many options stay: one's own, and the better half of those that won so many standard errors more."""
    stay = 1
    for i in range(1, left):
        if worth(mind, mind.order[i], players) > least:
            mind.order[stay] = mind.order[i]
            stay += 1
    return 1 + stay // 2


@compiled
def try_them(mind, kept, g, left, games, key):
    """Try the first so many options in so many imagined games more. The key of the last one."""
    own = mind.order[0]
    for _ in range(games):
        key += STEP
        mind.key = mix(key)
        share = share_with(mind, kept, g, own)
        for i in range(1, left):
            option = mind.order[i]
            gain = share_with(mind, kept, g, option) - share
            mind.times[option] += 1
            mind.gain[option] += gain
            mind.square[option] += gain * gain
    return key


@compiled
def share_with(mind, kept, g, option):
    """What the player gets in an imagined game with that option."""
    ends = play_on(mind, kept, g, option)
    return share_of(mind, g, mind.seat, ends)


@compiled
def play_on(mind, kept, g, option):
    """Play an imagined game with that option. Was it played to its end? Else it was left, and how all stand is known."""
    mind.option = option
    mind.thoughts += 1
    go_back(mind, g, kept)
    g.resumed, g.knowing = kept.kept, 1
    g.tracing = g.following = g.between = 0
    mind.at = np.int64(g.row.decisions) if g.resumed else 0
    for seat in range(g.seen.players):
        g.code[seat], g.my[seat], g.to_chance[seat] = mind.repeats_at, mind.repeats, 0
    to_its_end = played(mind.plays_at, g.seen, mind.plays)
    mind.looked |= g.seen.rules._looked
    if not to_its_end:
        call(mind.weighs_at, g.seen, mind.weighs)
    return to_its_end


@compiled
def share_of(mind, g, seat, ends):
    """What a seat gets in an imagined game that was just played, in units: its part of the win, or what is likely of it."""
    if not ends:
        return expected(mind, g.seen.players, seat)
    winners = 0
    for other in range(g.seen.players):
        winners += int(g.row.won[other])
    return int(g.row.won[seat]) * UNIT // max(winners, 1)


@compiled
def go_back(mind, g, other):
    """A game stands as another one does, of which all that stays as it is, is the same already."""
    for i in range(mind.parts):
        copy_part(g, other, mind.part_at[i], mind.part_size[i])


@compiled
def expected(mind, players, seat):
    """The part of the win that is likely from how all stand."""
    total = 0.0
    for other in range(players):
        total += math.exp(mind.standing[other] - mind.standing[seat])
    return int(np.rint(UNIT / total))


@compiled
def no_odds(_g, _seat):
    """Where nothing is known of it, a game that is left has no favourite."""
    return 0.0


@compiled
def no_secret(_g, _seat):
    """All choices lie open."""
    return 0


@compiled
def put_in_order(mind, left):
    """Of the first so many options, behind one's own, those that gained most come first; of equals the one that stood first."""
    order = mind.order
    for i in range(2, left):
        option = order[i]
        place = i
        while place > 1 and mind.gain[order[place - 1]] < mind.gain[option]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = option
