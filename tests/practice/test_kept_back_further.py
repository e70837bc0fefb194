"""What is not announced, or kept back, is in nothing that is computed for the public either."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league import journal, permissions
from league.core.actors import ANONYMOUS
from league.core.enums import Audience, EventState, Role
from league.core.facts import Fact
from league.models import Event, Player, Round, Season, Snapshot, Stage, Table
from league.queries.people import account_actors
from league.queries.people import players as known
from league.queries.records import records
from league.queries.standings import moves
from league.queries.standings.counting import Moment
from league.services.evening import entries, rounds
from league.services.standings import adjustments, standings
from tests import factories
from tests.league.services.seating.test_seatings import play, round_of, setting

if TYPE_CHECKING:
    from league.core.actors import Actor

pytestmark = pytest.mark.django_db


def admin(season: Season) -> Actor:
    return factories.actor(Role.CLUB_ADMIN, season.club)


def secret_evening() -> tuple[Season, Stage, Player]:
    """A season with one evening that everybody knows of and one that nobody does."""
    season = factories.season()
    shown = factories.event(season=season)
    ann, ben = (factories.member(season.club, name) for name in ("Ann Ash", "Ben Birk"))
    seated = [factories.entry(shown, who) for who in (ann, ben)]
    factories.played(factories.table(factories.round_(factories.stage(shown)), seated), [1, 2])
    secret = factories.event(season=season, name="Secret Gala", is_announced=False)
    return season, factories.stage(secret), ann


def public(season: Season) -> str:
    standings.recompute_season(season.pk, force=True)
    return bytes(Snapshot.objects.get(season=season, audience=Audience.PUBLIC).body).decode()


def test_nobody_entered_in_an_event_not_announced_stands_in_the_public_table() -> None:
    season, secret, _ = secret_evening()
    factories.entry(secret.event, factories.member(season.club, "Hid Den"))

    body = public(season)

    assert ("Hid" in body, "Ann" in body) == (False, True)


def test_a_bonus_in_an_event_not_announced_counts_for_nobody_yet() -> None:
    season, secret, ann = secret_evening()
    factories.entry(secret.event, ann)
    before = public(season)
    adjustments.make(by=admin(season), scope=secret, player=ann, points="5", reason="surprise")

    after = public(season)

    assert "surprise" not in after
    assert [part.split('"points"')[1][:40] for part in (before, after)] == [
        before.split('"points"')[1][:40]
    ] * 2


def test_what_moved_a_public_table_names_no_event_that_is_not_announced() -> None:
    season, secret, _ = secret_evening()
    standings.recompute_season(season.pk, force=True)
    before = timezone.now()
    changed = {"scheme": {"old": secret.scheme, "new": secret.scheme}}
    journal.append(
        Fact.STAGE_CHANGED,
        by=admin(season),
        event=secret.event,
        payload={"stage": secret.pk, "changed": changed},
        stale_seasons=[season.pk],
    )
    standings.catch_up()
    season.refresh_from_db()

    found = moves.between(season, ANONYMOUS, before=Moment(at=before))

    assert "Secret Gala" not in [event.name for event in found.events.values()]


def test_a_guest_of_an_event_not_announced_is_met_by_nobody_until_it_is() -> None:
    season, secret, _ = secret_evening()
    entries.add_guest(by=admin(season), event=secret.event, name="Hid Den")

    def seen() -> list[set[str]]:
        rows = (
            known.known(season.club, ANONYMOUS),
            permissions.visible(Player.objects.all(), ANONYMOUS),
        )
        return [set(row.values_list("name", flat=True)) for row in rows]

    before = seen()
    Event.objects.update(is_announced=True)

    assert before == [{"Ann Ash", "Ben Birk"}] * 2
    assert seen() == [{"Ann Ash", "Ben Birk", "Hid Den"}] * 2


def test_a_players_page_of_a_withheld_round_asks_no_more_for_more_tables() -> None:
    event = factories.event(state=EventState.RUNNING)
    round_ = factories.round_(factories.stage(event))
    account = factories.account(player=factories.member(event.club, "Me Moor"))
    asked = []
    for count in (2, 8):
        while Table.objects.count() < count:
            factories.table(round_, [factories.entry(event), factories.entry(event)])
        Round.objects.update(is_withheld=True)
        row = Event.objects.select_related("club").get(pk=event.pk)
        viewer = account_actors.person(account)
        with CaptureQueriesContext(connection) as queries:
            records.tables_in(viewer=viewer, event=row)
        asked.append(len(queries))

    assert asked[0] == asked[1]


def test_a_round_is_kept_back_and_told_though_its_standing_cannot_be_counted() -> None:
    stage, _, by = setting(8)
    Stage.objects.filter(pk=stage.pk).update(auto_publish=False)
    stage.refresh_from_db()
    seating = round_of(by, stage)
    play(by, seating)
    standings.publish(by=by, scope=stage)
    Stage.objects.filter(pk=stage.pk).update(chain=["nonsense"])

    kept = rounds.withhold(by=by, round_=Round.objects.get(pk=seating.round_id))
    hidden = bytes(Snapshot.objects.get(stage=stage, audience=Audience.PUBLIC).body)
    told = rounds.publish_results(by=by, round_=Round.objects.get(pk=seating.round_id))

    assert (kept.is_withheld, hidden, told.is_withheld) == (True, b"", False)
