from __future__ import annotations

import threading
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import DjangoCaptureOnCommitCallbacks

from league import snapshots, tasks
from league.core.actors import ANONYMOUS
from league.core.enums import Audience, Confirmation, NameLevel, Role
from league.core.errors import NotAllowed
from league.core.facts import Fact
from league.models import IdempotencyKey, JournalLine, Snapshot, Stage
from league.queries.standings import adjustments as listing
from league.queries.standings import standing_payload
from league.queries.standings import standings as read
from league.queries.standings.counting import Moment
from league.services.evening import rounds
from league.services.people import players
from league.services.records import records, voids
from league.services.standings import adjustments, standings
from league.standings.payload import RowPayload
from tests import factories

pytestmark = pytest.mark.django_db


def played_stage(*, auto_publish: bool = True) -> Stage:
    stage = factories.stage(auto_publish=auto_publish)
    entries = [factories.entry(stage.event, name) for name in ("Ada", "Bo")]
    factories.played(factories.table(factories.round_(stage), entries), [1, 2])
    return stage


def fresh(stage: Stage) -> Stage:
    return Stage.objects.select_related("event__club").get(pk=stage.pk)


def winners(stage: Stage) -> list[str]:
    rows = read.payload(fresh(stage), ANONYMOUS).payload["rows"]
    return [row["name"] for row in rows if row["rank"] == 1]


def second_round(stage: Stage) -> None:
    entries = list(stage.event.entries.order_by("-pk"))
    for _ in range(2):
        factories.played(factories.table(factories.round_(stage), entries), [1, 2])


