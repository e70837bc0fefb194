"""The address under which somebody's own evenings can be subscribed to."""

from __future__ import annotations

from django.db import models

from league.models.player import Player


class CalendarLink(models.Model):
    """A player with an address of their own; without a row there is none.

    The address is made from ``salt`` and the service's own key
    (``league.queries.occasions.calendars``):
    another salt is another address, and the row alone opens nothing.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="calendar_link")
    salt = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"calendar of {self.player_id}"
