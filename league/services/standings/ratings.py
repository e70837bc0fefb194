"""Ratings: kept up to date with what counts, replayed from a change on, set up, and checked.

Nothing here happens inside the request that confirms a result. A mark (``RatingMark``) says
that something in a stage, or a casual play, counts anew; ``catch_up`` hands marks over to the
scopes they concern and rates. A stored history is its own checkpoint: taking its matches back, the
latest first, leads to the state before any of them, to the bit.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F, Q

from league import permissions
from league.after_commit import jobs
from league.core.actions import Action
from league.core.enums import RatingKind, TroubleKind
from league.core.errors import BadInput, Conflict
from league.core.facts import Fact
from league.journal import RECOMPUTE_RATINGS, append, lock_club
from league.models import (
    Club,
    ClubGame,
    RatedMatch,
    Rating,
    RatingMark,
    RatingScope,
    Ruleset,
    RulesetRating,
)
from league.queries.standings import casual_matches, rating_inputs
from league.ratings import replay
from league.ratings.errors import RatingSettingsError
from league.ratings.registry import DEFAULT, engine
from league.services.standings import _rating_rows, troubles
from league.words.game_identity import identity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from django.db.models import QuerySet

    from league.core.actors import Actor
    from league.queries.standings.rating_inputs import Stored
    from league.ratings.contract import Settings, State
    from league.ratings.replay import Match

log = logging.getLogger(__name__)

MARKS_AT_ONCE = 2000
# Taking a match back costs so much less than rating one.
UNDO_GAIN = 4


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored rating that is not what a computation gives.

    ``reason``: ``behind`` (a computation is due), ``matches`` (another history) or ``ratings``
    (the last state is not where the history ends); ``number`` is the first match that differs.
    """

    scope: int
    label: str
    reason: str
    number: int | None = None


# --- keeping up -----------------------------------------------------------------------------


def catch_up(club: Club | None = None) -> int:
    """Rates whatever has come to count anew; returns how many scopes that was.

    What could not be rated a moment ago is left in peace until its pause is over.
    """
    while troubles.unless_pausing(TroubleKind.MARKS, 0, spread):
        pass
    rows = RatingScope.objects.filter(is_stale=True)
    if club is not None:
        rows = rows.exclude(club_game__isnull=False) | rows.filter(club_game__club=club)
    pausing = troubles.pausing(TroubleKind.RATINGS)
    due = rows.exclude(pk__in=pausing).order_by("pk").values_list("pk", flat=True)
    return sum(recompute(pk) for pk in due)


def spread() -> int:
    """Hands marks over to the scopes they concern; returns how many marks that were."""
    with transaction.atomic():
        marks = list(
            RatingMark.objects.select_for_update()
            .order_by("pk")
            .values_list("pk", "stage_id", "play_id")[:MARKS_AT_ONCE]
        )
        if not marks:
            return 0
        since: dict[int, datetime] = {}
        found = (
            *rating_inputs.touched(sorted({stage for _, stage, _ in marks if stage})),
            *rating_inputs.touched_by_plays(sorted({play for _, _, play in marks if play})),
        )
        boxes = ClubGame.objects.in_bulk({box for row in found for box in row.boxes})
        rated_in = {pk: _scopes_of(box) for pk, box in boxes.items()}
        for row in sorted(found, key=lambda each: each.since):
            for pk in {pk for box in row.boxes for pk in rated_in[box]} | row.scopes:
                since.setdefault(pk, row.since)
        for scope in RatingScope.objects.select_for_update().filter(pk__in=since).order_by("pk"):
            first = since[scope.pk]
            if not scope.is_stale:
                scope.stale_from = first
            elif scope.stale_from is not None:
                scope.stale_from = min(scope.stale_from, first)
            scope.is_stale = True
            scope.mark += 1
            scope.save(update_fields=["is_stale", "stale_from", "mark"])
        RatingMark.objects.filter(pk__in=[pk for pk, _, _ in marks]).delete()
        troubles.retry(TroubleKind.RATINGS, since)
    return len(marks)


def recompute(scope_id: int, *, anew: bool = False) -> bool:
    """Brings the ratings of a scope up to date; returns whether anything was stored.

    Reads what counts from the first doubtful moment on, beside what is stored, and rates from
    the first match that differs. A scope that cannot be rated keeps what it had, and a trouble
    says why.

    Args:
        anew: forgets what is stored and rates everything.
    """
    return bool(
        troubles.attempt(TroubleKind.RATINGS, scope_id, lambda: _recomputed(scope_id, anew=anew))
    )


