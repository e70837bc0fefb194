"""Standings: recomputed when something counts anew, published, hidden, and checked.

A snapshot behind its scope's ``stale_at`` is the to-do list; messages only wake the worker.
Everything here may run twice, late or side by side: a computation says as of which position of
the club's number line it is true, and an older one never overwrites a newer.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import OuterRef, Subquery

from league import permissions, snapshots
from league.after_commit import jobs
from league.core.enums import Audience, TroubleKind
from league.core.errors import Uncountable
from league.core.facts import Fact
from league.journal import RECOMPUTE_SEASON, RECOMPUTE_STAGE, append, hold, lock_event, lock_season
from league.models import Club, Season, Snapshot, Stage
from league.queries.standings import counting, incremental_sums, standing_payload
from league.queries.standings import standings as read
from league.services.standings import _season_sums, troubles

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.queries.standings.counting import Scope
    from league.queries.standings.standing_payload import Built
    from league.standings.types import PlayerId


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored standing that is not what a computation gives.

    ``reason``: ``behind`` (a recomputation is due), ``missing`` (never computed),
    ``uncountable`` (no computation is possible) or ``digest`` (the bytes differ although nothing
    has happened since).
    """

    kind: str
    id: int
    label: str
    audience: str
    reason: str


def recompute_stage(stage_id: int, *, force: bool = False) -> bool:
    """Brings the stored standing of a stage up to date; returns whether it stored anything.

    Returns at once where the snapshot already covers what has happened. A stage that is gone
    is nobody's standing; one that cannot be computed keeps what it had, and a trouble says why.

    Args:
        force: computes anyway and overwrites the same position.
    """

    def computed() -> bool:
        rows = Stage.objects.select_related("event__club").annotate(live_at=_live_at("stage"))
        stage = rows.filter(pk=stage_id).first()
        if stage is None or not (force or _is_behind(stage, stage.live_at)):
            return False
        return _recompute(stage, stage.event.club.seq, repair=force)

    return bool(troubles.attempt(TroubleKind.STAGE, stage_id, computed))


def recompute_season(season_id: int, *, force: bool = False) -> bool:
    """Like ``recompute_stage``, for the table of a season."""

    def computed() -> bool:
        rows = Season.objects.select_related("club").annotate(live_at=_live_at("season"))
        season = rows.filter(pk=season_id).first()
        if season is None or not (force or _is_behind(season, season.live_at)):
            return False
        return _recompute(season, season.club.seq, repair=force)

    return bool(troubles.attempt(TroubleKind.SEASON, season_id, computed))


def catch_up(club: Club | None = None) -> int:
    """Recomputes whatever is behind and returns how many scopes that was.

    For the sweeper, and for commands beside a running server, whose messages nobody hears. What
    could not be computed a moment ago is left in peace until its pause is over.
    """
    stages, seasons = read.due_stages(club), read.due_seasons(club)
    pausing = troubles.pausing(TroubleKind.STAGE)
    done = sum(recompute_stage(pk) for pk in stages if pk not in pausing)
    pausing = troubles.pausing(TroubleKind.SEASON)
    return done + sum(recompute_season(pk) for pk in seasons if pk not in pausing)


def recompute_all(club: Club | None = None) -> int:
    """Computes every standing anew, also those that are up to date; returns how many."""
    stages, seasons = _all(club)
    done = sum(recompute_stage(pk, force=True) for pk in stages)
    return done + sum(recompute_season(pk, force=True) for pk in seasons)


def check(of: Club | Season | None = None) -> tuple[Difference, ...]:
    """Computes every standing anew, or a club's, or a season's own, and names those that differ.

    It stores nothing.
    """
    stages, seasons = ([], [of.pk]) if isinstance(of, Season) else _all(of)
    found: list[Difference] = []
    for stage in Stage.objects.select_related("event__club").filter(pk__in=stages).order_by("pk"):
        found.extend(_differences(stage, f"{stage.event.name}, {stage}", stage.event.club.seq))
    for season in Season.objects.select_related("club").filter(pk__in=seasons).order_by("pk"):
        found.extend(_differences(season, season.name, season.club.seq))
    return tuple(found)


