"""The reference on an error page leads to its line in the log."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

from league.config.logs import Reference

pytestmark = pytest.mark.django_db


def stumble(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a stair that is not there")


urlpatterns = [path("stumble/", stumble), path("", include("league.config.urls"))]
handler500 = "league.web.errors.server_error"


@override_settings(ROOT_URLCONF=__name__)
def test_the_reference_on_the_error_page_stands_in_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    wiring: Any = settings.LOGGING  # the framework's settings are free dicts
    caplog.handler.addFilter(Reference())
    caplog.handler.setFormatter(logging.Formatter(wiring["formatters"]["line"]["format"]))
    # whatever other tests of this process did to the logs
    logger = logging.getLogger("django.request")
    monkeypatch.setattr(logger, "handlers", [caplog.handler])
    monkeypatch.setattr(logger, "propagate", False)
    monkeypatch.setattr(logger, "disabled", False)
    browser = Client(raise_request_exception=False)

    answer = browser.get("/stumble/")

    shown = answer.headers["X-Request-ID"]
    assert answer.status_code == 500
    assert f"<code>{shown}</code>" in answer.content.decode()
    (line,) = [line for line in caplog.text.splitlines() if "Internal Server Error" in line]
    assert line.split(" ERROR ")[1].startswith(f"{shown} django.request ")
    assert "a stair that is not there" in caplog.text
    assert "a stair that is not there" not in answer.content.decode()
