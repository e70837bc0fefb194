"""The confirmed matches of a club, or of somebody in it, as a file of BG Stats."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.db.models import Prefetch

from league import permissions
from league.core.actions import Action
from league.lists.bg_stats import SOURCE
from league.lists.bg_stats_beside import Beside, of_stored
from league.models import BgStatsPlayer, MatchRecord, Player, SeatScore
from league.queries import what_counts
from league.queries.records import bg_stats_ids
from league.queries.records.records import is_won, side_of
from league.queries.records.result_list import decimal
from league.queries.standings.counted_rows import higher_wins
from league.times import wall_time
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import QuerySet

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Club

AT_ONCE = 500
EXPANSIONS_FROM = 100_001  # numbers in the file, above those of games
_MOMENT = "%Y-%m-%d %H:%M:%S"


def of_club(viewer: Actor, club: Club, player: Player | None = None) -> dict[str, JSON]:
    """What the app calls an export: people, games, places and plays, as the viewer sees them.

    The app's own ids of people and plays are for who manages the people: they lead to whole
    names in somebody's app.

    Args:
        player: leaves out the matches of others.
    """
    rows = permissions.visible(MatchRecord.objects.filter(stage__event__club=club), viewer)
    rows = rows.filter(what_counts.results())
    if player is not None:
        rows = rows.filter(scores__entry__player=player)
    return _File(viewer, club).written(rows)


class _File:
    """One file while it is put together: who and what it has met so far, by their numbers."""

    def __init__(self, viewer: Actor, club: Club) -> None:
        self.club = club
        self.full = permissions.sees_names(viewer, club)
        self.games: dict[tuple[int, bool, bool | None], dict[str, JSON]] = {}
        self.expansions: dict[str, dict[str, JSON]] = {}
        self.places: dict[str, dict[str, JSON]] = {}
        self.people: dict[int, dict[str, JSON]] = {}
        self.uuids: dict[int, str] = {}
        self.plays_from_app: dict[int, str] = {}
        if self.full and permissions.can(viewer, Action.MANAGE_PEOPLE, club):
            told = BgStatsPlayer.objects.filter(club=club).order_by("-pk")
            self.uuids = dict(told.values_list("player_id", "uuid"))
            self.plays_from_app = bg_stats_ids.plays_from_app(club)

    def written(self, rows: QuerySet[MatchRecord]) -> dict[str, JSON]:
        met = SeatScore.objects.filter(record__in=rows.values("pk")).values("entry__player")
        self.called = names.shown(Player.objects.filter(pk__in=met), self.club, full=self.full)
        plays: list[JSON] = [self._play(row) for row in _batches(rows)]
        return {
            "about": SOURCE,
            "players": list(self.people.values()),
            "games": [*self.games.values(), *self.expansions.values()],
            "locations": list(self.places.values()),
            "plays": plays,
        }

    def _play(self, row: MatchRecord) -> dict[str, JSON]:
        table, event = row.table, row.stage.event
        told = of_stored(table.about) if self.full else Beside()
        scores = list(row.scores.all())
        won, is_drawn = is_won(row), bool(row.outcome["drawn"])
        scale = int(row.outcome.get("scale", 0))
        at = wall_time.wall(table.played_at or event.starts_at, wall_time.zone_of(event))
        sides = [side_of(score, row) for score in scores]
        seats: list[JSON] = [
            {
                "playerRefId": self._person(score.entry.player_id),
                "score": "" if score.points is None else decimal(score.points, scale),
                "rank": 0 if won is not None else score.place,
                "winner": won if won is not None else score.place == 1 and not is_drawn,
                "startPlayer": order == told.begins,
                "newPlayer": False,
                "seatOrder": order,
                "role": told.roles[order - 1] if order <= len(told.roles) else "",
                "team": "" if side is None else str(side),
            }
            for order, (score, side) in enumerate(zip(scores, sides, strict=True), start=1)
        ]
        ours = bg_stats_ids.own(self.club, "table", table.pk)
        return {
            "uuid": self.plays_from_app.get(table.pk, ours),
            "playDate": at.strftime(_MOMENT),
            "entryDate": at.strftime(_MOMENT),
            "modificationDate": at.strftime(_MOMENT),
            "gameRefId": self._game(row, is_together=won is not None),
            "locationRefId": self._place(event.place or told.place or self.club.name),
            "durationMin": told.minutes,
            "ignored": False,
            "manualWinner": True,
            "rounds": 0,
            "usesTeams": any(side is not None for side in sides),
            "comments": told.comment or event.name,
            "expansionPlays": [{"gameRefId": self._expansion(one)} for one in told.expansions],
            "playerScores": seats,
        }

    def _person(self, player: int) -> JSON:
        if player not in self.people:
            self.people[player] = {
                "id": len(self.people) + 1,
                "uuid": self.uuids.get(player) or bg_stats_ids.own(self.club, "player", player),
                "name": self.called[player].name,
                "isAnonymous": False,
            }
        return self.people[player]["id"]

    def _game(self, row: MatchRecord, *, is_together: bool) -> JSON:
        """A game of the file; one that the club plays in several ways is several there."""
        box = row.table.ruleset.club_game
        higher = higher_wins(box.game, json.dumps(row.ruleset.options, sort_keys=True))
        key = (box.pk, is_together, higher)
        if key not in self.games:
            kind = f"game:{'together' if is_together else higher}"
            self.games[key] = {
                "id": len(self.games) + 1,
                "uuid": bg_stats_ids.own(self.club, kind, box.pk),
                "name": box.title,
                "cooperative": is_together,
                "highestWins": higher is not False,
                "noPoints": higher is None,
                "usesTeams": False,
            }
        return self.games[key]["id"]

    def _expansion(self, title: str) -> JSON:
        key = names.fold(title)
        if key not in self.expansions:
            self.expansions[key] = {
                "id": EXPANSIONS_FROM + len(self.expansions),
                "uuid": bg_stats_ids.own(self.club, "expansion", key),
                "name": title,
                "isExpansion": True,
                "isBaseGame": False,
                "cooperative": False,
                "highestWins": True,
                "noPoints": False,
                "usesTeams": False,
            }
        return self.expansions[key]["id"]

    def _place(self, name: str) -> JSON:
        key = names.fold(name)
        if key not in self.places:
            self.places[key] = {
                "id": len(self.places) + 1,
                "uuid": bg_stats_ids.own(self.club, "place", key),
                "name": name,
            }
        return self.places[key]["id"]


def _batches(rows: QuerySet[MatchRecord]) -> Iterator[MatchRecord]:
    """The records in the order of their numbers, some at a time."""
    scores: Prefetch[Any] = Prefetch(  # Any: as the framework has it
        "scores", SeatScore.objects.select_related("entry").order_by("position")
    )
    found = (
        rows.select_related("table__ruleset__club_game", "ruleset", "stage__event__club")
        .prefetch_related(scores)
        .order_by("pk")
        .distinct()
    )
    last = 0
    while batch := list(found.filter(pk__gt=last)[:AT_ONCE]):
        yield from batch
        last = batch[-1].pk
