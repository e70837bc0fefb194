from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from league.core.actors import ANONYMOUS, Actor, system
from league.core.enums import EventState, NameLevel
from league.models import BgStatsPlayer, Club, MatchRecord, Player, Round, Season
from league.queries.records import bg_stats_out
from league.services.people import merges
from league.services.records import bg_stats_import
from league.services.records.bg_stats_import import Choices, Preview
from league.words.sentences import sentence
from tests import factories
from tests.factories import bg_stats
from tests.factories.bg_stats import File, add, id_of

pytestmark = pytest.mark.django_db
ALL = Choices(create_players=True, create_games=True)
BY = system("test")


@pytest.fixture
def season() -> Season:
    return factories.season(starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31))


def preview(season: Season, told: File, choices: Choices = ALL) -> Preview:
    return bg_stats_import.preview(by=BY, season=season, data=bg_stats.data(told), choices=choices)


def run(season: Season, told: File, choices: Choices = ALL) -> tuple[int, int, int]:
    done = bg_stats_import.run(by=BY, season=season, data=bg_stats.data(told), choices=choices)
    return done.matches, done.recognised, done.players


def one_game(**game: Any) -> File:
    return bg_stats.file(["Ada Moss", "Bo Fern", "Cy Reed", "Di Ash"], [{"name": "Mosaic", **game}])


def every_way() -> File:
    """A play of every kind that the app knows."""
    told = bg_stats.file(
        ["Ada Moss", "Bo Fern", "Cy Reed", "Di Ash"],
        [
            {"name": "Mosaic"},
            {"name": "Golf", "highestWins": False},
            {"name": "Lighthouse", "cooperative": True, "noPoints": True},
            {"name": "Tug", "usesTeams": True},
        ],
    )
    add(told, "1", {"score": "12"}, {"score": "9+5", "winner": True}, at="2026-03-01 20:00:00")
    add(told, "2", {"score": "7", "winner": True}, {"score": "7"}, at="2026-03-02 20:00:00")
    add(told, "3", {"winner": True}, {}, {}, at="2026-03-03 20:00:00")
    add(told, "4", {"score": "70"}, {"score": "68,5"}, game=2, at="2026-03-04 20:00:00")
    both = {"winner": True}
    add(told, "5", both, both, both, game=3, at="2026-03-05 20:00:00")
    add(told, "6", {}, {}, game=3, at="2026-03-06 20:00:00")
    north, south = {"team": "North", "winner": True}, {"team": "South"}
    add(told, "7", north, south, north, south, game=4, at="2026-03-07", usesTeams=True)
    add(told, "8", {"rank": 1}, {"rank": 1}, at="2026-03-08 20:00:00")
    add(
        told,
        "9",
        {"score": "3", "rank": 2, "seatOrder": 2},
        {"score": "3", "rank": 1, "seatOrder": 1, "winner": True},
        at="2026-03-09 20:00:00",
    )
    return told


def file_of(club: Club, *, viewer: Actor = BY, player: Player | None = None) -> File:
    return bg_stats_out.of_club(viewer, club, player)


def outcomes() -> list[Any]:
    rows = MatchRecord.objects.order_by("table__played_at", "pk")
    return [
        (
            [score.place for score in row.scores.order_by("position")],
            row.outcome["points"],
            row.outcome["drawn"],
            [score.side for score in row.scores.order_by("position")],
        )
        for row in rows
    ]


def test_scores_winners_ranks_sides_and_tables_together_become_matches(season: Season) -> None:
    told = every_way()

    found = preview(season, told)
    done = run(season, told)

    assert ([sentence(one.error) for one in found.bad], found.left_out, found.new) == ([], {}, 9)
    assert done == (9, 0, 4)
    alone = [None, None]
    assert outcomes() == [
        ([2, 1], [12, 14], False, alone),
        ([1, 2], [7, 7], False, alone),
        ([1, 2, 2], None, False, [None] * 3),
        ([2, 1], [700, 685], False, alone),
        ([1, 1, 1], None, False, [1, 1, 1]),
        ([1, 1], None, True, [1, 1]),
        ([1, 3, 1, 3], None, False, [1, 2, 1, 2]),
        ([1, 1], None, True, alone),
        ([1, 2], [3, 3], False, alone),
    ]
    last = MatchRecord.objects.order_by("pk").last()
    assert last is not None
    assert [score.entry.player.name for score in last.scores.order_by("position")] == [
        "Bo Fern",
        "Ada Moss",
    ]


