"""Full play of The Devil With It."""
