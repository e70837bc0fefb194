"""Rating lists and histories, as far as the viewer may know of people and matches.

Who shows nothing of their name to the public is in no public list and has no public history;
organizers of their club and they themselves see both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from league import permissions, withheld
from league.core.actions import Action
from league.core.enums import NameLevel, PlayAccess, RatingKind, RecordState
from league.core.errors import NotFound
from league.models import (
    Club,
    Player,
    PlaySeat,
    RatedMatch,
    Rating,
    RatingMark,
    RatingScope,
    Round,
    SeatScore,
    Table,
)
from league.queries.people import profiles
from league.queries.public import pages
from league.queries.standings import rating_inputs
from league.ratings import replay
from league.ratings.registry import engine
from league.words import names
from league.words.game_identity import identity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from django.db.models import QuerySet

    from league.core.actors import Actor
    from league.ratings.contract import RatingEngine, State
    from league.ratings.replay import Change


@dataclass(frozen=True, slots=True)
class Number:
    """A rating on the scale people read. ``spread`` is one standard deviation, if known."""

    value: float
    spread: float | None
    matches: int
    is_provisional: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list. Who is provisional has no rank yet."""

    player_id: int
    name: str
    rank: int | None
    is_tied: bool
    number: Number


@dataclass(frozen=True, slots=True)
class Listing:
    """A rating list: the ranked by value, then the provisional by value."""

    scope: RatingScope
    engine: RatingEngine
    rows: tuple[Row, ...]
    is_behind: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One rated match of a player, with the change it made in the present replay.

    ``event`` is empty where the viewer may not know of the occasion, and for a casual match;
    ``play`` is the code of one whose replay all may find who know of its club.
    """

    number: int
    at: datetime
    table_id: int | None
    play: str
    event: str
    event_slug: str
    club: Club | None
    game: str
    place: int
    is_shared: bool
    size: int
    before: Number
    after: Number

    @property
    def is_casual(self) -> bool:
        return self.table_id is None

    @property
    def change(self) -> float:
        return self.after.value - self.before.value


@dataclass(frozen=True, slots=True)
class History:
    scope: RatingScope
    engine: RatingEngine
    player: Player
    name: str
    number: Number
    rank: int | None
    steps: tuple[Step, ...]  # the earliest first
    is_behind: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating in one scope."""

    scope: RatingScope
    number: Number


def scopes_of_club(viewer: Actor, club: Club) -> tuple[RatingScope, ...]:
    """The lists of a club: its own games, then the same games everywhere, then all games."""
    if not permissions.can_see(viewer, club):
        raise NotFound("not_found")
    own = _rated().filter(club_game__club=club).order_by("title", "id")
    keys = {identity(row.club_game.game, row.club_game.title) for row in own if row.club_game}
    rest = _rated().filter(club_game=None)
    shared = rest.filter(kind=RatingKind.GAME, game__in=keys).order_by("title", "id")
    return (*own, *shared, *rest.filter(kind=RatingKind.ALL))


def scopes_everywhere() -> tuple[RatingScope, ...]:
    """The lists over the installation: all games first, then game by game."""
    rows = _rated().filter(club_game=None)
    return (
        *rows.filter(kind=RatingKind.ALL),
        *rows.filter(kind=RatingKind.GAME).order_by("title", "id"),
    )


def by_id(viewer: Actor, scope_id: int) -> RatingScope:
    """A list; that of a club is there for who may see the club."""
    scope = RatingScope.objects.select_related("club_game__club").filter(pk=scope_id).first()
    if scope is None or (
        scope.club_game is not None and not permissions.can_see(viewer, scope.club_game.club)
    ):
        raise NotFound("not_found")
    return scope


def may_change(viewer: Actor, scope: RatingScope) -> bool:
    """Whether the viewer decides how ``scope`` is rated."""
    club = scope.club_game.club if scope.club_game else None
    return permissions.can(viewer, Action.MANAGE_CLUB, club)


def changeable(viewer: Actor, scope_id: int) -> RatingScope:
    """A list for who decides about it."""
    scope = by_id(viewer, scope_id)
    permissions.require(
        viewer, Action.MANAGE_CLUB, scope.club_game.club if scope.club_game else None
    )
    return scope


