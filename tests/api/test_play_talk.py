"""Table talk through the API."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from league.core.enums import Role
from league.models import Account, IdempotencyKey
from league.queries.people import account_actors
from league.services.play import play_seats, plays
from tests import factories

pytestmark = pytest.mark.django_db


def client_of(account: Account) -> APIClient:
    client = APIClient()
    client.force_login(account)
    return client


def test_two_talk_report_and_are_muted_and_a_repeat_says_nothing_more() -> None:
    club = factories.club(free_talk=True)
    people = [factories.account(player=factories.member(club, name)) for name in ("Ada", "Bo")]
    play = plays.open_table(
        by=account_actors.person(people[0]), game="dice-devils", size=3, club=club
    )
    play_seats.sit(by=account_actors.person(people[1]), play=play)
    boss = factories.account("boss@club.example")
    factories.grant(boss, Role.ORGANIZER, club)
    ada, bo, lead = map(client_of, (*people, boss))
    address, reports = (
        f"/api/v1/plays/{play.code}/talk/",
        f"/api/v1/clubs/{club.slug}/talk-reports/",
    )
    words = {"do": "say", "words": "Mind the oven"}

    said = [ada.post(address, words, format="json", headers={"Idempotency-Key": "1"}) for _ in "12"]
    bo.post(address, {"do": "say", "phrase": "thanks"}, format="json")
    reported = bo.post(address, {"do": "report", "number": 1}, format="json")

    assert [answer.json() for answer in (*said, reported)] == [{"number": 1}] * 3
    assert "oven" not in str(list(IdempotencyKey.objects.values_list("answer", flat=True)))
    told = bo.get(address).json()
    assert [
        (row["seat"], row["phrase"], row["words"], row["is_reported"]) for row in told["remarks"]
    ] == [(0, "", "Mind the oven", True), (1, "thanks", "", False)]
    assert told["may"] == ["hide", "report", "say", "write"]
    assert [row["words"] for row in lead.get(reports).json()["results"]] == ["Mind the oven"]
    assert bo.get(reports).json()["results"] == []

    lead.post(address, {"do": "mute", "number": 0}, format="json")
    refused = ada.post(address, words, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "play_talk_muted")
    assert [row["seat"] for row in bo.get(address).json()["remarks"]] == [1]
