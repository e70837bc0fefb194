"""Settings saved while results come in: everybody takes the same locks in the same order."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import count

import pytest
from django.db import connection

from league.core.actors import Actor
from league.core.enums import Confirmation, NameLevel, Role
from league.models import Club, JournalLine, Player, Season, Stage, Table
from league.services.evening import entries
from league.services.occasions import clubs, seasons, stages
from league.services.office import rules
from league.services.people import imports, memberships, players
from league.services.records import import_results, records
from league.services.standings import adjustments, standings
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 12


def evening() -> tuple[Season, Stage, Table, Actor]:
    season = factories.season()
    event = factories.event(season=season, confirmation=Confirmation.NONE)
    stage = factories.stage(event)
    people = [factories.entry(event, factories.member(season.club, name)) for name in ("Ada", "Bo")]
    table = factories.table(factories.round_(stage), people)
    return season, stage, table, factories.actor(Role.CLUB_ADMIN, season.club)


def side_by_side(*jobs: Callable[[], None]) -> list[BaseException]:
    """Does each job several times, all at once; returns what nobody expected."""
    barrier = threading.Barrier(len(jobs))
    failed: list[BaseException] = []

    def run(job: Callable[[], None]) -> None:
        try:
            barrier.wait()
            for _ in range(TIMES):
                job()
        except BaseException as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failed


def reporting(by: Actor, table: Table) -> Callable[[], None]:
    versions: Iterator[int] = count(table.record_version)

    def report() -> None:
        records.submit(
            by=by,
            table=table,
            data={"seats": [{"points": 12}, {"points": 9}]},
            expected_version=next(versions),
            reason="once more",
        )

    return report


def test_a_season_is_changed_while_results_come_in() -> None:
    season, _, table, by = evening()
    player = Player.objects.order_by("pk")[0]

    def change() -> None:
        row = Season.objects.get(pk=season.pk)
        seasons.change(
            by=by, season=row, expected_version=row.version, min_matches=row.min_matches + 1
        )

    def adjust() -> None:
        adjustments.make(by=by, scope=season, player=player, points="1", reason="fair play")

    def publish() -> None:
        standings.set_auto_publish(by=by, scope=season, auto_publish=False)
        standings.publish(by=by, scope=season)

    assert side_by_side(reporting(by, table), change) == []
    table.refresh_from_db()
    assert side_by_side(reporting(by, table), adjust) == []
    table.refresh_from_db()
    assert side_by_side(reporting(by, table), publish) == []
    assert side_by_side(change, adjust) == []
    assert JournalLine.objects.filter(kind="season_changed").count() == 2 * TIMES + 1


def test_a_stage_is_changed_while_the_club_changes_how_it_shows_names() -> None:
    season, stage, _, by = evening()
    ada = Player.objects.get(name="Ada")

    def change_stage() -> None:
        row = Stage.objects.get(pk=stage.pk)
        stages.change(
            by=by, stage=row, expected_version=row.version, size_preferred=3 + row.version % 3
        )

    def change_club() -> None:
        row = Club.objects.get(pk=season.club_id)
        level = NameLevel.FULL if row.name_level == NameLevel.INITIAL else NameLevel.INITIAL
        clubs.change(by=by, club=row, expected_version=row.version, name_level=level)

    def rename() -> None:
        row = Player.objects.get(pk=ada.pk)
        players.change(by=by, player=row, expected_version=row.version, nickname=f"A{row.version}")

    assert side_by_side(change_stage, change_club) == []
    assert side_by_side(change_stage, rename) == []


def test_a_ruleset_gets_a_new_version_while_its_stage_is_changed() -> None:
    _, stage, _, by = evening()
    ruleset = stage.ruleset

    def retire() -> None:
        rules.retire(by=by, ruleset=ruleset, is_retired=True)
        rules.retire(by=by, ruleset=ruleset, is_retired=False)

    def renew() -> None:
        rules.change_game(
            by=by,
            club_game=ruleset.club_game,
            expected_version=1,
            title=ruleset.club_game.title,
            copies=ruleset.club_game.copies,
        )
        rules.new_version(by=by, ruleset=ruleset, options=ruleset.options)

    assert side_by_side(retire, renew) == []


def test_people_are_renamed_while_the_roll_is_called() -> None:
    _, stage, _, by = evening()
    people = [factories.member(stage.event.club, f"Guest {n:02}") for n in range(3 * TIMES)]
    groups = iter([people[n : n + 3] for n in range(0, 3 * TIMES, 3)])

    def call() -> None:
        entries.call_roll(by=by, event=stage.event, players=next(groups), present=True)

    turns = iter([*people[2::3], *people[2::3]])

    def rename() -> None:
        row = Player.objects.get(pk=next(turns).pk)
        players.change(by=by, player=row, expected_version=row.version, nickname="Fox")

    assert side_by_side(call, rename) == []


def test_two_clubs_import_each_others_people_while_one_of_both_is_renamed() -> None:
    one, two = factories.club(name="Lantern"), factories.club(name="Anchor")
    by = factories.actor(Role.SITE_ADMIN)
    ada = factories.member(one, "Ada")
    memberships.start(by=by, club=two, player=ada)
    numbers = count(1)

    def importing(club: Club, other: Club) -> Callable[[], None]:
        def run() -> None:
            n = next(numbers)
            rows = (
                f"Name,Club\nPerson {n} of {club.name},\nPerson {n} of {other.name},{other.name}\n"
            )
            imports.run(by=by, club=club, data=rows.encode())

        return run

    def rename() -> None:
        row = Player.objects.get(pk=ada.pk)
        players.change(by=by, player=row, expected_version=row.version, nickname=f"A{row.version}")

    assert side_by_side(importing(one, two), importing(two, one), rename) == []
    assert [club.memberships.count() for club in (one, two)] == [1 + 2 * TIMES] * 2


def test_results_are_imported_into_an_evening_while_one_of_its_results_is_corrected() -> None:
    season = factories.season()
    by = factories.actor(Role.CLUB_ADMIN, season.club)
    rows = ["match,date,player,points"]
    numbers = count(1)

    def grow() -> None:
        n = next(numbers)
        rows.extend([f"{n},2026-03-03,Guest {n},12", f"{n},2026-03-03,Bo,9"])
        import_results.run(
            by=by,
            season=season,
            data="\n".join(rows).encode(),
            game="Harbour Lights",
            create_players=True,
        )

    grow()
    table = Table.objects.get()
    versions: Iterator[int] = count(table.record_version)

    def correct() -> None:
        version = next(versions)
        records.correct(
            by=by,
            table=table,
            data={"seats": [{"points": 12 + version}, {"points": 9}]},
            expected_version=version,
            reason="counted anew",
        )

    assert side_by_side(grow, correct) == []
    assert Table.objects.count() == 1 + TIMES


def test_two_imports_of_one_season_at_once_share_their_evenings() -> None:
    season = factories.season()
    by = factories.actor(Role.CLUB_ADMIN, season.club)

    def importing(name: str) -> Callable[[], None]:
        days = count(1)

        def run() -> None:
            day = f"2026-03-{next(days):02}"
            data = f"match,date,player,points\n{name},{day},Ada,12\n{name},{day},Bo,9\n"
            import_results.run(
                by=by,
                season=season,
                data=data.encode(),
                game="Harbour Lights",
                create_players=True,
            )

        return run

    assert side_by_side(importing("a"), importing("b")) == []
    assert (season.events.count(), Table.objects.count()) == (TIMES, 2 * TIMES)
