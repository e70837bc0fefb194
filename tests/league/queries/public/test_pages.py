"""The places of a round as each audience may read them."""

from __future__ import annotations

import pytest

from league.core.actors import ANONYMOUS, Actor
from league.core.enums import NameLevel, Role
from league.models import Event
from league.queries.public import pages
from league.queries.public.pages import Place
from league.services.evening import entries
from tests import factories
from tests.league.services.seating.test_seatings import exactly, round_of

pytestmark = pytest.mark.django_db


def places_of(viewer: Actor, event: Event) -> tuple[Place, ...]:
    current = pages.event_view(viewer, event).current
    assert current is not None
    return current.places


def test_the_list_by_name_says_table_and_seat_or_why_there_is_none() -> None:
    stage, people, by = exactly(4, 4, 6)
    away = factories.entry(stage.event, "Zora Absent", is_present=False)
    entries.request_bye(by=by, entry=people[0], wants=True)

    seating = round_of(by, stage)

    rows = {row.player_id: row for row in places_of(ANONYMOUS, stage.event)}
    seat = seating.seats.get(table__number=1, position=3)
    assert (rows[seat.entry.player_id].table, rows[seat.entry.player_id].seat) == (1, 3)
    assert rows[people[0].player_id].state == "requested_bye"
    assert rows[away.player_id].state == "absent"
    assert sorted(row.state for row in rows.values()) == sorted(
        ["seated"] * 4 + ["bye", "requested_bye", "absent"]
    )


def test_find_my_table_knows_only_the_names_that_the_public_sees() -> None:
    event = factories.event(factories.club(name_level=NameLevel.INITIAL))
    stage = factories.stage(event)
    for name in ("Berta Sommerwind", "Carl Tannhof"):
        factories.entry(event, name)
    by = factories.actor(Role.ORGANIZER, event.club)
    round_of(by, stage)
    public, own = places_of(ANONYMOUS, event), places_of(by, event)

    assert [row.name for row in pages.find(public, "berta")] == ["Berta S."]
    assert pages.find(public, "sommerwind") == ()
    assert [row.name for row in pages.find(own, "sommerwind")] == ["Berta Sommerwind"]
    assert pages.find(public, "  ") == ()
    assert [row.name for row in pages.find(public, "betra")] == ["Berta S."]
    assert pages.find(public, "somerwind") == ()


def test_what_hangs_on_a_wall_has_public_names_whoever_asks() -> None:
    event = factories.event(factories.club(name_level=NameLevel.INITIAL))
    stage = factories.stage(event)
    for name in ("Berta Sommerwind", "Carl Tannhof"):
        factories.entry(event, name)
    by = factories.actor(Role.ORGANIZER, event.club)
    round_of(by, stage)

    current = pages.event_view(by, event, public_names=True).current

    assert current is not None
    assert [row.name for row in current.places] == ["Berta S.", "Carl T."]
