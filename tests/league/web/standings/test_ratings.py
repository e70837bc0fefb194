"""Pages of the ratings: lists and histories, and what of them is whose business."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.core.actors import ANONYMOUS
from league.core.enums import NameLevel, RatingKind, Role, Visibility
from league.models import RatedMatch, RatingScope
from league.queries.people import account_actors
from league.queries.standings import ratings as read
from league.services.people import merges
from league.services.standings import ratings
from tests import factories
from tests.league.services.standings.test_ratings import Night, scope_of, swap

pytestmark = pytest.mark.django_db


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def played(matches: int = 12) -> Night:
    night = Night()
    for at in range(matches):
        night.play("ABC", at=at)
    ratings.catch_up()
    return night


def test_a_club_leads_to_its_lists_and_a_list_to_everybodys_history(client: Client) -> None:
    night = played()
    club = night.event.club
    own, everywhere = scope_of(), scope_of(RatingKind.ALL)

    assert f'href="/c/{club.slug}/ratings/"' in page(client, f"/c/{club.slug}/")
    lists = page(client, f"/c/{club.slug}/ratings/")
    assert f'href="/ratings/{own.pk}/"' in lists
    assert f'href="/ratings/{everywhere.pk}/"' in lists
    assert f'href="/ratings/{everywhere.pk}/"' in page(client, "/ratings/")
    found = page(client, f"/ratings/{own.pk}/")
    player = night.entries["A"].player
    assert f'href="/ratings/{own.pk}/p/{player.pk}/"' in found
    assert f'href="/ratings/{own.pk}/p/{player.pk}/"' in page(client, f"/p/{player.pk}/")


def test_a_list_ranks_by_rating_and_shows_how_sure_it_is(client: Client) -> None:
    played()
    found = read.listing(ANONYMOUS, scope_of())

    words = text(page(client, f"/ratings/{scope_of().pk}/"))

    assert [(row.name, row.rank) for row in found.rows] == [("A", 1), ("B", 2), ("C", 3)]
    best = found.rows[0].number
    assert f"A {round(best.value)} {round(2 * (best.spread or 0))} 12" in words
    assert "provisional" not in words.replace("A rating is provisional for the first", "")


def test_a_history_says_the_place_among_all_who_sat_there_rated_or_not(client: Client) -> None:
    night = Night()
    night.entry("G", is_guest=True)
    night.play("GABC")
    ratings.catch_up()
    scope, player = scope_of(), night.entries["C"].player

    shown = text(page(client, f"/ratings/{scope.pk}/p/{player.pk}/"))

    assert RatedMatch.objects.filter(scope=scope).count() == 1
    assert [(row.place, row.size) for row in read.steps_of(ANONYMOUS, scope, player)] == [(4, 4)]
    assert "4 of 4" in shown


def test_who_has_played_little_is_marked_provisional_and_has_no_rank(client: Client) -> None:
    night = played()
    night.play("DA", at=99)
    ratings.catch_up()

    found = read.listing(ANONYMOUS, scope_of())
    history = page(client, f"/ratings/{scope_of().pk}/p/{night.entries['D'].player_id}/")

    assert [(row.name, row.rank) for row in found.rows][-1] == ("D", None)
    assert "– D provisional" in text(page(client, f"/ratings/{scope_of().pk}/"))
    assert "Provisional: there is no rank before 10 matches." in text(history)


def test_a_history_shows_the_change_that_was_made_then_and_not_what_todays_ratings_would_give(
    client: Client,
) -> None:
    night = Night()
    january = night.play("BA")
    for at in range(1, 21):
        night.play("AB", at=at)
    ratings.catch_up()
    ada = night.entries["A"].player

    steps = read.history(ANONYMOUS, scope_of(), ada.pk).steps
    words = text(page(client, f"/ratings/{scope_of().pk}/p/{ada.pk}/?page=1"))

    first = steps[0]
    assert (first.table_id, first.before.value, first.number) == (january.table_id, 1000.0, 1)
    assert all(step.before.value + step.change == step.after.value for step in steps)
    assert [s.after.value for s in steps[:-1]] == [s.before.value for s in steps[1:]]
    assert f"1000 −{abs(round(first.change))} {round(first.after.value)}" in words


def test_after_a_correction_the_history_and_the_list_are_those_of_the_new_replay(
    client: Client,
) -> None:
    night = Night()
    matches = [night.play("AB", at=at) for at in range(12)]
    ratings.catch_up()
    ada = night.entries["A"].player
    address = f"/ratings/{scope_of().pk}/p/{ada.pk}/"
    before = read.history(ANONYMOUS, scope_of(), ada.pk)

    swap(matches[0])
    assert "New results are being rated" in page(client, address)
    ratings.catch_up()

    after = read.history(ANONYMOUS, scope_of(), ada.pk)
    assert "New results are being rated" not in page(client, address)
    assert after.steps[0].change == -before.steps[0].change
    assert after.steps[-1].after == after.number
    assert after.number.value < before.number.value


def test_the_chart_is_drawn_on_the_server_with_words_and_without_styles(client: Client) -> None:
    night = played()

    found = page(client, f"/ratings/{scope_of().pk}/p/{night.entries['A'].player_id}/")

    drawing = re.search(r"<svg viewBox.*?</svg>", found, re.S)
    assert drawing is not None
    assert 'role="img"' in drawing[0]
    assert "over 12 matches" in drawing[0]
    assert drawing[0].count("<polyline") == drawing[0].count("<polygon") == 1
    assert "style=" not in drawing[0]
    points = re.findall(r'<polyline points="([^"]*)"', drawing[0])[0].split()
    assert len(points) == 13


def test_an_engine_without_uncertainty_shows_none(client: Client) -> None:
    night = played()
    scope = scope_of()
    ratings.change(
        by=factories.actor(Role.CLUB_ADMIN, night.event.club),
        scope=scope,
        expected_version=1,
        engine_key="elo_pairs",
        settings={},
        provisional=3,
        include_guests=False,
    )
    ratings.catch_up()

    assert "±" not in text(page(client, f"/ratings/{scope.pk}/"))
    history = page(client, f"/ratings/{scope.pk}/p/{night.entries['A'].player_id}/")
    assert "<polygon" not in history


def signed_in(client: Client, role: Role, night: Night) -> Client:
    account = factories.account()
    factories.grant(account, role, night.event.club)
    client.force_login(account)
    return client


def form(**changed: object) -> dict[str, object]:
    usual = {"engine": "elo_pairs", "beta": "12.5", "k": "60", "provisional": "3", "version": "1"}
    return usual | changed


def test_a_clubs_admin_chooses_the_way_of_rating_and_everything_is_rated_again(
    client: Client,
) -> None:
    night = played()
    address = f"/ratings/{scope_of().pk}/settings/"
    admin = signed_in(client, Role.CLUB_ADMIN, night)
    assert f'href="{address}"' in page(admin, f"/ratings/{scope_of().pk}/")
    assert 'value="12.5"' in page(admin, address)

    wrong = admin.post(address, form(k="0"))
    answer = admin.post(address, form())
    again = admin.post(address, form())
    ratings.catch_up()

    assert wrong.status_code == 400
    assert "Enter a number between 0.1 and 1000.0." in wrong.content.decode()
    assert (answer.status_code, again.status_code) == (302, 409)
    scope = scope_of()
    assert (scope.engine, scope.settings["k"], scope.provisional) == ("elo_pairs", 60, 3)
    assert ratings.check() == ()


@pytest.mark.parametrize("key", ["elo_pairs", "plackett_luce"])
def test_until_all_is_rated_in_the_new_way_no_number_of_the_old_one_is_shown(
    client: Client, key: str
) -> None:
    night = played()
    scope = scope_of()
    other = "plackett_luce" if key == "elo_pairs" else "elo_pairs"
    admin = signed_in(client, Role.CLUB_ADMIN, night)
    for engine in (other, key):
        ratings.catch_up()
        version = str(scope_of().version)
        admin.post(
            f"/ratings/{scope.pk}/settings/", {**form(), "engine": engine, "version": version}
        )
    assert scope_of().engine == key

    between = page(client, f"/ratings/{scope.pk}/")
    rows = client.get(f"/api/v1/ratings/{scope.pk}/").json()["results"]
    ratings.catch_up()

    assert rows == []
    assert "New results are being rated: the numbers will update in a moment." in between
    assert len(client.get(f"/api/v1/ratings/{scope.pk}/").json()["results"]) == 3
    assert ratings.check() == ()


def test_nobody_else_changes_the_way_of_rating(client: Client) -> None:
    night = played()
    own = f"/ratings/{scope_of().pk}/settings/"
    everywhere = f"/ratings/{scope_of(RatingKind.ALL).pk}/settings/"

    visitor = client.post(own, form()).status_code
    organizer = signed_in(Client(), Role.ORGANIZER, night)
    admin = signed_in(Client(), Role.CLUB_ADMIN, night)

    assert visitor in {302, 403}
    assert organizer.post(own, form()).status_code == 403
    assert admin.post(everywhere, form()).status_code == 403
    assert scope_of().engine == scope_of(RatingKind.ALL).engine == "plackett_luce"


# --- what is whose business -------------------------------------------------------------------


def test_who_hides_from_the_public_is_in_no_public_list_and_has_no_public_history(
    client: Client,
) -> None:
    night = played()
    bo = night.entries["B"].player
    bo.name_level = NameLevel.HIDDEN
    bo.save()
    organizer = factories.actor(Role.ORGANIZER, night.event.club)

    for kind in RatingKind:
        scope = scope_of(kind)
        rows = read.listing(ANONYMOUS, scope).rows
        assert [row.name for row in rows] == ["A", "C"]
        assert client.get(f"/ratings/{scope.pk}/p/{bo.pk}/").status_code == 404
    assert [row.name for row in read.listing(organizer, scope_of()).rows] == ["A", "B", "C"]
    assert read.of_player(ANONYMOUS, bo, [night.event.club]) == ()


def test_the_lists_of_a_club_that_only_members_see_do_not_exist_for_others(client: Client) -> None:
    night = Night(factories.club(visibility=Visibility.MEMBERS))
    night.play("ABC")
    ratings.catch_up()
    scope = RatingScope.objects.get(kind=RatingKind.CLUB_GAME)
    player = night.entries["A"].player_id

    statuses = [
        client.get(path).status_code
        for path in (
            f"/c/{night.event.club.slug}/ratings/",
            f"/ratings/{scope.pk}/",
            f"/ratings/{scope.pk}/p/{player}/",
            "/ratings/999999/",
        )
    ]

    assert statuses == [404, 404, 404, 404]
    assert read.scopes_everywhere() == ()


def test_a_list_of_many_is_read_with_a_few_queries(client: Client) -> None:
    night = Night()
    names = "ABCDEFGHIJKLMNOPQRSTUVWX"
    for at in range(12):
        for start in range(0, 24, 4):
            night.play(names[start : start + 4], at=at)
    ratings.catch_up()
    with CaptureQueriesContext(connection) as asked:
        page(client, f"/ratings/{scope_of().pk}/")

    assert len(asked) <= 8


def test_the_number_of_a_merged_record_leads_to_the_history_of_the_kept_one(
    client: Client,
) -> None:
    night = played()
    club, kept = night.event.club, night.entries["A"].player
    gone = factories.member(club, "Ada Twin")
    admin = factories.account()
    factories.grant(admin, Role.CLUB_ADMIN, club)
    merges.merge(by=account_actors.person(admin), club=club, kept=kept, gone=gone)
    ratings.catch_up()

    answer = client.get(f"/ratings/{scope_of().pk}/p/{gone.pk}/")

    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        f"/ratings/{scope_of().pk}/p/{kept.pk}/",
    )
