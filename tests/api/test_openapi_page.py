"""The page that draws the document of the API, in a browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.api import doors

METHODS = {"get", "post", "put", "patch", "delete"}


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_page_draws_every_address_without_a_word_of_protest(
    live_server: Any,  # fixtures of plug-ins without types
    page: Any,
) -> None:
    operations = sum(len(METHODS & path.keys()) for path in doors.document()["paths"].values())
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))

    page.goto(f"{live_server.url}/api/docs/")
    page.wait_for_selector(".opblock")

    page.locator(".opblock-post .opblock-summary-control").first.click()
    page.wait_for_selector(".opblock-body .try-out__btn")
    page.locator(".try-out__btn").first.click()

    page.set_viewport_size({"width": 1280, "height": 40_000})  # it draws what is in sight
    expect(page.locator(".opblock")).to_have_count(operations)
    assert said == []