def _recomputed(scope_id: int, *, anew: bool) -> bool:
    if anew:
        RatingScope.objects.filter(pk=scope_id).update(
            is_stale=True, stale_from=None, mark=F("mark") + 1
        )
    scope = RatingScope.objects.filter(pk=scope_id, is_stale=True).first()
    if scope is None:
        return False
    if not anew and not _is_whole(scope):
        log.warning("ratings of scope %s have gaps: everything is rated again", scope.pk)
        anew, scope.stale_from = True, None
    first = 1 if anew else rating_inputs.first_since(scope, scope.stale_from)
    counted = rating_inputs.matches(scope, scope.stale_from)
    number, rest = (1, counted) if anew else _first_difference(scope, first, counted)
    maker = engine(scope.engine, scope.settings)
    before = _state_before(scope, number)
    stored = _rating_rows.store(scope, number, before, replay.play(maker, rest, dict(before)))
    if not stored or RatingScope.objects.filter(pk=scope.pk, is_stale=True).exists():
        jobs.wake(RECOMPUTE_RATINGS, scope.pk)
    return stored


def recompute_all(club: Club | None = None) -> int:
    """Rates everything anew, whatever is stored; returns how many scopes that were."""
    _make_missing(club)
    _marks(club).delete()
    return sum(recompute(scope.pk, anew=True) for scope in _scopes(club))


def check(club: Club | None = None) -> tuple[Difference, ...]:
    """Rates everything from the first match on, stores nothing, and names what differs."""
    waiting = _marks(club).exists()
    found = []
    if waiting:
        found.append(Difference(0, "", "behind"))
    for scope in _scopes(club):
        if scope.is_stale:
            found.append(Difference(scope.pk, str(scope), "behind"))
        else:
            found.extend(_differences(scope))
    return tuple(found)


def _marks(club: Club | None) -> QuerySet[RatingMark]:
    rows = RatingMark.objects.all()
    return rows if club is None else rows.filter(rating_inputs.marked_in(club.pk))


# --- setting up -----------------------------------------------------------------------------


def change(
    *,
    by: Actor,
    scope: RatingScope,
    expected_version: int,
    engine_key: str,
    settings: Settings,
    provisional: int,
    include_guests: bool,
) -> RatingScope:
    """Rates a scope in another way, from its first match on.

    A club's admins decide for its games, the installation's for the rest.

    Raises:
        BadInput: a setting out of its limits, named by ``field``.
        Conflict: somebody changed the settings meanwhile.
    """
    club = scope.club_game.club if scope.club_game else None
    permissions.require(by, Action.MANAGE_CLUB, club)
    if not 0 <= provisional <= 1000:
        raise BadInput("rating_out_of_range", field="provisional", low=0, high=1000)
    try:
        made = engine(engine_key, settings)
    except RatingSettingsError as refused:
        raise BadInput(refused.code, field=refused.field, **_words(refused.params)) from refused
    with transaction.atomic():
        if club is not None:
            lock_club(club.pk)
        row = RatingScope.objects.select_for_update().get(pk=scope.pk)
        if row.version != expected_version:
            raise Conflict("changed_meanwhile", version=row.version)
        row.engine, row.settings = made.key, dict(made.settings())
        row.provisional, row.include_guests = provisional, include_guests
        row.is_stale, row.stale_from = True, None
        row.mark += 1
        row.version += 1
        # What is stored was made in another way: nothing of it is compared, or shown as if it
        # had been made in the new one.
        row.count = 0
        row.run += 1
        row.save()
        Rating.objects.filter(scope=row).delete()
        troubles.retry(TroubleKind.RATINGS, [row.pk])
        append(
            Fact.RATINGS_CHANGED,
            by=by,
            club=club,
            payload={
                "scope": row.pk,
                "title": row.title,
                "engine": row.engine,
                "settings": _words(made.settings()),
                "provisional": provisional,
                "include_guests": include_guests,
            },
        )
        jobs.wake(RECOMPUTE_RATINGS, row.pk)
    return row


def set_luck(*, by: Actor, ruleset: Ruleset, beta: float | None) -> Ruleset:
    """Says how much luck a ruleset has (β), for engines that ask; None: as the scope says.

    Raises:
        BadInput: ``rating_out_of_range``.
    """
    permissions.require(by, Action.MANAGE_CLUB, ruleset.club)
    if beta is not None and not 0.5 <= beta <= 1000:
        raise BadInput("rating_out_of_range", field="beta", low="0.5", high=1000)
    with transaction.atomic():
        lock_club(ruleset.club_id)
        if beta is None:
            RulesetRating.objects.filter(ruleset=ruleset).delete()
        else:
            RulesetRating.objects.update_or_create(ruleset=ruleset, defaults={"beta": beta})
        scopes = _scopes_of(ruleset.club_game)
        RatingScope.objects.filter(pk__in=scopes).update(
            is_stale=True, stale_from=None, mark=F("mark") + 1
        )
        troubles.retry(TroubleKind.RATINGS, scopes)
        append(
            Fact.RATINGS_CHANGED,
            by=by,
            club=ruleset.club,
            payload={
                "ruleset": ruleset.pk,
                "title": ruleset.name,
                "beta": "" if beta is None else str(beta),
            },
        )
        jobs.wake(RECOMPUTE_RATINGS, ruleset.pk)
    return ruleset


