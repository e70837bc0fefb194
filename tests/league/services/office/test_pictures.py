"""Pictures: one per owner, without a file left behind, gone with whom they show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import storages
from pytest_django import DjangoCaptureOnCommitCallbacks

from league.core.enums import PictureKind, Role
from league.core.errors import BadInput, NotAllowed, NotFound
from league.models import JournalLine, Picture, PictureFile, Player
from league.queries.office import pictures as read
from league.queries.people import account_actors
from league.services.office import pictures
from league.services.people import erasure, merges
from tests import factories
from tests.factories.pictures import picture_file

pytestmark = pytest.mark.django_db
FACE = PictureKind.PLAYER


def put(of: Player, data: bytes = b"") -> Picture:
    club = of.memberships.get().club
    return pictures.put(
        by=factories.actor(Role.CLUB_ADMIN, club), of=of, kind=FACE, data=data or picture_file()
    )


def lines() -> list[object]:
    rows = JournalLine.objects.filter(kind="picture_changed").order_by("pk")
    return list(rows.values_list("payload", flat=True))


def stored() -> list[str]:
    return sorted(PictureFile.objects.values_list("name", flat=True))


def test_the_same_picture_twice_is_one_and_another_leaves_nothing_of_the_one_before() -> None:
    player = factories.member(factories.club())

    first, again = put(player), put(player)
    other = put(player, picture_file(colour=(200, 10, 10)))

    assert first.key == again.key != other.key
    assert list(Picture.objects.values_list("key", flat=True)) == [other.key]
    assert stored() == [f"{other.key}-large.webp", f"{other.key}-small.webp"]
    told = {"player": player.pk, "picture": "player", "is_there": True}
    assert lines() == [told, told]


def test_a_refused_picture_leaves_the_one_before() -> None:
    player = factories.member(factories.club())
    first = put(player)

    with pytest.raises(BadInput):
        put(player, b"no picture")

    assert (Picture.objects.get().key, len(stored())) == (first.key, 2)


def test_who_keeps_nobodys_data_gives_nobody_a_picture() -> None:
    club = factories.club()
    player = factories.member(club)
    hidden = factories.member(factories.club(visibility="members"))
    stranger = account_actors.person(factories.account(player=factories.member(club)))

    for of, refusal in ((player, NotAllowed), (club, NotAllowed), (hidden, NotFound)):
        kind = FACE if isinstance(of, Player) else PictureKind.LOGO
        with pytest.raises(refusal):
            pictures.put(by=stranger, of=of, kind=kind, data=picture_file())

    assert stored() == []


def test_a_picture_goes_with_the_person_it_shows() -> None:
    club = factories.club()
    admin = factories.actor(Role.CLUB_ADMIN, club)
    erased, deleted, other = (factories.member(club) for _ in range(3))
    factories.entry(factories.event(club), erased)
    keys = [put(player, picture_file(colour=n)).key for n, player in enumerate([erased, deleted])]
    kept = put(other).key

    erasure.erase(by=admin, player=erased)
    erasure.delete(by=admin, player=deleted)

    assert stored() == [f"{kept}-large.webp", f"{kept}-small.webp"]
    assert not Picture.objects.filter(key__in=keys).exists()


def test_a_picture_follows_a_merge_and_comes_back_with_its_undoing() -> None:
    club = factories.club()
    admin = factories.actor(Role.CLUB_ADMIN, club)
    kept, gone = factories.member(club, "Ada Quill"), factories.member(club, "Ada Quil")
    key = put(gone).key

    merge = merges.merge(by=admin, club=club, kept=kept, gone=gone)
    merged = read.of_players(admin, [kept.pk, gone.pk])
    merges.undo(by=admin, merge=merge)

    assert merged == {kept.pk: key}
    assert read.of_players(admin, [kept.pk, gone.pk]) == {gone.pk: key}


def test_a_folder_may_hold_the_pictures_instead(
    settings: Any,
    tmp_path: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    folder = "django.core.files.storage.FileSystemStorage"
    options = {"location": str(tmp_path)}
    settings.STORAGES = {**settings.STORAGES, "pictures": {"BACKEND": folder, "OPTIONS": options}}
    player = factories.member(factories.club())

    first = put(player)
    with django_capture_on_commit_callbacks(execute=True):
        other = put(player, picture_file(colour=9))

    assert storages["pictures"].exists(f"{other.key}-small.webp")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"{other.key}-large.webp",
        f"{other.key}-small.webp",
    ]
    assert first.key != other.key
