"""The PDFs of an event."""

from __future__ import annotations

import io

import pytest
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client
from pypdf import PdfReader

from league.core.enums import NameLevel, Role
from league.documents.lists import Column, listed
from league.services.standings import standings
from tests import factories

pytestmark = pytest.mark.django_db


def test_an_organizer_gets_a_slip_per_table_and_a_visitor_none() -> None:
    event = factories.event()
    first = factories.round_(factories.stage(event))
    people = [factories.entry(event, f"Person {n}") for n in range(6)]
    table = factories.table(first, people[:3])
    factories.table(first, people[3:])
    account = factories.account("boss@club.example")
    factories.grant(account, Role.ORGANIZER, event)
    boss = Client()
    boss.force_login(account)

    answer = boss.get(f"/e/{event.slug}/tables.pdf?paper=letter")

    pages = PdfReader(io.BytesIO(answer.content)).pages
    assert [page.extract_text().splitlines()[0] for page in pages] == ["Table 1", "Table 2"]
    assert f"/t/{table.link.code}/" in pages[0].extract_text()
    assert pages[0].mediabox.width == 612
    assert answer.headers["Cache-Control"] == "no-store"
    refused = Client().get(f"/e/{event.slug}/tables.pdf")
    assert refused.headers["Location"] == f"/account/login/?next=/e/{event.slug}/tables.pdf"


@pytest.mark.parametrize("page", ["poster", "cards", "sheets"])
def test_a_page_to_print_leads_back_to_the_desk_of_those_who_run_it(page: str) -> None:
    event = factories.event()
    people = [factories.entry(event) for _ in range(3)]
    factories.table(factories.round_(factories.stage(event)), people)

    def links(role: Role) -> list[bool]:
        account = factories.account()
        factories.grant(account, role, event)
        client = Client()
        client.force_login(account)
        html = client.get(f"/e/{event.slug}/{page}/").content.decode()
        return [f'href="/e/{event.slug}/{at}"' in html for at in ("", "desk/")]

    assert links(Role.ORGANIZER) == [True, True]
    if page != "poster":
        assert links(Role.SCOREKEEPER) == [True, False]


def texts(answer: HttpResponseBase) -> list[str]:
    assert isinstance(answer, HttpResponse)
    assert answer.headers["Content-Type"] == "application/pdf"
    return [page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages]


def test_standings_and_seating_hang_on_the_wall_with_the_names_that_everybody_sees() -> None:
    season = factories.season(factories.club("Tin Owl"))
    event = factories.event(season=season, name="First Night")
    stage = factories.stage(event)
    people = [
        factories.entry(event, factories.member(season.club, name))
        for name in ("Ada Quill", "Bo #strong[x]", "Cleo Marsh")
    ]
    hidden = people[2].player
    hidden.name_level = NameLevel.HIDDEN
    hidden.save(update_fields=["name_level"])
    factories.played(factories.table(factories.round_(stage), people), [2, 1, 3])
    standings.catch_up()

    found = {
        path: " ".join(texts(Client().get(path))[0].split())
        for path in (
            f"/e/{event.slug}/seating.pdf",
            f"/e/{event.slug}/seating.pdf?by=table",
            f"/e/{event.slug}/stages/1/standings.pdf?paper=letter",
            f"/c/{season.club.slug}/s/{season.slug}/standings.pdf",
        )
    }

    assert [("Bo #strong[x]" in text, "Cleo" in text) for text in found.values()] == [
        (True, False)
    ] * 4
    assert "1 Bo #strong[x] 7" in found[f"/e/{event.slug}/stages/1/standings.pdf?paper=letter"]


def test_a_long_list_has_its_head_on_every_page() -> None:
    listing = listed(
        [Column("Rank", number=True), Column("Player", wide=True)],
        [(str(n), f"Somebody {n}") for n in range(1, 121)],
        title="Winter",
        detail="",
        lang="de",
    )

    pages = [page.extract_text() for page in PdfReader(io.BytesIO(listing.pdf())).pages]
    assert [page.count("Player") for page in pages] == [1] * len(pages)
    assert sum(page.count("Somebody") for page in pages) == 120
    assert len(pages) > 2


def test_a_list_of_nobody_is_a_page_all_the_same() -> None:
    event = factories.event()
    factories.stage(event)

    assert len(texts(Client().get(f"/e/{event.slug}/seating.pdf"))) == 1
    assert len(texts(Client().get(f"/e/{event.slug}/seating.pdf?by=table"))) == 1
    assert len(texts(Client().get(f"/e/{event.slug}/stages/1/standings.pdf"))) == 1
