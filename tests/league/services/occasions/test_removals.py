"""What was made by mistake goes, and comes back as it was; what was played stays."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING

import pytest

from league import permissions
from league.core import actions, actors
from league.core.enums import Audience, EventState, Role
from league.core.errors import Conflict, LeagueError, NotAllowed, NotFound, Refused
from league.core.facts import Fact
from league.journal import append
from league.models import Club, Event, JournalLine, Season, Snapshot
from league.queries.occasions import removals as read
from league.queries.people import account_actors
from league.queries.seating.seating_wishes import Wishes
from league.services.evening import entries, rounds
from league.services.occasions import clubs, events, removals, seasons, stages
from league.services.people import memberships, players
from league.services.records import links, records
from league.services.seating import publishing, seatings, wishes
from league.services.standings import adjustments, standings
from tests import factories

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

pytestmark = pytest.mark.django_db
SYSTEM = actors.system("test")
TODAY = date(2026, 11, 3)


def rows() -> dict[str, list[dict[str, object]]]:
    """Everything that a removal may touch, but for the club's place in its journal."""
    return {
        "events": [dict(row) for row in Event.objects.order_by("pk").values()],
        "seasons": [without(row, "stale_at") for row in Season.objects.order_by("pk").values()],
        "clubs": [without(row, "seq") for row in Club.objects.order_by("pk").values()],
    }


def without(row: Mapping[str, object], name: str) -> dict[str, object]:
    return {key: value for key, value in row.items() if key != name}


def planned() -> tuple[Club, Season, Event]:
    """A season with an evening to which two are signed up, and one that was cancelled."""
    season = factories.season()
    event = factories.event(season=season, state=EventState.OPEN)
    factories.event(season=season, state=EventState.CANCELLED)
    for name in ("Ada Holm", "Bo Lind"):
        factories.entry(event, factories.member(season.club, name))
    return season.club, season, event


def stored(season: Season) -> list[int]:
    """Who is in the season's stored standing, by number."""
    body = Snapshot.objects.get(season=season, audience=Audience.LIVE).body
    return sorted(row["player"] for row in json.loads(bytes(body))["rows"])


@pytest.mark.parametrize("index", [0, 1, 2])
def test_what_is_removed_comes_back_as_it_was(index: int) -> None:
    thing = planned()[index]
    before = rows()

    line = removals.remove(by=SYSTEM, thing=thing)
    between = rows()
    removals.restore(by=SYSTEM, line=line)

    assert between != before
    assert rows() == before


@pytest.mark.parametrize("index", [0, 1, 2])
def test_what_has_results_is_not_removed(index: int) -> None:
    things = planned()
    stage = factories.stage(things[2])
    entries = list(things[2].entries.order_by("pk"))
    factories.played(factories.table(factories.round_(stage), entries), [1, 2])
    before = rows()

    with pytest.raises(Refused) as refused:
        removals.remove(by=SYSTEM, thing=things[index])

    assert (
        refused.value.code == ["club_has_results", "season_has_results", "event_has_results"][index]
    )
    assert rows() == before


@pytest.mark.parametrize("index", [0, 1])
def test_what_comes_back_is_counted_with_whom_it_had_whatever_was_counted_meanwhile(
    index: int,
) -> None:
    things = planned()
    factories.stage(things[2])
    standings.catch_up()
    before = stored(things[1])

    line = removals.remove(by=SYSTEM, thing=things[index])
    append(Fact.CLUB_CHANGED, by=SYSTEM, club=things[0], payload={}, stale_seasons=[things[1].pk])
    standings.recompute_season(things[1].pk)
    meanwhile = stored(things[1])
    removals.restore(by=SYSTEM, line=line)
    standings.catch_up()

    assert (before, meanwhile) == (sorted(row.player_id for row in things[2].entries.all()), [])
    assert stored(things[1]) == before
    assert standings.check() == ()


def test_what_goes_along_is_counted_before() -> None:
    things = planned()

    found = [read.going(thing) for thing in things]

    assert found == [
        read.Going(events=2, people=2, has_results=False),
        read.Going(events=2, people=2, has_results=False),
        read.Going(events=0, people=2, has_results=False),
    ]


def test_an_event_of_a_removed_season_comes_back_after_its_season() -> None:
    _club, season, event = planned()
    first = removals.remove(by=SYSTEM, thing=event)
    second = removals.remove(by=SYSTEM, thing=season)

    with pytest.raises(Refused) as refused:
        removals.restore(by=SYSTEM, line=first)
    removals.restore(by=SYSTEM, line=second)
    still = Event.objects.get(pk=event.pk).removed_at
    removals.restore(by=SYSTEM, line=first)

    assert refused.value.code == "removed_above"
    assert still == first.at
    assert Event.objects.get(pk=event.pk).removed_at is None


def test_a_line_takes_back_nothing_twice_and_nothing_of_a_later_one() -> None:
    event = planned()[2]
    first = removals.remove(by=SYSTEM, thing=event)
    removals.restore(by=SYSTEM, line=first)
    second = removals.remove(by=SYSTEM, thing=Event.objects.get(pk=event.pk))

    with pytest.raises(NotFound):
        removals.restore(by=SYSTEM, line=first)

    assert read.undoable(SYSTEM, JournalLine.objects.all()) == {second.pk}


