"""Seating: who sits where in the next round, and why; pure, without Django."""
