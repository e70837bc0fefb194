"""Founding and changing clubs."""

from __future__ import annotations

from typing import Any

import pytest

from league.core.actors import system
from league.core.enums import Role, Visibility
from league.core.errors import BadInputs, Conflict, NotAllowed
from league.models import Account, Club, Grant, JournalLine
from league.queries.occasions import clubs as known
from league.queries.people import account_actors, viewer
from league.services.occasions import clubs
from tests import factories as make

pytestmark = pytest.mark.django_db


def test_a_club_is_founded_with_an_address_of_its_own() -> None:
    by = make.actor(Role.SITE_ADMIN)

    slugs = [clubs.create(by=by, name=name).slug for name in ("Café Übung", "Cafe Ubung", "東京")]
    taken = clubs.create(by=by, name="New").slug

    assert slugs == ["cafe-ubung", "cafe-ubung-2", "club"]
    assert taken == "new-2"


def test_who_founds_a_club_is_its_admin_and_finds_it_among_the_own_clubs() -> None:
    by = make.actor(Role.SITE_ADMIN)

    club = clubs.create(by=by, name="North")

    founder = account_actors.person(Account.objects.get())
    assert list(Grant.objects.filter(club=club).values_list("account", "role")) == [
        (by.account_id, Role.CLUB_ADMIN)
    ]
    assert viewer.clubs(founder) == (club,)
    assert JournalLine.objects.filter(kind="grant_given", club=club).count() == 1


def test_a_club_founded_by_the_service_has_no_admin_yet() -> None:
    club = clubs.create(by=system("setup"), name="North")

    assert not Grant.objects.filter(club=club).exists()


@pytest.mark.parametrize("role", [None, Role.CLUB_ADMIN])
def test_only_site_admins_found_clubs(role: Role | None) -> None:
    by = make.actor(role, make.club() if role else None)

    with pytest.raises(NotAllowed):
        clubs.create(by=by, name="North")


def test_every_fault_of_the_settings_is_told_with_its_field() -> None:
    club = make.club()

    with pytest.raises(BadInputs) as refused:
        clubs.change(
            by=make.actor(Role.CLUB_ADMIN, club),
            club=club,
            expected_version=1,
            name="a\0b",
            description="x" * 4001,
            time_zone="Mars/Olympus",
            language="tlh",
            visibility="secret",
            name_level="all",
        )

    assert [(error.field, error.code) for error in refused.value.errors] == [
        ("name", "control_signs"),
        ("description", "too_long"),
        ("time_zone", "bad_time_zone"),
        ("language", "bad_choice"),
        ("visibility", "bad_choice"),
        ("name_level", "bad_choice"),
    ]
    assert JournalLine.objects.count() == 0


def test_a_changed_club_keeps_its_address_and_tells_which_fields_changed() -> None:
    club = make.club("North", slug="north")
    by = make.actor(Role.CLUB_ADMIN, club)

    changed = clubs.change(
        by=by, club=club, expected_version=1, name="South", description="a\r\nb", language="en"
    )

    assert (changed.slug, changed.name, changed.description) == ("north", "South", "a\nb")
    assert (changed.version, changed.search_key) == (2, "south")
    line = JournalLine.objects.get()
    assert (line.kind, line.payload) == ("club_changed", {"fields": ["description", "name"]})


def test_a_new_rule_for_names_makes_the_standings_of_the_club_alone_stale() -> None:
    club = make.club()
    season, stage = make.season(club), make.stage(make.event(club))
    other = make.season()

    clubs.change(
        by=make.actor(Role.CLUB_ADMIN, club), club=club, expected_version=1, name_level="initial"
    )
    for row in (season, stage, other):
        row.refresh_from_db()

    assert (season.stale_at, stage.stale_at, other.stale_at) == (1, 1, 0)


# What of a club is in its standings: names, the word for a hidden one, the day of a match.
IN_STANDINGS = {"name_level": "initial", "language": "fr", "time_zone": "Pacific/Auckland"}
BESIDE = {
    "name": "North",
    "description": "Tuesdays.",
    "visibility": "members",
    "rates_casual": True,
    "free_talk": True,
    "accent": "#7a1f1f",
    "address": "12 Quay Street",
    "contact": "hello@north.example",
    "joining": "Come along on a Tuesday.",
    "imprint": "North, 12 Quay Street",
    "privacy": "We keep names and results.",
}


@pytest.mark.parametrize("field", list(clubs.Changes.__annotations__))
def test_standings_are_made_anew_for_what_of_a_club_they_show_and_for_nothing_else(
    field: str,
) -> None:
    club = make.club()
    season, stage = make.season(club), make.stage(make.event(club))
    changes: Any = {field: (IN_STANDINGS | BESIDE)[field]}  # one of the typed fields

    clubs.change(by=system("test"), club=club, expected_version=1, **changes)
    for row in (season, stage):
        row.refresh_from_db()

    assert (season.stale_at, stage.stale_at) == ((1, 1) if field in IN_STANDINGS else (0, 0))


def test_a_stale_form_does_not_overwrite_the_settings() -> None:
    club = make.club("North")
    by = make.actor(Role.CLUB_ADMIN, club)
    clubs.change(by=by, club=club, expected_version=1, name="South")

    with pytest.raises(Conflict):
        clubs.change(by=by, club=club, expected_version=1, name="West")

    assert Club.objects.get(pk=club.pk).name == "South"


def test_a_hidden_club_exists_for_its_people_alone() -> None:
    hidden = make.club("Hidden", visibility=Visibility.MEMBERS)
    unlisted = make.club("Unlisted", visibility=Visibility.UNLISTED)
    public = make.club("Public")
    stranger, insider = make.actor(), make.actor(Role.ORGANIZER, hidden)

    listed = {
        name: [club.name for club in known.listed(viewer=viewer)]
        for name, viewer in (("stranger", stranger), ("insider", insider))
    }
    found = [
        known.by_slug(viewer=stranger, slug=club.slug) is not None
        for club in (hidden, unlisted, public)
    ]

    assert listed == {"stranger": ["Public"], "insider": ["Hidden", "Public"]}
    assert found == [False, True, True]
