"""What may and what may not reach a standing."""

from __future__ import annotations

from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from django.test import Client

from league.core.actors import ANONYMOUS
from league.core.enums import RoundEntryState
from league.core.errors import Refused
from league.models import Entry, JournalLine, RoundEntry
from league.queries.occasions import season_guests
from league.queries.standings import explanations
from league.services.evening import dropouts, rounds
from league.services.occasions import stages
from league.services.people import players
from league.services.seating import seatings
from league.services.standings import adjustments, standings
from tests import factories
from tests.api import doors
from tests.flows.visitors import Reader
from tests.league.web.occasions.test_occasions import fields
from tests.practice.evenings import (
    FOUR_TWO_ONE,
    OWN_POINTS,
    Evening,
    evening,
    html,
    of_api,
    of_csv,
    organizer,
    ranking,
    signed_in,
)

pytestmark = pytest.mark.django_db
EIGHT = ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal"]


def two_rounds() -> Evening:
    night = evening(
        EIGHT,
        seats=(4, 4),
        scheme=FOUR_TWO_ONE,
        chain=["points", "average"],
        bye={"kind": "zero"},
    )
    night.play(["Bo", "Ada", "Dee", "Cy"], ["Fay", "Eve", "Hal", "Gil"])
    night.play(["Bo", "Fay", "Ada", "Eve"], ["Hal", "Dee", "Gil", "Cy"])
    return night


def values(night: Evening, *keys: str) -> dict[str, list[object]]:
    rows = doors.visitor().get(f"/stages/{night.stage.pk}/standings/").json()["rows"]
    return {row["name"]: [row["values"][key] for key in keys] for row in rows}


def number(exact: str, shown: str) -> dict[str, str]:
    return {"exact": exact, "shown": shown}


def test_a_table_that_is_still_playing_counts_for_nobody() -> None:
    night = two_rounds()
    before = values(night, "points", "matches")
    third = night.seat(["Ada", "Gil", "Hal", "Cy"], ["Bo", "Dee", "Eve", "Fay"])
    standings.catch_up()
    unplayed = values(night, "points", "matches")

    night.finish(third, ["Bo", "Dee", "Eve", "Fay"])
    standings.catch_up()

    assert unplayed == before
    after = values(night, "matches", "average")
    assert {name: row[0] for name, row in after.items()} == {
        **dict.fromkeys(["Ada", "Gil", "Hal", "Cy"], 2),
        **dict.fromkeys(["Bo", "Dee", "Eve", "Fay"], 3),
    }
    assert after["Ada"][1] == number("3/2", "1.50")
    assert after["Bo"][1] == number("4", "4")
    assert after["Dee"][1] == number("5/3", "1.67")


def test_a_penalty_moves_the_seats_of_the_next_round_and_stays_listed() -> None:
    totals = dict(zip(EIGHT, (30, 25, 24, 20, 19, 15, 12, 9), strict=True))
    night = evening(EIGHT, seats=(4, 4), scheme=OWN_POINTS, chain=["points"], method="swiss")
    # Whatever the next tables are, four pairs meet again: so the standing alone decides.
    tables = [["Bo", "Cy", "Fay", "Gil"], ["Dee", "Eve", "Ada", "Hal"]]
    first = night.seat(*tables)
    for table in tables:
        night.score(first, **{name: totals[name] for name in table})
    boss = organizer(night)
    page = f"/e/{night.event.slug}/stages/1/adjustments/"

    boss.post(
        page,
        {
            "do": "make",
            "player": str(night.player("Ada").pk),
            "points": "-20",
            "reason": "Looked at the other cards",
            "key": "k1",
        },
    )
    for _ in range(2):
        standings.recompute_all()
    second = seatings.draw(by=night.by, stage=night.stage, seed=3)

    assert [name for _, name, _ in of_api(night.stage)] == [
        *("Bo", "Cy", "Dee", "Eve", "Fay", "Gil", "Ada", "Hal")
    ]
    assert sum(int(points) for _, _, points in of_api(night.stage)) == sum(totals.values()) - 20
    drawn = [
        set(table.seats.values_list("entry__player__name", flat=True))
        for table in second.tables.order_by("number")
    ]
    assert drawn == [{"Bo", "Cy", "Dee", "Eve"}, {"Fay", "Gil", "Ada", "Hal"}]
    listed = html(boss, page)
    assert "Looked at the other cards" in listed
    assert "someone" in listed  # the author, by the account's address
    public = html(Client(), f"/e/{night.event.slug}/")
    assert "Looked at the other cards" in public
    assert "someone" not in public


