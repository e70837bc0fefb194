"""Everything that can be pressed at the desk; importing this fills the register."""

from league.web.evening.commands import event, open_play, roll, rounds, seating

__all__ = ["event", "open_play", "roll", "rounds", "seating"]
