"""A match with real coal through the API: one caller decides for everybody at their device."""

from __future__ import annotations

import pytest

from tests.api.test_plays import ADA, BO

pytestmark = pytest.mark.django_db

OPENED = {"game": "the-devil-with-it", "size": 3, "by_hand": True, "here": ["Bo"], "name": "Ada"}


def test_a_caller_enters_what_was_drawn_and_decides_for_everybody_at_their_device() -> None:
    play = ADA.post("/plays/", OPENED).json()
    path = f"/plays/{play['code']}/"
    ADA.post(f"{path}do/", {"do": "seat_here", "name": "Cleo"})
    begun = ADA.post(f"{path}do/", {"do": "begin"}).json()
    wrong = ADA.post(f"{path}draws/", {"expected_seq": 0, "values": [7]})
    other = BO.post(f"{path}draws/", {"expected_seq": 0, "values": [1]})
    play = ADA.post(f"{path}draws/", {"expected_seq": 0, "values": [2]}).json()
    back = {"do": "correct_draw", "expected_seq": play["seq"], "expected_taken_back": 0}
    corrected = ADA.post(f"{path}do/", back).json()
    play = ADA.post(f"{path}draws/", {"expected_seq": 0, "values": [1]}).json()
    own = ADA.get(f"{path}?seat=2").json()
    alien = BO.get(f"{path}?seat=2").json()
    for seat in range(3):
        body = {
            "expected_seq": play["seq"],
            "expected_taken_back": play["taken_back"],
            "action": {"t": "bet", "amount": 10},
            "seat": seat,
        }
        play = ADA.post(f"{path}actions/", body).json()

    assert begun["asked"]["question"] == "Who draws coal first?"
    assert [each["words"] for each in begun["asked"]["boxes"][0]["values"]] == ["Ada", "Bo", "Cleo"]
    assert (begun["by_hand"], begun["commitment"], begun["held"]) == (True, "", [0, 1, 2])
    assert (wrong.status_code, wrong.json()["code"]) == (400, "draw.not_possible")
    assert "values.0" in str(wrong.json())
    assert (other.status_code, other.json()["code"]) == (403, "play_not_seated")
    assert (corrected["seq"], corrected["asked"]) == (0, begun["asked"])
    assert (own["acting"], bool(own["choices"])) == (2, True)
    assert (alien["acting"], alien["choices"], alien["held"]) == (None, [], [])
    assert (play["acting"], play["closed"]) == (1, [])
    assert [choice["action"] for choice in play["choices"]] == [{"t": "draw"}]
    assert play["seats"][1]["at_host"]


def test_real_dice_are_entered_by_a_caller_and_a_rank_drawn_twice_is_refused_by_its_rule() -> None:
    play = ADA.post("/plays/", {**OPENED, "game": "dice-devils", "here": ["Bo", "Cleo"]}).json()
    path = f"/plays/{play['code']}/"
    begun = ADA.post(f"{path}do/", {"do": "begin"}).json()
    mixed = ADA.post(f"{path}draws/", {"expected_seq": 0, "values": []}).json()
    twice = ADA.post(f"{path}draws/", {"expected_seq": 1, "values": [1, 1, 6]})
    ranks = ADA.post(f"{path}draws/", {"expected_seq": 1, "values": [1, 4, 6]}).json()

    assert (begun["asked"]["boxes"], mixed["seq"]) == ([], 1)
    assert [box["words"] for box in mixed["asked"]["boxes"]] == ["Ada", "Bo", "Cleo"]
    assert (twice.status_code, twice.json()["code"]) == (409, "dice_devils.not_the_ranks")
    assert ranks["asked"]["question"] == "Cleo turns up items. Which ones?"
