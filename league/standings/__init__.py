"""League tables as pure functions: results in, ranked rows out."""
