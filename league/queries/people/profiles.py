"""A player's page: what they played, against whom, as far as the viewer may know."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Q

from league import permissions, withheld
from league.core.enums import NameLevel
from league.models import Club, Entry, Event, Membership, Player, SeatScore
from league.queries import what_counts
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from league.core.actors import Actor

_STRICTNESS = (NameLevel.FULL, NameLevel.INITIAL, NameLevel.NICKNAME, NameLevel.HIDDEN)


@dataclass(frozen=True, slots=True)
class Face:
    """How somebody is shown where several clubs meet.

    ``findable`` are the words by which a search may find them, ``hint`` tells namesakes apart.
    """

    name: str
    club: str
    level: NameLevel
    findable: str
    hint: str


@dataclass(frozen=True, slots=True)
class Match:
    """One confirmed result from one player's side.

    ``has_hour``: results from elsewhere know the day they were played on, and no more. A place is
    shared with other sides; a co-operative match is won or lost and has no places.
    """

    event: str
    event_slug: str
    occasion: Event
    game: str
    at: datetime
    round_number: int
    place: int
    is_shared: bool
    size: int
    points: Fraction | None
    seat: int
    has_hour: bool = True
    is_drawn: bool = False
    is_cooperative: bool = False

    @property
    def is_first(self) -> bool:
        """Alone or with others; at a drawn table, and where all lost together, nobody is."""
        return self.place == 1 and not self.is_drawn

    @property
    def is_won(self) -> bool:
        return self.is_first and not self.is_shared

    @property
    def is_lost(self) -> bool:
        return self.place != 1 or (self.is_cooperative and self.is_drawn)


@dataclass(frozen=True, slots=True)
class PlaceCount:
    """Places at one kind of table: ``counts[0]`` is the number of first places."""

    label: str
    size: int
    matches: int
    counts: tuple[int, ...]
    mean: Fraction


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody met; who ``is_named`` has a page of the matches with them."""

    player_id: int
    name: str
    is_named: bool
    met: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Profile:
    """All that a player's page shows; everything is empty for somebody without a match."""

    player: Player
    face: Face
    clubs: tuple[Club, ...]
    matches: tuple[Match, ...]
    by_game: tuple[PlaceCount, ...]
    by_size: tuple[PlaceCount, ...]
    by_seat: tuple[PlaceCount, ...]
    opponents: tuple[Opponent, ...]

    @property
    def wins(self) -> int:
        return sum(match.is_first for match in self.matches)

    @property
    def placed(self) -> tuple[Match, ...]:
        """The matches that had places: all but the co-operative ones."""
        return _placed(self.matches)

    @property
    def events(self) -> int:
        return len({match.event_slug for match in self.matches})


def profile(viewer: Actor, player_id: int, *, via: str = "") -> Profile | None:
    """The page of a player; ``None`` where the viewer may not know of them.

    Args:
        via: the address of a club that the viewer came from; it opens what happened in a club
            that only its link finds.
    """
    clubs = clubs_seen(viewer, via)
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        return None
    face = faces(viewer, [player], clubs).get(player.pk)
    if face is None:
        return None
    scores = _scores(viewer, player, clubs)
    others = _others(player, [score.record_id for score in scores])
    matches = tuple(match for _, match in _latest_first(scores, others))
    placed = _placed(matches)
    own = frozenset(_clubs_of(viewer, [player], clubs)[player.pk])
    return Profile(
        player=player,
        face=face,
        clubs=tuple(club for pk, club in clubs.items() if pk in own),
        matches=matches,
        by_game=_counts(placed, lambda match: match.game),
        by_size=_counts(placed, lambda match: match.size),
        by_seat=_counts(placed, lambda match: match.seat),
        opponents=_opponents(viewer, player, scores, others, clubs),
    )


def clubs_seen(viewer: Actor, via: str) -> dict[int, Club]:
    """The clubs whose matches the viewer sees on players' pages."""
    return {club.pk: club for club in _clubs(viewer, via)}


def matches_of(
    viewer: Actor, player: Player, clubs: Collection[int], *, within: Q
) -> list[tuple[_Score, Match]]:
    """Some matches of a player, as the viewer sees them, the latest first."""
    scores = _scores(viewer, player, clubs, within)
    return _latest_first(scores, _others(player, [score.record_id for score in scores], within))


def results_of(viewer: Actor, player: Player, clubs: Collection[int]) -> QuerySet[SeatScore]:
    """A player's results in these clubs that count and that the viewer knows."""
    return SeatScore.objects.filter(
        withheld.told(viewer, "record__"),
        what_counts.results("record__"),
        entry__player=player,
        entry__is_filler=False,
        record__stage__event__club__in=list(clubs),
    )


