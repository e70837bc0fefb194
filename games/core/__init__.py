"""What every game shares: words, errors, the contract of score sheets."""