def test_a_club_of_next_year_is_not_in_this_years_table() -> None:
    league = factories.club()
    old = factories.season(league, starts_on=date(2024, 1, 1), ends_on=date(2024, 12, 31))
    new = factories.season(league, starts_on=date(2025, 1, 1), ends_on=date(2025, 12, 31))
    played_at = datetime(2024, 3, 1, 19, tzinfo=UTC)
    event = factories.event(season=old, starts_at=played_at)
    stage = factories.stage(event, scheme=OWN_POINTS)
    clubs = [factories.entry(event, factories.member(league, name)) for name in ("A", "B", "C")]
    table = factories.table(factories.round_(stage), clubs, played_at=played_at)
    factories.played(table, [1, 2, 3], points=[5, -2, -3])
    standings.catch_up()
    later = factories.event(season=new, starts_at=datetime(2025, 3, 1, 19, tzinfo=UTC))
    factories.stage(later)
    for entry in clubs:
        factories.entry(later, entry.player)
    factories.entry(later, factories.member(league, "D", since=date(2025, 1, 1)))
    standings.recompute_all()

    page = ranking(html(Client(), f"/c/{league.slug}/s/{old.slug}/"))

    assert page == [("1", "A", "5"), ("2", "B", "−2"), ("3", "C", "−3")]


def test_a_bye_is_worth_its_points_and_no_match_and_a_new_value_holds_for_all() -> None:
    night = evening(
        ["Ada", "Bo", "Cy", "Dee", "Eve"],
        seats=(4, 4),
        scheme=FOUR_TWO_ONE,
        bye={"kind": "fixed", "points": "3"},
    )
    seating = seatings.publish(by=night.by, seating=seatings.draw(by=night.by, stage=night.stage))
    out = seating.seats.get(state="bye").entry
    night.finish(seating, [name for name in night.entries if night.entries[name] != out])
    standings.catch_up()
    first = values(night, "points", "matches")[out.player.name]

    night.stage.refresh_from_db()
    stages.change(
        by=night.by,
        stage=night.stage,
        expected_version=night.stage.version,
        bye={"kind": "fixed", "points": "2"},
    )
    standings.catch_up()

    assert first == [number("3", "3"), 0]
    assert values(night, "points", "matches")[out.player.name] == [number("2", "2"), 0]
    line = JournalLine.objects.get(kind="stage_changed")
    assert line.payload["changed"]["bye"] == {
        "old": {"kind": "fixed", "points": "3"},
        "new": {"kind": "fixed", "points": "2"},
    }


def test_taking_the_latest_round_back_gives_the_standing_of_before() -> None:
    night = two_rounds()
    before = of_api(night.stage), of_api(night.season)
    third = night.play(["Ada", "Gil", "Hal", "Cy"], ["Bo", "Dee", "Eve", "Fay"])
    boss = organizer(night)
    desk = f"/e/{night.event.slug}/desk/"
    second = night.stage.rounds.get(number=2)

    middle = boss.post(desk, {"do": f"withdraw:{second.pk}"})
    asked = boss.post(desk, {"do": f"withdraw:{third.round_id}"})
    stands = of_api(night.stage)
    boss.post(desk, {"do": f"withdraw:{third.round_id}", "accept": "yes"})
    standings.catch_up()

    assert (middle.status_code, asked.status_code) == (409, 409)
    assert "Withdraw and void" in asked.content.decode()
    assert "1, 2" in asked.content.decode()
    assert stands != before[0]
    assert (of_api(night.stage), of_api(night.season)) == before


