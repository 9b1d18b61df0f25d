"""Exact solutions of What the Heck? for two, up to ten cards: backward through all positions, a matrix game at each, compiled.

`duel`, `hands`: the positions. `backward`: the rounds. `kernels`: what is compiled. From outside: `solution`, with `solve`,
`best_response` and `meeting`; `policies` asks a strategy for its bids; `tables` writes a solution down as one. `thinkers` and `asking` meet
those who think.
"""