def test_the_same_file_adds_nothing_and_a_later_one_what_is_new(season: Season) -> None:
    told = one_game()
    add(told, "1", {"score": "12"}, {"score": "9"})
    first = run(season, told)
    told["players"][0]["name"] = "Ada Moss-Hill"  # married since
    again = run(season, told)
    add(told, "2", {"score": "1"}, {"score": "2"}, {"score": "3"}, at="2026-03-03 21:15:00")
    later = run(season, told)

    assert (first, again, later) == ((1, 0, 2), (0, 1, 0), (1, 1, 1))
    assert season.events.count() == 1
    assert sorted(Player.objects.values_list("name", flat=True)) == [
        "Ada Moss",
        "Bo Fern",
        "Cy Reed",
    ]


def test_people_are_proposed_by_name_and_decided_visibly(season: Season) -> None:
    ada, bo, *twins = (
        factories.member(season.club, name)
        for name in ("Ada Moss", "Bo Fern", "Cy Reed", "Cy Reed")
    )
    told = one_game()
    add(told, "1", {"score": "12"}, {"score": "9"})
    add(told, "2", {"score": "12"}, {"score": "9"}, {"score": "1"})
    add(told, "3", {"score": "12"}, {"score": "9"}, {"playerRefId": 4, "score": "1"})
    plain = Choices(create_games=True)

    found = preview(season, told, plain)
    chosen = Choices(
        people={id_of("Cy Reed"): str(twins[1].pk), id_of("Di Ash"): "new"}, create_games=True
    )
    run(season, told, chosen)

    assert {
        row.name: (row.player, row.player is None and not row.is_new) for row in found.people
    } == {
        "Ada Moss": (ada, False),
        "Bo Fern": (bo, False),
        "Cy Reed": (None, True),
        "Di Ash": (None, True),
    }
    assert (found.new, found.left_out) == (1, {"person": 2})
    assert {row.uuid: row.player.name for row in BgStatsPlayer.objects.all()} == {
        id_of(name): name for name in ("Ada Moss", "Bo Fern", "Cy Reed", "Di Ash")
    }
    assert BgStatsPlayer.objects.get(uuid=id_of("Cy Reed")).player == twins[1]


def test_whoever_became_one_with_another_is_met_there_by_a_later_file(season: Season) -> None:
    told = one_game()
    add(told, "1", {"score": "12"}, {"score": "9"})
    run(season, told)
    kept = factories.member(season.club, "Adelheid Moss")
    gone = Player.objects.get(name="Ada Moss")
    merged = merges.merge(by=BY, club=season.club, kept=kept, gone=gone)
    told["players"][0]["name"] = "Mossy"
    add(told, "2", {"score": "1"}, {"score": "2"})

    met = {row.name: row.player for row in preview(season, told).people}
    merges.undo(by=BY, merge=merged)

    assert met["Mossy"] == kept
    assert BgStatsPlayer.objects.get(uuid=id_of("Ada Moss")).player == gone


def test_what_is_left_out_says_why(season: Season) -> None:
    told = bg_stats.file(["Ada Moss", "Bo Fern"], [{"name": "Mosaic"}, {"name": "Whist"}])
    two = ({"score": "2"}, {"score": "1"})
    add(told, "good", *two)
    add(told, "early", *two, at="2025-12-31 23:59:00")
    add(told, "ignored", *two, ignored=True)
    add(told, "alone", {"score": "2"})
    add(told, "other game", *two, game=2)
    add(told, "nobody won", {}, {})

    found = preview(
        season,
        told,
        Choices(create_players=True, create_games=True, games={id_of("Whist"): "out"}),
    )

    assert (found.new, found.left_out) == (
        1,
        {"outside": 1, "ignored": 1, "alone": 1, "game": 1, "no_result": 1},
    )


def test_games_are_the_clubs_own_or_left_out_and_other_titles_can_be_chosen(
    season: Season,
) -> None:
    box = factories.free_game(season.club, name="Mosaic of the North").club_game
    told = bg_stats.file(["Ada Moss", "Bo Fern"], [{"name": "Mosaic"}, {"name": "Whist"}])
    add(told, "1", {"score": "2"}, {"score": "1"})
    add(told, "2", {"score": "2"}, {"score": "1"}, game=2)

    chosen = Choices(create_players=True, games={id_of("Mosaic"): str(box.pk)})
    found = preview(season, told, chosen)
    run(season, told, chosen)

    assert [(row.name, row.title) for row in found.games] == [
        ("Mosaic", "Mosaic of the North"),
        ("Whist", ""),
    ]
    assert MatchRecord.objects.get().table.ruleset.club_game == box


