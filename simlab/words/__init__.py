"""Where numbers become words: digits, units, the direction of a change, verdicts. Answer, page, terminal and CSV speak from here.

From outside: `numbers` for any number, `changes` for what a metric does.
"""
