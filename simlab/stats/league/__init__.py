"""What a league says: how good each strategy of a field is, who beats whom, and where one number does not tell that."""
