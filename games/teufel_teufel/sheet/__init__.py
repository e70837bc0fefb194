"""The score sheet of Teufel, Teufel!: reading, checking, settling."""
