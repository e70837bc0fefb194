"""Standings to show: one payload for page, print, projector, CSV, API and the next seeds."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db.models import F, OuterRef, Q, Subquery
from django.utils import timezone, translation

from league import permissions, snapshots
from league.core.actions import Action
from league.core.enums import Audience, TroubleKind
from league.core.errors import BadInput, NotFound, Uncountable
from league.lists import csv_writing, xlsx_writing
from league.models import Club, Event, Season, Snapshot, Stage
from league.queries.standings import counting, troubles
from league.queries.standings.counting import LATEST, Moment, Scope, ranked
from league.queries.standings.standing_payload import StandingPayload, build
from league.queries.standings.troubles import Uncounted
from league.standings import payload as plain
from league.standings.table import Table as RankedTable
from league.standings.types import PlayerId
from league.words import names

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from league.core.actors import Actor


@dataclass(frozen=True, slots=True)
class Shown:
    """A standing as one viewer sees it.

    ``body`` are the bytes of ``payload`` as they are stored and sent. ``is_current`` is False
    while a recomputation is due; ``is_published`` is False where the public sees none (then the
    payload has no rows). ``computed_at`` is empty for what was computed for this answer alone.
    ``uncounted`` says since when and why newer results are not in it, where they cannot be.
    """

    payload: StandingPayload
    body: bytes
    etag: str
    as_of: int
    audience: Audience
    computed_at: datetime | None = None
    is_current: bool = True
    is_published: bool = True
    uncounted: Uncounted | None = None


@dataclass(frozen=True, slots=True)
class Publishing:
    """Who sees a standing besides its organizers.

    Everybody, as each result comes (``is_live``), or as it was computed ``at`` a moment; or nobody.
    """

    is_live: bool
    at: datetime | None


def publishing(scope: Scope) -> Publishing:
    """How far a standing is public, for those who decide about it."""
    snapshot = None if scope.auto_publish else snapshots.load(scope, Audience.PUBLIC)
    is_frozen = snapshot is not None and bool(snapshot.body)
    return Publishing(scope.auto_publish, snapshot.computed_at if snapshot and is_frozen else None)


# --- showing -------------------------------------------------------------------------------


def payload(scope: Scope, viewer: Actor, moment: Moment = LATEST) -> Shown:
    """The standing of ``scope`` as ``viewer`` sees it, for people; writes nothing.

    As ``stored`` has it, with the word for who is hidden in the language of the moment.
    """
    shown = stored(scope, viewer, moment)
    language, club = translation.get_language() or "", counting.club_of(scope)
    if shown.audience == Audience.LIVE or language == club.language:
        return shown
    called = {row["player"]: row["name"] for row in shown.payload["rows"]}
    told = {pk: names.translated(name, pk, club) for pk, name in called.items()}
    if told == called:
        return shown
    return replace(
        shown,
        payload=plain.with_names(shown.payload, {PlayerId(pk): name for pk, name in told.items()}),
        etag=f'{shown.etag[:-1]}-{language}"',
    )


def stored(scope: Scope, viewer: Actor, moment: Moment = LATEST) -> Shown:
    """The standing of ``scope`` as ``viewer`` sees it, in the bytes that are sent to programs.

    Organizers get the live one with full names, everybody else what was last published.
    Computed for this answer where nothing has been stored yet, or for an earlier moment.

    Args:
        moment: as it stood then. What was known at a moment the public may ask only where
            everything is published by itself.

    Raises:
        NotFound: where the scope is hidden from the viewer.
        BadInput: ``as_of_unpublished``.
    """
    if not permissions.can_see(viewer, scope):
        raise NotFound("not_found")
    return _stored(scope, audience_of(scope, viewer), moment)


def published(scope: Scope) -> Shown:
    """The standing of ``scope`` that everybody reads who may see the scope itself."""
    return _stored(scope, Audience.PUBLIC, LATEST)


def _stored(scope: Scope, audience: Audience, moment: Moment) -> Shown:
    snapshot = snapshots.load(scope, audience)
    is_hidden = snapshot is not None and not snapshot.body
    if audience == Audience.PUBLIC and (is_hidden or (snapshot is None and not scope.auto_publish)):
        return _nothing(scope, snapshot.as_of if snapshot else 0)
    if moment.at is not None and audience == Audience.PUBLIC and not scope.auto_publish:
        raise BadInput("as_of_unpublished", field="as_of")
    if snapshot is None or moment != LATEST:
        as_of = snapshot.as_of if snapshot is not None else _position(scope)
        try:
            built = build(scope, as_of=as_of, moment=moment)
        except Uncountable as error:
            if moment != LATEST:
                raise
            return _never_counted(scope, audience, as_of, error)
        body = built.body(audience)
        return Shown(
            payload=built.live if audience == Audience.LIVE else built.public,
            body=body,
            etag=f'"{_word(scope)}{scope.pk}-{as_of}-{snapshots.digest(body)[:16]}"',
            as_of=as_of,
            audience=audience,
            is_current=as_of >= scope.stale_at,
            uncounted=None if as_of >= scope.stale_at else troubles.of_scope(scope),
        )
    body = bytes(snapshot.body)
    is_current = snapshot.as_of >= scope.stale_at
    return Shown(
        payload=json.loads(body),
        body=body,
        etag=snapshots.etag(snapshot),
        as_of=snapshot.as_of,
        audience=audience,
        computed_at=snapshot.computed_at,
        is_current=is_current,
        uncounted=None if is_current else troubles.of_scope(scope),
    )


def spreadsheet(shown: Shown) -> bytes:
    """The same standing for spreadsheets: names guarded, numbers as shown and exact."""
    lines = plain.grid(shown.payload)
    counted = {column["key"] for column in shown.payload["columns"] if column["kind"] == "number"}
    return csv_writing.document(
        lines[0], lines[1:], numbers=counted | {f"{key}_exact" for key in counted}
    )


def workbook(shown: Shown, title: str) -> bytes:
    """The same as ``spreadsheet``, as an Excel workbook."""
    lines = plain.grid(shown.payload)
    kinds = {"rank", "number", "count"}
    numbers = {column["key"] for column in shown.payload["columns"] if column["kind"] in kinds}
    return xlsx_writing.document(title, lines[0], lines[1:], numbers=numbers | {"have", "need"})


def audience_of(scope: Scope | Event, viewer: Actor) -> Audience:
    """Organizers and scorekeepers read the live standing, everybody else the published one."""
    return Audience.LIVE if permissions.sees_names(viewer, scope) else Audience.PUBLIC


def scores(stage: Stage) -> dict[int, tuple[Fraction, int | None]]:
    """Points and rank of every player in the order of the stage's table as it is now.

    For the seeds of the next round, read inside the transaction that draws it.
    """
    built = ranked(counting.count(stage, as_of=_position(stage)))
    return {row.player: (row.points, row.rank) for row in built.rows}


def stage_of(viewer: Actor, event: Event, number: int | None = None) -> Stage:
    """A stage of an event that the viewer sees, by its number; the last one when left out."""
    stages = permissions.visible(Stage.objects.all(), viewer).filter(event_id=event.pk)
    if number is not None:
        stages = stages.filter(number=number)
    row = stages.select_related("event__club", "event__season", "ruleset").order_by("-number")
    found = row.first()
    if found is None:
        raise NotFound("not_found")
    return found


def stages_of(viewer: Actor, event: Event) -> tuple[Stage, ...]:
    """The stages of an event in their order."""
    rows = permissions.visible(Stage.objects.all(), viewer).filter(event_id=event.pk)
    return tuple(rows.select_related("event__club", "ruleset").order_by("number"))


def _never_counted(scope: Scope, audience: Audience, as_of: int, reason: Uncountable) -> Shown:
    """A standing without a row: none was ever stored, and none can be computed."""
    kind = TroubleKind.SEASON if isinstance(scope, Season) else TroubleKind.STAGE
    now = timezone.now()
    found = troubles.of_scope(scope) or Uncounted(
        kind, str(scope), now, troubles.wall_at(now, scope), reason
    )
    empty = _nothing(scope, as_of)
    return replace(empty, audience=audience, is_current=False, is_published=True, uncounted=found)


def _nothing(scope: Scope, as_of: int) -> Shown:
    season = isinstance(scope, Season)
    empty = RankedTable("season" if season else "stage", tuple(scope.chain), (), ())
    blank: StandingPayload = {**plain.to_json(empty), "id": scope.pk, "evenings": []}
    body = snapshots.canonical(blank)
    return Shown(
        payload=blank,
        body=body,
        etag=f'"{_word(scope)}{scope.pk}-{as_of}-{snapshots.digest(body)[:16]}"',
        as_of=as_of,
        audience=Audience.PUBLIC,
        is_published=False,
    )


def _word(scope: Scope) -> str:
    return "season" if isinstance(scope, Season) else "stage"


def _position(scope: Scope) -> int:
    return Club.objects.values_list("seq", flat=True).get(pk=counting.club_id_of(scope))


# --- what is out of date -------------------------------------------------------------------


def due_stages(club: Club | None = None) -> list[int]:
    """Stages whose live standing is behind what has happened."""
    return _due(Stage.objects.all() if club is None else Stage.objects.filter(event__club=club))


def due_seasons(club: Club | None = None) -> list[int]:
    """Seasons whose live standing is behind what has happened."""
    return _due(Season.objects.all() if club is None else Season.objects.filter(club=club))


def _due(rows: QuerySet[Stage] | QuerySet[Season]) -> list[int]:
    path = "stage" if rows.model is Stage else "season"
    stored = Snapshot.objects.filter(**{path: OuterRef("pk")}, audience=Audience.LIVE)
    behind = rows.annotate(at=Subquery(stored.values("as_of")[:1])).filter(
        Q(at__isnull=True) | Q(at__lt=F("stale_at"))
    )
    return list(behind.order_by("pk").values_list("pk", flat=True))


def managing(scope: Scope) -> Action:
    """What one must be allowed to do to change the standing of a scope."""
    return Action.MANAGE_SEASON if isinstance(scope, Season) else Action.MANAGE_EVENT
