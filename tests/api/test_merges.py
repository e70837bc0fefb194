"""Two records of one person by script: tried out, made one as it was told, taken back."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from league.core.enums import Role, Visibility
from league.models import Club, JournalLine, Merge, Player, Season
from league.services.standings import standings
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db


@dataclass
class Twins:
    """A season in which one person is two records, each with an evening of its own."""

    club: Club
    season: Season
    kept: Player
    gone: Player

    @property
    def body(self) -> dict[str, int]:
        return {"kept": self.kept.pk, "gone": self.gone.pk}

    @property
    def address(self) -> str:
        return f"/clubs/{self.club.slug}/merges/"


@pytest.fixture
def twins() -> Twins:
    season = factories.season(factories.club())
    kept = factories.member(season.club, "Ida Brand")
    gone = factories.member(season.club, "Ida Brandt", nickname="Idefix")
    others = [factories.member(season.club, name) for name in ("Bo", "Cy", "Dee")]
    for night, who in (("First", kept), ("Second", gone)):
        stage = factories.stage(factories.event(season=season, name=night))
        entries = [factories.entry(stage.event, player) for player in (who, *others)]
        factories.played(factories.table(factories.round_(stage), entries), [1, 2, 3, 4])
    standings.catch_up()
    return Twins(season.club, season, kept, gone)


def admin(club: Club) -> doors.Asker:
    return doors.organizer(club, Role.CLUB_ADMIN)


def test_a_preview_tells_what_would_follow_and_stores_nothing(twins: Twins) -> None:
    asker = admin(twins.club)
    before = JournalLine.objects.count()

    told = asker.post(f"{twins.address}preview/", twins.body)

    found = told.json()
    assert told["ETag"] == f'"{found["version"]}"'
    assert (found["kept"], found["gone"], found["refusals"]) == (
        {"player": twins.kept.pk, "name": "Ida Brand"},
        {"player": twins.gone.pk, "name": "Ida Brandt"},
        [],
    )
    follows = found["follows"]
    assert [one["club"] for one in follows.pop("memberships")] == [twins.club.slug]
    assert follows == {
        "entries": 1,
        "matches": 1,
        "adjustments": 0,
        "combined": [],
        "standings": [twins.season.name],
        "account": "",
        "taken": ["nickname"],
    }
    assert (Merge.objects.count(), JournalLine.objects.count()) == (0, before)


def test_what_was_previewed_is_made_once_and_the_standings_say_so(twins: Twins) -> None:
    asker = admin(twins.club)
    tag = asker.post(f"{twins.address}preview/", twins.body)["ETag"]

    answers = [
        asker.post(twins.address, twins.body, If_Match=tag, Idempotency_Key="merge-7")
        for _ in range(2)
    ]
    standings.catch_up()

    assert [one.status_code for one in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert Merge.objects.count() == 1
    rows = asker.get(f"/seasons/{twins.season.pk}/standings/").json()["rows"]
    points = {row["name"]: row["values"]["points"]["shown"] for row in rows}
    assert points["Ida Brand"] == "14"
    assert "Ida Brandt" not in points
    assert asker.get(f"/players/{twins.gone.pk}/").json()["id"] == twins.kept.pk
    assert asker.get(twins.address).json()["results"] == [answers[0].json()]


def test_nothing_is_made_unseen_nor_when_more_would_follow_than_was_told(twins: Twins) -> None:
    asker = admin(twins.club)
    tag = asker.post(f"{twins.address}preview/", twins.body)["ETag"]
    other_way = {"kept": twins.gone.pk, "gone": twins.kept.pk}
    entry = factories.entry(factories.event(twins.club), twins.gone)

    answers = {
        "unseen": asker.post(twins.address, twins.body),
        "more": asker.post(twins.address, twins.body, If_Match=tag),
        "the other way round": asker.post(twins.address, other_way, If_Match=tag),
    }
    entry.delete()
    as_told = asker.post(twins.address, twins.body, If_Match=tag)

    assert {name: (one.status_code, one.json()["code"]) for name, one in answers.items()} == {
        "unseen": (428, "if_match_missing"),
        "more": (409, "changed_meanwhile"),
        "the other way round": (409, "changed_meanwhile"),
    }
    assert as_told.status_code == 201


def test_two_who_sat_at_one_table_are_two_and_nothing_more_is_told(twins: Twins) -> None:
    asker = admin(twins.club)
    stage = factories.stage(factories.event(season=twins.season, name="Third"))
    entries = [factories.entry(stage.event, one) for one in (twins.kept, twins.gone)]
    factories.played(factories.table(factories.round_(stage), entries), [1, 2])

    told = asker.post(f"{twins.address}preview/", twins.body)
    refused = asker.post(twins.address, twins.body, If_Match=told["ETag"])

    (issue,) = told.json()["refusals"]
    assert (issue["code"], issue["path"], issue["level"]) == ("merge_same_table", ["gone"], "error")
    assert told.json()["follows"] is None
    assert (refused.status_code, refused.json()["code"]) == (409, "merge_same_table")
    assert Merge.objects.count() == 0


def test_what_another_club_knows_of_somebody_is_neither_told_nor_noticed(twins: Twins) -> None:
    asker = admin(twins.club)
    hidden = factories.club("Secret Society", visibility=Visibility.MEMBERS)
    factories.member(hidden)
    factories.entry(factories.event(hidden, name="Whispers"), twins.gone)

    told = asker.post(f"{twins.address}preview/", twins.body)
    factories.entry(factories.event(hidden, name="More of them"), twins.gone)
    again = asker.post(f"{twins.address}preview/", twins.body)

    assert [one["code"] for one in told.json()["refusals"]] == ["merge_other_club"]
    assert told.json()["follows"] is None
    assert (again.content, again["ETag"]) == (told.content, told["ETag"])
    assert not any(word in told.content.decode() for word in ("Secret", "Whispers", hidden.slug))


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"kept": 10**15}, "kept", "bad_choice"),
        ({"gone": 10**15}, "gone", "bad_choice"),
        ({"gone": None}, "gone", "value_missing"),
        ({"gone": "x"}, "gone", "bad_value"),
        ({"gome": 1}, "gome", "unknown_field"),
    ],
)
def test_a_wrong_number_is_refused_at_its_field(
    twins: Twins, change: dict[str, object], field: str, code: str
) -> None:
    asker = admin(twins.club)

    answers = [
        asker.post(address, {**twins.body, **change}, If_Match='"1"')
        for address in (twins.address, f"{twins.address}preview/")
    ]

    found = {(one.status_code, one.json()["code"], one.json()["field"]) for one in answers}
    assert found == {(400, code, field)}


def test_a_merge_is_taken_back_once_and_only_in_its_own_club(twins: Twins) -> None:
    asker = admin(twins.club)
    tag = asker.post(f"{twins.address}preview/", twins.body)["ETag"]
    pk = asker.post(twins.address, twins.body, If_Match=tag).json()["id"]
    other = factories.club()

    statuses = [
        admin(other).delete(f"/clubs/{other.slug}/merges/{pk}/").status_code,
        admin(other).delete(f"{twins.address}{pk}/").status_code,
        asker.delete(f"{twins.address}{pk}/").status_code,
        asker.delete(f"{twins.address}{pk}/").status_code,
    ]

    assert statuses == [404, 403, 204, 409]
    (row,) = asker.get(twins.address).json()["results"]
    assert row["undone_at"] is not None
    assert asker.get(f"/players/{twins.gone.pk}/").json()["id"] == twins.gone.pk


def test_organizers_and_tokens_that_only_read_merge_nobody(twins: Twins) -> None:
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, twins.club)
    askers = [
        doors.organizer(twins.club),
        doors.with_token(account, "read"),
        doors.with_token(account, "read", "records"),
    ]

    statuses = {
        asker.send(method, address, body, If_Match='"1"').status_code
        for asker in askers
        for method, address, body in (
            ("GET", twins.address, None),
            ("POST", f"{twins.address}preview/", twins.body),
            ("POST", twins.address, twins.body),
        )
    }

    assert statuses == {403}
    assert Merge.objects.count() == 0