# --- names where several clubs meet ---------------------------------------------------------


def public_faces(viewer: Actor, people: Sequence[Player]) -> dict[int, Face]:
    """The faces of ``people`` in clubs that want to be found and in the viewer's own."""
    return faces(viewer, people, {club.pk: club for club in _clubs(viewer, "")})


def faces(viewer: Actor, people: Sequence[Player], clubs: Mapping[int, Club]) -> dict[int, Face]:
    """How each of ``people`` is shown; who is in none of the clubs is left out.

    Clubs may show more or less of a name. Where they meet, the strictest holds, so that no page
    tells what another one hides; organizers see the full name of their own people.
    """
    found: dict[int, Face] = {}
    wholly: dict[int, set[int]] = {}  # the clubs in which the viewer reads the whole name
    full = {pk for pk, club in clubs.items() if permissions.sees_names(viewer, club)}
    member_of = _clubs_of(viewer, people, clubs)
    for player in people:
        ids = member_of[player.pk]
        if not ids:
            continue
        own = [clubs[pk] for pk in ids]
        strictest = max(own, key=lambda club: _STRICTNESS.index(names.level_of(player, club)))
        level = names.level_of(player, strictest)
        name = names.public_name(player, strictest)
        is_open = level == NameLevel.FULL
        if any(pk in full for pk in ids):
            name, is_open = player.name, True
        hint = player.nickname if is_open else ""
        if is_open:
            wholly[player.pk] = {
                club.pk
                for club in own
                if club.pk in full or names.level_of(player, club) == NameLevel.FULL
            }
        findable = "" if level == NameLevel.HIDDEN and not is_open else f"{name} {hint}"
        label = ", ".join(club.name for club in sorted(own, key=lambda club: club.sort_key)[:2])
        found[player.pk] = Face(name, label, level, findable, hint)
    named = {pk: face for pk, face in found.items() if face.findable}  # all but the hidden
    numbers = _numbers({pk: wholly[pk] for pk in named if pk in wholly})
    told = names.distinct(
        {pk: face.name for pk, face in named.items()},
        {pk: (face.hint, numbers.get(pk, "")) for pk, face in named.items()},
    )
    return {pk: replace(face, name=told.get(pk, face.name)) for pk, face in found.items()}


def _numbers(told: Mapping[int, Collection[int]]) -> dict[int, str]:
    """Numbers in those clubs that may tell them, of the first of these that gave one."""
    rows = Membership.objects.filter(player__in=list(told), until__isnull=True)
    found = rows.exclude(member_no="").order_by("-id")
    return {
        player: number
        for player, club, number in found.values_list("player_id", "club_id", "member_no")
        if club in told[player]
    }


def _clubs(viewer: Actor, via: str) -> QuerySet[Club]:
    rows = permissions.visible(Club.objects.all(), viewer, listed=True)
    if via:
        rows = rows | permissions.visible(Club.objects.filter(slug=via), viewer)
    return rows.order_by("sort_key", "id")


def _clubs_of(
    viewer: Actor, people: Sequence[Player], clubs: Mapping[int, Club]
) -> Mapping[int, list[int]]:
    ids = [player.pk for player in people]
    found: dict[int, dict[int, None]] = defaultdict(dict)
    pairs = [
        *Membership.objects.filter(player__in=ids).order_by("id").values_list("player", "club"),
        *Entry.objects.filter(withheld.announced(viewer, "event__"), player__in=ids)
        .order_by("player", "event__club")
        .values_list("player", "event__club")
        .distinct(),
    ]
    for player, club in pairs:
        if club in clubs:
            found[player][club] = None
    return defaultdict(list, {player: list(of) for player, of in found.items()})


# --- matches ------------------------------------------------------------------------------


class _Score(NamedTuple):
    """A seat's result with what its match is told by: rows of models would take seconds of a
    long career."""

    record_id: int
    place: int
    points: int | None
    position: int
    side: int | None
    outcome: Mapping[str, object]
    played_at: datetime | None
    game: str
    method: str
    is_rolling: bool
    round_number: int
    event_id: int


_COLUMNS = (
    *("record_id", "place", "points", "position", "side", "record__outcome"),
    *("record__table__played_at", "record__table__ruleset__club_game__title"),
    *("record__table__seating__method", "record__table__seating__round__is_rolling"),
    *("record__table__seating__round__number", "record__stage__event_id"),
)


