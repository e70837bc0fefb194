"""French writes hours with an h between spaces that do not part (20 h 15)."""

TIME_FORMAT = "G\N{NO-BREAK SPACE}\\h\N{NO-BREAK SPACE}i"
