"""A club's chats by the API: what the office can press; an address is read nowhere again."""

from __future__ import annotations

import pytest

from league.core.enums import Role
from league.models import Notice, NoticeAddress
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db

NEW = {"address": "ntfys://ntfy.example/hidden-topic"}


def test_a_token_adds_chooses_tries_and_removes_a_chat_and_never_reads_its_address() -> None:
    club, account = factories.club(), factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    ask, path = doors.with_token(account, "read", "clubs"), f"/clubs/{club.slug}/chats/"

    made = ask.post(path, NEW)
    one = f"{path}{made.json()['id']}/"
    chosen = ask.send("PATCH", one, {"wanted": ["standings"], "quiet_from": "22:00"})
    fixed = ask.send("PATCH", one, {"wanted": ["standings"]})
    tried = ask.post(f"{one}test/")
    listed = ask.get(path)

    assert (made.status_code, made.json()["own_name"]) == (201, "ntfy, ntfy.example")
    assert (chosen.status_code, chosen.json()["code"]) == (400, "notice_quiet_half")
    assert fixed.json()["wanted"] == ["standings"]
    assert tried.status_code == 200
    assert Notice.objects.get().address.address == NEW["address"]
    assert listed.json()["results"] == [fixed.json()]
    for answer in (made, chosen, fixed, tried, listed):
        assert "hidden-topic" not in answer.content.decode()
    assert ask.post(path, {"address": "file:///etc/passwd"}).json()["code"] == "chat_address_wrong"
    assert ask.send("DELETE", one).status_code == 204
    assert not NoticeAddress.objects.exists()
