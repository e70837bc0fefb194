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
        if late_tables.of_round(round_):
            _tell(round_)


@transaction.atomic
def _tell(round_: Round) -> None:
    """Under the event's lock: of two that ask at once, one finds what the other has told."""
    event = journal.lock_event(round_.stage.event_id)
    told = {
        number
        for subject in Notice.objects.filter(event=event, kind=NoticeKind.TABLE_LATE).values_list(
            "subject", flat=True
        )
        for number in subject["tables"]
    }
    late = [table.pk for table in late_tables.of_round(round_) if table.pk not in told]
    if late:
        cause = rows.Cause(
            NoticeKind.TABLE_LATE,
            f"late:{round_.pk}:{late[0]}",
            {"tables": list(late)},
            event_id=event.pk,
        )
        rows.tell_organizers(cause, event)
        rows.tell_club(cause, event.club_id)
