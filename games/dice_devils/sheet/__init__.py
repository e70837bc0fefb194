"""The score sheet of Dice Devils: reading, checking, settling."""
