"""How a message leaves the house: one file per way out. They know no table of ours."""