def test_who_may_make_one_may_remove_one_and_nobody_else() -> None:
    club, season, event = planned()
    roles = {
        "site": (Role.SITE_ADMIN, None),
        "club": (Role.CLUB_ADMIN, club),
        "season": (Role.ORGANIZER, season),
        "event": (Role.ORGANIZER, event),
        "helper": (Role.SCOREKEEPER, event),
    }
    may = {}
    for word, (role, scope) in roles.items():
        account = factories.account(f"{word}@club.example")
        factories.grant(account, role, scope)
        by = account_actors.person(account)
        may[word] = [read.may_remove(by, thing) for thing in (club, season, event)]
    with pytest.raises(NotAllowed):
        removals.remove(by=by, thing=event)

    assert may == {
        "site": [True, True, True],
        "club": [False, True, True],
        "season": [False, False, True],
        "event": [False, False, False],
        "helper": [False, False, False],
    }


def test_what_somebody_saved_meanwhile_is_looked_at_first() -> None:
    event = planned()[2]
    Event.objects.filter(pk=event.pk).update(version=2)

    with pytest.raises(Conflict):
        removals.remove(by=SYSTEM, thing=event, expected_version=1)

    assert Event.objects.get(pk=event.pk).removed_at is None


def test_nobody_does_anything_in_what_is_removed() -> None:
    club, season, event = planned()
    account = factories.account("admin@club.example")
    factories.grant(account, Role.SITE_ADMIN)
    by = account_actors.person(account)
    removals.remove(by=by, thing=club)
    gone = [type(row).objects.get(pk=row.pk) for row in (club, season, event)]

    may = {
        action
        for action in actions.Action
        for row in gone
        if permissions.can(by, action, row) or permissions.can_see(by, row)
    }

    assert may == set()


def test_whoever_read_it_before_it_was_removed_writes_nothing_there() -> None:
    club, season, event = planned()
    stage = factories.stage(event)
    round_ = factories.round_(stage)
    people = list(event.entries.order_by("pk"))
    table = factories.table(round_, people)
    another = factories.member(club, "Cy Moor")
    member = people[0].player.memberships.get()
    # Read now, as a request does that is answered a moment later.
    stale = Event.objects.select_related("club", "season").get(pk=event.pk)
    sheet = {"seats": [{"points": 9}, {"points": 4}]}
    calls: dict[str, Callable[[], object]] = {
        "sign up": lambda: entries.register(by=SYSTEM, event=stale, player=another),
        "ask for a bye": lambda: entries.request_bye(by=SYSTEM, entry=people[0], wants=True),
        "mark a filler": lambda: entries.mark_filler(by=SYSTEM, entry=people[0], is_filler=True),
        "wish": lambda: wishes.set_wishes(by=SYSTEM, entry=people[0], wishes=Wishes()),
        "change": lambda: events.change(by=SYSTEM, event=stale, expected_version=1, name="Other"),
        "announce": lambda: events.announce(by=SYSTEM, event=stale, is_announced=False),
        "one more stage": lambda: stages.add(by=SYSTEM, event=stale, fields={}),
        "change a stage": lambda: stages.change(
            by=SYSTEM, stage=stage, expected_version=1, name="Other"
        ),
        "draw": lambda: seatings.draw(by=SYSTEM, stage=stage, seed=1),
        "withdraw": lambda: publishing.withdraw(by=SYSTEM, round_=round_),
        "close": lambda: rounds.close(by=SYSTEM, round_=round_, accept_missing=True),
        "hand in": lambda: records.submit(by=SYSTEM, table=table, data=sheet, expected_version=0),
        "claim": lambda: links.claim(code=table.link.code, position=1, device="phone"),
        "new link": lambda: links.renew(by=SYSTEM, table=table),
        "publish": lambda: standings.publish(by=SYSTEM, scope=stage),
        "adjust": lambda: adjustments.make(
            by=SYSTEM, scope=season, player=people[0].player, points="1", reason="late"
        ),
        "change the season": lambda: seasons.change(
            by=SYSTEM, season=season, expected_version=season.version, name="Other"
        ),
        "one more event": lambda: events.create(
            by=SYSTEM, club=club, season=season, name="Late", starts_at=stale.starts_at
        ),
        "one more season": lambda: seasons.create(
            by=SYSTEM, club=club, name="Late", starts_on=TODAY, ends_on=TODAY
        ),
        "change the club": lambda: clubs.change(
            by=SYSTEM, club=club, expected_version=club.version, name="Other"
        ),
        "one more person": lambda: players.add(by=SYSTEM, club=club, name="Dee Reed"),
        "end of a membership": lambda: memberships.end(
            by=SYSTEM, membership=member, expected_version=member.version
        ),
    }
    removals.remove(by=SYSTEM, thing=Club.objects.get(pk=club.pk))
    lines = JournalLine.objects.count()

    answers = {}
    for name, call in calls.items():
        try:
            call()
        except LeagueError as error:
            answers[name] = error.code
        else:
            answers[name] = "done"

    assert answers == {**dict.fromkeys(calls, "not_found"), "claim": "link_unknown"}
    assert JournalLine.objects.count() == lines
