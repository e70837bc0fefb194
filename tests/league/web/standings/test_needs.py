"""What do I need? The question and its answer on a page of the season."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.core.enums import EventState, NameLevel, Visibility
from league.models import Player, Season
from league.services.standings import standings
from tests import factories

pytestmark = pytest.mark.django_db


class League:
    """A season in which each evening is one table; a win gives 3, then 2, then 1."""

    def __init__(
        self, names: str = "Ada Bo Cleo", club: dict[str, Any] | None = None, **fields: Any
    ) -> None:  # fields of the rows
        fields.setdefault("scheme", {"key": "podium", "points": [3, 2, 1]})
        self.season: Season = factories.season(factories.club("Tin Owl", **club or {}), **fields)
        self.people = {name: factories.member(self.season.club, name) for name in names.split(" ")}

    def evening(self, order: str) -> None:
        event = factories.event(season=self.season, state=EventState.FINISHED)
        stage = factories.stage(event, scheme=self.season.scheme)
        people = [factories.entry(event, self.people[name]) for name in order.split(" ")]
        factories.played(
            factories.table(factories.round_(stage), people), list(range(1, len(people) + 1))
        )

    def ready(self) -> None:
        standings.recompute_season(self.season.pk)

    @property
    def path(self) -> str:
        return f"/c/{self.season.club.slug}/s/{self.season.slug}/need/"

    def ask(self, client: Client, name: str, **asked: int) -> str:
        answer = client.get(
            self.path, {"player": self.people[name].pk, "rank": 1, "evenings": 1, **asked}
        )
        assert answer.status_code == 200
        return answer.content.decode()


def ways(page: str) -> list[list[str]]:
    """Place, rank then, the word, points per unit and points then of each row of the answer."""
    body = page.split("<tbody>")[1].split("</tbody>")[0]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in body.split("</tr>")[:-1]]
    return [[" ".join(re.sub("<[^>]+>", " ", cell).split()) for cell in row] for row in rows]


def test_the_places_that_lift_somebody_are_told(client: Client) -> None:
    league = League()
    league.evening("Ada Bo Cleo")
    league.evening("Ada Bo Cleo")
    league.ready()

    page = league.ask(client, "Bo", evenings=2)

    assert ways(page) == [
        ["1", "1", "enough", "3", "10"],
        ["2", "1", "enough", "2", "8"],
        ["3", "1", "tied: the tie-breaks decide", "1", "6"],
    ]
    assert "Points per match to tie: 1. Anything more puts you ahead." in page
    assert "everyone else stays put" in page


def test_dropped_results_are_heeded(client: Client) -> None:
    league = League(counting="best_n", counting_n=2, counting_unit="evenings")
    for _ in range(2):
        league.evening("Ada Bo Cleo")
    league.ready()

    page = league.ask(client, "Bo")

    assert ways(page)[0] == ["1", "2", "not enough", "3", "5"]
    assert "Out of reach with these evenings." in page


def test_who_stands_there_already_is_told_so(client: Client) -> None:
    league = League()
    league.evening("Ada Bo Cleo")
    league.ready()

    assert "Already there" in league.ask(client, "Ada")
    assert "No one is in the way" in league.ask(client, "Bo", rank=3)


def test_where_scores_count_too_only_points_are_told(client: Client) -> None:
    league = League(scheme={"key": "table_share"})
    event = factories.event(season=league.season, state=EventState.FINISHED)
    stage = factories.stage(event, scheme=league.season.scheme)
    people = [factories.entry(event, player) for player in league.people.values()]
    table = factories.table(factories.round_(stage), people)
    factories.played(table, [1, 2, 3], points=[60, 30, 10])
    league.ready()

    page = league.ask(client, "Bo")

    assert "Places alone don't decide" in page
    assert "Points per match to tie: " in page


def test_a_season_that_ranks_by_wins_first_is_not_guessed_at(client: Client) -> None:
    league = League(chain=["wins", "points"])
    league.evening("Ada Bo Cleo")
    league.ready()

    page = league.ask(client, "Bo")

    assert "We can't say for this season" in page
    assert "<tbody>" not in page


def test_too_few_matches_to_be_ranked_are_mentioned(client: Client) -> None:
    league = League(min_matches=4)
    league.evening("Ada Bo Cleo")
    league.ready()

    assert "still 2 short" in league.ask(client, "Bo")


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"rank": "0"}, "rank"),
        ({"evenings": "100"}, "evenings"),
        ({"player": "999999"}, "player"),
        ({"size": "7"}, "size"),
    ],
)
def test_a_wrong_wish_is_refused_at_its_field(
    client: Client, asked: dict[str, str], field: str
) -> None:
    league = League()
    league.evening("Ada Bo Cleo")
    league.ready()
    fine = {"player": str(league.people["Bo"].pk), "rank": "1", "evenings": "1"}

    answer = client.get(league.path, {**fine, **asked})

    assert answer.status_code == 400
    wrong = re.findall(r'name="(\w+)"[^>]*aria-invalid="true"', answer.content.decode())
    assert wrong == [field]


def test_hidden_people_and_hidden_standings_stay_hidden(client: Client) -> None:
    league = League(names="Ada Saltmarsh")
    Player.objects.filter(name="Saltmarsh").update(name_level=NameLevel.HIDDEN)
    league.evening("Saltmarsh Ada")
    league.ready()
    unpublished = League(auto_publish=False)
    unpublished.evening("Ada Bo Cleo")
    unpublished.ready()
    closed = League(club={"visibility": Visibility.MEMBERS})

    page = league.ask(client, "Ada")

    assert "catch up with or pass: Player" in page
    assert "Saltmarsh" not in page
    assert "Cleo" not in client.get(unpublished.path).content.decode()
    assert client.get(closed.path).status_code == 404


def test_a_longer_season_asks_no_more_of_the_database(client: Client) -> None:
    from django.db import connection  # app ready

    league = League()
    counts = []
    for _ in range(3):
        league.evening("Ada Bo Cleo")
        league.ready()
        with CaptureQueriesContext(connection) as found:
            league.ask(client, "Bo")
        counts.append(len(found))

    assert len(set(counts)) == 1


def test_more_matches_on_an_evening_and_another_table_size_change_the_answer(
    client: Client,
) -> None:
    league = League()
    league.evening("Ada Bo Cleo")
    league.ready()

    page = league.ask(client, "Cleo", per_evening=2, size=2)

    assert ways(page) == [
        ["1", "1", "enough", "3", "7"],
        ["2", "1", "enough", "2", "5"],
    ]