def test_a_play_that_is_refused_leaves_the_points_of_the_others_as_they_are(
    season: Season,
) -> None:
    season.scheme = {"key": "custom", "rows": {"3": [5, 2, 1]}, "ties": "share"}
    season.save()
    told = one_game()
    add(told, "1", {"score": "10"}, {"score": "8"}, {"score": "5"})
    add(told, "2", {"score": "7.5"}, {"score": "3"})

    found = preview(season, told)
    bg_stats_import.run(by=BY, season=season, data=bg_stats.data(told), choices=ALL, skip_bad=True)

    assert (found.new, found.faulty) == (1, 1)
    assert [(one["points"], one["scale"]) for one in kept_outcomes()] == [([10, 8, 5], 0)]


def test_one_person_under_a_former_and_a_present_name_is_no_table_of_two(season: Season) -> None:
    kept = factories.member(season.club, "Ada Moss")
    gone = factories.member(season.club, "Bo Fern")
    merges.merge(by=BY, club=season.club, kept=kept, gone=gone)
    told = one_game()
    add(told, "1", {"score": "12"}, {"score": "9"})

    found = preview(season, told)

    assert [one.error.code for one in found.bad] == ["bg_stats_seat_twice"]


def test_plays_of_a_day_whose_evening_was_cancelled_get_one_of_their_own(season: Season) -> None:
    told = one_game()
    add(told, "1", {"score": "12"}, {"score": "9"})
    run(season, told)
    season.events.update(state=EventState.CANCELLED)
    add(told, "2", {"score": "1"}, {"score": "2"})
    run(season, told)

    states = MatchRecord.objects.order_by("pk").values_list("stage__event__state", flat=True)
    assert list(states) == [EventState.CANCELLED, EventState.FINISHED]


def test_a_place_has_one_id_in_every_file(season: Season) -> None:
    told = one_game()
    add(told, "1", {"score": "12"}, {"score": "9"}, at="2026-03-01 20:00:00")
    add(told, "2", {"score": "1"}, {"score": "2"}, {"score": "3"}, at="2026-03-02 20:00:00")
    run(season, told)
    for event, place in zip(season.events.order_by("starts_at"), ("Attic", "Barn"), strict=True):
        event.place = place
        event.save()

    whole = file_of(season.club)["locations"]
    hers = file_of(season.club, player=Player.objects.get(name="Cy Reed"))["locations"]

    assert [one["name"] for one in whole] == ["Attic", "Barn"]
    assert [one["uuid"] for one in hers] == [whole[1]["uuid"]]


def kept_outcomes() -> list[Any]:
    return [row.outcome for row in MatchRecord.objects.order_by("pk")]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"uuid": ""}, "plays 1: uuid is missing."),
        ({"uuid": "x;y"}, "plays 1: uuid is “x;y”, not an id of the app."),
        (
            {"playDate": "3 March"},
            "plays 1: playDate is “3 March”, not a date and time such as 2026-11-03 19:30:00.",
        ),
        ({"gameRefId": 9}, "plays 1: gameRefId is “9”, and nothing in games has this id."),
        ({"gameRefId": None}, "plays 1: gameRefId is missing."),
        ({"playerScores": 3}, "plays 1: playerScores is missing."),
        ({"ignored": "no"}, "plays 1: ignored is “no”, neither true nor false."),
        ({"playerScores": ["x", "y"]}, "plays 1, playerScores 1 is not a record of BG Stats."),
        (
            {"playerScores": [{"playerRefId": 9}]},
            "plays 1, playerScores 1: playerRefId is “9”, and nothing in players has this id.",
        ),
        (
            {"playerScores": [{"playerRefId": 1, "score": "many"}]},
            "plays 1, playerScores 1: score is “many”, not a number or a sum.",
        ),
        (
            {"playerScores": [{"playerRefId": 1, "rank": -1}]},
            "plays 1, playerScores 1: rank is “-1”, not a whole number from 0 to 100.",
        ),
        (
            {"playerScores": [{"playerRefId": 1, "score": "2"}, {"playerRefId": 2}]},
            "Match plays 1 has points for some players but not for all.",
        ),
        (
            {"playerScores": [{"playerRefId": 1, "score": "2"}, {"playerRefId": 1, "score": "3"}]},
            "plays 1: Ada Moss would sit at this table twice.",
        ),
        (
            {
                "playerScores": [
                    {"playerRefId": 1, "score": "9999999999"},
                    {"playerRefId": 2, "score": "1"},
                ]
            },
            "Points must lie between minus 1000000000 and 1000000000.",
        ),
    ],
)
def test_a_fault_names_record_and_field_and_costs_that_play_alone(
    season: Season, change: dict[str, Any], said: str
) -> None:
    told = one_game()
    add(told, "1", {"score": "2"}, {"score": "1"})
    add(told, "2", {"score": "2"}, {"score": "1"})
    told["plays"][0].update(change)

    found = preview(season, told)

    assert ([sentence(one.error) for one in found.bad], found.faulty, found.new) == ([said], 1, 1)


