"""The cut's pages: the line is seen before it is drawn, ties are asked, all can be undone."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from league.core.enums import EventState, Role, RoundState
from league.models import Qualifier, Stage
from tests import factories
from tests.flows.visitors import Reader
from tests.league.services.standings.test_cuts import entry, main_stage, playing
from tests.league.web.occasions.test_occasions import fields

pytestmark = pytest.mark.django_db


def organizer(stage: Stage) -> Client:
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, stage.event.club)
    client = Client()
    client.force_login(account)
    return client


def address(stage: Stage, page: str = "cut") -> str:
    return f"/e/{stage.event.slug}/stages/{stage.number}/{page}/"


def test_the_line_is_seen_before_the_cut_is_made() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])
    client = organizer(stage)

    page = client.get(address(stage), {"size": "2"}).content.decode()

    rows = Reader(page).tables[0][1:]
    assert [(row[1], row[-1]) for row in rows] == [
        ("Ada", "yes"),
        ("Eva", "yes"),
        *((name, "no") for name in ("Bo", "Fay", "Cy", "Gus")),
    ]
    assert stage.event.stages.count() == 1


def test_a_final_is_made_by_one_form_and_shown_with_who_plays() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])
    client = organizer(stage)

    answer = client.post(address(stage), {"size": "4", "kind": "final"}, follow=True)

    final = stage.event.stages.get(number=2)
    assert answer.redirect_chain == [(address(final, "called"), 302)]
    assert sorted(playing(final)) == ["Ada", "Bo", "Eva", "Fay"]
    assert answer.content.decode().count("Qualified by rank") == 4


def test_an_evening_opened_again_after_its_final_is_finished_next_not_drawn_further() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])
    client = organizer(stage)
    client.post(address(stage), {"size": "4", "kind": "final"})
    final = stage.event.stages.get(number=2)
    entries = [qualifier.entry for qualifier in Qualifier.objects.filter(stage=final)]
    factories.played(
        factories.table(factories.round_(final, state=RoundState.CLOSED), entries), [1, 2, 3, 4]
    )

    words = Reader(client.get(f"/e/{stage.event.slug}/desk/").content.decode()).words

    assert "All rounds of the final are closed" in words
    assert words.index("Finish event") < words.index("Draw and publish")


def test_a_tie_is_asked_on_the_page_and_answered_there() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])
    client = organizer(stage)
    fields = {"size": "3", "kind": "final"}
    order = {
        f"place_{entry(stage, 'Fay').player_id}": "1",
        f"place_{entry(stage, 'Bo').player_id}": "2",
    }

    asked = client.post(address(stage), fields)
    odd = client.post(address(stage), {**fields, "choice": "coin"})
    half = client.post(address(stage), {**fields, "choice": "play_off"})
    made = client.post(address(stage), {**fields, **order, "choice": "play_off"})

    assert [asked.status_code, odd.status_code, half.status_code, made.status_code] == [
        *(409, 400, 400, 302)
    ]
    assert "Bo, Fay are tied for 1 place" in asked.content.decode()
    assert "best first" in half.content.decode()
    assert sorted(playing(stage.event.stages.get(number=2))) == ["Ada", "Eva", "Fay"]


def test_who_does_not_play_is_replaced_and_the_cut_is_taken_back() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])
    client = organizer(stage)
    client.post(address(stage), {"size": "4", "kind": "final"})
    final = stage.event.stages.get(number=2)
    called = address(final, "called")
    ada = entry(stage, "Ada").pk

    page = client.post(called, {"do": f"decline:{ada}"}, follow=True).content.decode()
    back = client.post(called, {"do": f"accept:{ada}"}, follow=True).content.decode()
    undone = client.post(called, {"do": "undo"}, follow=True)

    assert "Replaces Ada" in page
    assert "Replaces Ada" not in back
    assert undone.status_code == 200
    assert not Qualifier.objects.exists()
    assert stage.event.stages.count() == 1


def test_the_event_shows_the_final_ranking_and_strangers_do_not_cut() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])

    statuses = {
        page: (Client().get(page).status_code, Client().post(page, {"size": "4"}).status_code)
        for page in (address(stage), address(stage, "called"))
    }

    assert set(statuses.values()) == {(302, 302)}
    assert stage.event.stages.count() == 1


def test_the_final_of_a_season_is_set_up_and_called_by_forms_alone() -> None:
    stage = main_stage([1, 2, 3, 4], [2, 1, 3, 4])
    season = factories.season(stage.event.club, chain=["points", "wins"])
    stage.event.season = season
    stage.event.save(update_fields=["season"])
    event = factories.event(stage.event.club, state=EventState.OPEN)
    final = factories.stage(event)
    client = organizer(final)
    settings = f"/e/{event.slug}/stages/1/"
    typed = fields(client.get(settings).content.decode())

    client.post(settings, {**typed, "source_season": str(season.pk)})
    desk = client.get(f"/e/{event.slug}/desk/?step=standings").content.decode()
    client.post(address(final), {"size": "2", "kind": "final"})

    final.refresh_from_db()
    assert (final.kind, final.source_season) == ("final", season)
    assert address(final) in desk
    assert sorted(playing(final)) == ["Ada", "Fay"]
    assert event.entries.count() == 2


def test_the_page_shows_who_would_go_straight_into_the_final_before_the_cut_is_made() -> None:
    stage = main_stage([1, 2, 3, 4], [2, 1, 4, 3])
    client = organizer(stage)
    asked = {"size": "6", "kind": "semi_final", "byes": "2"}

    page = client.get(address(stage), asked).content.decode()
    made = client.post(address(stage), asked, follow=True).content.decode()
    wrong = client.post(address(stage), {"size": "4", "kind": "final", "byes": "1"})

    rows = Reader(page).tables[0][1:]
    assert [(row[1], row[-1]) for row in rows][:3] == [
        ("Ada", "yes Skips straight to the stage after this one"),
        ("Fay", "yes Skips straight to the stage after this one"),
        ("Bo", "yes"),
    ]
    assert made.count("Skips straight to the stage after this one") == 2
    assert wrong.status_code == 400


def test_after_a_cut_the_desk_goes_on_with_the_final_and_not_with_another_round_before_it() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])
    desk, client = f"/e/{stage.event.slug}/desk/", organizer(stage)

    before = shown_next(client, desk)
    client.post(address(stage), {"size": "4", "kind": "final"})
    after, main = shown_next(client, desk), shown_next(client, f"{desk}?stage=1")
    client.post(address(stage.event.stages.get(number=2), "called"), {"do": "undo"})

    assert before == "Draw round 2: 8 here: 4 + 4"
    assert after == "Draw round 1: 4 here: 4"
    assert main == "The cut is done: "
    assert shown_next(client, desk) == before


def shown_next(client: Client, desk: str) -> str:
    found = client.get(desk).context["next"]
    return f"{found.title}: {found.missing}"


def test_a_cut_to_fewer_than_the_game_seats_is_pointed_out_before_and_after() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])
    stage.ruleset = factories.free_game(stage.event.club, seats=[3, 4])
    stage.save(update_fields=["ruleset"])
    client = organizer(stage)
    told = "2 players don't fill the tables"

    pages = {
        size: told in unescape(client.get(address(stage), {"size": size}).content.decode())
        for size in ("2", "4")
    }
    made = client.post(address(stage), {"size": "2", "kind": "final"}, follow=True)

    assert pages == {"2": True, "4": False}
    assert told in unescape(made.content.decode())


def test_the_desk_draws_the_line_below_the_last_who_was_called_once_the_cut_is_made() -> None:
    stage = main_stage([1, 2, 3, 4], [1, 2, 3, 4])
    desk, client = f"/e/{stage.event.slug}/desk/?stage=1&step=standings", organizer(stage)

    before = [row.cut for row in client.get(desk).context["standings"].rows]
    client.post(address(stage), {"size": "4", "kind": "final"})
    final = stage.event.stages.get(number=2)
    client.post(address(final, "called"), {"do": f"decline:{entry(stage, 'Fay').pk}"})
    answer = client.get(desk)

    rows = answer.context["standings"].rows
    assert before == [False] * 8
    assert [at for at, row in enumerate(rows) if row.cut] == [3]
    assert "Cut: Final" in answer.content.decode()
