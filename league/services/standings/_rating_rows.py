"""Storing rated matches and ratings: a million rows in bulk, a few in one transaction.

Rows go to the database by its own fast way (COPY, or one prepared statement): the ORM would
take longer than the rating itself.
"""

from __future__ import annotations

import pickle
import tempfile
from itertools import islice
from typing import IO, TYPE_CHECKING

from django.db import connection, transaction
from django.db.models import BooleanField, Case, DateTimeField, F, Value, When
from django.utils import timezone

from league.models import RatedMatch, Rating, RatingScope
from league.queries.standings import rating_inputs
from league.ratings import replay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    from league.ratings.contract import State
    from league.ratings.replay import Match

    Row = tuple[int | None, int | None, datetime, float | None, bytes]

# Matches stored in one transaction: who writes a result waits no longer than for so many.
AT_ONCE = 50_000
_SPOOLED_AT_ONCE = 2000
_COLUMNS = ("scope_id", "number", "table_id", "play_id", "at", "beta", "body")


class _Overtaken(Exception):
    """Somebody else has stored ratings of the scope since they were read."""


def store(
    scope: RatingScope,
    number: int,
    before: Mapping[int, State],
    rated: Iterable[tuple[Match, bytes]],
) -> bool:
    """Puts ``rated`` in the place of the matches from ``number`` on; returns whether it did.

    Everything is read and rated before the first row is written, through a file: no statement
    stays open while others wait, and memory does not grow with the matches. What fits one
    transaction changes all at once. More is stored in steps that nobody sees (``count`` stays
    behind) until the last one; meanwhile the ratings are those before ``number``.

    Args:
        scope: as it was when reading began.
        before: everybody's state before ``number``.
    """
    after = dict(before)
    with tempfile.TemporaryFile() as spool:
        total = _spool(spool, rated, after)
        spool.seek(0)
        steps = _steps(spool)
        run, last = scope.run, number - 1
        try:
            if total > AT_ONCE:
                with transaction.atomic():
                    _claim(scope, run)
                    _cut(scope, number)
                    _replace_ratings(scope, before)
                    _save(scope, count=last)
                run += 1
            for step in steps:
                with transaction.atomic():
                    _claim(scope, run)
                    if total <= AT_ONCE:
                        _cut(scope, number)
                    _insert(scope, last + 1, step)
                    last += len(step)
                    if last == number - 1 + total:
                        _replace_ratings(scope, after)
                        _save(scope, count=last, is_done=True)
                    else:
                        _save(scope)
                run += 1
        except _Overtaken:
            return False
    return True


def _spool(spool: IO[bytes], rated: Iterable[tuple[Match, bytes]], states: dict[int, State]) -> int:
    """Writes rows to the file, follows the states, and returns how many rows there are."""
    rows = iter(rated)
    total = 0
    while batch := [
        (*_of(match), match.at, match.beta, body) for match, body in islice(rows, _SPOOLED_AT_ONCE)
    ]:
        pickle.dump(batch, spool, pickle.HIGHEST_PROTOCOL)
        replay.redo((row[-1] for row in batch), states)
        total += len(batch)
    return total


def _of(match: Match) -> tuple[int | None, int | None]:
    """The table or the play of which a match is."""
    return (None, match.id) if match.is_casual else (match.id, None)


def _steps(spool: IO[bytes]) -> Iterator[list[Row]]:
    """The rows of the file in portions of one transaction; one empty portion if there are none."""
    step: list[Row] = []
    is_first = True
    while True:
        try:
            step.extend(pickle.load(spool))  # our own file of a moment ago
        except EOFError:
            break
        if len(step) >= AT_ONCE:
            yield step
            step, is_first = [], False
    if step or is_first:
        yield step


def _claim(scope: RatingScope, run: int) -> None:
    """Locks the scope, unless somebody has stored since ``run``."""
    if not RatingScope.objects.filter(pk=scope.pk, run=run).update(run=F("run") + 1):
        raise _Overtaken


def _save(scope: RatingScope, *, count: int | None = None, is_done: bool = False) -> None:
    """Moves the scope on; done is it only if no further wish has come since it was read."""
    fields: dict[str, object] = {}
    if count is not None:
        fields["count"] = count
    if is_done:
        unchanged = When(mark=scope.mark, then=Value(False))
        fields["is_stale"] = Case(unchanged, default=F("is_stale"), output_field=BooleanField())
        forgotten = When(mark=scope.mark, then=Value(None))
        fields["stale_from"] = Case(
            forgotten, default=F("stale_from"), output_field=DateTimeField(null=True)
        )
        fields["computed_at"] = timezone.now()
    if fields:
        RatingScope.objects.filter(pk=scope.pk).update(**fields)


def _cut(scope: RatingScope, number: int) -> None:
    RatedMatch.objects.filter(scope=scope, number__gte=number).delete()


def _replace_ratings(scope: RatingScope, states: Mapping[int, State]) -> None:
    """Makes the ratings of the scope those of ``states``; rows that are right stay."""
    there = rating_inputs.current(scope)
    gone = [player for player in there if player not in states]
    if len(gone) == len(there) > 0:
        Rating.objects.filter(scope=scope).delete()
    else:
        for start in range(0, len(gone), 500):
            Rating.objects.filter(scope=scope, player__in=gone[start : start + 500]).delete()
    Rating.objects.bulk_create(
        [
            Rating(scope=scope, player_id=player, value=state[0], deviation=state[1], matches=count)
            for player, state in states.items()
            if there.get(player) != state
            for count in (state[2],)
        ],
        update_conflicts=True,
        unique_fields=["scope", "player"],
        update_fields=["value", "deviation", "matches"],
        batch_size=2000,
    )


def _insert(scope: RatingScope, first: int, rows: Iterable[Row]) -> None:
    """Adds matches numbered from ``first`` on, past the ORM."""
    table = connection.ops.quote_name(RatedMatch._meta.db_table)
    columns = ", ".join(connection.ops.quote_name(name) for name in _COLUMNS)
    numbered = enumerate(rows, start=first)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for number, row in numbered:
                    copy.write_row((scope.pk, number, *row))
            return
        adapt = connection.ops.adapt_datetimefield_value
        marks = ", ".join(["%s"] * len(_COLUMNS))
        cursor.executemany(
            f"INSERT INTO {table} ({columns}) VALUES ({marks})",
            [
                (scope.pk, number, table, play, adapt(at), beta, body)
                for number, (table, play, at, beta, body) in numbered
            ],
        )
