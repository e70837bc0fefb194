"""What a round waits for, in the same words wherever somebody runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.queries.records.records import TableRow


def words(rows: Iterable[TableRow]) -> str:
    """Which tables have no result yet, and which one waits for a second look or is disputed.

    Tables of open play end one by one: those without a result are playing. Empty where every
    result is in.
    """
    seated = [row for row in rows if row.seats]
    missing = [row.number for row in seated if row.is_missing]
    text = ngettext(
        "%(count)s result still to come: table %(tables)s",
        "%(count)s results still to come: tables %(tables)s",
        len(missing),
    )
    if any(row.is_rolling and not row.is_fixture for row in seated):
        text = ngettext(
            "%(count)s table is playing: %(tables)s",
            "%(count)s tables are playing: %(tables)s",
            len(missing),
        )
    reported = [row.number for row in seated if row.state == "reported"]
    looked_at = ngettext(
        "%(count)s result waiting for a second look: table %(tables)s",
        "%(count)s results waiting for a second look: tables %(tables)s",
        len(reported),
    )
    disputed = [row.number for row in seated if row.state == "disputed"]
    objected = ngettext(
        "%(count)s result with an objection: table %(tables)s",
        "%(count)s results with an objection: tables %(tables)s",
        len(disputed),
    )
    parts = ((text, missing), (looked_at, reported), (objected, disputed))
    return " · ".join(
        said % {"count": len(numbers), "tables": ", ".join(map(str, numbers))}
        for said, numbers in parts
        if numbers
    )
