"""A guest becomes a member: what was played since the chosen day counts as a member's."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from league.core.actors import Actor
from league.core.enums import MembershipKind, Role
from league.lists.files import Kind, written
from league.models import Club, Entry, Membership, Player, Season
from league.queries.people import people_list
from league.queries.standings import standings
from league.services.people import imports, memberships
from league.times import wall_time
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db
DAYS = (datetime(2026, 9, 1, 18, tzinfo=UTC), datetime(2026, 10, 6, 18, tzinfo=UTC))


def evenings() -> tuple[Season, Player, Actor]:
    """Two evenings of a season that a guest played, each against the same member."""
    season = factories.season()
    member = factories.member(season.club, "Mara Member")
    guest = factories.member(season.club, "Gerd Gast")
    Membership.objects.filter(player=guest).update(
        kind=MembershipKind.GUEST, since=date(2026, 9, 1)
    )
    for day in DAYS:
        event = factories.event(season=season, starts_at=day)
        round_ = factories.round_(factories.stage(event))
        seats = [
            factories.entry(event, guest, is_guest=True),
            factories.entry(event, member),
        ]
        factories.played(factories.table(round_, seats), [1, 2], points=[20, 10])
    return season, guest, factories.actor(Role.ORGANIZER, season.club)


def membership(player: Player) -> Membership:
    return Membership.objects.get(player=player, until__isnull=True)


def ranked(season: Season, by: Actor) -> set[str]:
    """Who has a rank in the table."""
    rows = standings.payload(Season.objects.get(pk=season.pk), by).payload["rows"]
    return {row["name"] for row in rows if row["rank"] is not None}


def guests(player: Player) -> list[bool]:
    return list(
        Entry.objects.filter(player=player)
        .order_by("event__starts_at")
        .values_list("is_guest", flat=True)
    )


def becomes_member(by: Actor, player: Player, since: date) -> None:
    row = membership(player)
    memberships.change(
        by=by,
        membership=row,
        expected_version=row.version,
        kind=MembershipKind.MEMBER,
        since=since,
    )


def test_what_was_played_since_the_chosen_day_enters_the_table() -> None:
    season, gerd, by = evenings()
    before = ranked(season, by)

    becomes_member(by, gerd, date(2026, 10, 1))

    assert before == {"Mara Member"}
    assert guests(gerd) == [True, False]
    assert ranked(season, by) == {"Mara Member", "Gerd Gast"}
    answer = doors.organizer(season.club).get(f"/seasons/{season.pk}/standings/").json()
    assert sorted(row["name"] for row in answer["rows"]) == ["Gerd Gast", "Mara Member"]


def test_a_day_that_is_put_right_later_takes_evenings_in_and_out() -> None:
    _, gerd, by = evenings()
    becomes_member(by, gerd, date(2026, 10, 1))

    becomes_member(by, gerd, date(2026, 9, 1))
    all_in = guests(gerd)
    row = membership(gerd)
    memberships.change(
        by=by, membership=row, expected_version=row.version, kind=MembershipKind.GUEST
    )

    assert (all_in, guests(gerd)) == ([False, False], [True, True])


def test_who_has_no_membership_yet_is_taken_in_from_a_day_before() -> None:
    season, gerd, by = evenings()
    Membership.objects.filter(player=gerd).delete()

    memberships.start(by=by, club=season.club, player=gerd, since=date(2026, 10, 1))

    assert guests(gerd) == [True, False]


def test_a_guest_on_an_imported_list_becomes_a_member_and_the_list_says_from_when() -> None:
    season, gerd, by = evenings()
    club = Club.objects.get(pk=season.club_id)
    data = b"name\nGerd Gast\n"

    shown = imports.preview(by=by, club=club, data=data)
    imports.run(by=by, club=club, data=data)

    assert [note.error.code for note in shown.notes] == ["guest_becomes_member"]
    row = membership(gerd)
    assert (row.kind, row.since) == ("member", wall_time.today(club))
    assert guests(gerd) == [True, True]


def test_a_list_names_the_day_from_which_evenings_count_and_says_so_before() -> None:
    season, guest, by = evenings()
    data = b"name,member since\nGerd Gast,2026-10-01\n"

    told = imports.preview(by=by, club=season.club, data=data)
    before = list(guest.entries.order_by("pk").values_list("is_guest", flat=True))
    imports.run(by=by, club=season.club, data=data)

    assert [(one.error.code, one.error.field, one.error.params) for one in told.notes] == [
        ("guest_becomes_member_on", "since", {"day": "2026-10-01", "line": 2}),
        ("evenings_turn", "since", {"day": "2026-10-01", "count": 1, "line": 2}),
    ]
    assert before == [True, True]
    assert list(guest.entries.order_by("pk").values_list("is_guest", flat=True)) == [True, False]
    assert (membership(guest).kind, membership(guest).since) == ("member", date(2026, 10, 1))


def test_a_list_takes_in_from_a_day_before_whoever_has_left() -> None:
    season, guest, by = evenings()
    Membership.objects.filter(player=guest).update(until=date(2026, 9, 30))
    data = b"name;Mitglied seit\nGerd Gast;1.9.2026\n"

    imports.run(by=by, club=season.club, data=data)

    assert list(guest.entries.order_by("pk").values_list("is_guest", flat=True)) == [False, False]


@pytest.mark.parametrize("day", ["soon", "0001-01-01", "31.2.2026"])
def test_a_day_that_cannot_be_is_refused_at_its_column(day: str) -> None:
    season, _guest, by = evenings()

    told = imports.preview(by=by, club=season.club, data=f"name,since\nGerd Gast,{day}\n".encode())

    assert [(one.line, one.error.field, one.value) for one in told.bad] == [(2, "since", day)]


def test_the_first_day_goes_out_with_the_list_and_comes_back() -> None:
    season, _guest, by = evenings()
    data = written(people_list.listed(by, season.club), Kind.CSV)
    assert isinstance(data, bytes)
    other = factories.club()
    boss = factories.actor(Role.ORGANIZER, other)
    data = data.replace(season.club.name.encode(), other.name.encode())

    imports.run(by=boss, club=other, data=data)

    assert set(other.memberships.values_list("player__name", "kind", "since")) == set(
        season.club.memberships.values_list("player__name", "kind", "since")
    )
