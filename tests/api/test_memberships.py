"""A club's memberships by script: what follows is told, then begun, corrected, ended."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from league.models import Club, Membership, Player
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db


def guest_of_two_evenings() -> tuple[Club, Player, list[int]]:
    """A guest since January who played in February and March; the entries of both evenings."""
    season = factories.season()
    player = factories.member(season.club, "Ida Brand")
    player.memberships.update(kind="guest", since="2026-01-01")
    entries = []
    for month in (2, 3):
        event = factories.event(
            season=season,
            name=f"Evening {month}",
            starts_at=datetime(2026, month, 3, 19, tzinfo=UTC),
        )
        entries.append(factories.entry(event, player, is_guest=True).pk)
    return season.club, player, entries


def guests_in(player: Player) -> list[bool]:
    return list(player.entries.order_by("pk").values_list("is_guest", flat=True))


def test_the_preview_tells_the_evenings_that_turn_and_the_change_turns_just_these() -> None:
    club, player, (_february, march) = guest_of_two_evenings()
    membership = player.memberships.get()
    asker = doors.organizer(club)
    address = f"/clubs/{club.slug}/memberships/"
    wanted = {"kind": "member", "since": "2026-03-01"}

    told = asker.post(f"{address}preview/", {"player": player.pk, **wanted}).json()
    untouched = guests_in(player)
    done = asker.patch(f"{address}{membership.pk}/", wanted, If_Match=f'"{membership.version}"')

    assert told["membership"] == membership.pk
    assert [(one["entry"], one["name"], one["is_guest"]) for one in told["turned"]] == [
        (march, "Evening 3", False)
    ]
    assert (untouched, guests_in(player)) == ([True, True], [True, False])
    assert (done.status_code, done.json()["version"]) == (200, membership.version + 1)


def test_a_change_needs_the_version_it_was_made_from_and_the_later_one_is_told() -> None:
    club, player, _entries = guest_of_two_evenings()
    row = player.memberships.get()
    asker, address = doors.organizer(club), f"/clubs/{club.slug}/memberships/{row.pk}/"
    tag = asker.get(address)["ETag"]

    statuses = [
        asker.patch(address, {"member_no": "7"}).status_code,
        asker.patch(address, {"member_no": "7"}, If_Match=tag).status_code,
        asker.patch(address, {"member_no": "8"}, If_Match=tag).status_code,
    ]

    assert statuses == [428, 200, 409]
    assert player.memberships.get().member_no == "7"


def test_a_membership_ends_and_a_new_one_begins_once_for_one_key() -> None:
    club, player, _entries = guest_of_two_evenings()
    row = player.memberships.get()
    asker, address = doors.organizer(club), f"/clubs/{club.slug}/memberships/"

    ended = asker.post(f"{address}{row.pk}/end/", {"on": "2026-03-31"}, If_Match=f'"{row.version}"')
    begun = [
        asker.post(
            address, {"player": player.pk, "since": "2026-04-01"}, Idempotency_Key="once-only"
        )
        for _ in range(2)
    ]

    assert (ended.status_code, ended.json()["until"]) == (200, "2026-03-31")
    assert [answer.status_code for answer in begun] == [201, 201]
    assert [answer.json()["id"] for answer in begun] == [Membership.objects.latest("pk").pk] * 2
    assert [one["kind"] for one in asker.get(address).json()["results"]] == ["member"]


def test_a_day_that_no_list_reckons_with_is_refused_at_its_field() -> None:
    club, player, _entries = guest_of_two_evenings()
    row = player.memberships.get()

    refused = doors.organizer(club).patch(
        f"/clubs/{club.slug}/memberships/{row.pk}/", {"since": "0001-01-01"}, If_Match='"1"'
    )

    assert (refused.status_code, refused.json()["field"]) == (400, "since")
