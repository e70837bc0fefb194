"""What was last done to an entry, and how it stood before: what a way back needs to know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from league.core.enums import EntryState, SeatingState
from league.core.facts import Fact
from league.models import JournalLine, RoundEntry, Seat

if TYPE_CHECKING:
    from league.models import Entry

_STEPS: Final = (
    *(Fact.ENTRY_ADDED, Fact.ENTRY_CHANGED, Fact.ENTRY_DROPPED, Fact.ENTRY_REINSTATED),
    Fact.ENTRY_DISQUALIFIED,
)
_FIELDS: Final = (
    *("state", "dropped_round", "is_present", "wants_bye", "keeps_results", "joined_round"),
    *("is_guest", "is_filler", "queue_number"),
)
# Not the device at the seat: its key is nobody's to read in a journal.
SEAT: Final = ("table_id", "position", "state", "is_open", "is_locked")


def last(entry: Entry) -> int:
    """The line of the journal that tells the last step of an entry; 0 where none does."""
    lines = JournalLine.objects.filter(
        event=entry.event_id, kind__in=_STEPS, payload__entry=entry.pk
    )
    return lines.order_by("-pk").values_list("pk", flat=True).first() or 0


def next_in_line(line: int) -> int:
    """The entry that has the place which this step freed; 0 where nobody waited for it."""
    payload = JournalLine.objects.filter(pk=line).values_list("payload", flat=True).first() or {}
    return next(iter(payload.get("moved_up", ())), 0)


def before(entry: Entry) -> dict[str, Any]:  # any JSON
    """How an entry stands, with its seats and rounds, as the journal remembers it."""
    seats = Seat.objects.filter(entry=entry, seating__state=SeatingState.PUBLISHED)
    rounds = RoundEntry.objects.filter(entry=entry)
    return {
        "entry": {name: getattr(entry, name) for name in _FIELDS},
        "seats": list(seats.order_by("pk").values("pk", *SEAT)),
        "rounds": list(rounds.order_by("pk").values("round_id", "state", "value_num", "value_den")),
    }


def line_of_leaving(entry: Entry) -> int | None:
    """The line of the journal that says how they left, gone home or disqualified, if they have."""
    if entry.state not in {EntryState.DROPPED, EntryState.DISQUALIFIED}:
        return None
    lines = JournalLine.objects.filter(
        event=entry.event_id,
        kind__in=[Fact.ENTRY_DROPPED, Fact.ENTRY_DISQUALIFIED],
        payload__entry=entry.pk,
    )
    return lines.order_by("-pk").values_list("pk", flat=True).first()