def test_who_leaves_keeps_the_results_and_is_marked_from_then_on() -> None:
    night = two_rounds()
    path = f"/e/{night.event.slug}/"
    earlier = [html(Client(), f"{path}seating/?by=table&round={n}") for n in (1, 2)]
    before = of_api(night.stage)
    boss = organizer(night)

    boss.post(f"{path}desk/", {"do": f"leave:{night.entries['Dee'].pk}"})
    third = seatings.publish(
        by=night.by, seating=seatings.draw(by=night.by, stage=night.stage, sizes=[4])
    )
    standings.catch_up()

    again = [html(Client(), f"{path}seating/?by=table&round={n}") for n in (1, 2)]
    assert [page.split("<main")[1].count("Dee") for page in again] == [
        page.split("<main")[1].count("Dee") for page in earlier
    ]
    assert not third.seats.filter(entry=night.entries["Dee"]).exists()
    shown = {name: points for _, name, points in of_api(night.stage)}
    assert shown["Dee"] == "3"
    assert [row for row in of_api(night.stage) if row[1] == "Dee"] == [
        row for row in before if row[1] == "Dee"
    ]
    page = ranking(html(Client(), path))
    assert [name for _, name, _ in page if name.startswith("Dee")] == ["Dee Withdrawn"]


def test_a_draft_and_each_publication_are_shown_apart() -> None:
    night = evening(EIGHT, seats=(4, 4), scheme=FOUR_TWO_ONE, auto_publish=False)
    night.play(["Bo", "Ada", "Dee", "Cy"], ["Fay", "Eve", "Hal", "Gil"])
    night.play(["Bo", "Fay", "Ada", "Eve"], ["Hal", "Dee", "Gil", "Cy"])
    path = f"/e/{night.event.slug}/"
    member = signed_in(player=night.player("Ada"))
    nothing = of_api(night.stage)

    standings.publish(by=night.by, scope=night.stage)
    after_two = of_api(night.stage)
    draft = night.draft(["Ada", "Gil", "Hal", "Cy"], ["Bo", "Dee", "Eve", "Fay"])
    unseen = [
        html(client, path + page)
        for client in (Client(), member)
        for page in ("", "seating/", "board/", "?round=3")
    ]
    listed = doors.visitor().get(f"/events/{night.event.pk}/rounds/").json()["results"]
    seatings.publish(by=night.by, seating=draft)
    seen = html(Client(), path)
    night.finish(draft, ["Ada", "Gil", "Hal", "Cy"])
    standings.catch_up()
    kept = of_api(night.stage)
    standings.publish(by=night.by, scope=night.stage)

    assert nothing == []
    assert after_two[0] == ("1", "Bo", "8")
    assert [page for page in unseen if "Round 3" in page] == []
    assert [row["number"] for row in listed] == [1, 2]
    assert "Round 3" in seen
    assert kept == after_two
    assert ("2", "Ada", "7") in of_api(night.stage)
    assert "Round 3" in html(Client(), path)


def test_the_attendance_of_an_earlier_round_never_changes_a_result() -> None:
    night = two_rounds()
    first = night.stage.rounds.get(number=1)
    late = Entry.objects.create(
        event=night.event, player=factories.member(night.club, "Ivo"), joined_round=3
    )
    before = of_api(night.stage)

    with pytest.raises(Refused) as refused:
        rounds.mark(
            by=night.by, round_=first, entry=night.entries["Bo"], state=RoundEntryState.ABSENT
        )
    rounds.mark(by=night.by, round_=first, entry=late, state=RoundEntryState.ABSENT)
    standings.catch_up()

    assert refused.value.code == "has_result"
    assert [row for row in of_api(night.stage) if row[1] != "Ivo"] == before
    assert RoundEntry.objects.get(round=first, entry=night.entries["Bo"]).state == "seated"


