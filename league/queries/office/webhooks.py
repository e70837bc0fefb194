"""The webhooks of a club, what each was sent, and what a line of the journal tells one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation

from league import permissions
from league.core import hooks
from league.core.actions import Action
from league.core.actors import ANONYMOUS, Actor, GrantRow
from league.core.enums import ActorKind, DeliveryState, Role, WebhookRights
from league.core.errors import NotFound
from league.models import Delivery, MatchRecord, Round, Webhook
from league.queries import by_id
from league.queries.office import journal
from league.withheld import kept_back, told

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from django.db.models import QuerySet

    from games.core.types import JSON
    from league.models import Club, JournalLine

TEST = "test"
# Numbers in a line's payload: the address of what each stands for, and how to ask if it is there.
_LINKED: tuple[tuple[str, str, str, Callable[[Actor, int], object]], ...] = (
    ("season", "season", "season_id", by_id.season),
    ("stage", "stage", "stage_id", by_id.stage),
    ("table_id", "table", "table_id", by_id.table),
)


def of_club(*, viewer: Actor, club: Club) -> QuerySet[Webhook]:
    """Those that are there, for whoever runs the club."""
    if not permissions.can(viewer, Action.MANAGE_CLUB, club):
        return Webhook.objects.none()
    return Webhook.objects.filter(club=club, removed_at__isnull=True).select_related("club")


def get(*, viewer: Actor, club: Club, pk: int) -> Webhook:
    row = of_club(viewer=viewer, club=club).filter(pk=pk).first()
    if row is None:
        raise NotFound("not_found")
    return row


def deliveries_of(*, viewer: Actor, webhook: Webhook) -> QuerySet[Delivery]:
    """What a webhook was sent and will be, the newest first."""
    if not permissions.can(viewer, Action.MANAGE_CLUB, webhook.club):
        return Delivery.objects.none()
    return webhook.deliveries.select_related("line").order_by("-id")


def delivery(*, viewer: Actor, webhook: Webhook, pk: int) -> Delivery:
    row = deliveries_of(viewer=viewer, webhook=webhook).filter(pk=pk).first()
    if row is None:
        raise NotFound("not_found")
    return row


def count_off(*, viewer: Actor, club: Club) -> int:
    """How many the machine switched off, for whoever runs the club."""
    return of_club(viewer=viewer, club=club).filter(off_at__isnull=False).count()


def host_of(row: Webhook) -> str:
    """All that is said of its address elsewhere: the rest may be as good as a password."""
    return urlsplit(row.address).hostname or ""


def former_until(row: Webhook) -> datetime | None:
    """Until when the secret before this one counts, while it does."""
    until = row.former_until
    return until if until is not None and until > timezone.now() else None


# --- what is due ---------------------------------------------------------------------------


def living() -> QuerySet[Webhook]:
    return Webhook.objects.filter(
        removed_at__isnull=True,
        paused_at__isnull=True,
        off_at__isnull=True,
        club__removed_at__isnull=True,
    )


def due(now: datetime) -> QuerySet[Delivery]:
    """What may be sent at this moment, the longest waiting first: one at a time to each webhook."""
    ready = living().exclude(again_at__gt=now)
    busy = Delivery.objects.filter(state=DeliveryState.WAITING, claimed_until__gt=now)
    rows = Delivery.objects.filter(state=DeliveryState.WAITING, next_at__lte=now)
    return (
        rows.filter(webhook__in=ready.values("pk"))
        .exclude(webhook__in=busy.values("webhook"))
        .order_by("next_at", "pk")
    )


def due_webhooks() -> list[int]:
    rows = due(timezone.now()).order_by("webhook_id").values_list("webhook_id", flat=True)
    return list(rows.distinct())


def switched_off() -> QuerySet[Webhook, int]:
    rows = Webhook.objects.filter(off_at__isnull=False, removed_at__isnull=True)
    return rows.values_list("pk", flat=True)


# --- what is told --------------------------------------------------------------------------


def body(row: Delivery) -> dict[str, JSON] | None:
    """What a webhook is told, as things are now; None where it may not read of it."""
    club = row.webhook.club
    if row.line is None:
        return {"type": TEST, "timestamp": _moment(row.created_at), "data": {"club": club.slug}}
    viewer = reader(row.webhook)
    if not is_told(viewer, row.line):
        return None
    return {
        "type": row.line.kind,
        "timestamp": _moment(row.line.at),
        "data": _data(viewer, club, row.line),
    }


def reader(webhook: Webhook) -> Actor:
    """With whose eyes a webhook reads: a visitor's, or those of an organizer of the club."""
    if webhook.rights != WebhookRights.ORGANIZERS:
        return ANONYMOUS
    return Actor(
        kind=ActorKind.TOKEN,
        key=f"webhook:{webhook.pk}",
        grants=(GrantRow(Role.ORGANIZER, webhook.club_id, None, None),),
        scopes=frozenset({"read"}),
    )


