"""The pages that list what can be printed, and the PDFs behind their links."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.http.response import HttpResponseBase
from django.test import Client
from pypdf import PdfReader

from games.catalogue import all_games
from league.core.enums import EventState, NameLevel, Role
from league.documents import letters
from league.models import Event
from league.services.standings import standings
from league.times import wall_time
from league.web.public import cross_tables
from league.web.public.certificates import place_words
from league.web.public.cross_tables import ahead
from tests import factories

pytestmark = pytest.mark.django_db


def texts(answer: HttpResponseBase) -> list[str]:
    """The words of each page of a PDF."""
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    body = b"".join(answer)
    pages = PdfReader(io.BytesIO(body)).pages
    return [" ".join(page.extract_text().split()) for page in pages]


def links(client: Client, page: str) -> list[str]:
    """The PDFs that a page leads to."""
    answer = client.get(page)
    assert answer.status_code == 200
    found = re.findall(r'href="([^"]*\.pdf[^"]*)"', answer.content.decode())
    return [href.replace("&amp;", "&") for href in found]


@pytest.fixture
def event() -> Event:
    """Two tables, one of them played, in a season; somebody is hidden."""
    season = factories.season(factories.club("Tin Owl"), name="Winter")
    event = factories.event(season=season, name="First Night")
    stage = factories.stage(event)
    round_ = factories.round_(stage)
    people = [
        factories.entry(event, factories.member(season.club, name))
        for name in (
            "Ada Quill",
            "Bo Saltmarsh",
            "Cleo Marsh",
            "Dora Flint",
            "Edda Öhm",
            "Falk Reed",
        )
    ]
    hidden = people[2].player
    hidden.name_level = NameLevel.HIDDEN
    hidden.save(update_fields=["name_level"])
    factories.played(factories.table(round_, people[:3]), [2, 1, 3])
    factories.table(round_, people[3:])
    standings.catch_up()
    return event


@pytest.fixture
def boss(event: Event) -> Client:
    account = factories.account("boss@club.example")
    factories.grant(account, Role.ORGANIZER, event)
    client = Client()
    client.force_login(account)
    return client


def test_every_link_of_the_page_of_an_event_is_a_pdf_on_the_paper_that_was_asked_for(
    event: Event, boss: Client
) -> None:
    for query, width in (("", 595), ("?paper=letter", 612)):
        found = links(boss, f"/e/{event.slug}/paper/{query}")
        assert len(found) == 11
        for path in found:
            body = boss.get(path).content
            box = PdfReader(io.BytesIO(body)).pages[0].mediabox
            assert width in {round(box.width), round(box.height)}, path


def test_another_paper_keeps_the_round_that_was_asked_for(event: Event, boss: Client) -> None:
    address = f"/e/{event.slug}/paper/?stage=1"
    page = boss.get(f"{address}&round=1").content.decode().replace("&amp;", "&")

    assert f'href="{address}&round=1"' in page
    assert f'href="{address}&round=1&paper=letter"' in page


def test_a_visitor_gets_neither_slips_nor_sheets_with_keys_and_no_hidden_name(event: Event) -> None:
    visitor = Client()

    found = links(visitor, f"/e/{event.slug}/paper/")

    assert not any("tables.pdf" in path or "sheets.pdf" in path for path in found)
    said = [text for path in found for text in texts(visitor.get(path))]
    assert any("Bo Saltmarsh" in text for text in said)
    assert not any("Cleo" in text for text in said)
    assert visitor.get(f"/e/{event.slug}/sheets.pdf").status_code == 302


def test_sheets_of_a_round_carry_names_and_the_address_of_the_table(
    event: Event, boss: Client
) -> None:
    pages = texts(boss.get(f"/e/{event.slug}/sheets.pdf"))

    first, second = event.stages.get().rounds.get().seatings.get().tables.order_by("number")
    assert [page.split(" Harbour")[0] for page in pages] == ["Table 1", "Table 2"]
    assert f"/t/{first.link.code}/" in pages[0]
    assert f"/t/{second.link.code}/" in pages[1]
    assert "1 Ada Quill" in pages[0]
    assert "3 Falk Reed" in pages[1]
    answer = boss.get(f"/e/{event.slug}/sheets.pdf")
    assert answer.headers["Cache-Control"] == "no-store"


def test_without_tables_the_sheets_send_to_the_page_that_says_so(boss: Client) -> None:
    other = factories.event()
    factories.stage(other)
    account = factories.account("other@club.example")
    factories.grant(account, Role.ORGANIZER, other)
    boss.force_login(account)

    assert boss.get(f"/e/{other.slug}/sheets.pdf").headers["Location"] == f"/e/{other.slug}/sheets/"


@pytest.mark.parametrize("key", [game.key for game in all_games()])
@pytest.mark.parametrize("paper", ["", "?paper=letter"])
def test_every_game_has_a_blank_sheet_of_one_page_per_level_and_size(key: str, paper: str) -> None:
    client = Client()
    found = links(client, f"/games/{key}/paper/{paper}")

    assert len(found) >= 4
    for path in found:
        pages = texts(client.get(path))
        assert len(pages) == 1, path


@pytest.mark.parametrize("query", ["seats=9", "seats=x", "seats=1", "level=nothing"])
def test_a_sheet_that_does_not_exist_is_refused(query: str) -> None:
    assert Client().get(f"/games/dice-devils/sheet.pdf?{query}").status_code == 400
    assert Client().get("/games/nothing/sheet.pdf").status_code == 404


def test_a_free_form_game_of_a_club_has_sheets_up_to_its_largest_table() -> None:
    ruleset = factories.free_game(factories.club(), name="Kettle", seats=[2, 12])
    page = f"/c/{ruleset.club.slug}/rulesets/{ruleset.pk}/paper/"

    found = links(Client(), page)

    assert len(found) == 11
    (text,) = texts(Client().get(found[-1]))
    assert text.startswith("Kettle 12 players")


def test_a_ruleset_of_a_hidden_club_has_no_sheets_for_visitors() -> None:
    ruleset = factories.free_game(factories.club(visibility="private"))

    for page in ("paper/", "sheet.pdf"):
        path = f"/c/{ruleset.club.slug}/rulesets/{ruleset.pk}/{page}"
        assert Client().get(path).status_code == 404


def test_tags_are_for_who_has_a_place_by_the_name_for_the_public(event: Event) -> None:
    left = event.entries.get(player__name="Falk Reed")
    left.state = "dropped"
    left.save(update_fields=["state"])

    (text,) = texts(Client().get(f"/e/{event.slug}/name-tags.pdf?per=10"))

    assert [name in text for name in ("Ada Quill", "Edda Öhm", "Player", "Falk", "Cleo")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert text.count("First Night") == 5
    assert Client().get(f"/e/{event.slug}/name-tags.pdf?per=9").status_code == 400


def test_certificates_name_place_occasion_club_and_day_in_the_language_of_the_page(
    event: Event,
) -> None:
    first, second, third = texts(Client().get(f"/e/{event.slug}/certificates.pdf"))

    assert [word in first for word in ("Tin Owl", "Bo Saltmarsh", "First Night", "2026")] == [
        True
    ] * 4
    assert "First place of 3 players" in first
    day = wall_time.wall(event.starts_at, wall_time.zone_of(event))
    assert f"{day.day} {day:%B %Y}" in first
    assert "Ada Quill Second place" in second
    assert "Cleo" not in third
    season = event.season
    assert season is not None
    pages = texts(
        Client().get(f"/c/tin/s/{season.slug}/certificates.pdf".replace("tin", event.club.slug))
    )
    assert len(pages) == 3
    assert "Winter" in pages[0]


def test_certificates_of_everybody_are_as_many_as_are_ranked(event: Event) -> None:
    assert len(texts(Client().get(f"/e/{event.slug}/certificates.pdf?top=99"))) == 3
    assert len(texts(Client().get(f"/e/{event.slug}/certificates.pdf?top=1"))) == 1
    assert Client().get(f"/e/{event.slug}/certificates.pdf?top=x").status_code == 400


def test_where_nobody_has_a_place_the_page_says_so_instead() -> None:
    event = factories.event(season=factories.season(), state=EventState.OPEN)
    factories.stage(event)
    paper = f"/e/{event.slug}/paper/"

    answers = [
        Client().get(f"/e/{event.slug}/{name}.pdf") for name in ("certificates", "name-tags")
    ]

    assert [answer.headers["Location"] for answer in answers] == [paper, paper]
    assert "certificates.pdf" not in Client().get(paper).content.decode()


@pytest.mark.parametrize(
    ("rank", "tied", "words"),
    [(1, False, "First place"), (3, True, "Third place, shared"), (11, False, "Place 11")],
)
def test_places_are_said_in_words(rank: int, tied: bool, words: str) -> None:
    assert place_words(rank, tied=tied) == words


def test_a_cross_table_says_what_each_round_gave_and_who_was_ahead_of_whom(event: Event) -> None:
    where = f"/e/{event.slug}/stages/1/cross-table.pdf"

    (by_round,) = texts(Client().get(where))
    (by_player,) = texts(Client().get(f"{where}?by=player"))

    assert "1 Bo Saltmarsh 7 7 (1)" in by_round
    assert "1 Bo Saltmarsh × 1–0 1–0" in by_player
    assert "2 Ada Quill 0–1 × 1–0" in by_player


def test_a_cross_table_of_a_season_has_a_column_per_evening(event: Event) -> None:
    season = event.season
    assert season is not None

    (text,) = texts(Client().get(f"/c/{event.club.slug}/s/{season.slug}/cross-table.pdf"))

    assert "Rank Player Total 3 Nov" in text
    assert "1 Bo Saltmarsh 7 7" in text


def test_level_finishes_are_ahead_for_nobody() -> None:
    cells = [
        {"match": 1, "place": place, "kind": "match", "event": 1, "round": 1} for place in (1, 1, 3)
    ]
    rows = [{"player": n, "cells": [cell]} for n, cell in enumerate(cells)]

    found = ahead(rows)  # type: ignore[arg-type]  # of a row only what is read

    assert found == {(0, 1): 0, (1, 0): 0, (0, 2): 1, (2, 0): 0, (1, 2): 1, (2, 1): 0}


def test_desk_event_season_game_and_ruleset_lead_to_what_can_be_printed(
    event: Event, boss: Client
) -> None:
    season, ruleset = event.season, event.stages.get().ruleset
    assert season is not None
    account = factories.account("admin@club.example")
    factories.grant(account, Role.CLUB_ADMIN, event.club)
    admin = Client()
    admin.force_login(account)
    here, club = f"/e/{event.slug}/", f"/c/{event.club.slug}/"
    ways = [
        (boss, f"{here}desk/?step=play", f"{here}paper/"),
        (boss, f"{here}desk/?step=standings", f"{here}paper/"),
        (Client(), here, f"{here}paper/"),
        (Client(), f"{club}s/{season.slug}/", f"{club}s/{season.slug}/paper/"),
        (Client(), "/games/", "/games/free-form/paper/"),
        (Client(), "/games/dice-devils/", "/games/dice-devils/paper/"),
        (admin, f"{club}office/rules/{ruleset.pk}/", f"{club}rulesets/{ruleset.pk}/paper/"),
        (Client(), f"{here}paper/", f"{club}rulesets/{ruleset.pk}/paper/"),
    ]

    missing = [
        page
        for client, page, wanted in ways
        if f'href="{wanted}' not in client.get(page).content.decode()
        or client.get(wanted).status_code != 200
    ]

    assert missing == []


def test_a_game_that_may_be_chosen_beside_the_first_has_blank_sheets_too(event: Event) -> None:
    other = factories.free_game(event.club, name="Second Kettle")
    event.stages.get().rulesets.add(other)

    shown = Client().get(f"/e/{event.slug}/paper/").content.decode()

    assert f"/rulesets/{other.pk}/paper/" in shown
    assert "Second Kettle" in shown


def test_a_cross_table_too_large_for_paper_says_what_it_leaves_out(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cross_tables, "MOST_PLAYERS", 2)
    monkeypatch.setattr(cross_tables, "MOST_CELLS", 1)
    season = event.season
    assert season is not None
    other = factories.event(season=season, starts_at=datetime(2026, 11, 10, 18, 30, tzinfo=UTC))
    people = [factories.entry(other, entry.player) for entry in event.entries.all()[:3]]
    factories.played(factories.table(factories.round_(factories.stage(other)), people), [1, 2, 3])
    standings.catch_up()

    (met,) = texts(Client().get(f"/e/{event.slug}/stages/1/cross-table.pdf?by=player"))
    (evenings,) = texts(Client().get(f"/c/{event.club.slug}/s/{season.slug}/cross-table.pdf"))

    assert "The first 2 of 6 players." in met
    assert "The last 1 of 2 evenings." in evenings


def test_the_page_of_papers_names_whom_no_font_here_can_print(
    event: Event, boss: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    paper = f"/e/{event.slug}/paper/"
    season = event.season
    assert season is not None
    monkeypatch.setattr(letters, "_machine", [tmp_path])
    before = boss.get(paper).content.decode()
    for n in range(22):
        factories.entry(
            event, factories.member(event.club, f"\N{CJK UNIFIED IDEOGRAPH-660E} {n:02}")
        )

    page = boss.get(paper)
    html = page.content.decode()
    of_season = boss.get(f"/c/{event.club.slug}/s/{season.slug}/paper/").content.decode()

    assert "empty boxes" not in before
    assert (
        "No installed font has all the letters in these names, so they print as empty boxes:"
        in html
    )
    assert page.context["boxes"] == [f"\N{CJK UNIFIED IDEOGRAPH-660E} {n:02}" for n in range(20)]
    assert "and 2 more" in html
    assert "empty boxes" not in of_season  # none of them is in its standings
