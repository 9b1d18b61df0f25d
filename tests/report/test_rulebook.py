"""The paragraphs that a finding changes."""

from simlab import games
from simlab.report.rulebook import paragraphs

PRINTED = games.find("mean").Rules().model_dump()


def test_numbers_stand_in_place_of_names():
    of = {one.number: one for one in paragraphs("mean", PRINTED, {"hand_size": 7})}
    assert of["4.3"].changed == "Anybody else with fewer than 7 cards draws until they hold that many or the Draw Deck is empty."
    assert of["4.3"].printed == of["4.3"].changed.replace("7", "5")


def test_words_stand_beside_names_and_what_is_not_changed_stays():
    of = {one.number: one for one in paragraphs("mean", PRINTED, {"eight_last": "wins", "piles": 6})}
    assert "eight_last: wins has its say" in of["6.6"].changed
    assert "(6, of `pile_size` cards)" in of["2.1"].changed
    assert "4.3" not in of


def test_a_game_without_a_rules_page_has_none():
    assert list(paragraphs("sevens", {}, {"hand_size": 7})) == []