def publish(*, by: Actor, scope: Scope) -> Scope:
    """Shows the public the standing as it is now; later changes wait for the next time.

    Where publishing goes by itself this only makes sure that it has happened.
    """
    permissions.require(by, read.managing(scope), scope)
    with transaction.atomic():
        scope = _locked(scope)
        line = _told(Fact.STANDINGS_PUBLISHED, by, scope)
        made = standing_payload.build(scope, as_of=line)
        bodies = {audience: made.body(audience) for audience in Audience}
        snapshots.store(scope, bodies, as_of=line)
    return scope


def set_auto_publish(*, by: Actor, scope: Scope, auto_publish: bool) -> Scope:
    """Lets every confirmed result reach the public at once, or keeps it for ``publish``.

    Switching it off leaves in public what stands there now.
    """
    permissions.require(by, read.managing(scope), scope)
    with transaction.atomic():
        scope = _locked(scope)
        if scope.auto_publish == auto_publish:
            return scope
        scope.auto_publish = auto_publish
        scope.version += 1
        scope.save(update_fields=["auto_publish", "version"])
        kind = Fact.SEASON_CHANGED if isinstance(scope, Season) else Fact.STAGE_CHANGED
        _told(
            kind,
            by,
            scope,
            stale=auto_publish,
            changed={"auto_publish": {"old": not auto_publish, "new": auto_publish}},
        )
    return scope


def take_out(scopes: Iterable[Scope]) -> None:
    """Takes what is kept back by now out of what the public sees of these standings.

    In the transaction of the line that keeps it back, so that it is gone at once. What follows
    by itself is of that line's position from now on: a computation that began before it cannot
    bring anything back. What was published by hand keeps its position.
    """
    for scope in scopes:
        snapshot = snapshots.load(scope, Audience.PUBLIC)
        if scope.auto_publish:
            seq: int = Club.objects.values_list("seq", flat=True).get(pk=counting.club_id_of(scope))
            as_of = seq
        elif snapshot is not None and snapshot.body:
            as_of = snapshot.as_of
        else:
            continue
        try:
            body = standing_payload.build(scope, as_of=as_of).body(Audience.PUBLIC)
        except Uncountable:  # rather nothing than what is kept back
            body = b""
        snapshots.store(scope, {Audience.PUBLIC: body}, as_of=as_of, repair=True)


def publish_again(by: Actor, scopes: Iterable[Scope]) -> None:
    """Publishes anew those standings that were published by hand and stand in public."""
    for scope in scopes:
        snapshot = snapshots.load(scope, Audience.PUBLIC)
        if not scope.auto_publish and snapshot is not None and snapshot.body:
            with suppress(Uncountable):  # the round's results are told all the same
                publish(by=by, scope=scope)


def hide(*, by: Actor, scope: Scope) -> Scope:
    """Takes the standing out of the public's sight until it is published again."""
    permissions.require(by, read.managing(scope), scope)
    with transaction.atomic():
        scope = _locked(scope)
        if scope.auto_publish:
            scope.auto_publish = False
            scope.version += 1
            scope.save(update_fields=["auto_publish", "version"])
        line = _told(Fact.STANDINGS_HIDDEN, by, scope)
        # An empty body of this position: a computation that began earlier cannot undo it.
        snapshots.store(scope, {Audience.PUBLIC: b""}, as_of=line)
    return scope


# --- computing and storing -----------------------------------------------------------------


def _live_at(path: str) -> Subquery:
    """As of which position the live standing of each row is stored."""
    stored = Snapshot.objects.filter(**{path: OuterRef("pk")}, audience=Audience.LIVE)
    return Subquery(stored.values("as_of")[:1])


def _is_behind(scope: Scope, live_at: int | None) -> bool:
    return live_at is None or live_at < scope.stale_at


