"""The clock of an evening's tables on the pages: chosen in the settings, told at the table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from league.models import Play, Stage
from league.services.play import table_plays
from tests.factories import plays as make
from tests.league.web.play.test_table_door import boss, phone_at

if TYPE_CHECKING:
    from django.test import Client

    from league.models import Table

pytestmark = pytest.mark.django_db

COUNTS = "The result still counts, with a note that a bot stood in."


def saved(client: Client, table: Table, **said: str) -> Stage:
    """The settings as the form shows them, sent with what is said besides."""
    stage = Stage.objects.get(pk=table.seating.round.stage_id)
    path = f"/e/{stage.event.slug}/stages/1/"
    form = client.get(path).context["form"]
    data = {name: value for name, value in form.initial.items() if value is not None}
    data |= {f"chain_{at}": key for at, key in enumerate(stage.chain)} | {"plays_here": "on"}
    assert client.post(path, {**data, **said}).status_code == 302
    stage.refresh_from_db()
    return stage


def test_settings_offer_the_clocks_of_casual_tables_and_keep_one_that_a_script_has_set() -> None:
    table = make.at_table()
    client = boss(table)

    usual = saved(client, table, play_clock="180+10")
    Stage.objects.update(play_reserve=75, play_increment=5)
    kept = saved(client, table, name="Renamed")

    assert (usual.play_reserve, usual.play_increment) == (180, 10)
    assert (kept.name, kept.play_reserve, kept.play_increment) == ("Renamed", 75, 5)
    none = saved(client, table, play_clock="")
    assert (none.play_reserve, none.play_increment) == (None, None)


def test_a_page_that_waits_hears_of_a_new_clock_and_what_it_means_for_the_result() -> None:
    table = make.at_table()
    phone = phone_at(table, 1)
    before = phone.get(f"/t/{table.link.code}/").content.decode()
    play = table_plays.sit_down(by=make.seated(table, 2), table=table)
    page = phone.get(f"/play/{play.code}/").content.decode()
    seen = re.search(r"\?seen=(\w+)", page)
    assert seen is not None
    look = f"/play/{play.code}/?seen={seen[1]}"

    same = phone.get(look, headers={"HX-Request": "true"})
    saved(boss(table), table, play_clock="300+15")
    fresh = phone.get(look, headers={"HX-Request": "true"})

    told = "Clock: 5 min + 15 s per decision."
    assert (told in before, told in page, same.status_code) == (False, False, 204)
    assert "play_clock.js" in page  # nobody loads the page again before it begins
    assert Play.objects.get().reserve == 300
    for answer in (fresh, phone.get(f"/t/{table.link.code}/")):
        assert told in answer.content.decode()
        assert COUNTS in answer.content.decode()
