"""The only writer of journal lines, and so of the club's number line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from league.after_commit import jobs, live
from league.causes import lines
from league.core import keys
from league.core.actors import Actor
from league.core.errors import NotFound
from league.core.facts import Fact
from league.models import (
    Club,
    Delivery,
    Event,
    JournalLine,
    Play,
    PlaySeat,
    RatingMark,
    Season,
    Stage,
    Webhook,
)

if TYPE_CHECKING:
    from datetime import datetime

    from games.core.types import JSON

Removable = TypeVar("Removable", Club, Season, Event)

RECOMPUTE_STAGE = "league.tasks.recompute_stage"
RECOMPUTE_SEASON = "league.tasks.recompute_season"
RECOMPUTE_RATINGS = "league.tasks.recompute_ratings"
SEND_WEBHOOK = "league.tasks.send_webhook"
# What puts standings out of date and leaves every rating as it is.
_NOT_RATED = frozenset(
    {
        Fact.ADJUSTMENT_MADE,
        Fact.ADJUSTMENT_REVOKED,
        Fact.PLAYER_CHANGED,
        Fact.STAGE_CHANGED,
        Fact.STANDINGS_HIDDEN,
        Fact.STANDINGS_PUBLISHED,
    }
)


def append(
    kind: Fact,
    *,
    by: Actor,
    club: Club | None = None,
    event: Event | None = None,
    payload: Mapping[str, JSON] | None = None,
    stale_stages: Iterable[int] = (),
    stale_seasons: Iterable[int] = (),
) -> JournalLine:
    """Writes one line in the caller's transaction and returns it.

    The club's row is locked and its ``seq`` raised. Stages and seasons named as stale are
    marked with that ``seq`` and their recomputation is woken after the commit; whoever watches
    the event is told.

    Args:
        club: whose number line; taken from ``event`` when absent. Lines of the
            installation (a new account, say) have none.
        stale_stages, stale_seasons: ids whose standing this fact puts out of date.
    """
    club_id = club.pk if club else event.club_id if event else None
    with transaction.atomic():
        seq, has_webhooks = _next(club_id) if club_id else (None, False)
        line = JournalLine.objects.create(
            club_id=club_id,
            seq=seq,
            event=event,
            kind=kind.value,
            payload=dict(payload or {}),
            actor_kind=by.kind,
            actor_key=by.key,
            at=timezone.now(),
        )
        lines.of_line(line)
        if has_webhooks:
            _deliver(line)
        stages, seasons = sorted(set(stale_stages)), sorted(set(stale_seasons))
        if seq is not None and stages:
            Stage.objects.filter(pk__in=stages).update(stale_at=seq)
        if seq is not None and seasons:
            Season.objects.filter(pk__in=seasons).update(stale_at=seq)
        if club_id is not None:
            mark_ratings(club_id, _rated(kind, club_id, event, payload or {}, stages))
            mark_casual(club_id, _rated_plays(kind, club_id, payload or {}))
            stages = [*stages, *_followers(stages, seasons, seq)]
        for stage in stages:
            jobs.wake(RECOMPUTE_STAGE, stage)
        for season in seasons:
            jobs.wake(RECOMPUTE_SEASON, season)
        if event is not None:
            table = line.payload.get("table")
            live.event_changed(event.pk, table if isinstance(table, int) else None)
        else:
            live.changed()
    return line


def _followers(stages: list[int], seasons: list[int], seq: int | None) -> list[int]:
    """Marks the finals whose people bring points along from what is out of date."""
    found: list[int] = []
    before, of_seasons = stages, seasons
    while before or of_seasons:
        rows = Stage.objects.filter(Q(source__in=before) | Q(source_season__in=of_seasons))
        before, of_seasons = list(rows.exclude(pk__in=found).values_list("pk", flat=True)), []
        found += before
    if found:
        Stage.objects.filter(pk__in=found).update(stale_at=seq)
    return found


def mark_ratings(club_id: int, stages: Iterable[int]) -> None:
    """Notes that matches of ``stages`` are to be rated anew, and wakes who does it.

    A mark is a row of this transaction: it is there exactly when what it speaks of is.
    """
    marks = [RatingMark(stage_id=stage) for stage in stages]
    if marks:
        RatingMark.objects.bulk_create(marks)
        jobs.wake(RECOMPUTE_RATINGS, club_id)


def mark_casual(club_id: int, plays: Iterable[int]) -> None:
    """The same for casual matches of a club."""
    marks = [RatingMark(play_id=play) for play in plays]
    if marks:
        RatingMark.objects.bulk_create(marks)
        jobs.wake(RECOMPUTE_RATINGS, club_id)


def _rated_plays(kind: Fact, club_id: int, payload: Mapping[str, JSON]) -> list[int]:
    """The casual matches that a fact may add to a rating, take from it, or rate as another's."""
    fields = payload.get("fields")
    match kind:
        case Fact.CLUB_CHANGED if isinstance(fields, list):
            which = Q() if {"visibility", "rates_casual"} & {*fields} else None
        case Fact.GAME_CHANGED if "club_game" in payload:
            which = Q(ruleset__club_game=payload["club_game"])
        case Fact.PLAYERS_MERGED | Fact.MERGE_UNDONE:
            seats = PlaySeat.objects.filter(player__in=[payload["player"], payload["other"]])
            which = Q(pk__in=seats.values("play"))
        case _:
            which = None
    if which is None:
        return []
    rows = Play.objects.filter(which, club=club_id, is_rated=True, ended_at__isnull=False)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def _rated(
    kind: Fact,
    club_id: int,
    event: Event | None,
    payload: Mapping[str, JSON],
    stages: list[int],
) -> list[int]:
    """The stages whose matches a fact may move, change, add to or take from a rating."""
    if kind in _NOT_RATED:
        return []
    if kind == Fact.CLUB_CHANGED:  # matches of clubs that all see are rated together
        fields = payload.get("fields")
        seen = isinstance(fields, list) and "visibility" in fields
        rows = Stage.objects.filter(event__club=club_id) if seen else Stage.objects.none()
        return list(rows.values_list("pk", flat=True))
    if kind == Fact.EVENT_CHANGED and event is not None:  # its time orders the matches
        return list(event.stages.values_list("pk", flat=True))
    if kind == Fact.GAME_CHANGED:  # another title may be another game
        tables = {"rounds__seatings__tables__ruleset__club_game": payload.get("club_game")}
        return list(Stage.objects.filter(**tables).distinct().values_list("pk", flat=True))
    return stages


