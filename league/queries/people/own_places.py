"""A place that somebody signed up for by name, and whether it can be kept with their player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from league.core import actors
from league.core.enums import ActorKind
from league.core.facts import Fact
from league.models import Entry, JournalLine, Membership, Merge, Player
from league.queries.people import claims

if TYPE_CHECKING:
    from league.core.actors import Actor

# Who signs people up by name, and so makes their places one with their players.
PAGE: Final = actors.system("sign-up page")
JOIN, ASK, ASKED, JOINED = "join", "ask", "asked", "joined"


def offered(viewer: Actor, entry: Entry) -> str:
    """What the page of a place offers to who is signed in: one of the words above, or nothing.

    ``join`` where nothing but the sign-up itself is known of the guest: the link is theirs, and so
    is the place. Of whoever has sat at a table organizers know more: they are asked.
    """
    if viewer.kind != ActorKind.PERSON or viewer.account_id is None:
        return ""
    if entry.player_id == viewer.player_id:
        return JOINED if joined_by(viewer, entry) is not None else ""
    if entry.player_id in viewer.players or not claims.askable(viewer=viewer, player=entry.player):
        return ""
    if viewer.player_id is not None:
        if Entry.objects.filter(event=entry.event_id, player=viewer.player_id).exists():
            return ""
        if is_new(entry):
            return JOIN
    asked = claims.of_viewer(viewer=viewer, player=entry.player)
    return ASKED if asked is not None and asked.state == "asked" else ASK


def joined_by(viewer: Actor, entry: Entry) -> Merge | None:
    """The join of a guest's place with the viewer's player, as long as it can be taken back."""
    if viewer.player_id is None or entry.player_id != viewer.player_id or not _is_idle(entry):
        return None
    rows = Merge.objects.filter(kept=viewer.player_id, made_by=PAGE.key, undone_at__isnull=True)
    for row in rows.order_by("-pk"):
        if entry.pk in row.moved.get("entries", ()):
            later = Merge.objects.filter(kept=row.kept_id, pk__gt=row.pk, undone_at__isnull=True)
            return None if later.exists() else row
    return None


def is_new(entry: Entry) -> bool:
    """Whether the guest was made by this very sign-up, and is known from nowhere else."""
    lines = JournalLine.objects.filter(
        event=entry.event_id, kind=Fact.ENTRY_ADDED, actor_key=PAGE.key, payload__entry=entry.pk
    )
    made = lines.values_list("payload__made", flat=True).first()
    if made is None or not _is_idle(entry):
        return False
    for relation in Player._meta.related_objects:
        rows = relation.related_model._base_manager.filter(**{relation.field.name: entry.player_id})
        if relation.related_model is Membership:
            rows = rows.exclude(pk=made)
        elif relation.related_model is Entry:
            rows = rows.exclude(pk=entry.pk)
        if rows.exists():
            return False
    return True


def _is_idle(entry: Entry) -> bool:
    return not (
        entry.seats.exists()
        or entry.round_entries.exists()
        or entry.qualified.exists()
        or entry.scores.exists()
    )