def test_a_confirmed_result_reaches_the_standing_of_stage_and_season_by_itself(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    season = factories.season()
    stage = factories.stage(factories.event(season=season, confirmation=Confirmation.NONE))
    entries = [factories.entry(stage.event, name) for name in ("Ada", "Bo")]
    table = factories.table(factories.round_(stage), entries)
    by = factories.actor(Role.ORGANIZER, season.club)

    with django_capture_on_commit_callbacks(execute=True):
        records.submit(
            by=by,
            table=table,
            data={"seats": [{"points": 12}, {"points": 9}]},
            expected_version=0,
        )

    stored = Snapshot.objects.order_by("pk").values_list("stage", "season", "audience")
    assert sorted(stored, key=str) == sorted(
        [
            (stage.pk, None, "live"),
            (stage.pk, None, "public"),
            (None, season.pk, "live"),
            (None, season.pk, "public"),
        ],
        key=str,
    )
    assert winners(stage) == ["Ada"]
    assert read.payload(fresh(stage), ANONYMOUS).is_current


def test_an_older_computation_never_overwrites_a_newer_one() -> None:
    stage = played_stage()
    standings.recompute_stage(stage.pk)
    newest = Snapshot.objects.get(stage=stage, audience="live")

    stored = snapshots.store(
        stage, {Audience.LIVE: b"old", Audience.PUBLIC: b"old"}, as_of=newest.as_of - 1
    )

    assert not stored
    assert (
        sorted(Snapshot.objects.values_list("digest", flat=True)).count(snapshots.digest(b"old"))
        == 0
    )


def test_with_publishing_by_hand_the_public_sees_what_was_last_published() -> None:
    stage = played_stage(auto_publish=False)
    by = factories.actor(Role.ORGANIZER, stage.event.club)
    standings.recompute_stage(stage.pk)
    before = read.payload(fresh(stage), ANONYMOUS)

    standings.publish(by=by, scope=stage)
    second_round(stage)
    standings.recompute_stage(stage.pk)

    assert (before.is_published, before.payload["rows"]) == (False, [])
    assert winners(stage) == ["Ada"]
    live = read.payload(fresh(stage), by).payload["rows"]
    assert [row["name"] for row in live if row["rank"] == 1] == ["Bo"]

    standings.publish(by=by, scope=stage)

    assert winners(stage) == ["Bo"]
    kinds = JournalLine.objects.filter(kind=Fact.STANDINGS_PUBLISHED).count()
    assert kinds == 2


def test_a_hidden_standing_stays_hidden_whatever_is_computed_until_it_is_published() -> None:
    stage = played_stage()
    by = factories.actor(Role.ORGANIZER, stage.event.club)
    standings.recompute_stage(stage.pk)
    earlier = standing_payload.build(fresh(stage), as_of=fresh(stage).event.club.seq)
    position = stage.event.club.seq

    standings.hide(by=by, scope=stage)
    snapshots.store(stage, {Audience.PUBLIC: earlier.body(Audience.PUBLIC)}, as_of=position)
    second_round(stage)
    standings.recompute_stage(stage.pk)

    shown = read.payload(fresh(stage), ANONYMOUS)
    assert (shown.is_published, shown.payload["rows"]) == (False, [])

    standings.publish(by=by, scope=stage)

    assert winners(stage) == ["Bo"]


@pytest.mark.parametrize("is_stored", [True, False])
def test_what_was_computed_before_results_are_kept_back_never_reaches_the_public(
    is_stored: bool,
) -> None:
    stage = played_stage()
    by = factories.actor(Role.ORGANIZER, stage.event.club)
    if is_stored:
        standings.recompute_stage(stage.pk)
        second_round(stage)
    begun = fresh(stage)
    position = begun.event.club.seq
    made = standing_payload.build(begun, as_of=position)

    rounds.withhold(by=by, round_=stage.rounds.latest("number"))
    for is_repair in (False, True):
        bodies = {audience: made.body(audience) for audience in Audience}
        snapshots.store(begun, bodies, as_of=position, repair=is_repair)
    between = {row["player"]: row["values"]["matches"] for row in public_rows(stage)}
    standings.recompute_stage(stage.pk)
    after = {row["player"]: row["values"]["matches"] for row in public_rows(stage)}

    assert (set(between.values()), after) == ({2 if is_stored else 0}, between)
    assert standings.check() == ()


def public_rows(stage: Stage) -> list[RowPayload]:
    return read.payload(fresh(stage), ANONYMOUS).payload["rows"]


def test_publishing_again_by_itself_brings_the_public_up_to_date() -> None:
    stage = played_stage()
    by = factories.actor(Role.ORGANIZER, stage.event.club)
    standings.hide(by=by, scope=stage)

    standings.set_auto_publish(by=by, scope=stage, auto_publish=True)
    standings.catch_up()

    assert winners(stage) == ["Ada"]


def test_a_name_that_becomes_private_leaves_a_frozen_public_standing_too() -> None:
    stage = played_stage(auto_publish=False)
    by = factories.actor(Role.CLUB_ADMIN, stage.event.club)
    standings.publish(by=by, scope=stage)
    ada = stage.event.entries.get(player__name="Ada").player
    ada.memberships.create(club=stage.event.club, since="2026-01-01")

    players.change(by=by, player=ada, expected_version=1, name_level=NameLevel.HIDDEN)
    standings.catch_up()

    assert winners(stage) == ["Player"]
    assert b"Ada" not in bytes(Snapshot.objects.get(stage=stage, audience="public").body)


def test_a_new_name_in_a_frozen_standing_tells_nothing_of_the_rounds_since() -> None:
    stage = played_stage(auto_publish=False)
    by = factories.actor(Role.CLUB_ADMIN, stage.event.club)
    standings.publish(by=by, scope=stage)
    published = Snapshot.objects.get(stage=stage, audience="public").as_of
    ada = stage.event.entries.get(player__name="Ada").player
    ada.memberships.create(club=stage.event.club, since="2026-01-01")

    second_round(stage)
    players.change(by=by, player=ada, expected_version=1, name="Ada Ahorn")
    standings.catch_up()

    assert Snapshot.objects.get(stage=stage, audience="public").as_of == published
    asked = read.payload(fresh(stage), ANONYMOUS, moment=Moment(round=3)).payload
    assert [row["name"] for row in asked["rows"] if row["rank"] == 1] == ["Ada Ahorn"]


def test_a_penalty_is_told_to_the_public_with_the_standing_that_holds_it() -> None:
    stage = played_stage(auto_publish=False)
    by = factories.actor(Role.CLUB_ADMIN, stage.event.club)
    ada = stage.event.entries.get(player__name="Ada").player

    def told() -> list[str]:
        return [row.reason for row in listing.of_scope(fresh(stage), ANONYMOUS)]

    late = adjustments.make(by=by, scope=stage, player=ada, points="-1", reason="came late")
    before = told()
    standings.publish(by=by, scope=stage)
    published = told()
    adjustments.make(by=by, scope=stage, player=ada, points="-2", reason="left early")
    adjustments.revoke(by=by, adjustment=late)
    since = told()
    standings.publish(by=by, scope=stage)
    again = told()
    standings.hide(by=by, scope=stage)

    assert (before, published, since) == ([], ["came late"], ["came late"])
    assert (again, told()) == (["left early"], [])
    seen = listing.of_scope(fresh(stage), by)
    assert [(row.reason, row.is_revoked) for row in seen] == [
        ("came late", True),
        ("left early", False),
    ]


@pytest.mark.parametrize("verb", [standings.publish, standings.hide])
def test_only_organizers_publish_and_hide(verb: object) -> None:
    stage = played_stage()

    for outsider in (ANONYMOUS, factories.actor(), factories.actor(Role.SCOREKEEPER, stage.event)):
        with pytest.raises(NotAllowed):
            verb(by=outsider, scope=stage)  # type: ignore[operator]


def test_the_sweeper_brings_up_to_date_what_a_lost_message_left_behind() -> None:
    stage, other = played_stage(), played_stage()
    standings.recompute_stage(other.pk)
    old = IdempotencyKey.objects.create(actor_key="x", key="old", digest="")
    IdempotencyKey.objects.filter(pk=old.pk).update(created_at="2020-01-01T00:00:00Z")

    tasks.sweep()
    tasks.sweep()

    assert Snapshot.objects.filter(stage=stage).count() == 2
    assert read.due_stages() == []
    assert IdempotencyKey.objects.count() == 0


def test_the_check_finds_damaged_bytes_and_the_command_repairs_them() -> None:
    stage = played_stage()
    standings.recompute_all()
    damaged = b'{"rows":[]}'
    Snapshot.objects.filter(stage=stage, audience="live").update(
        body=damaged, digest=snapshots.digest(damaged)
    )
    out = StringIO()

    with pytest.raises(CommandError):
        call_command("recompute_standings", "--check", stdout=out)

    assert out.getvalue().splitlines() == [
        f"stage {stage.pk} live: digest ({stage.event.name}, {stage})"
    ]
    call_command("recompute_standings", stdout=StringIO())
    call_command("recompute_standings", "--check", stdout=StringIO())


def test_the_check_finds_results_that_changed_past_the_journal() -> None:
    stage = played_stage()
    standings.recompute_all()
    stage.records.get().scores.filter(place=2).update(place=1)

    assert [(one.id, one.audience, one.reason) for one in standings.check()] == [
        (stage.pk, "live", "digest"),
        (stage.pk, "public", "digest"),
    ]


def test_withdrawing_results_gives_the_standing_of_before() -> None:
    stage = played_stage()
    by = factories.actor(Role.ORGANIZER, stage.event.club)
    before = read.payload(fresh(stage), ANONYMOUS).body
    round_ = factories.round_(stage)
    entries = list(stage.event.entries.order_by("-pk"))
    for _ in range(1):
        factories.played(factories.table(round_, entries), [1, 2])

    voids.void_all(by=by, round_=round_, reason="Wrong seating")

    assert read.payload(fresh(stage), ANONYMOUS).body == before


@pytest.mark.django_db(transaction=True)
def test_many_recomputations_at_once_end_in_the_newest_standing() -> None:
    stage = played_stage()
    failures: list[BaseException] = []

    def work() -> None:
        try:
            standings.recompute_stage(stage.pk)
        except BaseException as failure:
            failures.append(failure)
        finally:
            connection.close()

    for _ in range(3):
        second_round(stage)
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert failures == []
    assert read.due_stages() == []
    assert standings.check() == ()
