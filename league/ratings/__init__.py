"""Ratings: how strong everybody is, from places alone. Pure: no Django, no clock, no database."""
