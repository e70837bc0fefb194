"""Who is a guest of a season is what the public may know of it."""

from __future__ import annotations

import pytest

from league.core.actors import ANONYMOUS
from league.core.enums import Role
from league.models import Season
from league.queries.occasions import season_guests
from league.services.standings import standings
from tests import factories

pytestmark = pytest.mark.django_db


def test_an_event_that_is_not_announced_makes_nobody_a_member_for_the_public() -> None:
    season = factories.season()
    event = factories.event(season=season)
    people = [factories.member(season.club, f"{name} Quill") for name in ("Ada", "Bo", "Cy")]
    guest, *_ = entries = [factories.entry(event, who) for who in people]
    guest.is_guest = True
    guest.save()
    factories.played(factories.table(factories.round_(factories.stage(event)), entries), [1, 2, 3])
    secret = factories.event(season=season, is_announced=False)
    factories.entry(secret, people[0])
    standings.catch_up()
    season = Season.objects.select_related("club").get(pk=season.pk)
    viewers = {"public": ANONYMOUS, "organizer": factories.actor(Role.ORGANIZER, season.club)}

    told = {
        name: [one.player_id for one in season_guests.of_season(viewer, season).guests]
        for name, viewer in viewers.items()
    }

    assert told == {"public": [people[0].pk], "organizer": []}
