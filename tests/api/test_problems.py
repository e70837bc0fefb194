"""Whatever goes wrong has one shape."""

from __future__ import annotations

import json

import pytest
from django.core.cache import cache
from django.test import Client

from api import throttling
from league.core.enums import EventState, Role
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db


def test_an_address_that_does_not_exist_is_a_problem_and_no_page() -> None:
    answer = doors.visitor().get("/teapots/")

    assert answer.status_code == 404
    assert answer.json() == {
        "code": "not_found",
        "message": "There's nothing here, or you don't have access to it.",
        "params": {},
    }


@pytest.mark.parametrize("path", ["teapots/", "clubs/%0Aa%0D/presets/", "%E2%80%A8/", "a%0A/"])
def test_a_form_sent_to_no_address_is_the_same_problem(path: str) -> None:
    answer = Client(enforce_csrf_checks=True).post(f"/api/v1/{path}", {"a": "b"})

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_the_sentence_is_in_the_language_asked_for_and_the_code_is_not() -> None:
    answer = doors.visitor().get("/clubs/nowhere/", Accept_Language="de")

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert answer.headers["Content-Language"] == "de"


def test_a_method_that_an_address_does_not_know_is_405() -> None:
    answer = doors.visitor().delete("/me/")

    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize(
    ("sent", "status", "code", "field"),
    [
        (b"{", 400, "json_unreadable", None),
        (b"\xff\xfe", 400, "json_unreadable", None),
        (b'{"player": NaN}', 400, "json_unreadable", None),
        (b"[" * 5000, 400, "json_unreadable", None),
        (
            b'{"player": [[[[' + b"[" * 60 + b"]" * 60 + b"]]]]}",
            400,
            "json_unreadable",
            "player.0.0",
        ),
        (b'{"player": "a\\u0000b"}', 400, "control_signs", "player"),
        (b'{"player": "\\ud800"}', 400, "control_signs", "player"),
        (b'{"pl\\u0000yer": 1}', 400, "control_signs", None),
        (b"[1]", 400, "bad_value", None),
        (b"null", 400, "value_missing", None),
        (b"{}", 400, "value_missing", "player"),
        (b'{"player": null}', 400, "value_missing", "player"),
        (b'{"player": "x"}', 400, "bad_value", "player"),
        (b'{"player": true}', 400, "bad_value", "player"),
        (b'{"player": 0}', 400, "too_small", "player"),
        (b'{"player": 9223372036854775808}', 400, "too_large", "player"),
        (b'{"player": ' + b"9" * 5000 + b"}", 400, "json_unreadable", None),
        (b'{"player": 1, "is_site_admin": true}', 400, "unknown_field", "is_site_admin"),
        (b'{"player": 4711}', 400, "not_a_player_of_club", "player"),
        (b'{"a": "' + b"x" * 1_100_000 + b'"}', 413, "body_too_large", None),
    ],
)
def test_a_body_of_the_wrong_shape_is_refused_at_its_field(
    sent: bytes, status: int, code: str, field: str | None
) -> None:
    event = factories.event()
    asker = doors.organizer(event)

    answer = asker.client.post(
        f"/api/v1/events/{event.pk}/entries/",
        sent,
        content_type="application/json",
        headers={"Authorization": f"Bearer {asker.secret}"},
    )

    body = answer.json()
    assert (answer.status_code, body["code"], body.get("field")) == (status, code, field)
    assert event.entries.count() == 0


def test_several_faults_are_told_at_once() -> None:
    account = factories.account()
    client = Client()
    client.force_login(account)

    answer = client.post(
        "/api/v1/tokens/",
        json.dumps({"scopes": ["everything"], "days": 0}),
        content_type="application/json",
    )

    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_inputs"
    assert [(one["code"], one["path"]) for one in answer.json()["issues"]] == [
        ("value_missing", ["name"]),
        ("bad_choice", ["scopes", "0"]),
        ("too_small", ["days"]),
    ]


def test_a_form_is_no_json() -> None:
    event = factories.event()
    asker = doors.organizer(event)

    answer = asker.client.post(
        f"/api/v1/events/{event.pk}/entries/",
        {"player": 1},
        headers={"Authorization": f"Bearer {asker.secret}"},
    )

    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


def test_a_format_that_nobody_makes_is_406() -> None:
    answer = doors.visitor().get("/clubs/", Accept="text/csv")

    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")


@pytest.mark.parametrize("query", ["?q=%00", "?limit=0", "?limit=201", "?limit=x", "?cursor=x"])
def test_a_query_of_the_wrong_shape_is_refused(query: str) -> None:
    factories.member(factories.club(slug="hafen"))

    answer = doors.visitor().get(f"/clubs/hafen/players/{query}")

    assert answer.status_code == 400
    assert answer.json()["field"] == query[1:].partition("=")[0]


@pytest.mark.parametrize("secret", ["", "wrong", "x" * 5000, "ä\x01"])
def test_an_unknown_token_is_401_and_never_a_visitor(secret: str) -> None:
    answer = Client().get(
        "/api/v1/clubs/", headers={"Authorization": f"Bearer {secret}".encode().decode("latin-1")}
    )

    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="Stammtisch"'


def test_a_session_writes_only_with_the_token_of_its_page() -> None:
    event = factories.event()
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, event)
    client = Client(enforce_csrf_checks=True)
    client.force_login(account)

    answer = client.post(
        f"/api/v1/events/{event.pk}/entries/", b"{}", content_type="application/json"
    )

    assert (answer.status_code, answer.json()["code"]) == (403, "csrf_failed")


def test_what_is_visible_but_forbidden_is_403() -> None:
    event = factories.event()
    entry = factories.entry(event)

    answer = doors.visitor().patch(f"/entries/{entry.pk}/", {"is_present": False})

    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    assert answer.json()["params"] == {"action": "call_roll"}


def test_too_many_requests_are_429_and_say_how_long_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache.clear()
    monkeypatch.setattr(throttling, "PER_ADDRESS", 2)
    asker = doors.visitor()

    answers = [asker.get("/clubs/") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "too_many_requests"
    assert 1 <= int(answers[2].headers["Retry-After"]) <= throttling.WINDOW_SECONDS
    cache.clear()


def test_limits_of_visitors_and_of_tokens_are_counted_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache.clear()
    monkeypatch.setattr(throttling, "PER_ACTOR", 1)
    account = factories.account()
    one, other = doors.with_token(account), doors.with_token(account)

    answers = [asker.get("/clubs/") for asker in (one, one, other, doors.visitor())]

    assert [answer.status_code for answer in answers] == [200, 429, 200, 200]
    cache.clear()


def test_an_address_without_its_slash_leads_to_the_one_with_it_and_a_body_is_sent_again() -> None:
    asker = doors.visitor()

    answers = [asker.get("/clubs"), asker.post("/clubs", {"name": "Tin Owl"})]

    for answer in answers:
        assert (answer.status_code, answer.headers["Location"]) == (308, "/api/v1/clubs/")


def test_what_a_page_says_to_people_comes_with_a_hint_for_programs() -> None:
    stage = factories.stage(factories.event(state=EventState.RUNNING))
    organizer = doors.organizer(stage.event)

    answer = organizer.post(f"/stages/{stage.pk}/seatings/")

    assert (answer.json()["code"], answer.json()["hint"]) == (
        "seating_nobody",
        "`POST /events/{id}/roll/` says who is in the room.",
    )
