"""How a game feels, found by looking: each file here is one number that is read off games that were followed turn by turn."""
