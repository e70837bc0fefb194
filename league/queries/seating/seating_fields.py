"""Everything a draw may look at: who is here, what they played with whom, which games there are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from league.core.enums import EntryState, EventState, RecordState, RoundEntryState, SeatingState
from league.models import Entry, RoundEntry, Seat
from league.queries import what_counts
from league.queries.seating import apart, seating_wishes, strengths
from league.queries.standings import cuts, standings
from league.seating.errors import SeatingError
from league.seating.history import Past, faded
from league.seating.preferences import Preferences, preferences_from_json
from league.seating.split import table_splits
from league.seating.types import Field, FieldPlayer, GameChoice, Split, pair
from league.standings.points import scheme_from_json

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from league.models import Event, Round, Ruleset, Stage
    from league.queries.seating.seating_wishes import Wishes
    from league.standings.contract import PointsScheme

_SAT_OUT = (RoundEntryState.BYE, RoundEntryState.SITS_OUT)
_NOT_AT_A_TABLE = (*_SAT_OUT, RoundEntryState.REQUESTED_BYE)


class _Place(NamedTuple):
    table: int
    entry: int
    position: int
    ruleset: int


class _PastPlace(NamedTuple):
    evening: int
    table: int
    player: int
    position: int
    ruleset: int


def collect(
    stage: Stage,
    *,
    before: Round | None,
    entries: Collection[int] | None = None,
    with_scores: bool = True,
    with_strength: bool = False,
) -> Field:
    """The field of the stage's next round, players as ids of entries.

    Args:
        before: the round that is being seated; it and everything later is no history.
        entries: who takes part; left out, everybody registered and in the room.
        with_strength: whether the method shares out strength.
    """
    event = stage.event
    people = _people(stage, entries)
    games = offered(stage)
    places = _places(event, before)
    fillers = set(Entry.objects.filter(event=event, is_filler=True).values_list("pk", flat=True))
    met = Counter(  # a filler is nobody's opponent, however often they sit together
        pair(a, b)
        for group in _groups(places)
        for a, b in combinations(sorted({place.entry for place in group} - fillers), 2)
    )
    byes, last_out = _byes(event, before, people)
    scores = _scores(stage) if with_scores else {}
    before_today = _season_places(event)
    seats, off_size = _fairness(
        [*places, *_as_entries(before_today, people)], games, stage.size_preferred
    )
    by_player = {row.player_id: row.pk for row in people}
    prefers = preferences_of(stage)
    strength = _strength(stage, by_player) if with_scores and with_strength else {}
    teams = seating_wishes.teams(people)
    offered_here = {game.ruleset for game in games}
    players = tuple(
        _wishing(
            FieldPlayer(
                id=row.pk,
                score=scores[row.player_id][0] if row.player_id in scores else None,
                rank=scores[row.player_id][1] if row.player_id in scores else None,
                byes=byes[row.pk],
                sat_out_last=row.pk in last_out,
                off_size=off_size[row.pk],
                seats=_seat_counts(seats[row.pk]),
                strength=strength.get(row.pk),
                groups=teams.get(row.pk, frozenset()),
            ),
            seating_wishes.of(row),
            offered_here,
            prefers.step_free,
        )
        for row in people
    )
    rivals = {player: pk for player, pk in by_player.items() if pk not in fillers}
    past = _met_in_season(before_today, rivals, Fraction(prefers.fading, 100))
    return prefers.applied(
        Field(
            players=players,
            games=games,
            apart=_apart(event, by_player),
            near=seating_wishes.near_pairs(people),
            elsewhere=_elsewhere(event, by_player),
            sizes=prefers.size_rule(stage.size_preferred, stage.max_tables),
            met=dict(met),
            met_season=past.times,
            faded=past.weights,
            requested_byes=frozenset(row.pk for row in people if row.wants_bye),
        )
    )


def preferences_of(stage: Stage) -> Preferences:
    """How the stage seats; what was stored by another version and is not known counts as usual."""
    try:
        return preferences_from_json(stage.seating)
    except SeatingError:
        return Preferences()


def _wishing(
    player: FieldPlayer, wishes: Wishes, offered_here: set[int], step_free: tuple[int, ...]
) -> FieldPlayer:
    """The player with those wishes that mean something among these games and tables."""
    if wishes.is_empty:
        return player
    refuses = frozenset(wishes.refuses) & offered_here
    return replace(
        player,
        wants=(frozenset(wishes.wants) & offered_here) - refuses,
        refuses=refuses,
        needs=frozenset(step_free) if wishes.step_free else frozenset(),
        likes=frozenset(wishes.tables),
        part=wishes.part,
    )


def planning_field(stage: Stage, games: tuple[GameChoice, ...] | None = None) -> Field:
    """A field without players: enough to cut head-counts into tables."""
    return Field(
        players=(),
        games=offered(stage) if games is None else games,
        sizes=preferences_of(stage).size_rule(stage.size_preferred, stage.max_tables),
    )


def usual_split(stage: Stage) -> tuple[int, Split | None]:
    """How many are here, or before that entered, and the tables they would fill by size alone."""
    entered = Entry.objects.filter(event=stage.event_id, state=EntryState.REGISTERED)
    people = here(stage).count() or entered.count()
    found = table_splits(people, planning_field(stage), keep=1) if people else ()
    return people, found[0] if found else None


def rulesets_of(stage: Stage) -> list[Ruleset]:
    """What tables of the stage may play, its own ruleset first."""
    others = stage.rulesets.select_related("club_game").order_by("name", "-version", "pk")
    return [stage.ruleset, *(row for row in others if row.pk != stage.ruleset_id)]


def offered(stage: Stage, rulesets: Iterable[Ruleset] | None = None) -> tuple[GameChoice, ...]:
    """The rulesets of the stage with the sizes that game, stage and points scheme allow.

    ``rulesets``: those of the stage, where they have been read already.
    """
    scheme = scheme_from_json(stage.scheme)
    choices = []
    for row in rulesets_of(stage) if rulesets is None else rulesets:
        sizes = sizes_allowed(row, stage, scheme)
        if sizes:
            choices.append(
                GameChoice(
                    ruleset=row.pk, low=sizes[0], high=sizes[-1], copies=row.club_game.copies
                )
            )
    return tuple(choices)


def sizes_allowed(ruleset: Ruleset, stage: Stage, scheme: PointsScheme) -> list[int]:
    """The longest run of table sizes that everybody allows, around the preferred one."""
    low = max(ruleset.seats_min, stage.size_min or 1, 2)
    high = min(ruleset.seats_max, stage.size_max or ruleset.seats_max)
    runs: list[list[int]] = [[]]
    for size in range(low, high + 1):
        if scheme.covers(size):
            runs[-1].append(size)
        elif runs[-1]:
            runs.append([])
    wish = min(max(stage.size_preferred, low), max(high, low))
    with_wish = [run for run in runs if wish in run]
    return with_wish[0] if with_wish else max(runs, key=len)


def with_players(field: Field, entries: Iterable[int]) -> Field:
    """The same field that also knows ``entries``, without history where they are new to it."""
    known = {player.id for player in field.players}
    fresh = tuple(FieldPlayer(id=entry) for entry in entries if entry not in known)
    return replace(field, players=(*field.players, *fresh)) if fresh else field


def _people(stage: Stage, entries: Collection[int] | None) -> list[Entry]:
    rows = Entry.objects.filter(event=stage.event_id)
    rows = here(stage) if entries is None else rows.filter(pk__in=entries)
    return list(rows.order_by("pk"))


def here(stage: Stage) -> QuerySet[Entry]:
    """Who is in the room for the stage's next round; of a final those who go on to it."""
    rows = Entry.objects.filter(event=stage.event_id, state=EntryState.REGISTERED, is_present=True)
    only = cuts.going_on(stage)
    return rows if only is None else rows.filter(pk__in=only)


