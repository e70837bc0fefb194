"""Presets by script: read with those of the house, kept, used and removed."""

from __future__ import annotations

import pytest

from league.models import Preset
from league.standings.presets import PRESETS
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db

OURS = {
    "name": "Our night",
    "stage": {"scheme": {"key": "vtes36"}, "chain": ["wins", "points"]},
    "season": {
        "scheme": {"key": "linear7"},
        "chain": ["points"],
        "counting": "best_n",
        "counting_n": 6,
    },
}


def test_a_clubs_own_presets_come_before_those_of_the_house() -> None:
    club = factories.club()
    address = f"/clubs/{club.slug}/presets/"

    made = doors.organizer(club).post(address, OURS)
    rows = doors.visitor().get(address).json()["results"]

    assert made.status_code == 201
    assert rows[0] == made.json()
    assert [row["key"] for row in rows[1:]] == [one.key for one in PRESETS]


def test_the_parts_of_every_preset_are_bodies_for_seasons_and_stages() -> None:
    club = factories.club()
    asker = doors.organizer(club)
    asker.post(f"/clubs/{club.slug}/presets/", OURS)
    stage = factories.stage(factories.event(club))
    days = {"name": "Spring", "starts_on": "2026-03-01", "ends_on": "2026-05-31"}
    rows = asker.get(f"/clubs/{club.slug}/presets/").json()["results"]

    stages = [asker.post(f"/stages/{stage.pk}/preview/", row["stage"]).status_code for row in rows]
    seasons = [
        asker.post(f"/clubs/{club.slug}/seasons/", {**days, **row["season"]}).status_code
        for row in rows
        if row["season"]
    ]

    assert stages == [200] * (len(PRESETS) + 1)
    assert set(seasons) == {201}


def test_a_fault_is_named_by_its_path_and_nothing_is_kept() -> None:
    club = factories.club()
    asker = doors.organizer(club)
    address = f"/clubs/{club.slug}/presets/"

    answers = [
        asker.post(address, {**OURS, "name": ""}),
        asker.post(address, {**OURS, "stage": {"scheme": {"key": "linear7"}, "chain": []}}),
        asker.post(address, {**OURS, "stage": {"chain": ["points"]}}),
        asker.post(address, {**OURS, "season": {**OURS["season"], "counting_n": None}}),  # type: ignore[dict-item]
    ]

    assert [(one.status_code, one.json()["field"]) for one in answers] == [
        (400, "name"),
        (400, "stage.chain"),
        (400, "stage.scheme"),
        (400, "season.counting_n"),
    ]
    assert Preset.objects.count() == 0


def test_a_preset_is_removed_by_who_may_and_only_in_its_own_club() -> None:
    club, other = factories.club(), factories.club()
    asker = doors.organizer(club)
    pk = asker.post(f"/clubs/{club.slug}/presets/", OURS).json()["id"]

    statuses = [
        doors.organizer(other).delete(f"/clubs/{other.slug}/presets/{pk}/").status_code,
        doors.organizer(other).delete(f"/clubs/{club.slug}/presets/{pk}/").status_code,
        asker.delete(f"/clubs/{club.slug}/presets/{pk}/").status_code,
        asker.delete(f"/clubs/{club.slug}/presets/{pk}/").status_code,
    ]

    assert statuses == [404, 403, 204, 404]


def test_a_preset_is_changed_from_the_version_that_was_read() -> None:
    club = factories.club()
    asker = doors.organizer(club)
    pk = asker.post(f"/clubs/{club.slug}/presets/", OURS).json()["id"]
    address = f"/clubs/{club.slug}/presets/{pk}/"
    read = asker.get(address)

    named = asker.patch(address, {"name": "Night"}, if_match=read["ETag"])
    events_alone = asker.patch(address, {"season": None}, if_match='"2"')
    statuses = {
        "missing": asker.patch(address, {"name": "X"}).status_code,
        "stale": asker.patch(address, {"name": "X"}, if_match='"1"').status_code,
        "typing error": asker.patch(address, {"nane": "X"}, if_match='"3"').status_code,
        "no name": asker.patch(address, {"name": " "}, if_match='"3"').status_code,
    }

    assert (read.json()["version"], named.json()["version"]) == (1, 2)
    assert (named.json()["name"], named.json()["season"]) == ("Night", read.json()["season"])
    assert (events_alone.json()["season"], events_alone.json()["version"]) == (None, 3)
    assert statuses == {"missing": 428, "stale": 409, "typing error": 400, "no name": 400}
    assert asker.get(address).json() == events_alone.json()
