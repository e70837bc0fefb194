"""One prepared site that holds every kind of secret, and every address at which one may look.

The addresses come from the URL configuration, those of the API too: a new one is asked by itself.
Nothing here is signed in or out: who looks is the test's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from league.core import actors
from league.core.enums import EventState, NameLevel, Role, RoundState, SeatingState, Visibility
from league.models import (
    Entry,
    Event,
    MatchRecord,
    Player,
    Season,
    Seat,
    Seating,
    SeatScore,
    Table,
    TableLink,
)
from league.services.occasions import removals
from league.services.standings import ratings, standings
from league.words.names import fold
from tests import factories
from tests.practice.addresses import OWN, Site, all_routes, site

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

# Of somebody who shows a nickname to the public.
PERSONAL = ("ida@club.example", "tiptoe", "1953", "MN-4711", "Brand", "whispered")
HIDDEN, MINOR = "Hedda Nightshade", "Mila Youngblood"
SECRETS: Mapping[str, tuple[str, ...]] = {
    "personal data": PERSONAL,
    "hidden name": ("Nightshade",),
    "minor": ("Youngblood",),
    "withheld round": ("7890", "8765", "6543"),
    "event not announced": ("Velvet Moth", "Quietman"),
    "members-only club": ("Copper Vault",),
    "removed": ("Gilded Newt",),
    "guest of what was removed": ("Ottwin Gauss",),
}
SEEN = ("Tin Owl", "Person C", "Idefix")  # what everybody may read: else the walk went nowhere
KEPT = ("there", "withheld", "draft", "hidden", "closed")
REMOVED = ("removed", "removed season", "removed club")
# What does not exist for others: its addresses answer as if nothing was there.
ABSENT = ("draft", "hidden", "closed", *REMOVED)
_TABLE = ("table_id", "seating_id", "round_id")
_EVENT = (*_TABLE, "event_id", "stage_id", "entry_id", "record_id", "number")
NUMBERS: Mapping[str, tuple[str, ...]] = {
    "there": (),
    "withheld": (),
    "draft": _TABLE,
    "hidden": _EVENT,
    "closed": (*_EVENT, "season_id", "player_id", "pk", "scope_id"),
    "removed": _EVENT,
    "removed season": (*_EVENT, "season_id"),
    "removed club": (*_EVENT, "season_id", "player_id", "pk", "scope_id"),
}
NAMES: Mapping[str, dict[str, object]] = {
    "hidden": {"event_slug": "no-such-evening"},
    "closed": {"event_slug": "no-such-evening", "club_slug": "no-such-club", "season_slug": "no"},
    "removed": {"event_slug": "no-such-evening"},
    "removed season": {"event_slug": "no-such-evening", "season_slug": "no"},
    "removed club": {
        "event_slug": "no-such-evening",
        "club_slug": "no-such-club",
        "season_slug": "no",
    },
}
QUESTION = "?expand=player&fields=email,birth_year&search=idefix&q=idefix&name=idefix"


@dataclass(frozen=True, slots=True)
class Address:
    """Where one may look; ``nothing`` is the same for what is not there, where one must not see."""

    place: str
    path: str
    nothing: str


@dataclass
class Prepared:
    """A club that is open to all, one for its members alone, what is kept back in the first, and
    what was removed: an evening and a season of the first, and a club.

    ``values`` are what stands in addresses, by the place that they lead to; ``record`` is that of
    the withheld round, ``hidden`` the event that is not announced.
    """

    there: Site
    closed: Site
    player: Player
    record: MatchRecord
    draft: Seating
    values: Mapping[str, dict[str, object]]
    hidden: Event

    def addresses(self, *, of: Collection[str] = KEPT) -> list[Address]:
        """Every address for everything there is at these places, each once."""
        found: dict[str, Address] = {}
        for place in of:
            values = self.values[place]
            at = self.closed if place == "closed" else self.there
            gone = {**values, **dict.fromkeys(NUMBERS[place], 987_654), **NAMES.get(place, {})}
            for route, name in _routes():
                path = at.path(route, name, values)
                nothing = at.path(route, name, gone) if place in ABSENT else ""
                found.setdefault(path, Address(place, path, "" if nothing == path else nothing))
        return list(found.values())

    def play_otherwise(self) -> None:
        """Gives every secret that nobody may learn of by any number other contents."""
        scores = list(SeatScore.objects.filter(record=self.record).order_by("position"))
        for score, other in zip(scores, reversed(scores), strict=True):
            changed = SeatScore.objects.filter(pk=score.pk)
            changed.update(place=other.place, points=(other.points or 0) + 7)
        outcome = dict(self.record.outcome)
        outcome["places"] = list(reversed(outcome["places"]))
        outcome["points"] = [points + 7 for points in reversed(outcome["points"])]
        MatchRecord.objects.filter(pk=self.record.pk).update(outcome=outcome)
        seats = list(Seat.objects.filter(seating=self.draft).order_by("pk"))
        entries = [seat.entry_id for seat in seats]
        for seat in seats:
            Seat.objects.filter(pk=seat.pk).delete()
        for seat, entry in zip(seats, reversed(entries), strict=True):
            seat.entry_id = entry
            seat.save(force_insert=True)
        Event.objects.filter(pk=self.hidden.pk).update(name="Linen Wasp", place="Barn")
        count_again()


def prepared() -> Prepared:
    """Everything that is anybody's secret, on one site."""
    there = site(level=NameLevel.FULL)
    Player.objects.filter(pk=there.person.pk).update(name_level=NameLevel.NICKNAME)
    closed = site("Copper Vault", name="Nora Holm")
    closed.club.visibility = Visibility.MEMBERS
    closed.club.save()
    for row, name in zip(there.others, (HIDDEN, MINOR), strict=False):
        given, family = name.split(" ")
        Player.objects.filter(pk=row.pk).update(
            name=name,
            given=given,
            family=family,
            sort_key=fold(name),
            search_key=fold(name),
            name_level=NameLevel.HIDDEN if name == HIDDEN else "",
            is_minor=name == MINOR,
        )
    entries = list(there.event.entries.order_by("pk"))
    withheld = factories.round_(there.stage, is_withheld=True)
    table = factories.table(withheld, entries[:3])
    record = factories.played(table, [3, 1, 2], points=[6543, 8765, 7890])
    draft = factories.round_(there.stage, state=RoundState.DRAFT)
    planned = factories.table(draft, entries[2:6])
    Seating.objects.filter(pk=planned.seating_id).update(state=SeatingState.DRAFT)
    draft.round_entries.all().delete()
    hidden, table_there, record_there, guest = _not_announced(there)
    removed = _removed(there)
    player = factories.member(there.club, "Member Muster")
    factories.entry(there.event, player)
    count_again()
    values = {
        "there": _values(there, table=there.table, entry=entries[0].pk),
        "withheld": _values(there, table=table, record=record.pk),
        "draft": _values(there, table=planned, entry=entries[0].pk),
        "hidden": _values(there, table=table_there, record=record_there.pk, entry=guest.pk),
        "closed": _values(closed, table=closed.table) | {"club_slug": closed.club.slug},
        **removed,
    }
    return Prepared(there, closed, player, record, planned.seating, values, hidden)


