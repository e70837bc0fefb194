"""What a season counts: minimums, dropped results, several evenings, as every door shows them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from urllib.parse import urlencode

import pytest
import time_machine
from django.test import Client

from league.core.enums import RatingKind, Role, RoundEntryState
from league.core.facts import Fact
from league.models import (
    Adjustment,
    Entry,
    JournalLine,
    Membership,
    Merge,
    Player,
    Rating,
    RoundEntry,
    Season,
    Stage,
)
from league.services.people import merges
from league.services.standings import adjustments, ratings, standings
from tests import factories
from tests.api import doors
from tests.flows.visitors import Reader
from tests.practice.evenings import OWN_POINTS, html, signed_in, standing

pytestmark = pytest.mark.django_db


def evening_of(season: Season, day: int, **points: int) -> Stage:
    """One more evening of a season: a table at which everybody named made so many points."""
    event = factories.event(season=season, starts_at=datetime(2026, 2, day, 19, tzinfo=UTC))
    stage = factories.stage(event, scheme=OWN_POINTS)
    people = []
    for name in points:
        known = Membership.objects.filter(club=season.club, player__name=name).first()
        who = known.player if known else factories.member(season.club, name)
        is_guest = known is not None and known.kind == "guest"
        people.append(factories.entry(event, who, is_guest=is_guest))
    order = sorted(points.values(), reverse=True)
    places = [1 + order.index(made) for made in points.values()]
    factories.played(
        factories.table(factories.round_(stage), people), places, points=list(points.values())
    )
    return stage


def guest(season: Season, name: str) -> None:
    factories.member(season.club, name)
    Membership.objects.filter(club=season.club, player__name=name).update(kind="guest")


def nine_evenings() -> Season:
    """The best eight count; a guest who has come to three evenings is ranked from four on."""
    season = factories.season(
        counting="best_n",
        counting_n=8,
        counting_unit="evenings",
        counting_more={"guest_minimum": 4},
        rank_guests=True,
    )
    guest(season, "Gus")
    for day, points in enumerate([7, 7, 5, 5, 3, 3, 1, 1, 7], start=1):
        more = {"Gus": 9} if day <= 3 else {}
        evening_of(season, day, Pia=points, Xi=0, **more)
    standings.catch_up()
    return season


def shown(season: Season) -> dict[str, tuple[str, str, str]]:
    """Per player: rank, total or average, and the note, by page, CSV and API alike."""
    page = html(Client(), f"/c/{season.club.slug}/s/{season.slug}/")
    table = standing(page)
    rows = doors.visitor().get(f"/seasons/{season.pk}/standings/").json()["rows"]
    assert [row["rank_text"] for row in rows] == [row[0] for row in table[1:]]
    who = table[0].index("Player")
    return {
        row["name"]: (row["rank_text"], row["values"]["points"]["shown"], line[who])
        for row, line in zip(rows, table[1:], strict=True)
    }


def test_one_lucky_match_is_listed_below_the_ranked_with_what_is_missing() -> None:
    season = factories.season(counting="average", min_matches=4, chain=["average"])
    for day in range(1, 21):
        more = {"Cy": 60} if day <= 4 else {}
        evening_of(season, day, Bo=70, **more, Xi=0)
    evening_of(season, 21, Ada=100, Xi=0)
    standings.catch_up()

    page = html(Client(), f"/c/{season.club.slug}/s/{season.slug}/")
    scoring = html(Client(), f"/c/{season.club.slug}/s/{season.slug}/scoring/")
    csv_ = Client().get(f"/c/{season.club.slug}/s/{season.slug}/standings.csv").content.decode()

    found = shown(season)
    assert [(name, rank) for name, (rank, _, _) in found.items()] == [
        ("Bo", "1"),
        ("Cy", "2"),
        ("Xi", "3"),
        ("Ada", "–"),
    ]
    assert "1 of 4" in found["Ada"][2]
    assert [line.split(";")[-2:] for line in csv_.splitlines() if "Ada" in line] == [["1", "4"]]
    for text in (scoring, page):
        assert "Matches needed for a rank: 4." in text


def test_the_best_eight_of_ten_meetings_count_and_a_guest_of_three_is_not_ranked() -> None:
    season = nine_evenings()
    after_nine = shown(season)
    evening_of(season, 10, Pia=0, Xi=-1)
    standings.catch_up()
    after_ten = shown(season)
    evening_of(season, 11, Gus=9, Xi=-1)
    standings.catch_up()

    assert after_nine["Pia"][:2] == after_ten["Pia"][:2] == ("1", "38")
    assert after_nine["Gus"][0] == "–"
    assert "3 of 4" in after_nine["Gus"][2]
    assert shown(season)["Gus"][0] == "2"


def test_two_matches_of_one_round_are_two_results_and_the_page_strikes_the_dropped_one() -> None:
    season = factories.season(counting="best_n", counting_n=3)
    event = factories.event(season=season)
    stage = factories.stage(event, scheme=OWN_POINTS)
    pia, xi = (factories.entry(event, factories.member(season.club, n)) for n in ("Pia", "Xi"))
    first = factories.round_(stage, is_rolling=True)
    for round_, points in (
        (first, 70),
        (first, 80),
        (factories.round_(stage), 40),
        (factories.round_(stage), 30),
    ):
        factories.played(factories.table(round_, [pia, xi]), [1, 2], points=[points, 0])
    standings.catch_up()

    why = html(Client(), f"/c/{season.club.slug}/s/{season.slug}/standings/{pia.player_id}/")

    assert shown(season)["Pia"][:2] == ("1", "190")
    assert "190 = 70 + 80 + 40" in why
    assert [part.split("</s>")[0] for part in why.split("<s>")[1:]] == ["30"]


@pytest.mark.parametrize(
    ("judged", "total", "sentence"),
    [
        ("best", "775", "Whichever results hurt the player most are left out."),
        ("before", "633.33", "The worst results are picked before weights apply."),
    ],
)
def test_which_of_weighted_results_is_dropped_is_told_and_followed(
    judged: str, total: str, sentence: str
) -> None:
    season = factories.season(
        counting="average", counting_more={"k": 1, "judged": judged}, chain=["average"]
    )
    for day, (points, weight) in enumerate([(400, "1"), (500, "6"), (900, "3")], start=1):
        stage = evening_of(season, day, Pia=points, Xi=0)
        Stage.objects.filter(pk=stage.pk).update(scoring={"weight": weight})
    standings.recompute_all()

    rows = doors.visitor().get(f"/seasons/{season.pk}/standings/").json()["rows"]

    assert rows[0]["values"]["average"]["shown"] == total
    assert sentence in html(Client(), f"/c/{season.club.slug}/s/{season.slug}/scoring/")


def test_a_second_bye_in_one_season_is_worth_nothing() -> None:
    season = factories.season()
    for day in (1, 2):
        stage = evening_of(season, day, Ada=3, Bo=2, Cy=1)
        Stage.objects.filter(pk=stage.pk).update(
            bye={"kind": "fixed", "points": "2"}, scoring={"bye_limit": 1}
        )
        known = Membership.objects.filter(club=season.club, player__name="Dee").first()
        who = known.player if known else factories.member(season.club, "Dee")
        out: Entry = factories.entry(stage.event, who)
        stage.rounds.get().round_entries.create(entry=out, state="bye")
    standings.recompute_all()

    assert shown(season)["Dee"][1] == "2"


def test_the_scoring_page_of_a_season_tells_what_each_of_its_evenings_really_pays() -> None:
    season = factories.season(
        scheme={"key": "vtes36"},
        counting="best_n",
        counting_n=2,
        counting_unit="evenings",
        counting_more={"attendance": "1"},
    )
    game = factories.free_game(season.club, name="Copper Kettle", seats=[3, 4])
    usual = [
        factories.stage(
            factories.event(
                season=season, name=f"Night {day}", starts_at=datetime(2026, 2, day, 19, tzinfo=UTC)
            ),
            ruleset=game,
            bye={"kind": "fixed", "points": "2"},
        )
        for day in (1, 8)
    ]
    factories.stage(
        factories.event(
            season=season, name="Gala", starts_at=datetime(2026, 2, 15, 19, tzinfo=UTC)
        ),
        ruleset=game,
        scheme={"key": "papa"},
        scoring={"weight": "2"},
        bye={"kind": "zero"},
    )
    path = f"/c/{season.club.slug}/s/{season.slug}/scoring/"

    page = html(Client(), path)
    Stage.objects.filter(scheme={"key": "papa"}).update(scheme=usual[0].scheme)
    alike = html(Client(), path)

    rows = [
        [row[:2] for row in table[1:]] for table in Reader(page).tables if table[0][0] == "Table of"
    ]
    assert [[cells[0] for cells in table] for table in rows] == [["3", "4"], ["3", "4"]]
    assert [table[1][1].split("Tied")[0].strip() for table in rows] == [
        "7 · 5 · 3 · 1",
        "4 · 2 · 1 · 0",
    ]
    words = " ".join(Reader(page).words.split())
    for said in (
        "Night 1, 1 February, Night 8, 8 February",
        "Gala, 15 February: results count 2 times.",
        "The best 2 evenings count; the others are struck through.",
        "Points for every evening played: 1.",
        "Rounds without a match Gala, 15 February",
        "Bye: worth 2 points.",
    ):
        assert said in words
    assert (
        "60" not in words.replace(",", "").split()
    )  # what the season itself would start with pays nowhere
    assert len([t for t in Reader(alike).tables if t[0][0] == "Table of"]) == 1


def test_the_row_of_the_places_of_evenings_is_told() -> None:
    season = factories.season(counting="evening_places", counting_more={"places": ["10", "6", "3"]})

    page = html(Client(), f"/c/{season.club.slug}/s/{season.slug}/scoring/")

    assert "Places on an evening are worth 10 · 6 · 3; after that, nothing." in page


def guests_of(season: Season) -> list[tuple[str, int, int, str]]:
    """The guests by page and API alike: name, evenings, matches, points."""
    page = html(Client(), f"/c/{season.club.slug}/s/{season.slug}/guests/")
    tables = [table for table in Reader(page).tables if table[0][:2] == ["Player", "Evenings"]]
    rows = doors.visitor().get(f"/seasons/{season.pk}/guests/").json()["guests"]
    found = [(row["name"], row["evenings"], row["matches"], row["points"]["shown"]) for row in rows]
    shown = [tuple(row) for table in tables for row in table[1:]]
    assert shown == [(name, str(at), str(of), points) for name, at, of, points in found]
    return found


def test_guests_are_listed_and_what_they_played_follows_them_to_the_member_they_are() -> None:
    season = factories.season(chain=["points"])
    for name in ("Gus", "Gil"):
        guest(season, name)
    evening_of(season, 3, Ada=5, Gus=9)
    evening_of(season, 4, Ada=5, Gus=3, Gil=8)
    evening_of(season, 5, Ada=4, Bo=1)
    standings.catch_up()
    ratings.catch_up()
    boss = signed_in(Role.CLUB_ADMIN, season.club)
    people = {row.name: row for row in Player.objects.all()}
    both = f"kept={people['Bo'].pk}&gone={people['Gus'].pk}"
    before, alone = shown(season), guests_of(season)
    page = html(boss, f"/c/{season.club.slug}/s/{season.slug}/guests/")

    asked = boss.get(f"/c/{season.club.slug}/office/same-person/merge/?{both}")
    boss.post(
        f"/c/{season.club.slug}/office/same-person/merge/",
        {"kept": str(people["Bo"].pk), "gone": str(people["Gus"].pk)},
    )
    standings.catch_up()
    ratings.catch_up()
    after = {name: line[:2] for name, line in shown(season).items()}
    rated = Rating.objects.get(player=people["Bo"], scope__kind=RatingKind.ALL)
    left = guests_of(season)
    merges.undo(by=factories.actor(Role.CLUB_ADMIN, season.club), merge=Merge.objects.get())
    standings.catch_up()

    assert alone == [("Gus", 2, 2, "12"), ("Gil", 1, 1, "8")]
    assert list(before) == ["Ada", "Bo"]
    assert f'<option value="{people["Gus"].pk}">' in page
    assert asked.status_code == 200
    assert after == {"Ada": ("1", "14"), "Bo": ("2", "13")}
    assert rated.matches == 3
    assert left == [("Gil", 1, 1, "8")]
    assert shown(season) == before
    assert guests_of(season) == alone


def test_a_guest_evening_from_before_the_membership_stays_a_guest_evening() -> None:
    season = factories.season(chain=["points"])
    guest(season, "Gus")
    evening_of(season, 3, Ada=5, Gus=9)
    evening_of(season, 10, Ada=5, Gus=9)
    bo = factories.member(season.club, "Bo", since=date(2026, 2, 8))

    merges.merge(
        by=factories.actor(Role.CLUB_ADMIN, season.club),
        club=season.club,
        kept=bo,
        gone=Player.objects.get(name="Gus"),
    )
    standings.catch_up()

    assert list(
        Entry.objects.filter(player=bo).order_by("pk").values_list("is_guest", flat=True)
    ) == [
        True,
        False,
    ]
    assert shown(season)["Bo"][1] == "9"


@time_machine.travel(datetime(2027, 3, 1, 12, tzinfo=UTC))
def test_what_is_given_after_a_season_belongs_to_it_and_keeps_the_day_it_was_given() -> None:
    season = factories.season()
    stage = evening_of(season, 3, Pia=4, Xi=1)
    standings.catch_up()
    by = factories.actor(Role.CLUB_ADMIN, season.club)
    last = Player.objects.get(name="Xi")

    made = adjustments.make(by=by, scope=season, player=last, points="5", reason="Won the appeal")
    standings.catch_up()

    asker = doors.visitor()
    now = doors_lines(asker, season)
    then = doors_lines(asker, season, as_of="2026-12-31")
    assert now == {"Xi": "6", "Pia": "4"}
    assert then == {"Pia": "4", "Xi": "1"}
    assert standings.check() == ()
    line = JournalLine.objects.get(kind=Fact.ADJUSTMENT_MADE)
    assert (line.at.date(), line.seq) == (date(2027, 3, 1), made.from_seq)
    assert "Won the appeal" in html(Client(), f"/c/{season.club.slug}/s/{season.slug}/")
    assert stage.event.season == season


def doors_lines(asker: doors.Asker, season: Season, **moment: str) -> dict[str, str]:
    query = f"?{urlencode(moment)}" if moment else ""
    rows = asker.get(f"/seasons/{season.pk}/standings/{query}").json()["rows"]
    return {row["name"]: row["values"]["points"]["shown"] for row in rows}


@time_machine.travel(datetime(2027, 3, 1, 12, tzinfo=UTC))
def test_a_stored_table_that_lacks_an_adjustment_is_found_by_the_check() -> None:
    season = factories.season()
    evening_of(season, 3, Pia=4, Xi=1)
    standings.catch_up()
    Adjustment.objects.create(
        season=season, player=Player.objects.get(name="Xi"), points_num=5, reason="x", author="x"
    )

    found = standings.check()

    assert [(one.kind, one.audience, one.reason) for one in found] == [
        ("season", "live", "digest"),
        ("season", "public", "digest"),
    ]


def test_a_bye_of_an_evening_that_is_written_down_after_the_season_counts_in_it() -> None:
    season = factories.season()
    event = factories.event(season=season, starts_at=datetime(2026, 2, 3, 19, tzinfo=UTC))
    stage = factories.stage(event)
    with time_machine.travel(datetime(2027, 3, 1, 12, tzinfo=UTC)):
        round_ = factories.round_(stage, published_at=datetime(2027, 3, 1, tzinfo=UTC))
        out = factories.entry(event, "Out")
        RoundEntry.objects.create(round=round_, entry=out, state=RoundEntryState.BYE)

        standings.catch_up()

    assert doors_lines(doors.visitor(), season) == {"Out": "4"}
