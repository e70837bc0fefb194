"""Which field a heading holds in lists that a club imports: said once, proposed ever after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.core.errors import BadInput
from league.lists import csv_reading
from league.models import Club

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LONGEST, _MOST = 80, 100


def said(
    headings: Mapping[str, str], header: Sequence[str], aliases: Mapping[str, Sequence[str]]
) -> dict[str, str]:
    """What a program says with a file, headings by the field, as the club's memory has it.

    Raises:
        BadInput: ``unknown_choice``: no such field, or the file has no such heading.
    """
    there = {csv_reading.plain(cell) for cell in header}
    for field, heading in headings.items():
        if field not in aliases:
            raise BadInput("unknown_choice", field="columns", choice=field[:40])
        if csv_reading.plain(heading) not in there:
            raise BadInput("unknown_choice", field="columns", choice=heading[:40])
    return {csv_reading.plain(heading): field for field, heading in headings.items()}


def remember(
    club: Club,
    what: str,
    *,
    header: Sequence[str],
    columns: Mapping[str, int],
    usual: Mapping[str, int],
) -> None:
    """Keeps what the headings of a file that was imported do not say of themselves.

    Called by imports, in their transaction and behind their permission and lock.

    Args:
        columns: how the file was read; ``usual``: how it would be read by its headings alone.
    """
    plain = [csv_reading.plain(cell) for cell in header]
    everything = Club.objects.values_list("known_columns", flat=True).get(pk=club.pk)
    before = everything.get(what, {})
    kept = {heading: field for heading, field in before.items() if heading not in plain}
    for field, index in columns.items():
        if usual.get(field) != index and 0 < len(plain[index]) <= _LONGEST:
            kept[plain[index]] = field
    kept = dict(list(kept.items())[-_MOST:])
    if kept != before:
        club.known_columns = {**everything, what: kept}
        Club.objects.filter(pk=club.pk).update(known_columns=club.known_columns)
