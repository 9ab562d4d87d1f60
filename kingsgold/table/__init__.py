"""One match being played: whose turn it is, the turn clock, the dice, and who is told."""