def _places(event: Event, before: Round | None) -> list[_Place]:
    seats = Seat.objects.filter(
        seating__round__stage__event=event,
        seating__state=SeatingState.PUBLISHED,
        table__isnull=False,
    )
    if before is not None and not before.is_rolling:
        seats = seats.exclude(seating__round_id=before.pk)
    rows = seats.order_by("pk").values_list("table", "entry", "position", "table__ruleset")
    return [
        _Place(table or 0, entry, position or 0, rule or 0) for table, entry, position, rule in rows
    ]


def _groups(places: Iterable[_Place]) -> list[list[_Place]]:
    tables: dict[int, list[_Place]] = defaultdict(list)
    for place in places:
        tables[place.table].append(place)
    return list(tables.values())


def _fairness(
    places: Iterable[_Place], games: tuple[GameChoice, ...], preferred: int
) -> tuple[Mapping[int, Counter[int]], Counter[int]]:
    """How often everybody had each seat, and how often a table of unusual size."""
    liked = {game.ruleset: min(max(preferred, game.low), game.high) for game in games}
    seats: dict[int, Counter[int]] = defaultdict(Counter)
    off_size: Counter[int] = Counter()
    for group in _groups(places):
        for place in group:
            seats[place.entry][place.position] += 1
            if len(group) != liked.get(place.ruleset, preferred):
                off_size[place.entry] += 1
    return seats, off_size