def _scores(
    viewer: Actor, player: Player, clubs: Collection[int], within: Q | None = None
) -> list[_Score]:
    rows = results_of(viewer, player, clubs).filter(within or Q())
    return [_Score._make(row) for row in rows.values_list(*_COLUMNS)]


def _latest_first(
    scores: Sequence[_Score], others: Mapping[int, Sequence[_Other]]
) -> list[tuple[_Score, Match]]:
    events = Event.objects.select_related("club").in_bulk({score.event_id for score in scores})
    found = [
        (score, _match(score, events[score.event_id], others[score.record_id])) for score in scores
    ]
    found.sort(key=lambda pair: (pair[1].at, pair[1].round_number), reverse=True)
    return found


class _Other(NamedTuple):
    """Another seat of a match; ``side`` is empty for who plays alone."""

    player: int
    place: int
    side: int | None
    is_filler: bool


def _against(score: _Score, others: Iterable[_Other]) -> list[_Other]:
    return [other for other in others if other.side is None or other.side != score.side]


def _placed(matches: Iterable[Match]) -> tuple[Match, ...]:
    return tuple(match for match in matches if not match.is_cooperative)


def _others(
    player: Player, record_ids: Sequence[int], within: Q | None = None
) -> Mapping[int, list[_Other]]:
    """Per record the other seats."""
    # By a subquery: a list of ids grows past what a database takes in one statement.
    results = what_counts.results("record__")
    played = SeatScore.objects.filter(within or Q(), results, entry__player=player)
    rows = SeatScore.objects.filter(record__in=played.values("record")).values_list(
        "record_id", "entry__player_id", "place", "side", "entry__is_filler"
    )
    wanted = set(record_ids)
    found: dict[int, list[_Other]] = defaultdict(list)
    for record_id, other, *seat in rows:
        if record_id in wanted and other != player.pk:
            found[record_id].append(_Other._make((other, *seat)))
    return found


def _match(score: _Score, event: Event, others: Sequence[_Other]) -> Match:
    scale = int(str(score.outcome.get("scale", 0)))
    against = _against(score, others)
    return Match(
        event=event.name,
        event_slug=event.slug,
        occasion=event,
        game=score.game,
        at=score.played_at or event.starts_at,
        round_number=score.round_number,
        place=score.place,
        is_shared=any(other.place == score.place for other in against),
        size=len(others) + 1,
        points=None if score.points is None else Fraction(score.points, 10**scale),
        seat=score.position,
        has_hour=not _is_imported(score, event),
        is_drawn=bool(score.outcome["drawn"]),
        is_cooperative=score.side is not None and not against,
    )


def _is_imported(score: _Score, event: Event) -> bool:
    """By the marks that ``services.result_rows`` leaves: all of a day at its nominal hour."""
    is_whole_day = score.played_at == event.starts_at and score.is_rolling
    return is_whole_day and score.method == "fixed"


def _counts(matches: Iterable[Match], key: Callable[[Match], str | int]) -> tuple[PlaceCount, ...]:
    groups: dict[str | int, list[Match]] = defaultdict(list)
    for match in matches:
        groups[key(match)].append(match)
    rows = []
    for label, group in groups.items():
        places = Counter(match.place for match in group)
        most = max(match.size for match in group)
        rows.append(
            PlaceCount(
                label=label if isinstance(label, str) else "",
                size=label if isinstance(label, int) else 0,
                matches=len(group),
                counts=tuple(places[place] for place in range(1, most + 1)),
                mean=Fraction(sum(match.place for match in group), len(group)),
            )
        )
    return tuple(sorted(rows, key=lambda row: (row.size, -row.matches, row.label)))


def _opponents(
    viewer: Actor,
    player: Player,
    scores: Iterable[_Score],
    others: Mapping[int, Sequence[_Other]],
    clubs: Mapping[int, Club],
) -> tuple[Opponent, ...]:
    met: Counter[int] = Counter()
    ahead: Counter[int] = Counter()
    behind: Counter[int] = Counter()
    for score in scores:
        for other in _against(score, others[score.record_id]):
            if other.is_filler:
                continue
            met[other.player] += 1
            ahead[other.player] += score.place < other.place
            behind[other.player] += score.place > other.place
    people = list(Player.objects.filter(pk__in=list(met)))
    seen = faces(viewer, [player, *people], clubs)  # a namesake of the page's own is told apart
    rows = [
        Opponent(pk, face.name, bool(face.findable), met[pk], ahead[pk], behind[pk])
        for pk, face in seen.items()
        if pk in met
    ]
    return tuple(sorted(rows, key=lambda row: (-row.met, names.fold(row.name), row.player_id)))
