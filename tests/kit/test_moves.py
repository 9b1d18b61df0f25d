"""Cards on the move, from zones whose cards are known: a card is never made or lost, and what would break that is refused."""

import pytest
from numba import from_dtype, njit, types

from simlab import kit
from simlab.engine.compiled.functions import load_instructions
from simlab.engine.compiled.wording import told
from simlab.kit.cards import NO_CARD
from simlab.kit.moves import ALL_GIVEN, CardFault
from tests.compiling import compiled_only
from tests.kit.game import GAME
from tests.kit.table import Table

ACE, TWO, THREE, FOUR, FIVE, SIX = range(6)


@pytest.fixture
def table() -> Table:
    """The deck in a known order: its top is known, and so is the rest."""
    return Table()


def give(table: Table, *cards: int, seat: int = 0) -> None:
    """Put cards of the deck into a hand."""
    deck, hand = table.zone("deck"), table.zone("hand", seat)
    left = table.cards("deck")[::-1]
    for card in cards:
        left.remove(card)
        hand["of"][card] += 1
        hand["held"] |= 1 << card
        hand["n"] += 1
    deck["card"][: len(left)] = left
    deck["n"] = len(left)


def test_the_top_card_is_drawn(table):
    deck = table.cards("deck")
    assert table.do("draw_deck_hand", seat=1) == deck[0]
    assert table.cards("hand", 1) == [deck[0]]
    assert table.cards("deck") == deck[1:]
    assert table.do("draw_deck_discard") == deck[1]
    assert table.do("draw_deck_discard") == deck[2]
    assert table.cards("discard") == [deck[2], deck[1]], "the last one lies on top"


def test_a_card_moves_from_zone_to_zone(table):
    give(table, TWO, TWO, FIVE)
    table.do("move_hand_books", TWO)
    assert (table.cards("hand"), table.cards("books")) == ([TWO, FIVE], [TWO])
    table.do("move_hand_discard", FIVE)
    table.do("move_hand_discard", TWO)
    assert (table.cards("hand"), table.cards("discard")) == ([], [TWO, FIVE])
    table.do("move_discard_hand", FIVE)
    assert (table.cards("hand"), table.cards("discard")) == ([FIVE], [TWO]), "also from below the top"
    assert table.all_cards == [3, 2, 2, 2, 2, 2]


def test_of_equal_cards_in_a_pile_the_uppermost_moves(table):
    give(table, TWO, THREE, TWO)
    for card in (TWO, THREE, TWO):
        table.do("move_hand_discard", card)
    table.do("move_discard_hand", TWO)
    assert table.cards("discard") == [THREE, TWO]


def test_a_hand_is_counted_by_card_and_as_a_set(table):
    give(table, TWO, TWO, FIVE)
    assert table.do("held_hand") == 1 << TWO | 1 << FIVE
    assert [table.do("count_hand", card) for card in range(6)] == [0, 2, 0, 0, 1, 0]
    assert [table.do("holds_hand", card) for card in range(6)] == [0, 1, 0, 0, 1, 0]
    assert table.do("size_hand") == 3
    table.do("move_hand_books", TWO)
    assert table.do("held_hand") == 1 << TWO | 1 << FIVE
    table.do("move_hand_books", TWO)
    assert table.do("held_hand") == 1 << FIVE
    assert (table.do("count_books", TWO), table.do("holds_books", TWO), table.do("held_books")) == (2, 1, 1 << TWO)


def test_a_hand_that_nobody_remembers_is_counted_alike(table):
    cards = [table.do("draw_deck_secret", seat=1) for _ in range(13)]
    assert table.do("held_secret", seat=1) == 0b111111
    for card in sorted(cards):
        table.do("move_secret_box", card, seat=1)
        left = table.cards("secret", 1)
        assert table.do("held_secret", seat=1) == sum(1 << kind for kind in set(left))
        assert table.do("size_secret", seat=1) == len(left)
    assert table.do("held_box") == 0b111111
    with pytest.raises(CardFault):
        table.do("move_secret_box", ACE, seat=1)


def test_hands_that_nobody_remembers_change_places(table):
    for seat in (0, 0, 1):
        table.do("draw_deck_secret", seat=seat)
    before = [table.cards("secret", seat) for seat in range(2)]
    table.do("exchange_secret", 0, 1)
    assert [table.cards("secret", seat) for seat in (1, 0)] == before
    assert [table.do("size_secret", seat=seat) for seat in (1, 0)] == [2, 1]
    assert table.do("held_secret", seat=0) == 1 << before[1][0]


def test_a_card_goes_under_a_pile(table):
    deck = table.cards("deck")
    drawn = table.do("draw_deck_hand")
    table.do("put_under_hand", drawn)
    assert table.cards("deck") == [*deck[1:], drawn]
    card = table.do("draw_deck_discard")
    table.do("put_under_discard", card)
    assert table.cards("deck") == [*deck[2:], drawn, card]


