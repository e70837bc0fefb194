"""Ratings are made while results come in, are corrected, kept back and published."""

from __future__ import annotations

from itertools import count

import pytest

from league.core.enums import Confirmation, Role
from league.models import Round
from league.services.evening import rounds
from league.services.records import records
from league.services.standings import ratings
from tests import factories
from tests.league.services.test_lock_order import side_by_side

pytestmark = pytest.mark.django_db(transaction=True)


def test_ratings_are_those_of_what_counts_whatever_was_going_on_while_they_were_made() -> None:
    event = factories.event(confirmation=Confirmation.NONE)
    stage = factories.stage(event)
    by = factories.actor(Role.ORGANIZER, event.club)
    people = [factories.entry(event) for _ in range(4)]
    first, second = (factories.round_(stage) for _ in range(2))
    table = factories.table(first, people)
    factories.played(factories.table(second, people), [1, 2, 3, 4])
    versions = count(0)

    def report() -> None:
        version = next(versions)
        records.submit(
            by=by,
            table=table,
            data={"seats": [{"points": (version * 7 + seat * 5) % 11} for seat in range(4)]},
            expected_version=version,
            reason="read again",
        )

    def keep_back_and_tell() -> None:
        for verb in (rounds.withhold, rounds.publish_results):
            verb(by=by, round_=Round.objects.get(pk=second.pk))

    def rate() -> None:
        ratings.catch_up()

    failed = side_by_side(report, keep_back_and_tell, rate, rate)
    rounds.withhold(by=by, round_=second)
    ratings.catch_up()

    scope = stage.ruleset.club_game.rating_scopes.get()
    assert failed == []
    assert ratings.check() == ()
    assert (scope.count, scope.is_stale) == (1, False)
