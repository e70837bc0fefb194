"""What leaves compressed, what does not, and that tags and caches still hold."""

from __future__ import annotations

import gzip

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client

from league.config.compression import CompressedPages, accepts_gzip
from league.models import Event
from league.services.standings import standings
from tests import factories

NAMES = ("Ada Quill", "Bruno Salt", "Cleo Marsh", "Dario Fenn")
GZIP = {"Accept-Encoding": "gzip, deflate, br"}
LONG = "a line of a table\n" * 50


@pytest.fixture
def event() -> Event:
    """An evening of a season with one table that has played, and its standings."""
    home = factories.club(slug="corner")
    season = factories.season(home)
    stage = factories.stage(factories.event(home, season=season))
    entries = [factories.entry(stage.event, factories.member(home, name)) for name in NAMES]
    factories.played(factories.table(factories.round_(stage), entries), [1, 2, 3, 4])
    standings.recompute_stage(stage.pk)
    standings.recompute_season(season.pk)
    return stage.event


def season_page(event: Event) -> str:
    assert event.season is not None
    return f"/c/{event.club.slug}/s/{event.season.slug}/"


def addresses(event: Event) -> dict[str, str]:
    """One address of every kind of text, and what each is."""
    season = event.season
    assert season is not None
    return {
        season_page(event): "text/html",
        f"/e/{event.slug}/stages/1/standings.csv": "text/csv",
        f"/c/{event.club.slug}/calendar.ics": "text/calendar",
        f"/embed/c/{event.club.slug}/s/{season.slug}/standings/": "text/html",
        f"/embed/c/{event.club.slug}/s/{season.slug}/standings.json": "application/json",
    }


@pytest.mark.parametrize(
    ("header", "welcome"),
    [
        ("gzip, deflate, br, zstd", True),
        ("GZIP;q=0.1", True),
        ("br;q=1.0, gzip; q=0.001", True),
        ("", False),
        ("identity", False),
        ("x-gzip-not", False),
        ("gzip;q=0", False),
        ("br, gzip ; q = 0.000", False),
    ],
)
def test_gzip_is_sent_to_whom_it_is_welcome(header: str, welcome: bool) -> None:
    assert accepts_gzip(header) is welcome


@pytest.mark.django_db
def test_every_page_and_file_of_text_says_the_same_compressed(event: Event) -> None:
    client = Client()
    found = {}
    for path in addresses(event):
        plain, packed = client.get(path), client.get(path, headers=GZIP)

        assert (plain.status_code, plain.get("Content-Encoding")) == (200, None), path
        assert packed["Content-Encoding"] == "gzip", path
        assert "Accept-Encoding" in plain["Vary"], path
        assert plain["Vary"] == packed["Vary"], path
        assert packed["Content-Length"] == str(len(packed.content)), path
        if "csrfmiddlewaretoken" not in plain.content.decode():  # else both differ in their tokens
            assert gzip.decompress(packed.content) == plain.content, path
        found[path] = packed["Content-Type"].partition(";")[0]

    assert found == addresses(event)


@pytest.mark.django_db
def test_who_holds_a_compressed_page_is_told_that_it_still_holds(event: Event) -> None:
    client = Client()
    tags = {}
    for path in addresses(event):
        packed = client.get(path, headers=GZIP)
        tag = packed.get("ETag", "")
        if not tag:
            continue
        again = client.get(path, headers={**GZIP, "If-None-Match": tag})
        plain = client.get(path, headers={"If-None-Match": tag})

        assert tag.startswith('W/"'), path
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag), path
        assert "Accept-Encoding" in again["Vary"], path
        assert (plain.status_code, plain["ETag"]) == (304, tag.removeprefix("W/")), path
        tags[path] = tag

    assert set(tags) == {path for path in addresses(event) if path != season_page(event)}


@pytest.mark.django_db
def test_the_api_keeps_its_strong_tags_which_are_versions_of_writes(event: Event) -> None:
    client = Client()
    for path in (f"/api/v1/stages/{event.stages.get().pk}/standings/", "/api/v1/clubs/"):
        answer = client.get(path, headers=GZIP)

        assert answer.get("Content-Encoding") is None, path
        assert answer["ETag"].startswith('"'), path


@pytest.mark.django_db
def test_a_head_request_tells_the_same_headers_as_the_page(event: Event) -> None:
    path = f"/e/{event.slug}/stages/1/standings.csv"
    client = Client()

    head, page = client.head(path, headers=GZIP), client.get(path, headers=GZIP)

    named = ("Content-Encoding", "Content-Type", "ETag", "Vary")
    assert [head[name] for name in named] == [page[name] for name in named]
    assert head.content == b""


def packed(answer: HttpResponse | StreamingHttpResponse) -> bool:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_ENCODING"] = "gzip"
    request.path_info = "/somewhere/"
    done = CompressedPages(lambda _: answer).process_response(request, answer)
    return done.get("Content-Encoding") == "gzip"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (HttpResponse(LONG), True),
        (HttpResponse(LONG, content_type="application/json"), True),
        (HttpResponse(LONG, status=404), True),
        (HttpResponse("short"), False),
        (HttpResponse(LONG, content_type="application/pdf"), False),
        (HttpResponse(LONG, content_type="text/event-stream"), False),
        (StreamingHttpResponse(iter([LONG])), False),
    ],
)
def test_what_is_packed_already_short_or_a_stream_stays_as_it_is(
    answer: HttpResponse, expected: bool
) -> None:
    assert packed(answer) is expected


def test_the_length_of_a_compressed_page_does_not_tell_what_it_holds() -> None:
    def length() -> int:
        answer = HttpResponse(LONG)
        packed(answer)
        return len(answer.content)

    assert len({length() for _ in range(50)}) > 1
