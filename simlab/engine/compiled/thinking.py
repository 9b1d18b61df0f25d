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

All that stands in `PART`s: a record for each that is called by address in place of a strategy, of which `role` says what it does (see
`roles`).
"""

import numpy as np

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.chance import STEP, THINKING, mix, scaled, stream
from simlab.engine.compiled.imagined import all_repeat, play_on, share_of
from simlab.engine.compiled.memory import call, copy, flag, flagged, peek, poke, record_at
from simlab.engine.compiled.play import IllegalChoice, below
from simlab.engine.compiled.sifting import halve, race, worth
from simlab.engine.compiled.sizing_up import drawn, judge, weight
from simlab.engine.metric import UNIT
from simlab.engine.records import record
from simlab.engine.state import SEATS

MOST_OPTIONS = 512  # of a decision that is thought about
MOST_PARTS = 8  # of a record, between what stays as it is
TURNS = 8  # that are kept of the game that is played
MOST_IMAGINED = 32  # strategies that others may be imagined to play
MOST_AT_ONCE = 32  # options of a choice that two make at the same time, each of whom mixes
ROOM = 1 << 16  # choices that are noted of a game; later ones are not thought about

NOTES, THINKS, PLAYS, REPEATS, WEIGHS, KEEPS, LOOKS_ON, STRAYS, TRIES, LOOKS_BACK, RECALLS = range(11)  # roles

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
    minds: u8             of what notes: the first of the minds that look at who chooses what; 0: none does
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
    plains                and what of that counts where it is not kept what each seat knows
    plain_at[{MOST_PARTS}]           where each begins, in bytes
    plain_size[{MOST_PARTS}]         and how long it is
    horizon               so many turns an imagined game is played before it is left; -1: to the end of its round; 0: to its end
    left_after            the same, of those that are imagined now
    standing: f8[{SEATS}]      how each seat stands then, in log odds
    strategies            how many strategies the seats are imagined to play
    strategy_code: u8[{MOST_IMAGINED}]       their addresses
    strategy_my: u8[{MOST_IMAGINED}]         the addresses of their parameters
    strategy_to_chance[{MOST_IMAGINED}]      the decisions that they leave to chance, as bits
    each                  1: each seat plays the strategy of its number
    reads                 1: which of the strategies others play is told by what they choose (see `sizing_up`)
    next: u8              the address of the next mind that looks at that
    seen: f8[{SEATS}, {MOST_IMAGINED}]       how much more likely than any choice each strategy was to choose as each seat did, in logs
    waiting: f8[{SEATS}, {MOST_IMAGINED}]    and how much the last choice adds to that, once it is known
    waits[{SEATS}]             1 while it is not
    waits_since[{SEATS}]       the number of that choice
    upto: f8[{SEATS}, {MOST_IMAGINED}]       how likely each seat plays this strategy or one before it
    at_once               1: where two choose at the same time, it mixes (see `mixing`)
    left_at_once          an imagined game is left after so many turns in that; 0: it is played to its end
    theirs                what the other is to choose in that; below 0: what it is imagined to
    their_options         how many options the other had
    cells: f8[{MOST_AT_ONCE}, {MOST_AT_ONCE}]        what each pair of options is worth to the one who thinks, theirs in the columns
    mixed                 1: the last choice was drawn from a mixture
    mine: f8[{MOST_AT_ONCE}]          how likely it takes each of its options
    their_mix: f8[{MOST_AT_ONCE}]     and the worst other each of theirs
    begun                 turns of the game that is looked at so far
    marks: u8             where it is noted how much of the trace was written before each
    before                the turn before which a game is to stray from how it went
    ahead                 turns that are still to come before it does
    strays_at: u8         the address of what is called before each of them
    strays: u8            and of its part
    number                how many games have strayed
    tried                 the choice of a game of which every option is tried in equally many imagined games
    wins: u8              where it is noted what part of the win each seat gets in each of them
    rules_read: u8        and which house rules were read in it, as bits
    some_known            1: what stands in `wins` and is not below 0 is known already, and not imagined once more
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


@compiled
def seat_strategy(mind, g, seat):
    """One of the imagined strategies plays on for a seat."""
    word = mix(stream(g.key, THINKING, SEATS * mind.way + seat))
    if mind.each:
        strategy = seat
    elif mind.reads:
        strategy = drawn(mind, seat, word)
    else:
        strategy = scaled(word, mind.strategies)
    g.code[seat] = mind.strategy_code[strategy]
    g.my[seat] = mind.strategy_my[strategy]
    g.to_chance[seat] = mind.strategy_to_chance[strategy]


@apart
def think(mind, table, kept, g, view, secret):
    """The option that wins clearly more often than the one that the imagined strategies would choose; else that one."""
    key = stand_at(mind, table, kept, g, view.options, secret)
    decisions, luck = np.int64(table.row.decisions), view._luck
    if mind.reads:
        judge(mind, view.players)
    own = choice_of_most(mind, g, view)
    if mind.ignored == 0:
        view._luck = luck
    best = own
    if mind.idle == 0 and view.options <= MOST_OPTIONS and decisions < ROOM:
        left = race(mind, table, kept, g, own, key) if mind.races else halve(mind, kept, g, own, key)
        if left > 1 and worth(mind, mind.order[1], view.players) > mind.doubt * mind.doubt_of_game:
            best = mind.order[1]
    flag(view.rules._looked, mind.looked)
    mind.thinking = 0
    return own if mind.ignored else best


@compiled
def stand_at(mind, table, kept, g, options, secret):
    """A mind stands before the choice that the game has come to: what is known of it, and the key of the games that it imagines there."""
    mind.thinking, mind.seat, mind.options = 1, table.asked, options
    decisions = np.int64(table.row.decisions)
    mind.known, mind.secret = decisions - secret, secret
    mind.dealt_key = mind.looked = 0
    mind.left_after = mind.horizon
    copy(g, table)
    if mind.resumes == 0 or table.kept == 0 or np.int64(kept.row.decisions) > mind.known:
        copy(kept, table)
        kept.kept = 0
    return mix(stream(table.key, THINKING, mind.seat) + STEP * np.uint64(decisions))


@apart
def try_all(mind, table, kept, g, view, secret):
    """Try every option of a choice in the same imagined games, and note of each how much of the win each seat gets, and which house rules
    were read. What is known already is not imagined once more.
    """
    key, place = stand_at(mind, table, kept, g, view.options, secret), 0
    if mind.options > MOST_OPTIONS or mind.known + secret >= ROOM:
        mind.options = 0
    for _ in range(int(mind.rollouts)):
        key += STEP
        mind.key = mix(key)
        for option in range(mind.options):
            if mind.some_known == 0 or peek(mind.wins, place) < 0:
                ends = play_on(mind, kept, g, option)
                poke(mind.rules_read, place // view.players, np.int64(flagged(g.seen.rules._looked)))
                for seat in range(view.players):
                    poke(mind.wins, place + seat, share_of(mind, g, seat, ends))
            place += view.players
    mind.thinking = 0


@apart
def look_ahead(mind, table, g, players):
    """Play so many games that are the real one up to a turn, each as it may be from the view of the next seat, and note how much of the win
    each seat gets in each. The real game has hardly begun, and goes on as before.
    """
    copy(g, table)
    mind.thinking, place, repeated = 1, 0, np.int64(mind.at)
    for number in range(int(mind.rollouts)):
        mind.thoughts += 1
        mind.ahead, mind.at, mind.seat = mind.before + 1, 0, number % players
        table.asked = mind.seat  # whose view it is, should something go wrong
        all_repeat(mind, g)
        g.between, g.between_my = mind.strays_at, mind.strays
        g.resumed, g.following, g.knowing = 0, 0, 1
        call(mind.plays_at, g.seen, mind.plays)
        for seat in range(players):
            poke(mind.wins, place, share_of(mind, g, seat, True))
            place += 1
    mind.thinking, mind.at = 0, repeated


@compiled
def choice_of_most(mind, g, view):
    """What most of the imagined strategies would choose, those that are likelier counted for more; of equally many the first."""
    luck = view._luck
    for option in range(min(view.options, MOST_OPTIONS)):
        mind.times[option] = 0
    best = -1
    for strategy in range(mind.strategies - 1, -1, -1):
        view._luck = luck
        option = answer_of(mind, g, strategy, view)
        if option < MOST_OPTIONS:
            mind.times[option] += int(UNIT * weight(mind, strategy)) if mind.reads else 1
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