def test_a_new_name_and_a_changed_setting_leave_every_result_in_place() -> None:
    night = evening(EIGHT, seats=(2, 2), scheme=FOUR_TWO_ONE)
    pairs = [["Ada", "Bo"], ["Cy", "Dee"], ["Eve", "Fay"], ["Gil", "Hal"]]
    seating = night.seat(*pairs)
    for pair in pairs[:3]:
        night.finish(seating, pair)
    standings.catch_up()
    before = of_api(night.stage)
    zed = night.player("Ada")

    players.change(by=night.by, player=zed, expected_version=zed.version, name="Zed")
    night.stage.refresh_from_db()
    stages.change(
        by=night.by, stage=night.stage, expected_version=night.stage.version, method="swiss"
    )
    adjustments.make(
        by=night.by, scope=night.stage, player=zed, points=Fraction(1), reason="Brought the board"
    )
    standings.catch_up()

    assert of_api(night.stage)[0] == ("1", "Zed", "5")
    assert sorted(points for _, name, points in of_api(night.stage) if name != "Zed") == sorted(
        points for _, name, points in before if name != "Ada"
    )
    assert of_csv(Client().get(f"/e/{night.event.slug}/stages/1/standings.csv").content) == of_api(
        night.stage
    )


def test_rules_changed_in_mid_event_say_who_moves_are_kept_and_can_be_changed_back() -> None:
    night = two_rounds()
    client, path = organizer(night), f"/e/{night.event.slug}/stages/1/"
    wall = f"/e/{night.event.slug}/standings/"
    before = ranking(html(client, wall))
    form = {**fields(html(client, path)), "scheme": "winner"}

    preview = client.post(path, {**form, "preview": "yes"})
    unchanged = ranking(html(client, wall))
    client.post(path, form)
    standings.catch_up()
    after = ranking(html(client, wall))
    line = JournalLine.objects.filter(kind="stage_changed").latest("pk")
    night.stage.refresh_from_db()
    stages.change(
        by=night.by,
        stage=night.stage,
        expected_version=night.stage.version,
        scheme=FOUR_TWO_ONE,
    )
    standings.catch_up()

    ranks = {name: rank for rank, name, _ in before}
    assert unchanged == before
    assert {move.name for move in preview.context["moves"]} == {
        name for rank, name, _ in after if rank != ranks[name]
    }
    assert after != before
    assert (line.payload["changed"].keys(), line.actor_key != "") == ({"scheme"}, True)
    assert ranking(html(client, wall)) == before


def test_swapped_criteria_and_new_place_points_are_logged_with_old_and_new_and_undone() -> None:
    night = two_rounds()
    night.stage.chain = ["points", "wins", "places"]
    night.stage.save()
    client, path = organizer(night), f"/e/{night.event.slug}/stages/1/"
    before = of_api(night.stage)
    new_scheme = {"key": "podium", "ties": "share", "drawn": None, "points": ["5", "3", "2", "1"]}

    for change in ({"chain": ["points", "places", "wins"]}, {"scheme": new_scheme}):
        night.stage.refresh_from_db()
        stages.change(
            by=night.by, stage=night.stage, expected_version=night.stage.version, **change
        )
    standings.catch_up()
    changed = of_api(night.stage)
    lines = list(JournalLine.objects.filter(kind="stage_changed").order_by("pk"))
    page = html(client, path)
    night.stage.refresh_from_db()
    stages.change(
        by=night.by,
        stage=night.stage,
        expected_version=night.stage.version,
        chain=["points", "wins", "places"],
        scheme=FOUR_TWO_ONE,
    )
    standings.catch_up()

    assert [line.payload["changed"] for line in lines] == [
        {
            "chain": {
                "old": ["points", "wins", "places"],
                "new": ["points", "places", "wins"],
            }
        },
        {"scheme": {"old": FOUR_TWO_ONE, "new": new_scheme}},
    ]
    assert [line.actor_key == night.by.key and line.at is not None for line in lines] == [
        True,
        True,
    ]
    assert {name: points for _, name, points in changed} == {
        "Bo": "10",
        "Fay": "8",
        "Hal": "7",
        "Ada": "5",
        "Dee": "5",
        "Eve": "4",
        "Gil": "3",
        "Cy": "2",
    }
    assert 'name="preview"' in page
    assert of_api(night.stage) == before


