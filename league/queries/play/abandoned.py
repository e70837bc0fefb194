"""Matches in the browser that nobody will go on with; the sweeper ends them."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from league.core.enums import PlayState
from league.models import Play
from league.queries.play.lists import LISTED_HOURS

# The longest queue that one round of the sweeper works off.
MOST_AT_ONCE = 500


def rows() -> QuerySet[Play]:
    """The tables that nobody began in a day, and the matches that nobody touched for long.

    Those of an evening's table are its organizers' to end.
    """
    now = timezone.now()
    never_begun = Q(state=PlayState.OPEN, opened_at__lt=now - timedelta(hours=LISTED_HOURS))
    untouched = Q(
        state=PlayState.RUNNING, moved_at__lt=now - timedelta(days=settings.PLAY_ABANDONED_DAYS)
    )
    return Play.objects.filter(never_begun | untouched, event__isnull=True)


def due() -> list[int]:
    """Their numbers, as many as are ended in one go."""
    return list(rows().order_by("pk").values_list("pk", flat=True)[:MOST_AT_ONCE])
