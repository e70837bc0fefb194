"""What cannot be computed holds up nobody else, is shown with its reason, and heals by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.test import Client
from django.utils import timezone

from league import tasks
from league.core.enums import PlanState, RatingKind, Role, TroubleKind
from league.core.errors import Uncountable
from league.models import (
    Club,
    IdempotencyKey,
    MatchRecord,
    RatingScope,
    RoundsPlan,
    Season,
    Snapshot,
    Stage,
    Trouble,
)
from league.queries.public import club_records
from league.services.seating import seatings
from league.services.standings import ratings, standings
from league.standings.types import JSON
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db

NOW = timezone.now()
ONLY_FOUR: dict[str, JSON] = {"key": "custom", "rows": {"4": ["3", "2", "1", "0"]}}


def evening(scheme: dict[str, JSON] | None = None) -> Stage:
    """A stage of a season of a club of its own, with one match of three."""
    fields = {"scheme": scheme} if scheme else {}
    stage = factories.stage(factories.event(season=factories.season()), **fields)
    seated = [factories.entry(stage.event) for _ in range(3)]
    factories.played(factories.table(factories.round_(stage), seated), [1, 2, 3])
    return stage


def planned(stage: Stage) -> RoundsPlan:
    for _ in range(8):
        factories.entry(stage.event)
    return RoundsPlan.objects.create(stage=stage, first_round=2, count=2, seed="7")


def known() -> dict[TroubleKind, str]:
    return {TroubleKind(kind): code for kind, code in Trouble.objects.values_list("kind", "code")}


def pauses_over() -> None:
    Trouble.objects.update(again_at=timezone.now() - timedelta(seconds=1))


def heal(stage: Stage) -> None:
    Stage.objects.filter(pk=stage.pk).update(scheme={"key": "linear7"})


def test_one_scope_of_each_kind_that_cannot_be_computed_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(club_records, "FEW_SEATS", 0)
    poisoned = evening(ONLY_FOUR)  # found first everywhere: its numbers are the lowest
    broken_plan = planned(factories.stage(poisoned.event, scheme={"key": "no such scheme"}))
    chainless = factories.season(chain=["no such criterion"])
    ratings.spread()
    unrated = RatingScope.objects.get(kind=RatingKind.CLUB_GAME)
    RatingScope.objects.filter(pk=unrated.pk).update(engine="no such engine")
    blurred = evening()
    MatchRecord.objects.filter(stage=blurred).update(outcome={})
    blurred.ruleset.options = {"no": "such option"}
    blurred.ruleset.save()
    healthy = evening()
    plan = planned(healthy)
    factories.account()
    IdempotencyKey.objects.create(actor_key="x", key="old", digest="")
    IdempotencyKey.objects.update(created_at=timezone.now() - timedelta(days=30))

    tasks.sweep()

    stored = Snapshot.objects.filter(audience="live")
    assert set(stored.values_list("stage", "season")) == {
        (healthy.pk, None),
        (None, healthy.event.season_id),
    }
    plan.refresh_from_db()
    assert plan.state == PlanState.DONE
    rated = RatingScope.objects.get(club_game=healthy.ruleset.club_game)
    assert (rated.is_stale, rated.count) == (False, 1)
    assert club_records.behind() == (blurred.event.club,)
    assert not IdempotencyKey.objects.exists()
    assert {(row.kind, row.subject, row.code, row.fault) for row in Trouble.objects.all()} == {
        ("stage", poisoned.pk, "size_not_covered", ""),
        ("stage", broken_plan.stage_id, "unknown_scheme", ""),
        ("stage", blurred.pk, "count_fault", "KeyError"),
        ("season", poisoned.event.season_id, "unknown_scheme", ""),
        ("season", blurred.event.season_id, "count_fault", "KeyError"),
        ("season", chainless.pk, "unknown_criterion", ""),
        ("ratings", unrated.pk, "rating_unknown_engine", ""),
        ("plan", broken_plan.pk, "unknown_scheme", ""),
        ("records", blurred.event.club_id, "count_fault", "BadOptions"),
        ("badges", MatchRecord.objects.get(stage=blurred).pk, "count_fault", "BadOptions"),
    }


def test_what_failed_is_tried_again_after_growing_pauses_and_ends_by_itself() -> None:
    stage = evening(ONLY_FOUR)
    pauses = []

    for _ in range(9):
        tasks.sweep()
        tasks.sweep()  # within the pause: nothing is tried
        row = Trouble.objects.get(kind=TroubleKind.STAGE)
        pauses.append((row.tries, round((row.again_at - timezone.now()).total_seconds() / 60)))
        pauses_over()
    heal(stage)
    tasks.sweep()

    assert pauses == [*((n + 1, 2**n) for n in range(6)), (7, 60), (8, 60), (9, 60)]
    assert not Trouble.objects.exists()
    assert standings.check() == ()


def test_who_is_woken_for_a_scope_tries_at_once_whatever_the_pause() -> None:
    stage = evening(ONLY_FOUR)
    tasks.sweep()
    heal(stage)

    tasks.recompute_stage(stage.pk)

    assert known() == {TroubleKind.SEASON: "size_not_covered"}


def test_what_is_gone_leaves_no_trouble_behind() -> None:
    Trouble.objects.create(kind=TroubleKind.STAGE, subject=99, code="x", since=NOW, again_at=NOW)

    tasks.sweep()

    assert not Trouble.objects.exists()


def test_a_draw_by_standings_that_cannot_be_counted_is_refused_with_the_reason() -> None:
    stage = evening(ONLY_FOUR)
    by = factories.actor(Role.ORGANIZER, stage.event.club)
    asker = doors.organizer(stage.event.club)

    with pytest.raises(Uncountable) as refused:
        seatings.draw(by=by, stage=stage, method="snake")
    answer = asker.post(f"/stages/{stage.pk}/seatings/", {"method": "snake"})

    assert (refused.value.code, refused.value.params) == ("size_not_covered", {"size": 3})
    assert (answer.status_code, answer.json()["code"]) == (409, "size_not_covered")


def test_organizer_and_site_admin_read_why_and_everybody_since_when(client: Client) -> None:
    stage = evening()
    tasks.sweep()
    Stage.objects.filter(pk=stage.pk).update(scheme=ONLY_FOUR, stale_at=F("stale_at") + 1)
    Season.objects.update(stale_at=F("stale_at") + 1)
    Club.objects.update(seq=F("seq") + 1)
    tasks.sweep()
    event, season = stage.event, stage.event.season
    assert season is not None
    pages = {
        "desk": f"/e/{event.slug}/desk/",
        "event": f"/e/{event.slug}/",
        "print": f"/e/{event.slug}/standings/",
        "season": f"/c/{event.club.slug}/s/{season.slug}/",
        "home": "/",
    }
    why = "The scheme has no points for tables of 3."

    told = {}
    for who, role, on in (
        ("organizer", Role.ORGANIZER, event.club),
        ("site admin", Role.SITE_ADMIN, None),
        ("visitor", None, None),
    ):
        browser = Client()
        if role is not None:
            account = factories.account()
            factories.grant(account, role, on)
            browser.force_login(account)
        for page, address in pages.items():
            text = browser.get(address).content.decode()
            told[who, page] = ("Not updated since" in text, why in text)
    header = doors.visitor().get(f"/stages/{stage.pk}/standings/").headers["Not-Counted-Since"]

    assert told == {
        **{("organizer", page): (True, True) for page in ("desk", "season")},
        **{("organizer", page): (True, False) for page in ("event", "print")},
        ("organizer", "home"): (False, False),
        **{("site admin", page): (True, True) for page in ("desk", "season", "home")},
        **{("site admin", page): (True, False) for page in ("event", "print")},
        **{("visitor", page): (True, False) for page in ("event", "print", "season")},
        **{("visitor", page): (False, False) for page in ("desk", "home")},
    }
    assert header == Trouble.objects.get(kind="stage").since.isoformat(timespec="seconds")


def test_pages_of_a_standing_that_was_never_counted_open_and_say_so(client: Client) -> None:
    stage = evening(ONLY_FOUR)
    event, season = stage.event, stage.event.season
    assert season is not None

    answers = {
        address: client.get(address)
        for address in (
            f"/e/{event.slug}/",
            f"/e/{event.slug}/standings/",
            f"/c/{event.club.slug}/s/{season.slug}/",
            f"/api/v1/stages/{stage.pk}/standings/",
            f"/api/v1/seasons/{season.pk}/standings/",
        )
    }

    assert {address: answer.status_code for address, answer in answers.items()} == dict.fromkeys(
        answers, 200
    )
    pages = [answer for address, answer in answers.items() if not address.startswith("/api")]
    assert all("Not updated since" in page.content.decode() for page in pages)


def test_the_command_counts_all_others_and_names_what_cannot_be_counted() -> None:
    stage, healthy = evening(ONLY_FOUR), evening()
    out = StringIO()

    with pytest.raises(CommandError, match="2 standings cannot be computed"):
        call_command("recompute_standings", stdout=out)

    assert Snapshot.objects.filter(stage=healthy, audience="live").exists()
    assert out.getvalue().splitlines() == [
        "Recalculated 2 standings.",
        f"stage {stage.event.name}, {stage}: The scheme has no points for tables of 3.",
        f"season {stage.event.club.name}, {stage.event.season}: "
        "The scheme has no points for tables of 3.",
    ]


def test_since_when_is_told_by_the_clock_of_the_room(client: Client) -> None:
    stage = evening(ONLY_FOUR)
    Club.objects.filter(pk=stage.event.club_id).update(time_zone="Pacific/Kiritimati")
    tasks.sweep()
    Trouble.objects.update(since=datetime(2026, 11, 29, 12, 49, tzinfo=UTC))

    page = client.get(f"/e/{stage.event.slug}/").content.decode()

    assert "Not updated since 30 November 2026, 02:49." in " ".join(page.split())