def test_the_page_says_that_the_results_of_somebody_disqualified_are_void() -> None:
    night = two_rounds()
    night.stage.chain = ["points", "opponents"]
    night.stage.save()
    standings.recompute_all()
    strength = values(night, "opponents")["Ada"]
    boss = organizer(night)
    dee = night.entries["Dee"]

    dropouts.drop(by=night.by, entry=dee)
    standings.catch_up()
    left = values(night, "opponents")["Ada"]
    boss.post(
        f"/e/{night.event.slug}/entries/{dee.pk}/disqualify/",
        {"results": "void", "reason": "Marked the cards"},
    )
    standings.catch_up()

    assert strength == left == [number("27", "27")]
    assert values(night, "opponents")["Ada"] == [number("24", "24")]
    page = html(Client(), f"/e/{night.event.slug}/")
    rows = [row for table in Reader(page).tables for row in table if "Dee" in " ".join(row)]
    assert [(row[0], row[2]) for row in rows] == [("–", "Dee Disqualified: the results are void.")]


def test_an_unranked_guest_shows_own_points_and_matches_and_a_dash_by_every_door() -> None:
    season = factories.season()
    stage = factories.stage(factories.event(season=season), scheme=OWN_POINTS)
    people = {
        name: factories.entry(
            stage.event, factories.member(season.club, name), is_guest=name == "Gus"
        )
        for name in ("Ada", "Bo", "Gus")
    }
    for points in ([4, 2, 3], [1, 3, 2]):
        table = factories.table(factories.round_(stage), list(people.values()))
        order = sorted(points, reverse=True)
        factories.played(table, [1 + order.index(made) for made in points], points=points)
    standings.catch_up()

    path = f"/e/{stage.event.slug}"
    told = {
        "page": ranking(html(Client(), f"{path}/")),
        "print": ranking(html(Client(), f"{path}/standings/")),
        "projector": ranking(html(Client(), f"{path}/board/?slides=standings")),
        "csv": of_csv(Client().get(f"{path}/stages/1/standings.csv").content),
        "api": of_api(stage),
    }
    row = next(
        row
        for row in doors.visitor().get(f"/stages/{stage.pk}/standings/").json()["rows"]
        if row["name"] == "Gus"
    )
    found = explanations.of_player(stage, ANONYMOUS, people["Gus"].player_id)

    assert (row["rank"], row["unranked"]) == (None, "guest")
    assert found.counted is not None
    assert found.counted.matches == 2
    assert row["values"]["points"] == {"exact": "5", "shown": "5"}
    expected = [("1=", "Ada", "5"), ("1=", "Bo", "5"), ("–", "Gus", "5")]
    plain = {
        door: [(rank, name.removesuffix(" Guest"), points) for rank, name, points in lines]
        for door, lines in told.items()
    }
    assert {door: lines for door, lines in plain.items() if lines != expected} == {}
    assert sum(term.value for term in found.explanations[0].terms) == 5
    guests = season_guests.of_season(ANONYMOUS, season).guests
    assert [(one.name, str(one.points), one.matches) for one in guests] == [("Gus", "5", 2)]
    assert "Gus" not in {
        row["name"]
        for row in doors.visitor().get(f"/seasons/{season.pk}/standings/").json()["rows"]
    }
