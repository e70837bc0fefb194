"""The sums that a season's standing is ranked by, stored with the position they are of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from league.models import SeasonState, SeasonSum

if TYPE_CHECKING:
    from league.models import Season
    from league.queries.standings.incremental_sums import Sums

_AT_ONCE = 500


def store(season: Season, sums: Sums | None, *, position: int) -> bool:
    """Keeps the sums unless newer ones are there; returns whether it did.

    Those that follow earlier sums are kept only if nobody stored others meanwhile. None forgets
    what is kept: the season is better counted anew each time.
    """
    with transaction.atomic():
        state = SeasonState.objects.select_for_update().filter(season=season).first()
        if sums is None:
            if state is not None and state.position <= position:
                SeasonSum.objects.filter(season=season).delete()
                state.delete()
            return True
        rows = [
            SeasonSum(
                season=season,
                player_id=row.player,
                is_enrolled=row.is_enrolled,
                summary=row.summary,
                evenings=row.evenings,
                evening_count=row.evening_count,
            )
            for row in sums.rows
        ]
        if sums.since is not None:
            if state is None or state.run != sums.since or state.position > position:
                return False
            changed = [row.player_id for row in rows]
            SeasonSum.objects.filter(season=season, player__in=changed).delete()
        else:
            if state is not None and state.position > position:
                return False
            SeasonSum.objects.filter(season=season).delete()
        SeasonSum.objects.bulk_create(rows, batch_size=_AT_ONCE)
        if state is None:
            state = SeasonState(season=season, run=0)
        state.position = position
        state.run += 1
        state.whole = dict(sums.whole)
        state.save()
    return True
