"""The Devil With It: bets on coal, pacts with the devil, and who has the most chips."""
