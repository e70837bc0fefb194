"""The score sheet of The Devil With It: reading, checking, settling."""
