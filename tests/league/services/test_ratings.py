"""Ratings follow what counts, and what is kept is what a computation gives."""

from __future__ import annotations

import pytest

from league.models import RatingScope
from league.services import ratings
from tests import factories

pytestmark = pytest.mark.django_db


def test_smoke() -> None:
    stage = factories.stage()
    people = [factories.entry(stage.event) for _ in range(4)]
    round_ = factories.round_(stage)
    factories.played(factories.table(round_, people), [1, 2, 2, 4])
    assert ratings.catch_up() == 3
    assert ratings.check() == ()
    print(RatingScope.objects.values(), people)
    for s in RatingScope.objects.all():
        print(s.ratings.values())
