"""People set right, wishes, draws and ratings by token, as on the pages."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from league.core.enums import Role
from league.models import (
    Apart,
    Club,
    ClubGame,
    Entry,
    JournalLine,
    Player,
    RatingScope,
    Ruleset,
    Table,
)
from league.services.standings import ratings
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db


@dataclass
class Night:
    club: Club
    people: list[Player]
    rows: list[Entry]
    table: Table
    admin: doors.Asker


@pytest.fixture
def night() -> Night:
    club = factories.club()
    event = factories.event(club)
    people = [factories.member(club, name) for name in ("Ida Brand", "Mara Kern", "Jo Lenz")]
    rows = [factories.entry(event, one) for one in people]
    table = factories.table(factories.round_(factories.stage(event)), rows)
    return Night(club, people, rows, table, doors.organizer(club, Role.CLUB_ADMIN))


def test_two_are_kept_apart_and_no_longer(night: Night) -> None:
    ida, mara, _jo = night.people
    path = f"/clubs/{night.club.slug}/apart/"

    made = night.admin.post(path, {"player": mara.pk, "other": ida.pk})
    again = night.admin.post(path, {"player": ida.pk, "other": mara.pk})
    listed = night.admin.get(path).json()["results"]
    gone = night.admin.delete(f"{path}{made.json()['id']}/")

    assert (made.status_code, listed) == (201, [made.json()])
    assert {made.json()["player"], made.json()["other"]} == {ida.pk, mara.pk}
    assert (again.status_code, again.json()["code"]) == (409, "apart_already")
    assert (gone.status_code, Apart.objects.count()) == (204, 0)
    assert night.admin.delete(f"{path}{made.json()['id']}/").status_code == 404


def test_results_go_to_whoever_really_played(night: Night) -> None:
    record = factories.played(night.table, [1, 2, 3])
    to = factories.member(night.club, "Nora New")
    body = {"player": night.people[0].pk, "to": to.pk, "tables": [night.table.pk]}

    done = night.admin.post(f"/clubs/{night.club.slug}/splits/", body)
    stranger = night.admin.post(f"/clubs/{night.club.slug}/splits/", body)

    assert (done.status_code, done.json()) == (200, {"player": night.people[0].pk, "to": to.pk})
    assert record.scores.get(place=1).entry.player_id == to.pk
    assert stranger.json()["code"] == "split_not_there"


def test_a_person_is_changed_from_the_version_that_was_read(night: Night) -> None:
    ida = night.people[0]
    path = f"/players/{ida.pk}/"
    tag = night.admin.get(path).headers["ETag"]

    done = night.admin.patch(path, {"nickname": "Idefix", "birth_year": 1990}, If_Match=tag)
    stale = night.admin.patch(path, {"nickname": "Obelix"}, If_Match=tag)
    missing = night.admin.patch(path, {"nickname": "Obelix"})
    other = doors.player(night.people[1]).patch(path, {"nickname": "Obelix"}, If_Match='"1"')

    assert done.status_code == 200
    assert "1990" not in done.content.decode()
    assert (stale.status_code, missing.status_code, other.status_code) == (409, 428, 403)
    ida.refresh_from_db()
    assert (ida.nickname, ida.birth_year) == ("Idefix", 1990)


def test_wishes_are_noted_one_by_one(night: Night) -> None:
    path = f"/entries/{night.rows[0].pk}/wishes/"

    first = night.admin.patch(path, {"near": [night.rows[1].pk], "step_free": True})
    second = night.admin.patch(path, {"team": "Lanterns"})
    wrong = night.admin.patch(path, {"near": [999_999]})

    assert (first.status_code, second.status_code, wrong.status_code) == (200, 200, 400)
    assert (
        night.admin.get(path).json()
        == second.json()
        == {
            "wants": [],
            "refuses": [],
            "tables": [],
            "near": [night.rows[1].pk],
            "step_free": True,
            "part": "player",
            "team": "Lanterns",
        }
    )


def test_a_start_is_drawn_by_a_seat_and_drawn_again_with_a_reason(night: Night) -> None:
    table = with_a_start(night)
    path, seat = f"/tables/{table.pk}/start/", doors.player(night.people[0])

    before = doors.visitor().get(path).json()
    first = seat.post(path, {"seen": before["number"]})
    tapped = seat.post(path, {"seen": before["number"]})
    without = seat.post(path, {"seen": 1})
    again = seat.post(path, {"seen": 1, "reason": "Dice fell off the table."})

    assert (before["number"], before["seats"], bool(before["question"])) == (0, [], True)
    assert (first.status_code, first.json()["number"], len(first.json()["seats"])) == (200, 1, 3)
    assert tapped.json() == first.json()
    assert (without.status_code, again.json()["number"]) == (400, 2)
    assert doors.visitor().get(path).json() == again.json()
    assert doors.visitor().post(path, {}).status_code in {401, 403}
    assert night.admin.get(f"/tables/{night.table.pk}/start/").json()["question"] == ""


def with_a_start(night: Night) -> Table:
    """Another evening of the same people, with a game that draws who begins."""
    box = ClubGame.objects.create(club=night.club, game="dice-devils", title="Tonight's game")
    ruleset = Ruleset.objects.create(
        club=night.club, club_game=box, name="Ours", options={}, seats_min=2, seats_max=6
    )
    event = factories.event(night.club)
    rows = [factories.entry(event, one) for one in night.people]
    return factories.table(factories.round_(factories.stage(event, ruleset=ruleset)), rows)


def test_a_list_is_rated_in_another_way_and_a_ruleset_given_its_luck(night: Night) -> None:
    factories.played(night.table, [1, 2, 3])
    ratings.catch_up()
    scope = RatingScope.objects.get(club_game=night.table.ruleset.club_game)
    path = f"/ratings/{scope.pk}/settings/"
    tag = doors.visitor().get(path).headers["ETag"]
    body = {"engine": "elo_pairs", "settings": {"k": 24}, "include_guests": True}

    done = night.admin.patch(path, body, If_Match=tag)
    stale = night.admin.patch(path, {"provisional": 3}, If_Match=tag)
    luck = f"/clubs/{night.club.slug}/rulesets/{night.table.ruleset_id}/luck/"
    given = night.admin.patch(luck, {"beta": 5.5})

    assert done.status_code == 200, done.content
    told = done.json()
    assert (told["engine"], told["settings"]["k"], told["include_guests"]) == (
        *("elo_pairs", 24, True),
    )
    assert stale.status_code == 409
    assert (given.json(), night.admin.get(luck).json()) == ({"beta": 5.5}, {"beta": 5.5})
    assert night.admin.patch(luck, {"beta": None}).json() == {"beta": None}
    assert JournalLine.objects.filter(kind="ratings_changed").count() == 3
