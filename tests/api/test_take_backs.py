"""Taking back a move through the API."""

from __future__ import annotations

import pytest

from tests.api.test_plays import ADA, BO, begun

pytestmark = pytest.mark.django_db


def test_a_move_comes_back_for_scripts_as_it_does_on_the_page() -> None:
    code = begun("the-devil-with-it")["code"]
    path = f"/plays/{code}"
    before = ADA.get(f"{path}/").json()
    bet = {"expected_seq": before["seq"], "action": before["choices"][0]["action"]}
    done = ADA.post(f"{path}/actions/", bet).json()
    assert "take_back" in done["may"]

    missing = ADA.post(f"{path}/do/", {"do": "take_back"})
    body = {"do": "take_back", "expected_seq": done["seq"], "expected_taken_back": 0}
    first, again = (ADA.post(f"{path}/do/", body) for _ in range(2))

    assert (missing.status_code, missing.json()["field"]) == (400, "expected_seq")
    assert (first.status_code, again.status_code) == (200, 200)
    page = again.json()
    assert (page["seq"], page["taken_back"], page["choices"]) == (
        before["seq"],
        1,
        before["choices"],
    )
    assert [(row["seat"], row["seq"]) for row in page["backs"]] == [(0, done["seq"])]

    higher = {**bet, "action": before["choices"][1]["action"]}
    new = ADA.post(f"{path}/actions/", {**higher, "expected_taken_back": 1}).json()
    told = BO.get(f"{path}/since/{new['seq']}/").json()
    known = BO.get(f"{path}/since/{new['seq']}/?taken_back=1").json()
    assert [line["seq"] for line in told["lines"]] == [new["seq"]]
    assert known["lines"] == []
    # the bet beside Bo's own leaves what Bo may press as it was
    assert BO.post(f"{path}/actions/", bet).status_code == 200


def test_an_answer_is_refused_where_nobody_asks() -> None:
    path = f"/plays/{begun()['code']}/do/"

    answers = [ADA.post(path, {"do": verb, "number": 1}) for verb in ("grant_back", "refuse_back")]

    assert [answer.json()["code"] for answer in answers] == ["play_back_not_asked"] * 2
    assert ADA.post(path, {"do": "grant_back"}).json()["field"] == "number"