def count_again() -> None:
    """Standings and ratings as they are with all that is there."""
    standings.recompute_all()
    ratings.recompute_all()


def _not_announced(there: Site) -> tuple[Event, Table, MatchRecord, Entry]:
    """An evening of the same season that is being played already, and a guest it alone knows."""
    hidden = factories.event(
        season=there.season,
        name="Velvet Moth",
        place="Velvet Moth cellar",
        notes="Velvet Moth",
        state=EventState.RUNNING,
        is_announced=False,
    )
    factories.event(
        season=there.season,
        name="Velvet Moth returns",
        state=EventState.OPEN,
        starts_at=timezone.now() + timedelta(days=2),
        is_announced=False,
    )
    stage = factories.stage(hidden, ruleset=there.stage.ruleset)
    people = [factories.entry(hidden, row) for row in (there.person, *there.others[:2])]
    people.append(factories.entry(hidden, factories.player("Nils Quietman"), is_guest=True))
    table = factories.table(factories.round_(stage), people)
    record = factories.played(table, [4, 3, 2, 1], points=[7890, 8765, 6543, 9999])
    return hidden, table, record, people[-1]


def _removed(there: Site) -> dict[str, dict[str, object]]:
    """An evening, a season with one, and a club with both, made by mistake and removed again."""
    name = "Gilded Newt"
    season = factories.season(there.club, name=f"{name} winter")
    club = factories.club(f"{name} club", description=name)
    for account in (there.admin, factories.account("newt@club.example")):
        factories.grant(account, Role.CLUB_ADMIN, club)
    ours = [there.person, *there.others[:2]]
    theirs = [factories.member(club, f"{name} {letter}") for letter in "ABC"]
    places = {
        "removed": (there.season, ours),
        "removed season": (season, ours),
        "removed club": (factories.season(club, name=f"{name} spring"), theirs),
    }
    found, tables = {}, {}
    for place, (of, people) in places.items():
        table = tables[place] = _made_by_mistake(of, name, people)
        entry = Entry.objects.filter(event=table.seating.round.stage.event_id).latest("pk")
        found[place] = _values(there, table=table, entry=entry.pk, record=987_654) | {
            "season_id": of.pk,
            "season_slug": of.slug,
        }
    game = tables["removed club"].ruleset.club_game
    found["removed club"] |= {
        "club_slug": club.slug,
        "player_id": theirs[0].pk,
        "pk": game.pk,
        "game_id": game.pk,
        "scope_id": 987_654,
    }
    for thing in (tables["removed"].seating.round.stage.event, season, club):
        removals.remove(by=actors.system("test"), thing=thing)
    return found


def _made_by_mistake(season: Season, name: str, people: Iterable[Player]) -> Table:
    """An evening that was seated and at which nothing was played."""
    event = factories.event(season=season, name=name, place=name, notes=name)
    stage = factories.stage(event, name=name)
    entries = [factories.entry(event, row) for row in people]
    entries.append(factories.entry(event, factories.player("Ottwin Gauss"), is_guest=True))
    return factories.table(factories.round_(stage), entries)


def _values(
    there: Site, *, table: Table, record: object = None, entry: object = None
) -> dict[str, object]:
    """What stands in addresses of a site that speak of one table and what is around it."""
    round_ = table.seating.round
    event = round_.stage.event
    seats = list(table.seats.select_related("entry").order_by("position"))
    code = TableLink.objects.get(table=table).code
    return {
        **there.values,
        "event_slug": event.slug,
        "event_id": event.pk,
        "stage_id": round_.stage_id,
        "round_id": round_.pk,
        "seating_id": table.seating_id,
        "season_id": there.season.pk,
        "table_id": table.pk,
        "record_id": record or there.values["record_id"],
        "entry_id": entry or seats[0].entry_id,
        "player_id": there.values["player_id"],
        "number": round_.stage.number,
        "code": code,
    }


def _routes() -> Iterable[tuple[str, str]]:
    for route, name in all_routes():
        is_secret = "secret>" in route or "code>" in route  # for whoever holds the link
        is_own = f"/{route}".startswith(OWN) and not route.startswith("api/")
        if not is_secret and not is_own:
            yield route, name
