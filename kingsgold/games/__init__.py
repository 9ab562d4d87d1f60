"""The rules of both games: pure, no I/O, no clock, no chance but the dice they are handed."""
