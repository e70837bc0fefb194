"""The rows of a season that comes in a file into a club that exists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from games import catalogue
from league import journal
from league.core.errors import BadInput
from league.core.facts import Fact
from league.lists import season_file as files
from league.models import Club, ClubGame, Event, Player, Ruleset
from league.queries.standings import season_file
from league.services.occasions import _season_rules as shelf
from league.services.occasions import events, seasons
from league.services.occasions._season_fields import stored
from league.services.occasions._season_rows import Rows

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.lists.season_file import SeasonFile
    from league.models import Season
    from league.services.occasions._season_fields import Told
    from league.services.occasions._season_people import PersonRow


class RowsInto(Rows):
    """Writes one file into ``club``; whom and what it knows already is not made again."""

    def __init__(self, by: Actor, told: Told, club: Club, people: Iterable[PersonRow]) -> None:
        super().__init__(by, told)
        self.club = club
        self.meant: Mapping[int, Player | None] = {row.number: row.player for row in people}

    def _club(self) -> Club:
        return self.club

    def _rulesets(self) -> None:
        made: dict[int, ClubGame] = {}
        told = {one["ruleset"]: one for one in self.told["rulesets"]}
        for row in shelf.rulesets(self.club, self.told):
            one = told[row.number]
            catalogue.get(one["game"]).sheet.options_from_json(one["options"])
            box = row.box or made.get(one["box"])
            if box is None:
                title = shelf.free_title(self.club, row.title)
                box = made[one["box"]] = stored(
                    ClubGame(club=self.club, game=one["game"], title=title)
                )
            low, high = one["seats"]
            self.rulesets[row.number] = row.ruleset or stored(
                Ruleset(
                    club=self.club,
                    club_game=box,
                    name=row.name,
                    version=shelf.next_version(self.club, row.name),
                    edition=one["edition"],
                    options=one["options"],
                    seats_min=low,
                    seats_max=high,
                )
            )

    def _season(self) -> Season:
        season = super()._season()
        journal.append(
            Fact.SEASON_CREATED,
            by=self.by,
            club=self.club,
            payload={"season": season.pk, "name": season.name, "slug": season.slug},
            stale_seasons=[season.pk],
        )
        return season

    def _season_slug(self, told: Told) -> str:
        slug = str(told["slug"])
        is_taken = self.club.seasons.filter(slug=slug).exists()
        return seasons.free_slug(self.club, str(told["name"])) if is_taken else slug

    def _event_slug(self, told: Told) -> str:
        slug = str(told["slug"])
        if not Event.objects.filter(slug=slug).exists():
            return slug
        day = datetime.fromisoformat(told["starts_at"]).date()
        return events.free_slug(str(told["name"]), day)

    def _known(self, told: Told) -> Player | None:
        return self.meant[told["player"]]

    def _check_events(self, events: Iterable[Told]) -> None:
        check_events(self.club, events)


def check_events(club: Club, told: Iterable[Told]) -> None:
    """Refuses a file of which the club has an event already: its results would count twice."""
    there = {
        (row.name, row.starts_at)
        for row in Event.objects.filter(club=club, removed_at__isnull=True).only(
            "name", "starts_at"
        )
    }
    for one in told:
        starts_at = datetime.fromisoformat(one["starts_at"])
        if (one["name"], starts_at) in there:
            raise BadInput(
                "season_file_played_here",
                field="file",
                event=str(one["name"]),
                day=starts_at.date().isoformat(),
            )


def compare(rows: Rows, file: SeasonFile, people: Iterable[PersonRow]) -> None:
    """Makes sure that what was stored gives the standings of the file, to the byte.

    Numbers, names, addresses and days are put as the file has them: the club may call people
    otherwise, and keep another time. Who is level stands in the order of the file's numbers
    where the club knows somebody.
    """
    rows.club.refresh_from_db()
    season: Told = file.season
    called = {one["player"]: str(one["name"]) for one in season["players"]}
    told: Any = season["standings"]  # Any: JSON
    made: Any = season_file.standings_as(
        rows.season,
        full=season["audience"] == "organizers",
        people={row.pk: (number, called[number]) for number, row in rows.players.items()},
    )
    evenings = {one["event"]: one for one in told["evenings"]}
    for one in made["evenings"]:
        if one["event"] in evenings:
            one.update({name: evenings[one["event"]][name] for name in ("slug", "day")})
    if any(row.player is not None for row in people):
        told, made = ({**each, "rows": _levelled(each["rows"])} for each in (told, made))
    if files.canonical(made) != files.canonical(told):
        raise BadInput("season_file_differs", field="file")


def _levelled(rows: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:  # Any: JSON
    """Rows that say the same of several people, in the order of their numbers."""
    groups: dict[bytes, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[files.canonical({"rank": row["rank"], "values": row["values"]})].append(row)
    return [row for some in groups.values() for row in sorted(some, key=lambda it: it["player"])]
