"""What may be chosen in scoring, told so that nobody reads source."""

from __future__ import annotations

import pytest

from league.core.enums import Role
from league.standings.points import SCHEMES
from league.standings.tiebreaks import CRITERIA
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db


def test_every_scheme_and_criterion_is_told_and_each_example_can_be_stored() -> None:
    club = factories.club("Tin Owl")
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    admin = doors.with_token(account)

    told = doors.visitor().get("/scoring/").json()

    assert [row["key"] for row in told["schemes"]] == [scheme.key for scheme in SCHEMES]
    assert [row["key"] for row in told["criteria"]] == [each.key for each in CRITERIA]
    assert all(row["name"] and row["words"] for row in (*told["schemes"], *told["criteria"]))
    for scheme in told["schemes"]:
        fields = {"key", *(setting["name"] for setting in scheme["settings"])}
        assert set(scheme["example"]) == fields
        body = {"name": scheme["name"], "spec": scheme["example"]}
        answer = admin.post(f"/clubs/{club.slug}/schemes/", body)
        assert answer.status_code == 201, answer.json()
        assert answer.json()["spec"] == scheme["example"]