def listing(viewer: Actor, scope: RatingScope) -> Listing:
    """Everybody's rating in ``scope`` whom the viewer may know of."""
    maker = engine(scope.engine, scope.settings)
    rows = list(
        Rating.objects.filter(scope=scope, matches__gt=0)
        .exclude(scope__in=_telling())
        .select_related("player")
        .order_by("-value", "player_id")
    )
    shown = _names(viewer, scope, [row.player for row in rows])
    rows = [row for row in rows if row.player_id in shown]
    ranks = _ranks(row.value for row in rows if row.matches >= scope.provisional)
    ranked = [
        _row(row, shown, scope, maker, *ranks[row.value])
        for row in rows
        if row.matches >= scope.provisional
    ]
    waiting = [
        _row(row, shown, scope, maker, None, False)
        for row in rows
        if row.matches < scope.provisional
    ]
    return Listing(scope, maker, (*ranked, *waiting), is_behind(scope))


def history(viewer: Actor, scope: RatingScope, player_id: int) -> History:
    """Every rated match of a player in ``scope``, with the rating before and after it."""
    found = listing(viewer, scope)
    row = next((row for row in found.rows if row.player_id == player_id), None)
    if row is None:
        raise NotFound("not_found")
    player = Player.objects.get(pk=player_id)
    steps = steps_of(viewer, scope, player)
    return History(
        scope, found.engine, player, row.name, row.number, row.rank, steps, found.is_behind
    )


def steps_of(viewer: Actor, scope: RatingScope, player: Player) -> tuple[Step, ...]:
    """The rated matches of somebody whom the viewer may find in ``scope``, the earliest first."""
    found = (
        RatedMatch.objects.filter(scope=scope, scope__in=_rated(), number__lte=F("scope__count"))
        .select_related(
            "table__seating__round__stage__event__club",
            "table__ruleset__club_game",
            "play__club",
            "play__ruleset__club_game",
        )
        .annotate(size=Coalesce(F("play__size"), _size()))
    )
    tables = Table.objects.filter(
        records__scores__entry__player=player, records__state="confirmed"
    ).values("pk")
    plays = PlaySeat.objects.filter(player=player).values("play")
    # One after the other, each by its index: together they would read every match of the list.
    rows = [*found.filter(table__in=tables), *found.filter(play__in=plays)]
    rows.sort(key=lambda match: match.number)
    clubs = set(
        permissions.visible(Club.objects.all(), viewer, listed=scope.club_game is None).values_list(
            "pk", flat=True
        )
    )
    if scope.club_game is not None:
        clubs.add(scope.club_game.club_id)
    maker = engine(scope.engine, scope.settings)
    steps = []
    for match in rows:
        changes = replay.unpacked(bytes(match.body))
        own = next((each for each in changes if each.player == player.pk), None)
        if own is not None:
            steps.append(_step(match, own, changes, scope, maker, clubs))
    return tuple(steps)


def _size() -> Subquery:
    """How many sat at the table, those too whom the list does not rate."""
    scores = SeatScore.objects.filter(
        record__table=OuterRef("table"), record__state=RecordState.CONFIRMED
    )
    return Subquery(scores.values("record__table").annotate(n=Count("pk")).values("n"))


def of_player(viewer: Actor, player: Player, clubs: Iterable[Club]) -> tuple[Standing, ...]:
    """The ratings of a player in the lists of ``clubs`` and everywhere, where they are listed."""
    ids = [club.pk for club in clubs]
    rows = Rating.objects.filter(player=player, matches__gt=0, scope__in=_rated()).filter(
        Q(scope__club_game=None) | Q(scope__club_game__club__in=ids)
    )
    found = []
    for row in rows.select_related("scope__club_game__club").order_by(
        "scope__kind", "scope__title", "scope_id"
    ):
        if player.pk in _names(viewer, row.scope, [player]):
            maker = engine(row.scope.engine, row.scope.settings)
            found.append(Standing(row.scope, _number(_state(row), row.scope, maker)))
    return tuple(found)


