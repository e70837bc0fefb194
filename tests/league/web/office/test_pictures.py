"""Pages of pictures: who sees a face, what a form answers, how long a picture is kept."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.core.enums import NameLevel, PictureKind, Role
from league.models import Club, Membership, Picture, Player
from league.services.office import pictures
from tests import factories
from tests.factories.pictures import picture_file

pytestmark = pytest.mark.django_db


def signed_in(
    player: Player | None = None, role: Role | None = None, on: Club | None = None
) -> Client:
    account = factories.account(player=player)
    if role is not None:
        factories.grant(account, role, on)
    client = Client()
    client.force_login(account)
    return client


def upload(data: bytes = b"") -> dict[str, SimpleUploadedFile]:
    return {"picture": SimpleUploadedFile("me.png", data or picture_file(), "image/png")}


def face(of: Player, club: Club) -> str:
    admin = factories.actor(Role.CLUB_ADMIN, club)
    data = picture_file()
    row = pictures.put(by=admin, of=of, kind=PictureKind.PLAYER, data=data)
    return f"/pictures/{row.key}/small.webp"


ALL = {"visitor", "guest of one evening", "guest of another club", "fellow", "oneself", "organizer"}
FELLOWS = ALL - {"visitor", "guest of one evening", "guest of another club"}


@pytest.mark.parametrize(
    ("level", "is_minor", "seen_by"),
    [
        (NameLevel.FULL, False, ALL),
        (NameLevel.INITIAL, False, FELLOWS),
        (NameLevel.NICKNAME, False, FELLOWS),
        (NameLevel.HIDDEN, False, {"oneself", "organizer"}),
        ("", False, ALL),  # as the club says: by the whole name
        ("", True, FELLOWS),
        (NameLevel.FULL, True, ALL),  # a parent agreed
    ],
)
def test_a_face_is_seen_by_who_may_know_the_person(
    level: str, is_minor: bool, seen_by: set[str]
) -> None:
    club, other = factories.club(), factories.club()
    player = factories.member(club, "Ada Quill", name_level=level, is_minor=is_minor)
    guest, for_once = factories.member(other), factories.member(club)
    Membership.objects.filter(player__in=[guest, for_once]).update(kind="guest")
    address = face(player, club)
    viewers = {
        "visitor": Client(),
        "guest of one evening": signed_in(for_once),
        "guest of another club": signed_in(guest),
        "fellow": signed_in(factories.member(club)),
        "oneself": signed_in(player),
        "organizer": signed_in(None, Role.ORGANIZER, club),
    }

    answers = {who: client.get(address).status_code for who, client in viewers.items()}

    assert answers == {who: 200 if who in seen_by else 404 for who in ALL}


def test_a_browser_keeps_a_picture_for_ever_and_a_removed_club_has_none() -> None:
    club = factories.club()
    player = factories.member(club, "Ada Quill")
    admin = factories.actor(Role.CLUB_ADMIN, club)
    logo = pictures.put(by=admin, of=club, kind=PictureKind.LOGO, data=picture_file())

    answers = [Client().get(a) for a in (face(player, club), f"/pictures/{logo.key}/large.webp")]
    club.removed_at = club.created_at
    club.save()
    gone = Client().get(f"/pictures/{logo.key}/large.webp")

    assert [answer.headers["Cache-Control"] for answer in answers] == [
        "private, max-age=31536000, immutable"
    ] * 2
    assert [answer.headers["Content-Type"] for answer in answers] == ["image/webp"] * 2
    assert gone.status_code == 404


def test_everybody_gives_themselves_a_picture_and_takes_it_away_again() -> None:
    player = factories.member(factories.club(), "Ada Quill")
    client = signed_in(player)
    page = f"/p/{player.pk}/picture/"

    wrong = client.post(page, upload(b"<svg onload='alert(1)'/>"))
    nothing = client.post(page, {})
    saved = client.post(page, upload())
    there = Picture.objects.filter(player=player).exists()
    shown = client.get(page).content.decode()
    removed = client.post(page, {"do": "remove"})

    assert (wrong.status_code, nothing.status_code) == (400, 400)
    assert "SVG files are not taken in. Save the picture as PNG." in wrong.content.decode()
    assert (saved.status_code, saved.headers["Location"]) == (302, f"/p/{player.pk}/edit/")
    assert (there, "/large.webp" in shown) == (True, True)
    assert (removed.status_code, Picture.objects.exists()) == (302, False)


def test_a_club_gets_its_pictures_from_its_admins_alone() -> None:
    club = factories.club()
    box = factories.free_game(club).club_game
    office = f"/c/{club.slug}/office"
    pages = [
        f"{office}/pictures/logo/",
        f"{office}/pictures/cover/",
        f"{office}/rules/games/{box.pk}/picture/",
    ]
    admin, other = signed_in(None, Role.CLUB_ADMIN, club), signed_in()

    saved = [admin.post(page, upload()).status_code for page in pages]
    refused = [other.post(page, upload()).status_code for page in pages]

    assert (saved, refused) == ([302] * 3, [403] * 3)
    assert sorted(Picture.objects.values_list("kind", flat=True)) == ["box", "cover", "logo"]
    assert admin.get(f"{office}/pictures/box/").status_code == 404


def test_a_page_shows_the_face_to_who_may_see_it_and_initials_to_everybody_else() -> None:
    club = factories.club()
    player = factories.member(club, "Ada Quill", nickname="Owl", name_level=NameLevel.NICKNAME)
    address = face(player, club).replace("small", "large")

    pages = [
        client.get(f"/p/{player.pk}/").content.decode()
        for client in (signed_in(factories.member(club)), Client())
    ]

    assert [f'src="{address}"' in page for page in pages] == [True, False]
    assert 'aria-hidden="true">O</span>' in pages[1]
