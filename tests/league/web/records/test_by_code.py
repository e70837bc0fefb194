"""A table's code that was typed leads to its table; the page that isn't there offers to."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import TableLink
from tests import factories

pytestmark = pytest.mark.django_db
CODE = "bcdf2345ghjk"


@pytest.mark.parametrize(
    "typed",
    ["{code}", " {upper} ", "{gap}", "https://owl.example/t/{code}/", "owl.example/t/{code}?x=1"],
)
def test_a_code_leads_to_its_table_however_it_was_typed(client: Client, typed: str) -> None:
    event = factories.event()
    stage = factories.stage(event)
    table = factories.table(factories.round_(stage), [factories.entry(event) for _ in range(3)])
    TableLink.objects.filter(table=table).update(code=CODE)
    gap = f"{CODE[:4]} {CODE[4:8]}-{CODE[8:]}"

    typed = typed.format(code=CODE, upper=CODE.upper(), gap=gap)
    answer = client.get("/t/", {"code": typed}, follow=True)

    assert answer.redirect_chain == [(f"/t/{CODE}/", 302)]
    assert answer.status_code == 200


@pytest.mark.parametrize("typed", ["table 7", "<b>", "//evil.example/t/", "https://evil.example"])
def test_what_is_no_code_leads_nowhere_and_says_where_codes_are(client: Client, typed: str) -> None:
    answer = client.get("/t/", {"code": typed})

    text = answer.content.decode()
    assert answer.status_code == 400
    assert "at the end of the address" in " ".join(text.split())
    assert "<b>" not in text


def test_a_page_that_is_not_there_offers_a_search_and_a_field_for_a_code(client: Client) -> None:
    answer = client.get("/nowhere/")

    text = answer.content.decode()
    assert answer.status_code == 404
    assert '<form method="get" action="/t/"' in text
    assert '<form method="get" action="/search/"' in text