def _recompute(scope: Scope, position: int, *, repair: bool) -> bool:
    """``position`` was read with the scope, before anything that is counted."""
    made = (
        _season(scope, position, anew=repair)
        if isinstance(scope, Season)
        else standing_payload.build(scope, as_of=position)
    )
    bodies = {Audience.LIVE: made.body(Audience.LIVE)}
    if scope.auto_publish:
        bodies[Audience.PUBLIC] = made.body(Audience.PUBLIC)
    stored = snapshots.store(scope, bodies, as_of=position, repair=repair)
    if not scope.auto_publish:
        _rename_published(scope, made.names, position)
    if type(scope).objects.filter(pk=scope.pk, stale_at__gt=position).exists():
        task = RECOMPUTE_SEASON if isinstance(scope, Season) else RECOMPUTE_STAGE
        jobs.wake(task, scope.pk)
    return stored


def _season(season: Season, position: int, *, anew: bool) -> Built:
    """The standing of a season, from its sums where these can be followed, else from all results.

    Whoever finds that the sums became others meanwhile may have read a mixture, and counts anew.
    """
    followed = None if anew else incremental_sums.follow(season, position)
    if followed is not None and _season_sums.store(season, followed[1], position=position):
        return standing_payload.for_public(followed[0], season, as_of=position)
    counted = counting.count(season, as_of=position)
    run = standing_payload.run_season(counted, season)
    _season_sums.store(season, incremental_sums.of_run(counted, run), position=position)
    return standing_payload.for_public(
        standing_payload.build_season(counted, run), season, as_of=position
    )


def _rename_published(scope: Scope, names: Mapping[PlayerId, str], position: int) -> None:
    """Puts today's names into what was last published.

    It keeps its position, so that nothing which came after it is told with it. A computation
    that a newer one has overtaken knows older names, and leaves it alone.
    """
    with transaction.atomic():
        live = snapshots.load(scope, Audience.LIVE, lock=True)
        snapshot = snapshots.load(scope, Audience.PUBLIC, lock=True)
        if live is not None and live.as_of == position and snapshot is not None:
            snapshots.rename(snapshot, names)


def _differences(scope: Scope, label: str, position: int) -> list[Difference]:
    kind = "season" if isinstance(scope, Season) else "stage"

    def difference(audience: Audience, reason: str) -> Difference:
        return Difference(kind, scope.pk, label, audience.value, reason)

    live = snapshots.load(scope, Audience.LIVE)
    if live is None:
        return [difference(Audience.LIVE, "missing")]
    if live.as_of < scope.stale_at:
        return [difference(Audience.LIVE, "behind")]
    try:
        made = standing_payload.build(scope, as_of=position)
    except Uncountable:
        return [difference(Audience.LIVE, "uncountable")]
    found = []
    if snapshots.digest(made.body(Audience.LIVE)) != live.digest:
        found.append(difference(Audience.LIVE, "digest"))
    public = snapshots.load(scope, Audience.PUBLIC)
    if scope.auto_publish and (
        public is None or snapshots.digest(made.body(Audience.PUBLIC)) != public.digest
    ):
        found.append(difference(Audience.PUBLIC, "digest" if public else "missing"))
    return found


def _all(club: Club | None) -> tuple[list[int], list[int]]:
    stages, seasons = Stage.objects.all(), Season.objects.all()
    if club is not None:
        stages, seasons = stages.filter(event__club=club), seasons.filter(club=club)
    return (
        list(stages.order_by("pk").values_list("pk", flat=True)),
        list(seasons.order_by("pk").values_list("pk", flat=True)),
    )


def _locked(scope: Scope) -> Scope:
    if isinstance(scope, Season):
        return lock_season(scope)
    hold(lock_event(scope.event_id).club_id)
    return Stage.objects.select_related("event__club", "event__season").get(pk=scope.pk)


def _told(fact: Fact, by: Actor, scope: Scope, *, stale: bool = False, **payload: JSON) -> int:
    """Writes the line and returns its position."""
    is_season = isinstance(scope, Season)
    line = append(
        fact,
        by=by,
        club=scope.club if isinstance(scope, Season) else None,
        event=scope.event if isinstance(scope, Stage) else None,
        payload={"season" if is_season else "stage": scope.pk, **payload},
        stale_stages=[scope.pk] if stale and not is_season else [],
        stale_seasons=[scope.pk] if stale and is_season else [],
    )
    assert line.seq is not None, "a club's line has a number"
    return line.seq
