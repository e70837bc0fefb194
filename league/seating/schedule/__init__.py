"""Whole schedules: all rounds of an event at once, from nothing or from what was played."""
