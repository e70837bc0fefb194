"""What a bot would do, through the API."""

from __future__ import annotations

import pytest

from league.queries.play import coach
from tests.api.test_plays import ADA, BO

pytestmark = pytest.mark.django_db


def test_a_script_gets_the_advice_with_the_actions_to_send_and_nobody_else_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(coach, "TRIALS", 30)
    body = {"game": "dice-devils", "size": 3, "bots": ["smart", "smart"], "name": "Ada"}
    code = ADA.post("/plays/", body).json()["code"]
    before = ADA.get(f"/plays/{code}/coach/")
    play = ADA.post(f"/plays/{code}/do/", {"do": "begin"}).json()

    said = ADA.get(f"/plays/{code}/coach/").json()

    assert (before.status_code, before.json()["code"]) == (409, "play_is_open")
    assert set(said) == {"seq", "taken_back", "choices", "legal", "trials", "verdict"}
    assert said["seq"] == play["seq"]
    assert {str(one["action"]) for one in said["choices"]} <= {
        str(choice["action"]) for choice in play["choices"]
    }
    assert (BO.get(f"/plays/{code}/coach/").json()["code"]) == "play_not_seated"
    sent = {"expected_seq": said["seq"], "action": said["choices"][0]["action"]}
    assert ADA.post(f"/plays/{code}/actions/", sent).json()["seq"] > said["seq"]
