"""A match through the API: by a guest with a key of their own, by an account with a token."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from games import catalogue
from games.core.lines import from_lines
from games.core.verification import verify
from league.models import PlayAction
from tests import factories
from tests.api import doors

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.django_db


@dataclass
class Guest:
    """Asks under a guest's own key."""

    key: str

    def get(self, path: str, **headers: str) -> Answer:
        return doors.visitor().get(path, Play_Key=self.key, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:  # any JSON
        return doors.visitor().post(path, body, Play_Key=self.key, **headers)


ADA, BO = Guest("a key that only Ada has"), Guest("a key that only Bo has")


def begun(game: str = "dice-devils") -> dict[str, Any]:
    """A match of two guests as Ada sees it."""
    body = {"game": game, "size": 3, "bots": ["random"], "name": "Ada"}
    code = ADA.post("/plays/", body).json()["code"]
    BO.post(f"/plays/{code}/seats/", {"name": "Bo", "contribution": "heads or tails"})
    found: dict[str, Any] = ADA.post(f"/plays/{code}/do/", {"do": "begin"}).json()
    return found


def test_two_guests_find_each_other_in_the_lobby_and_play_to_the_end() -> None:
    opened = ADA.post(
        "/plays/", {"game": "dice-devils", "size": 3, "bots": ["smart"], "name": "Ada"}
    )
    code = opened.json()["code"]
    listed = doors.visitor().get("/plays/").json()["results"]
    BO.post(f"/plays/{code}/seats/", {"name": "Bo"})
    play = ADA.post(f"/plays/{code}/do/", {"do": "begin"}).json()
    assert (opened.status_code, [row["code"] for row in listed]) == (201, [code])

    while play["state"] == "running":
        for asker in (ADA, BO):
            play = asker.get(f"/plays/{code}/since/{max(1, play['seq'])}/").json()
            if play["choices"]:
                body = {"expected_seq": play["seq"], "action": play["choices"][0]["action"]}
                play = asker.post(f"/plays/{code}/actions/", body).json()

    lines = doors.visitor().get(f"/plays/{code}/transcript/", Accept="application/x-ndjson")
    assert lines.headers["Content-Type"].startswith("application/x-ndjson")
    record = from_lines(lines.content.decode().splitlines())
    assert verify(catalogue.get("dice-devils"), record)
    assert {seat["place"] for seat in play["seats"]} <= {1, 2, 3}


def test_everybody_reads_what_they_may_know_and_watchers_no_choices() -> None:
    play = begun("the-devil-with-it")
    path = f"/plays/{play['code']}/"

    by_ada, by_bo, by_nobody = ADA.get(path).json(), BO.get(path).json(), doors.visitor().get(path)

    assert (by_ada["mine"], by_bo["mine"], by_nobody.json()["mine"]) == (0, 1, None)
    assert (by_ada["choices"] != [], by_nobody.json()["choices"]) == (True, [])
    assert by_nobody.json()["seed"] == ""
    lines = doors.visitor().get(f"{path}transcript/").json()["lines"]
    assert lines[0]["viewer"] == "public"


def test_a_press_is_done_once_under_its_key_and_refused_from_an_older_page() -> None:
    play = begun()
    asker = ADA if play["choices"] else BO
    page = asker.get(f"/plays/{play['code']}/").json()
    path = f"/plays/{play['code']}/actions/"
    body = {"expected_seq": page["seq"], "action": page["choices"][0]["action"]}

    first, again = (asker.post(path, body, Idempotency_Key="press") for _ in range(2))
    count = PlayAction.objects.count()
    stale = asker.post(path, body)

    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert (stale.status_code, stale.json()["code"]) == (409, "play_moved_on")
    assert PlayAction.objects.count() == count


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"action": {}}, 400, "expected_seq"),
        ({"expected_seq": -1, "action": {}}, 400, "expected_seq"),
        ({"expected_seq": 10**40, "action": {}}, 400, "expected_seq"),
        ({"expected_seq": 0, "action": []}, 400, "action"),
        ({"expected_seq": 99_999, "action": {}}, 400, "expected_seq"),
        ({"expected_seq": 0, "action": {}, "chair": 1}, 400, "chair"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused_at_its_field(
    body: dict[str, Any], status: int, field: str
) -> None:
    play = begun()

    answer = ADA.post(f"/plays/{play['code']}/actions/", body)

    assert (answer.status_code, answer.json()["field"]) == (status, field)


def test_the_seat_of_another_is_not_acted_for() -> None:
    play = begun()
    asker, other = (ADA, BO) if play["choices"] else (BO, ADA)
    page = asker.get(f"/plays/{play['code']}/").json()
    body = {"expected_seq": page["seq"], "action": page["choices"][0]["action"]}
    path = f"/plays/{play['code']}/actions/"

    answers = [each.post(path, body) for each in (other, Guest("somebody else's key"))]
    answers.append(doors.visitor().post(path, body))

    assert [(each.status_code, each.json()["code"]) for each in answers] == [
        (409, "play_not_your_turn"),
        (403, "play_not_seated"),
        (403, "play_not_seated"),
    ]


def test_an_account_plays_by_its_token_and_not_by_one_that_only_reads() -> None:
    account = factories.account()
    writing, reading = (doors.with_token(account, scope) for scope in ("records", "read"))
    body = {"game": "dice-devils", "size": 3, "bots": ["smart"] * 2, "name": "Ada"}

    opened, refused = writing.post("/plays/", body), reading.post("/plays/", body)

    assert (opened.status_code, refused.status_code) == (201, 403)
    code = opened.json()["code"]
    assert [row["code"] for row in reading.get("/plays/").json()["results"]] == [code]
    assert writing.post(f"/plays/{code}/do/", {"do": "begin"}).json()["state"] == "running"


def test_a_key_that_others_could_guess_is_refused() -> None:
    answer = Guest("short").get("/plays/")

    assert (answer.status_code, answer.json()["field"]) == (400, "Play-Key")


def test_a_stopped_match_is_played_again_by_the_same_people() -> None:
    play = begun()
    path = f"/plays/{play['code']}/"
    for asker in (ADA, BO):
        stopped = asker.post(f"{path}do/", {"do": "agree_to_stop"}).json()

    new = BO.post(f"{path}again/").json()

    assert (stopped["state"], stopped["end"]) == ("stopped", "cut")
    assert [seat["name"] for seat in new["seats"]][:2] == ["Ada", "Bo"]
    assert new["state"] == "open"