def casual_count(scope: RatingScope) -> int:
    """How many of the rated matches were casual ones."""
    return RatedMatch.objects.filter(
        scope=scope, number__lte=scope.count, play__isnull=False
    ).count()


def is_behind(scope: RatingScope) -> bool:
    """Whether something has come to count that the list does not have yet."""
    if scope.is_stale:
        return True
    marks = RatingMark.objects.all()
    if scope.club_game is not None:
        marks = marks.filter(rating_inputs.marked_in(scope.club_game.club_id))
    return marks.exists()


# --- pieces ---------------------------------------------------------------------------------


def _rated() -> QuerySet[RatingScope]:
    rows = RatingScope.objects.filter(count__gt=0).exclude(pk__in=_telling())
    return rows.select_related("club_game__club")


def _telling() -> frozenset[int]:
    """Lists that still hold a match which is kept back by now: they tell nothing to anybody
    until they are rated without it, whichever computation stores last.
    """
    back = list(Round.objects.filter(withheld.kept_back()).values_list("pk", flat=True))
    rows = RatedMatch.objects.filter(table__seating__round__in=back, number__lte=F("scope__count"))
    return frozenset(rows.values_list("scope", flat=True)) if back else frozenset()


def _names(viewer: Actor, scope: RatingScope, people: list[Player]) -> dict[int, str]:
    """Names of those who may be listed; who hides from the public is left out for it."""
    if scope.club_game is not None:
        club = scope.club_game.club
        full = permissions.sees_names(viewer, club)
        shown = pages.plain_names(people, club, full=full)
        return {
            player.pk: shown[player.pk]
            for player in people
            if full
            or player.pk == viewer.player_id
            or names.level_of(player, club) != NameLevel.HIDDEN
        }
    faces = profiles.public_faces(viewer, people)
    return {
        player.pk: faces[player.pk].name
        for player in people
        if player.pk in faces
        and (
            faces[player.pk].level != NameLevel.HIDDEN
            or bool(faces[player.pk].findable)
            or player.pk == viewer.player_id
        )
    }


def _ranks(values: Iterable[float]) -> dict[float, tuple[int, bool]]:
    """Rank and whether it is shared, by value; ``values`` fall."""
    found: dict[float, tuple[int, bool]] = {}
    for position, value in enumerate(values, start=1):
        found[value] = (found[value][0], True) if value in found else (position, False)
    return found


def _row(
    row: Rating,
    shown: Mapping[int, str],
    scope: RatingScope,
    maker: RatingEngine,
    rank: int | None,
    is_tied: bool,
) -> Row:
    number = _number(_state(row), scope, maker)
    return Row(row.player_id, shown[row.player_id], rank, is_tied, number)


def _state(row: Rating) -> State:
    return row.value, row.deviation, row.matches


def _number(state: State, scope: RatingScope, maker: RatingEngine) -> Number:
    return Number(
        maker.shown(state), maker.shown_deviation(state), state[2], state[2] < scope.provisional
    )


def _step(
    match: RatedMatch,
    own: Change,
    changes: Iterable[Change],
    scope: RatingScope,
    maker: RatingEngine,
    clubs: set[int],
) -> Step:
    places = [each.place for each in changes]
    play, table = match.play, match.table
    event = None if table is None else table.seating.round.stage.event
    club = event.club if event is not None else play.club if play is not None else None
    is_known = club is not None and club.pk in clubs
    ruleset = table.ruleset if table is not None else play.ruleset if play is not None else None
    is_found = is_known and play is not None and play.access != PlayAccess.LINK
    return Step(
        number=match.number,
        at=match.at,
        table_id=match.table_id,
        play=play.code if play is not None and is_found else "",
        event=event.name if event is not None and is_known else "",
        event_slug=event.slug if event is not None and is_known else "",
        club=club if is_known else None,
        game=ruleset.club_game.title if ruleset is not None and is_known else "",
        place=own.place,
        is_shared=places.count(own.place) > 1,
        size=match.size,  # type: ignore[attr-defined]  # annotated
        before=_number(own.before, scope, maker),
        after=_number(own.after, scope, maker),
    )