def hold(club_id: int) -> None:
    """Locks the club's number line before the line is written; ``lock_club`` asks if it is there.

    Everybody locks an event first, then its club, then seasons, stages and rulesets: ``append``
    comes back to seasons and stages with the club locked, and must not meet who holds them.
    Plays come after clubs. Who holds a play may still write rows that belong to the club: its key
    is not locked.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club_id)


def lock_event(event_id: int) -> Event:
    """The event's row, locked: everything that changes what is in it goes one after the other.

    Like ``lock_season`` and ``lock_club`` it raises ``NotFound`` for what was removed meanwhile.
    """
    Event.objects.select_for_update().get(pk=event_id)
    # Read only then: PostgreSQL joins a row that it waited for with the season of before.
    return _there(Event.objects.select_related("club", "season").get(pk=event_id))


def lock_season(season: Season) -> Season:
    """The season's row, locked after its club's."""
    hold(season.club_id)
    Season.objects.select_for_update().get(pk=season.pk)
    return _there(Season.objects.select_related("club").get(pk=season.pk))


def lock_club(club_id: int) -> Club:
    """The club's row, locked after its events."""
    return _there(Club.objects.select_for_update(no_key=True).get(pk=club_id))


def _there(row: Removable) -> Removable:
    if row.removed_at is not None:
        raise NotFound("not_found")
    return row


def _next(club_id: int) -> tuple[int, bool]:
    """Locks the club's row and takes the next position of its number line.

    Also whether some program is told what happens in the club.
    """
    Club.objects.filter(pk=club_id).update(seq=F("seq") + 1)
    return Club.objects.values_list("seq", "has_webhooks").get(pk=club_id)


def _deliver(line: JournalLine) -> None:
    """Puts the line on its way to the webhooks that want it; what they may read is asked later."""
    rests = Q(removed_at__isnull=False) | Q(paused_at__isnull=False) | Q(off_at__isnull=False)
    rows = Webhook.objects.filter(club=line.club_id).exclude(rests)
    wanted = [pk for pk, types in rows.values_list("pk", "types") if line.kind in types]
    deliver(wanted, line.at, line)


def deliver(
    webhooks: Iterable[int], at: datetime, line: JournalLine | None = None
) -> list[Delivery]:
    """Rows of this transaction, sent after it; without a line they are tests."""
    made = [
        Delivery(
            webhook_id=webhook,
            line=line,
            key=f"msg_{keys.new()[:27]}",
            created_at=at,
            next_at=at,
        )
        for webhook in webhooks
    ]
    Delivery.objects.bulk_create(made)
    for row in made:
        wake_webhook(row.webhook_id)
    return made


def wake_webhook(pk: int) -> None:
    jobs.wake(SEND_WEBHOOK, pk)
