"""Late results: who organizes hears of a table once in a round, of several in one message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from league import journal
from league.causes import rows
from league.core.notices import NoticeKind
from league.models import Notice
from league.queries.evening import late_tables

if TYPE_CHECKING:
    from league.models import Round


def tell() -> None:
    """Makes the messages of the tables that are late by now. Again makes none twice."""
    for round_ in late_tables.rounds().select_related("stage__event").order_by("pk"):
        if _untold(round_):
            _tell(round_)


@transaction.atomic
def _tell(round_: Round) -> None:
    """Under the event's lock: of two that ask at once, one finds what the other has told."""
    event = journal.lock_event(round_.stage.event_id)
    late = _untold(round_)
    if late:
        cause = rows.Cause(
            NoticeKind.TABLE_LATE,
            f"late:{round_.pk}:{late[0]}",
            {"tables": list(late)},
            event_id=event.pk,
        )
        rows.tell_organizers(cause, event)
        rows.tell_club(cause, event.club_id)


def _untold(round_: Round) -> list[int]:
    """The tables that are late and of which nobody has been told, by their numbers."""
    late = late_tables.of_round(round_)
    if not late:
        return []
    rows = Notice.objects.filter(event=round_.stage.event_id, kind=NoticeKind.TABLE_LATE)
    subjects = rows.values_list("subject", flat=True)
    told = {table for subject in subjects for table in subject["tables"]}
    return [table.pk for table in late if table.pk not in told]