def _words(params: Mapping[str, float | int | bool | str]) -> dict[str, str]:
    return {name: str(value) for name, value in params.items()}


# --- scopes -----------------------------------------------------------------------------------


def _scopes_of(box: ClubGame) -> tuple[int, ...]:
    """The three scopes in which matches of a box are rated, made where they are missing."""
    usual = {"engine": DEFAULT, "settings": dict(engine(DEFAULT, {}).settings())}
    game = identity(box.game, box.title)
    own, _ = RatingScope.objects.get_or_create(
        kind=RatingKind.CLUB_GAME, club_game=box, defaults=usual | {"game": game}
    )
    if own.title != box.title or own.game != game:
        RatingScope.objects.filter(pk=own.pk).update(title=box.title, game=game)
    shared, _ = RatingScope.objects.get_or_create(
        kind=RatingKind.GAME, game=game, defaults=usual | {"title": box.title}
    )
    whole, _ = RatingScope.objects.get_or_create(
        kind=RatingKind.ALL, game="", club_game=None, defaults=usual
    )
    return own.pk, shared.pk, whole.pk


def _make_missing(club: Club | None) -> None:
    """Scopes of every box that has been played, for results from before there were ratings."""
    at_tables = Q(rulesets__tables__records__state="confirmed")
    boxes = ClubGame.objects.filter(at_tables | Q(rulesets__plays__in=casual_matches.counted()))
    if club is not None:
        boxes = boxes.filter(club=club)
    for box in boxes.distinct():
        _scopes_of(box)


def _scopes(club: Club | None) -> list[RatingScope]:
    rows = RatingScope.objects.select_related("club_game__club").order_by("pk")
    return list(rows.filter(club_game__club=club) if club is not None else rows)


# --- finding where to begin -------------------------------------------------------------------


def _is_whole(scope: RatingScope) -> bool:
    """Whether the stored matches are numbered without gaps; rows of a removed club leave some."""
    return RatedMatch.objects.filter(scope=scope, number__lte=scope.count).count() == scope.count


def _first_difference(
    scope: RatingScope, first: int, counted: Iterator[Match]
) -> tuple[int, Iterator[Match]]:
    """The number of the first stored match that is not as it counts now, and what counts from
    there on."""
    kept = rating_inputs.stored(scope, first)
    number = first
    for match in counted:
        old = next(kept, None)
        if old is None or not _is_same(match, old):
            return number, _with_first(match, counted)
        number += 1
    return number, iter(())


def _is_same(match: Match, old: Stored) -> bool:
    return (match.id, match.is_casual, match.at, match.beta) == old[:-1] and replay.seats_of(
        old.body
    ) == (match.players, match.places, match.sides)


def _with_first(match: Match, rest: Iterator[Match]) -> Iterator[Match]:
    yield match
    yield from rest


def _state_before(scope: RatingScope, number: int) -> dict[int, State]:
    """Everybody's state before the stored match ``number``, by the shorter way."""
    if number <= 1:
        return {}
    behind = scope.count - number + 1
    if behind > number * UNDO_GAIN:
        states: dict[int, State] = {}
        replay.redo(rating_inputs.bodies(scope, 1, number - 1, backwards=False), states)
        return states
    states = rating_inputs.current(scope)
    replay.undo(rating_inputs.bodies(scope, number, scope.count, backwards=True), states)
    return states


def _differences(scope: RatingScope) -> Iterator[Difference]:
    """Rates from the first match on beside what is stored, to the bit."""
    states: dict[int, State] = {}
    kept = rating_inputs.stored(scope, 1)
    number = 0
    counted = rating_inputs.matches(scope)
    for match, body in replay.play(engine(scope.engine, scope.settings), counted, states):
        number += 1
        if next(kept, None) != (match.id, match.is_casual, match.at, match.beta, body):
            yield Difference(scope.pk, str(scope), "matches", number)
            return
    if next(kept, None) is not None or number != scope.count:
        yield Difference(scope.pk, str(scope), "matches", number + 1)
    elif states != rating_inputs.current(scope):
        yield Difference(scope.pk, str(scope), "ratings")