def test_all_cards_of_a_pile_move_in_their_order(table):
    deck = table.cards("deck")
    table.do("draw_deck_discard")
    table.do("move_all_deck_discard")
    assert table.cards("discard") == [*deck[1:], deck[0]]
    assert table.cards("deck") == []
    table = Table()
    table.do("move_all_deck_books", seat=2)
    assert table.cards("books", 2) == sorted(deck)


def test_a_pile_is_looked_at_without_moving_a_card(table):
    deck = table.cards("deck")
    assert (table.do("top_deck"), table.do("size_deck")) == (deck[0], 13)
    assert [table.do("peek_deck", below) for below in range(13)] == deck
    assert table.cards("deck") == deck


def test_hands_change_places(table):
    give(table, TWO, FIVE)
    give(table, SIX, seat=2)
    table.do("show", FIVE, 0)
    table.do("exchange", 0, 2)
    assert (table.cards("hand", 0), table.cards("hand", 2)) == ([SIX], [TWO, FIVE])
    assert (table.do("held_hand", seat=0), table.do("size_hand", seat=2)) == (1 << SIX, 2)
    assert (table.zone("hand", 0)["known"].sum(), table.zone("hand", 2)["known"][FIVE]) == (0, 1), "what all know goes with it"


def test_what_was_shown_is_known_until_it_leaves(table):
    give(table, TWO, TWO, FIVE)
    table.do("show", TWO, 0)
    assert table.zone("hand")["known"].tolist() == [0, 1, 0, 0, 0, 0]
    table.do("move_hand_discard", FIVE)
    assert table.zone("hand")["known"].tolist() == [0, 1, 0, 0, 0, 0]
    table.do("move_hand_discard", TWO)
    assert table.zone("hand")["known"].tolist() == [0, 0, 0, 0, 0, 0], "it may be the one that was shown"
    table.do("move_hand_discard", TWO)
    assert table.zone("hand")["known"].tolist() == [0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("call", "a"),
    [
        ("move_hand_books", ACE),
        ("move_discard_hand", ACE),
        ("move_books_hand", ACE),
        ("draw_stack_discard", 0),
        ("top_discard", 0),
        ("peek_deck", 13),
        ("peek_deck", -1),
        ("show", FIVE),
    ],
)
def test_a_card_that_is_not_there_is_refused(table, call, a):
    give(table, TWO)
    with pytest.raises(CardFault):
        table.do(call, a if call != "peek_deck" or a < 0 else table.do("size_deck"))


def test_a_card_is_shown_once_for_each_copy(table):
    give(table, TWO)
    table.do("show", TWO, 0)
    with pytest.raises(CardFault):
        table.do("show", TWO, 0)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("draw_deck_hand", "drawn from an empty pile"),
        ("top_deck", "the top of an empty pile"),
        ("peek_deck", "deeper in a pile"),
        ("move_discard_hand", "a pile in which it does not lie"),
        ("move_hand_discard", "a hand in which it is not"),
        ("move_secret_box", "a hand in which it is not"),
        ("show", "no other of it"),
        ("deal", "more cards are dealt than lie in the pile"),
    ],
)
def test_what_can_not_be_says_what_happened(table, call, said):
    table.do("move_all_deck_books")
    with pytest.raises(CardFault, match=said):
        table.do(call, 1)


@pytest.mark.parametrize("call", ["move_hand_discard", "move_secret_box", "move_discard_hand", "put_under_hand"])
def test_no_card_is_nowhere(table, call):
    table.do("deal", 2)
    table.do("deal_secret", 2)
    with pytest.raises(CardFault):
        table.do(call, NO_CARD)


@pytest.mark.parametrize("call", ["count_hand", "holds_books", "known", "show"])
def test_no_hand_is_asked_about_no_card(table, call):
    table.do("deal", 2)
    with pytest.raises(CardFault, match="a hand is asked about NO_CARD; ask first: if card != NO_CARD"):
        table.do(call, NO_CARD)


@compiled_only  # about what the compiler says
@pytest.mark.parametrize("call", ["kit.size(g.hand)", "kit.draw(g.deck, g.hand)", "kit.held(g.books)"])
def test_all_hands_where_one_is_meant_can_not_be_compiled(call):
    load_instructions()
    with pytest.raises(Exception, match="before all seats is given") as refused:
        njit(types.int64(from_dtype(GAME.state)))(eval(f"lambda g: {call}", {"kit": kit}))
    assert told(str(refused.value)) == ALL_GIVEN


def test_what_all_know_is_counted(table):
    give(table, TWO, TWO)
    table.do("show", TWO, 0)
    assert (table.do("known", TWO), table.do("known", ACE), table.do("count_hand", TWO)) == (1, 0, 2)