def is_told(viewer: Actor, line: JournalLine) -> bool:
    """Whether the line is of something that the viewer may read of at this moment."""
    if line.club is None or line.club.removed_at is not None:
        return False
    if permissions.can(viewer, Action.SEE_JOURNAL, line.club):
        return True
    try:
        by_id.club(viewer, line.club.slug)
        if line.event_id is not None:
            by_id.event(viewer, line.event_id)
        season = line.payload.get("season")
        if isinstance(season, int):
            by_id.season(viewer, season)
    except NotFound:
        return False
    return line.kind in hooks.PUBLIC and _is_published(viewer, line)


def _is_published(viewer: Actor, line: JournalLine) -> bool:
    """Whether the results that a line is about exist for the viewer; of others nothing is asked."""
    if line.kind in hooks.OF_RECORDS:
        records = MatchRecord.objects.filter(told(viewer), pk=line.payload.get("record"))
        return records.exists()
    if line.kind in hooks.OF_RESULTS:
        rounds = Round.objects.filter(kept_back())
        if line.event_id is not None:
            return not rounds.filter(stage__event=line.event_id).exists()
        return not rounds.filter(stage__event__club=line.club_id).exists()
    return True


def _data(viewer: Actor, club: Club, line: JournalLine) -> dict[str, JSON]:
    """The line as the journal's address tells it, and where to read on.

    Its numbers and who acted are for organizers: between two of them lies what others do not see.
    """
    known = permissions.can(viewer, Action.SEE_JOURNAL, club)
    with translation.override(club.language):
        words = journal.in_words([line])[0]
        return {
            "id": line.pk if known else None,
            "position": line.seq if known else None,
            "kind": line.kind,
            "at": _moment(line.at),
            "by": words.actor if known else None,
            "words": words.sentence,
            "club": club.slug,
            "event": line.event_id,
            "links": _links(viewer, club, line),
        }


def _links(viewer: Actor, club: Club, line: JournalLine) -> dict[str, JSON]:
    """Addresses of the API that answer the viewer; nothing that is hidden has one."""
    found: dict[str, JSON] = {"club": _address("club", slug=club.slug)}
    if line.event_id is not None and _is_there(by_id.event, viewer, line.event_id):
        found["event"] = _address("event", event_id=line.event_id)
    for key, name, argument, get_one in _LINKED:
        pk = line.payload.get(key)
        if isinstance(pk, int) and _is_there(get_one, viewer, pk):
            found[name] = _address(name, **{argument: pk})
            if name in {"season", "stage"}:
                found["standings"] = _address(f"{name}_standings", **{argument: pk})
    return found


def _is_there(get_one: Callable[[Actor, int], object], viewer: Actor, pk: int) -> bool:
    try:
        get_one(viewer, pk)
    except NotFound:
        return False
    return True


def _address(name: str, **arguments: str | int) -> str:
    return str(settings.LEAGUE_URL) + reverse(f"v1:{name}", kwargs=arguments)


def _moment(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")
