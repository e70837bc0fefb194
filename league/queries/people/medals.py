"""What somebody won: the first three ranks of finished events and seasons, as everybody reads them.

From the published standings alone. Where a round's results are kept back, its event has no podium
yet; a standing that is held back, or older than the last result, has none either, whoever looks.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.core.cache import cache
from django.db.models import Exists, F, OuterRef, Q

from league import permissions
from league.core.enums import Audience, EventState, SeasonState
from league.models import Entry, Event, Round, Season, Snapshot, Stage
from league.queries import what_counts
from league.queries.standings import endings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import date, datetime

    from django.db.models import QuerySet

    from league.core.actors import Actor
    from league.models import Club, Player
    from league.queries.standings.standing_payload import StandingPayload

STEPS: Final = 3
_KEPT_S: Final = 30 * 24 * 3600
_FORMAT: Final = 2
Ranks = dict[int, int]


@dataclass(frozen=True, slots=True)
class Medal:
    """A rank at the end of an event or of a season, and when that was."""

    rank: int
    event: Event | None
    season: Season | None
    at: datetime | date


def is_told(event: Event, audience: Audience) -> bool:
    """Whether an event is over, and all that was played at it stands in what an audience reads."""
    if event.state != EventState.FINISHED:
        return False
    return Event.objects.filter(_told(audience), pk=event.pk).exists()


def _told(audience: Audience) -> Q:
    """Events that are over, and of which an audience reads all that was played."""
    return Q(
        ~Exists(Round.objects.filter(stage__event=OuterRef("pk"), is_withheld=True)),
        ~Exists(_behind(audience).filter(event=OuterRef("pk"))),
        state=EventState.FINISHED,
    )


def _behind(audience: Audience) -> QuerySet[Stage]:
    """Stages with rounds whose standing is held back, or lacks something of what counts by now."""
    whole = Snapshot.objects.filter(
        stage=OuterRef("pk"), audience=audience, as_of__gte=OuterRef("stale_at")
    ).exclude(body=b"")
    return Stage.objects.filter(~Exists(whole), Exists(Round.objects.filter(stage=OuterRef("pk"))))


def keeps_back(season: Season) -> bool:
    """Whether a round of a season is kept back, so that nobody can know who won."""
    return _kept_back().filter(stage__event__season=season).exists()


def _kept_back() -> QuerySet[Round]:
    """Rounds that nobody reads yet, of events that take place."""
    return Round.objects.filter(
        what_counts.taking_place("stage__event__"),
        stage__event__removed_at__isnull=True,
        is_withheld=True,
    )


def of_player(viewer: Actor, player: Player, clubs: Collection[Club]) -> tuple[Medal, ...]:
    """The medals of somebody in these clubs, seasons first, the latest first."""
    seasons = permissions.visible(Season.objects.all(), viewer).filter(
        ~Exists(_kept_back().filter(stage__event__season=OuterRef("pk"))),
        Exists(Entry.objects.filter(event__season=OuterRef("pk"), player=player)),
        club__in=list(clubs),
        state=SeasonState.FINISHED,
    )
    events = permissions.visible(Event.objects.all(), viewer).filter(
        _told(Audience.PUBLIC),
        Exists(Entry.objects.filter(event=OuterRef("pk"), player=player, is_filler=False)),
        club__in=list(clubs),
    )
    of_seasons = _of_seasons(list(seasons.select_related("club")))
    of_events = _of_events(list(events.select_related("club", "season")))
    found = [
        Medal(ranks[player.pk], None, season, season.ends_on)
        for season, ranks in of_seasons
        if player.pk in ranks
    ]
    found.sort(key=lambda medal: str(medal.at), reverse=True)
    won = [
        Medal(ranks[player.pk], event, None, event.starts_at)
        for event, ranks in of_events
        if player.pk in ranks
    ]
    won.sort(key=lambda medal: str(medal.at), reverse=True)
    return (*found, *won)


def _of_seasons(rows: Collection[Season]) -> list[tuple[Season, Ranks]]:
    whole = Snapshot.objects.filter(season__in=list(rows), as_of__gte=F("season__stale_at"))
    kept = _stored(whole, "season_id")
    return [(row, kept[row.pk]) for row in rows if row.pk in kept]


def _of_events(rows: Collection[Event]) -> list[tuple[Event, Ranks]]:
    stages: dict[int, list[int]] = {}
    pks = [row.pk for row in rows]
    for pk, event in (
        Stage.objects.filter(event__in=pks).order_by("number").values_list("pk", "event_id")
    ):
        stages.setdefault(event, []).append(pk)
    single = {found[0]: event for event, found in stages.items() if len(found) == 1}
    kept = _stored(Snapshot.objects.filter(stage__in=list(single)), "stage_id")
    ranks = {single[stage]: found for stage, found in kept.items()}
    ranks.update(_over_stages([row for row in rows if len(stages.get(row.pk, ())) > 1]))
    return [(row, ranks[row.pk]) for row in rows if row.pk in ranks]


def _over_stages(events: Collection[Event]) -> dict[int, Ranks]:
    """The first three over all stages; as the public counts them, kept as long as that stands."""
    stands = Snapshot.objects.filter(stage__event__in=list(events), audience=Audience.PUBLIC)
    digests: dict[int, list[str]] = {event.pk: [] for event in events}
    for event, digest in stands.order_by("stage").values_list("stage__event", "digest"):
        digests[event].append(digest[:12])
    keys = {pk: f"medals:{_FORMAT}:event{pk}:{'-'.join(said)}" for pk, said in digests.items()}
    kept: dict[str, Ranks] = cache.get_many(list(keys.values()))
    fresh = {
        keys[event.pk]: first_ranks(
            (row.player_id, row.rank) for row in endings.ended_for_all(event)
        )
        for event in events
        if keys[event.pk] not in kept
    }
    if fresh:
        cache.set_many(fresh, _KEPT_S)
    return {pk: {**kept, **fresh}[key] for pk, key in keys.items()}


def _stored(snapshots: QuerySet[Snapshot], of: str) -> dict[int, Ranks]:
    """The first three of published standings, by the id of what they are of.

    Standings are large and podiums small: a body is read once as long as it stays the same.
    """
    stands = {
        f"medals:{_FORMAT}:{of}{scope}:{digest}": (pk, scope)
        for pk, digest, scope in snapshots.filter(audience=Audience.PUBLIC).values_list(
            "pk", "digest", of
        )
    }
    kept: dict[str, Ranks] = cache.get_many(list(stands))
    missing = {pk: key for key, (pk, _) in stands.items() if key not in kept}
    fresh = {
        missing[pk]: _in_body(bytes(body))
        for pk, body in Snapshot.objects.filter(pk__in=list(missing)).values_list("pk", "body")
    }
    if fresh:
        cache.set_many(fresh, _KEPT_S)
    return {stands[key][1]: ranks for key, ranks in {**kept, **fresh}.items()}


def _in_body(body: bytes) -> Ranks:
    if not body:  # never published, or hidden since
        return {}
    payload: StandingPayload = json.loads(body)
    if not (payload["rounds"] or payload["evenings"]):
        return {}
    return first_ranks((row["player"], row["rank"]) for row in payload["rows"])


def first_ranks(rows: Iterable[tuple[int, int | None]]) -> Ranks:
    """The ranks of a podium: nobody is on it for being the last."""
    ranked = {player: rank for player, rank in rows if rank is not None}
    return {player: rank for player, rank in ranked.items() if rank <= STEPS and rank < len(ranked)}
