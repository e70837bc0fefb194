"""The rules of the games: pure functions over plain values, standard library only."""
