"""Ratings through the API."""

from __future__ import annotations

import json

import pytest

from league.core.actors import system
from league.core.enums import NameLevel, RatingKind, Visibility
from league.services.standings import ratings
from tests import factories
from tests.api import doors
from tests.league.services.standings.test_ratings import Night, scope_of

pytestmark = pytest.mark.django_db


def test_a_clubs_lists_are_its_games_the_same_games_everywhere_and_all_games() -> None:
    night = Night()
    night.play("ABC")
    ratings.catch_up()

    answer = doors.visitor().get(f"/clubs/{night.event.club.slug}/ratings/").json()
    everywhere = doors.visitor().get("/ratings/").json()

    assert [(row["kind"], row["club"], row["matches"]) for row in answer["results"]] == [
        ("club_game", night.event.club.slug, 1),
        ("game", None, 1),
        ("all", None, 1),
    ]
    assert [row["kind"] for row in everywhere["results"]] == ["all", "game"]
    settings = doors.visitor().get(f"/ratings/{scope_of().pk}/settings/").json()
    assert settings == settings | answer["results"][0]
    assert settings["settings"]["beta"] == 12.5


def test_a_list_comes_by_the_page_with_rank_and_uncertainty() -> None:
    night = Night()
    for at in range(10):
        night.play("ABC", at=at)
    ratings.catch_up()
    visitor = doors.visitor()

    first = visitor.get(f"/ratings/{scope_of().pk}/?limit=2").json()
    rest = visitor.get(first["next"]).json()

    rows = first["results"] + rest["results"]
    assert [(row["name"], row["rank"]) for row in rows] == [("A", 1), ("B", 2), ("C", 3)]
    assert rest["next"] is None
    assert rows[0]["rating"]["deviation"] > 0
    assert (rows[0]["rating"]["matches"], rows[0]["rating"]["provisional"]) == (10, False)


def test_a_history_ends_at_the_rating_and_every_change_is_after_less_before() -> None:
    night = Night()
    for at in range(4):
        night.play("ABC", at=at)
    ratings.catch_up()
    player = night.entries["B"].player_id

    body = doors.visitor().get(f"/ratings/{scope_of().pk}/players/{player}/").json()

    assert body["steps"][-1]["after"] == body["rating"]
    assert [step["number"] for step in body["steps"]] == [1, 2, 3, 4]
    for step in body["steps"]:
        assert step["change"] == step["after"]["value"] - step["before"]["value"]
        assert step["event"] == night.event.slug


def test_many_wins_in_a_row_are_numbers_of_json() -> None:
    night = Night()
    for at in range(30):
        night.play("AB", at=at)
    ratings.set_luck(by=system("test"), ruleset=night.stage.ruleset, beta=0.5)
    ratings.catch_up()

    body = doors.visitor().get(f"/ratings/{scope_of().pk}/").content

    def refuse(name: str) -> None:
        raise AssertionError(name)

    rows = json.loads(body, parse_constant=refuse)["results"]
    assert rows[0]["rating"]["value"] > rows[1]["rating"]["value"]


def test_who_hides_and_what_is_hidden_is_not_there() -> None:
    night = Night(factories.club(visibility=Visibility.MEMBERS))
    night.play("ABC")
    open_night = Night()
    open_night.play("DEF")
    hidden = open_night.entries["E"].player
    hidden.name_level = NameLevel.HIDDEN
    hidden.save()
    ratings.catch_up()
    visitor = doors.visitor()
    everywhere = scope_of(RatingKind.ALL)

    listed = visitor.get(f"/ratings/{everywhere.pk}/").json()["results"]
    closed = night.stage.ruleset.club_game.rating_scopes.get()

    assert [row["name"] for row in listed] == ["D", "F"]
    assert visitor.get(f"/ratings/{everywhere.pk}/players/{hidden.pk}/").status_code == 404
    assert visitor.get(f"/ratings/{closed.pk}/").status_code == 404
    assert visitor.get(f"/ratings/{closed.pk}/settings/").status_code == 404
    assert visitor.get(f"/clubs/{night.event.club.slug}/ratings/").status_code == 404