def kept(club: Club) -> list[Any]:
    """Every match of a club with all that a file says of it."""
    rows = MatchRecord.objects.filter(stage__event__club=club).order_by("reporter_key")
    return [
        (
            row.reporter_key.rpartition(":")[2],
            row.table.played_at,
            row.table.ruleset.club_game.title,
            row.outcome,
            [
                (score.entry.player.name, score.place, score.points, score.side)
                for score in row.scores.order_by("position")
            ],
        )
        for row in rows.select_related("table__ruleset__club_game")
    ]


def test_what_came_in_goes_out_and_into_an_empty_club_as_the_same_plays(season: Season) -> None:
    run(season, every_way())
    other = factories.season(starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31))

    out = file_of(season.club)
    done = run(other, out)
    back = run(season, out)

    assert (done, back) == ((9, 0, 4), (0, 9, 0))
    assert kept(other.club) == kept(season.club)
    assert file_of(other.club)["plays"] == out["plays"]


def test_a_clubs_own_matches_come_back_from_its_file_as_known(season: Season) -> None:
    club = season.club
    event = factories.event(club, season=season)
    stage = factories.stage(event, ruleset=factories.free_game(club))
    people = [
        factories.player("Ada Moss", name_level=NameLevel.HIDDEN),
        factories.member(club, "Bo Fern", name_level=NameLevel.FULL),
    ]
    seated = [factories.entry(event, one) for one in people]
    table = factories.table(factories.round_(stage), seated)
    factories.played(table, [2, 1], points=[3, 12])

    whole = file_of(club)
    public = file_of(club, viewer=ANONYMOUS)

    assert run(season, whole) == (0, 1, 0)
    assert [one["name"] for one in whole["players"]] == ["Ada Moss", "Bo Fern"]
    assert [one["name"] for one in public["players"]] == ["Player", "Bo Fern"]
    assert [
        (one["score"], one["rank"], one["winner"]) for one in public["plays"][0]["playerScores"]
    ] == [("3", 2, False), ("12", 1, True)]


def test_a_clubs_own_match_that_went_through_the_app_is_held_back_once(season: Season) -> None:
    club = season.club
    event = factories.event(club, season=season)
    box = factories.free_game(club, name="Mosaic")
    people = [factories.member(club, name) for name in ("Ada Moss", "Bo Fern")]
    seated = [factories.entry(event, one) for one in people]
    table = factories.table(factories.round_(factories.stage(event, ruleset=box)), seated)
    factories.played(table, [2, 1], points=[3, 12])
    told, at = one_game(), "2026-11-03 22:10:00"
    add(told, "1", {"score": "3"}, {"score": "12", "winner": True}, at=at)
    add(told, "2", {"score": "4"}, {"score": "12", "winner": True}, at=at)
    add(told, "3", {"score": "3"}, {"score": "12", "winner": True}, at=at)

    found = preview(season, told)
    first, again = run(season, told), run(season, told)

    assert (found.new, found.left_out) == (2, {"probably_there": 1})
    assert (first, again) == ((2, 0, 0), (0, 2, 0))


def test_the_apps_own_ids_are_for_whoever_manages_the_people(season: Season) -> None:
    run(season, every_way())

    public = file_of(season.club, viewer=ANONYMOUS)
    whole = file_of(season.club)
    ada = Player.objects.get(name="Ada Moss")
    hers = file_of(season.club, player=ada)

    assert id_of("Ada Moss") in str(whole)
    assert id_of("1") in str(whole)
    assert id_of("Ada Moss") not in str(public)
    assert id_of("1") not in str(public)
    assert (len(whole["plays"]), len(hers["plays"])) == (9, 9)


def test_what_is_kept_back_is_in_no_file(season: Season) -> None:
    run(season, every_way())
    Round.objects.update(is_withheld=True)

    assert file_of(season.club, viewer=ANONYMOUS)["plays"] == []
    assert file_of(season.club, viewer=ANONYMOUS)["players"] == []
