"""By which clock somebody's quiet hours go."""

from __future__ import annotations

from datetime import date

import pytest

from league.models import Membership
from league.queries.notices import quiet_hours
from tests import factories

pytestmark = pytest.mark.django_db


def test_the_clock_is_that_of_the_club_one_belongs_to_or_of_the_one_left_last() -> None:
    clubs = {zone: factories.club(time_zone=zone) for zone in ("Asia/Tokyo", "Europe/Berlin")}
    ada = factories.member(clubs["Asia/Tokyo"], "Ada Quill")
    Membership.objects.update(until=date(2026, 5, 1))
    here = Membership.objects.create(
        club=clubs["Europe/Berlin"], player=ada, since=date(2026, 6, 1)
    )
    address = factories.notice_address(ada)

    belongs = quiet_hours.zone_of(address)
    here.until = date(2026, 9, 1)
    here.save()
    left = quiet_hours.zone_of(address)

    assert (belongs.key, left.key) == ("Europe/Berlin", "Europe/Berlin")
