"""A link that invites nobody says so, and what to do about it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from league.core.enums import Role
from league.models import Invitation
from league.services.people import access
from tests import factories

pytestmark = pytest.mark.django_db


def asked(path: str) -> tuple[int, bool, bool, bool]:
    answer = Client().get(path)
    html = answer.content.decode()
    return (
        answer.status_code,
        "There is no invitation at this address" in html,
        "This invitation is no longer valid" in html,
        'role="button" href="/account/login/"' in html,
    )


def test_an_unknown_and_a_spent_invitation_say_so_each_in_its_own_words() -> None:
    club = factories.club("Tin Owl")
    boss = factories.actor(Role.CLUB_ADMIN, club)
    _, secret = access.invite(by=boss, role=Role.ORGANIZER, scope=club, note="", days=3)
    seen = [asked("/i/never-there/"), asked(f"/i/{secret}/")]

    Invitation.objects.update(accepted_at=timezone.now())

    seen.append(asked(f"/i/{secret}/"))
    assert seen == [
        (404, True, False, True),
        (200, False, False, False),
        (410, False, True, True),
    ]
    assert "Tin Owl" not in Client().get(f"/i/{secret}/").content.decode()
