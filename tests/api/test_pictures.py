"""Pictures through the API: put, read, removed, by token."""

from __future__ import annotations

import pytest
from django.db import connection

from api.parsers import BodyTooLarge, PictureBody
from league.core.enums import PictureKind, Role
from league.models import Picture
from league.pictures import encoding
from tests import factories
from tests.api import doors
from tests.factories.pictures import picture_file

pytestmark = pytest.mark.django_db


def test_a_token_of_an_admin_puts_reads_and_removes_each_kind_of_picture() -> None:
    club = factories.club()
    player = factories.member(club, "Ada Quill")
    box = factories.free_game(club).club_game
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    asker = doors.with_token(account)
    home = f"/clubs/{club.slug}"
    places = [
        f"/players/{player.pk}/picture/",
        f"{home}/logo/",
        f"{home}/cover/",
        f"{home}/games/{box.pk}/picture/",
    ]

    def put(path: str, body: bytes) -> tuple[int, dict[str, object]]:
        headers = {"Authorization": f"Bearer {asker.secret}"}
        answer = asker.client.generic(
            "POST", doors.V1 + path, body, content_type="image/png", headers=headers
        )
        return answer.status_code, answer.json()

    before = [asker.get(path).json() for path in places]
    wrong = put(places[0], b"no picture")
    made = [put(path, picture_file()) for path in places]
    shown = [asker.get(path).json() for path in places]
    files = [asker.client.get(one["small"]).headers["Content-Type"] for one in shown]
    by_others = [doors.Asker().get(path).json() for path in places]
    removed = [asker.send("DELETE", path).status_code for path in places]

    assert before == [{"small": "", "large": ""}] * 4
    assert (wrong[0], wrong[1]["code"], wrong[1]["field"]) == (400, "picture_unreadable", "picture")
    assert made == [(200, one) for one in shown]
    assert files == ["image/webp"] * 4
    assert by_others == shown
    assert (removed, Picture.objects.count()) == ([204] * 4, 0)


@pytest.mark.django_db(transaction=True)
def test_nobodys_writing_waits_while_a_picture_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    club = factories.club()
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    asker = doors.with_token(account)
    headers = {"Authorization": f"Bearer {asker.secret}", "Idempotency-Key": "once"}
    held: list[bool] = []
    really = encoding.encoded

    def watched(data: bytes, kind: PictureKind, *, field: str) -> encoding.Encoded:
        held.append(connection.in_atomic_block)
        return really(data, kind, field=field)

    monkeypatch.setattr(encoding, "encoded", watched)

    keys = [
        asker.client.generic(
            "POST",
            f"{doors.V1}/clubs/{club.slug}/logo/",
            picture_file(),
            content_type="image/png",
            headers=headers,
        ).json()
        for _ in range(2)
    ]

    assert (held, keys[0] == keys[1], Picture.objects.count()) == ([False, False], True, 1)


def test_of_a_body_larger_than_any_picture_no_more_is_read_than_shows_it() -> None:
    class Endless:
        read_in_all = 0

        def read(self, size: int) -> bytes:
            self.read_in_all += size
            return b"\0" * size

    sent = Endless()

    with pytest.raises(BodyTooLarge):
        PictureBody().parse(sent)  # type: ignore[arg-type]

    assert sent.read_in_all == encoding.MOST_BYTES + 1
