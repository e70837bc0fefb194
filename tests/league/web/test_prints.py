"""The PDFs of an event."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from pypdf import PdfReader

from league.enums import Role
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
