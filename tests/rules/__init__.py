"""The rules of each game, paragraph by paragraph. A game has

    docs/rules/<game>.md               its rules: numbered paragraphs, rulings, house rules, view, events, columns
    tests/rules/<game>/position.py     how a position, a decision and an event are written; the engine's entry point for tests
    tests/rules/<game>/hidden.py       what a player cannot see (for tests/contract/test_views.py)
    tests/rules/<game>/test_*.py       the tests: named after paragraphs, from positions written by hand
    tests/golden/<game>.<what>.txt     a whole game to read

`harness` plays positions and scripts for any game, `asking` asks its helpers and its strategies, `paragraphs` knows which test is about
which paragraph, and test_every_rule_has_a_test.py fails where one has none.
"""