def _seat_counts(counts: Counter[int]) -> tuple[int, ...]:
    return tuple(counts[seat] for seat in range(1, max(counts, default=0) + 1))


def _byes(
    event: Event, before: Round | None, people: list[Entry]
) -> tuple[Counter[int], frozenset[int]]:
    """Byes so far (of the season, where there is one), and who sat out the last round."""
    players = {row.player_id: row.pk for row in people}
    rows = RoundEntry.objects.filter(
        what_counts.taking_place("round__stage__event__"),
        entry__player__in=players,
        state__in=_NOT_AT_A_TABLE,
    )
    if event.season_id:
        rows = rows.filter(round__stage__event__season=event.season_id)
    else:
        rows = rows.filter(round__stage__event=event)
    if before is not None:
        rows = rows.exclude(round_id=before.pk)
    last = (
        RoundEntry.objects.filter(round__stage__event=event)
        .exclude(round_id=before.pk if before else 0)
        .order_by("-round__stage__number", "-round__number")
        .values_list("round", flat=True)
        .first()
    )
    byes: Counter[int] = Counter()
    last_out = set()
    for round_id, player, state in rows.values_list("round", "entry__player", "state"):
        if state in _SAT_OUT:
            byes[players[player]] += 1
        if round_id == last:
            last_out.add(players[player])
    return byes, frozenset(last_out)


def _season_places(event: Event) -> list[_PastPlace]:
    """Places at the other events of the season, the latest event first."""
    if not event.season_id:
        return []
    rows = (
        Seat.objects.filter(
            what_counts.taking_place("seating__round__stage__event__"),
            seating__round__stage__event__season=event.season_id,
            seating__state=SeatingState.PUBLISHED,
            table__isnull=False,
        )
        .exclude(seating__round__stage__event=event)
        .order_by("-seating__round__stage__event__starts_at", "-seating__round__stage__event", "pk")
        .values_list(
            "seating__round__stage__event", "table", "entry__player", "position", "table__ruleset"
        )
    )
    return [
        _PastPlace(evening, table or 0, player, position or 0, rule or 0)
        for evening, table, player, position, rule in rows
    ]


def _as_entries(past: Iterable[_PastPlace], people: Iterable[Entry]) -> list[_Place]:
    """The same places, their players as entries of today; others keep no number of their own."""
    today = {row.player_id: row.pk for row in people}
    return [
        _Place(place.table, today.get(place.player, 0), place.position, place.ruleset)
        for place in past
    ]


def _met_in_season(
    places: Iterable[_PastPlace], by_player: Mapping[int, int], keep: Fraction
) -> Past:
    """Meetings at the other events of the season, the nearer the heavier."""
    evenings: dict[int, dict[int, list[int]]] = {}
    for place in places:
        tables = evenings.setdefault(place.evening, {})
        if place.player in by_player:
            tables.setdefault(place.table, []).append(by_player[place.player])
    return faded([list(tables.values()) for tables in evenings.values()], keep)


def _elsewhere(event: Event, by_player: Mapping[int, int]) -> frozenset[int]:
    """Entries whose player has an open seat at another event at this moment."""
    rows = (
        Seat.objects.filter(
            is_open=True,
            table__isnull=False,
            seating__state=SeatingState.PUBLISHED,
            seating__round__stage__event__state=EventState.RUNNING,
            entry__player__in=list(by_player),
        )
        .exclude(seating__round__stage__event=event)
        .exclude(table__records__state=RecordState.CONFIRMED)
        .values_list("entry__player", flat=True)
    )
    return frozenset(by_player[player] for player in rows)


def _strength(stage: Stage, by_player: Mapping[int, int]) -> dict[int, Fraction]:
    """How strong everybody is, by entry; whoever is unknown is left out."""
    found = strengths.of_stage(stage, by_player.keys())
    return {by_player[player]: value for player, value in found.items()}


def _apart(event: Event, by_player: Mapping[int, int]) -> frozenset[tuple[int, int]]:
    """Entries that the club never seats together."""
    return frozenset(
        pair(by_player[a], by_player[b]) for a, b in apart.pairs(event.club_id, by_player.keys())
    )


def _scores(stage: Stage) -> dict[int, tuple[Fraction, int | None]]:
    """Points and rank of every player in the stage's live standing; nobody's before round 2."""
    return standings.scores(stage) if stage.rounds.exists() else {}
