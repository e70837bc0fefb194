"""Pictures in a bucket: the same as in the tables, and a bucket that is away loses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.utils import timezone
from moto.server import ThreadedMotoServer
from pytest_django import DjangoCaptureOnCommitCallbacks

from league.config import env
from league.core.enums import PictureKind, Role
from league.core.errors import NotFound, Unreachable
from league.models import Picture, Player
from league.pictures.encoding import name_of
from league.queries.office import pictures as read
from league.services.office import picture_files, pictures
from league.services.people import erasure
from tests import factories
from tests.factories.pictures import picture_file

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    service = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    service.start()
    yield "http://{}:{}".format(*service.get_host_and_port())
    service.stop()


def put_into(settings: Any, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setenv("LEAGUE_PICTURES", place)
    monkeypatch.setenv("LEAGUE_PICTURES_KEY", "key")
    monkeypatch.setenv("LEAGUE_PICTURES_SECRET", "secret")
    settings.STORAGES = {**settings.STORAGES, "pictures": env.pictures()}


@pytest.fixture
def bucket(settings: Any, monkeypatch: pytest.MonkeyPatch, server: str) -> Any:
    put_into(settings, monkeypatch, f"s3://club/faces?endpoint={server}&region=eu-central-1")
    storage: Any = storages["pictures"]
    storage.connection.meta.client.create_bucket(
        Bucket="club", CreateBucketConfiguration={"LocationConstraint": "eu-central-1"}
    )
    yield storage
    storage.bucket.objects.all().delete()
    storage.bucket.delete()


def names(bucket: Any) -> list[str]:
    return sorted(one.key for one in bucket.bucket.objects.all())


def put(of: Player, data: bytes) -> Picture:
    admin = factories.actor(Role.CLUB_ADMIN, of.memberships.get().club)
    return pictures.put(by=admin, of=of, kind=PictureKind.PLAYER, data=data)


def test_a_picture_comes_out_of_the_bucket_and_goes_with_whom_it_shows(
    bucket: Any, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    club = factories.club()
    admin = factories.actor(Role.CLUB_ADMIN, club)
    player = factories.member(club)
    first = put(player, picture_file())
    with django_capture_on_commit_callbacks(execute=True):
        other = put(player, picture_file(colour=9))

    seen = read.file(admin, other.key, "small")

    assert names(bucket) == [f"faces/{other.key}-{size}.webp" for size in ("large", "small")]
    assert seen[8:12] == b"WEBP"
    with pytest.raises(NotFound):
        read.file(admin, first.key, "small")
    with django_capture_on_commit_callbacks(execute=True):
        erasure.erase(by=admin, player=player)
    assert names(bucket) == []


def test_files_that_no_picture_has_go_after_an_hour(bucket: Any) -> None:
    kept = put(factories.member(factories.club()), picture_file())
    bucket.save(name_of("l" * 24, "small"), ContentFile(b"left"))

    just_now = picture_files.tidy()
    with time_machine.travel(timezone.now() + timedelta(hours=2), tick=False):
        later = picture_files.tidy()

    assert (just_now, later) == (0, 1)
    assert names(bucket) == [f"faces/{kept.key}-{size}.webp" for size in ("large", "small")]


def test_what_else_lies_in_the_folder_of_pictures_stays(settings: Any, tmp_path: Path) -> None:
    options = {"location": str(tmp_path)}
    backend = "django.core.files.storage.FileSystemStorage"
    settings.STORAGES = {
        **settings.STORAGES,
        "pictures": {"BACKEND": backend, "OPTIONS": options},
    }
    foreign = {"backup.zip", "holiday-large.webp"}
    for name in {*foreign, name_of("l" * 24, "large")}:
        (tmp_path / name).write_bytes(b"x")

    with time_machine.travel(timezone.now() + timedelta(hours=2), tick=False):
        gone = picture_files.tidy()

    assert gone == 1
    assert {one.name for one in tmp_path.iterdir()} == foreign


def test_a_file_that_cannot_be_looked_at_keeps_no_other_from_going(
    bucket: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (name_of(letter * 24, "small") for letter in "ab")
    for name in (first, second):
        bucket.save(name, ContentFile(b"left"))
    listed = bucket.listdir("")
    bucket.delete(first)  # by somebody else, once they are listed
    monkeypatch.setattr(type(bucket), "listdir", lambda _self, _name: listed)

    with time_machine.travel(timezone.now() + timedelta(hours=2), tick=False):
        gone = picture_files.tidy()

    assert (gone, names(bucket)) == (1, [])


@pytest.mark.parametrize("place", ["s3://other/?endpoint={server}", "s3://b/?endpoint={nobody}"])
def test_a_bucket_that_refuses_or_is_away_changes_nothing(
    settings: Any, monkeypatch: pytest.MonkeyPatch, server: str, place: str
) -> None:
    player = factories.member(factories.club())
    stands = put(player, picture_file())
    put_into(settings, monkeypatch, place.format(server=server, nobody="http://127.0.0.1:9"))

    with pytest.raises(Unreachable, match="pictures_away"):
        put(player, picture_file(colour=9))

    assert Picture.objects.get() == stands


@pytest.mark.parametrize(
    ("place", "without", "said"),
    [
        ("s3://", "", "LEAGUE_PICTURES='s3://': write s3://bucket"),
        ("s3://club?zone=1", "", "write s3://bucket"),
        ("s3://club", "LEAGUE_PICTURES_SECRET", "LEAGUE_PICTURES_SECRET: write the secret"),
    ],
)
def test_a_wrong_address_of_a_bucket_names_the_variable_and_the_form(
    settings: Any, monkeypatch: pytest.MonkeyPatch, place: str, without: str, said: str
) -> None:
    put_into(settings, monkeypatch, "s3://club")
    monkeypatch.setenv("LEAGUE_PICTURES", place)
    if without:
        monkeypatch.delenv(without)

    with pytest.raises(env.BadVariable, match=said.replace("(", r"\(")):
        env.pictures()
