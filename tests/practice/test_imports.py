"""Files as clubs really have them, through the import page."""

from __future__ import annotations

import html as text
import re
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.core.enums import Role
from league.models import Club, Membership, Player, SeatScore
from league.services.records import import_results
from tests import factories
from tests.flows.visitors import Reader
from tests.practice.evenings import signed_in

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = pytest.mark.django_db
PEOPLE = "Name;Verein\r\nJürg Müller;Am Hafen\r\nZoë Ash;Am Hafen\r\n"


class Upload:
    """Somebody at the import page of a club: looks at a file, changes the reading, confirms."""

    def __init__(self, club: Club, role: Role = Role.ORGANIZER) -> None:
        self.client = signed_in(role, None if role == Role.SITE_ADMIN else club)
        self.path = f"/c/{club.slug}/office/people/import/"
        self.page = ""
        self.status = 0

    def look(self, data: bytes) -> Upload:
        file = SimpleUploadedFile("people.csv", data)
        return self._read(self.client.post(self.path, {"file": file, "step": "preview"}))

    def press(self, step: str, **changed: str) -> Upload:
        reader = Reader(self.page)
        form = next(form for form in reader.forms if "encoding" in form.names)
        fields: Mapping[str, object] = dict(form.filled(changed)) | {"step": step}
        return self._read(self.client.post(self.path, fields, follow=True))

    # The test client's own answer.
    def _read(self, answer) -> Upload:  # type: ignore[no-untyped-def]
        self.page, self.status = answer.content.decode(), answer.status_code
        return self

    @property
    def words(self) -> str:
        return Reader(self.page).words

    @property
    def chosen(self) -> dict[str, str]:
        form = next(form for form in Reader(self.page).forms if "encoding" in form.names)
        return dict(form.fields)


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-8", "utf-16"])
def test_a_list_reads_the_same_with_and_without_a_byte_order_mark(codec: str) -> None:
    club = factories.club("Am Hafen")
    upload = Upload(club).look(PEOPLE.encode(codec))

    upload.press("run")

    names = list(Player.objects.order_by("name").values_list("name", flat=True))
    assert names == ["Jürg Müller", "Zoë Ash"]
    assert Membership.objects.filter(club=club).count() == 2


def test_the_own_export_comes_back_unchanged_and_changes_nothing() -> None:
    club = factories.club("Am Hafen")
    upload = Upload(club).look(PEOPLE.encode("utf-8-sig"))
    upload.press("run")
    before = list(Player.objects.order_by("pk").values())
    exported = upload.client.get(f"/c/{club.slug}/office/people/export.csv").content

    upload.look(exported)
    said = upload.words
    upload.press("run")

    assert exported.startswith(b"\xef\xbb\xbf")
    assert "New 0 Already known 2 Memberships 0 Lines with problems 0" in said
    assert list(Player.objects.order_by("pk").values()) == before
    assert Membership.objects.count() == 2


@pytest.mark.parametrize("codec", ["cp1252", "iso8859_15", "mac_roman"])
def test_the_encoding_is_shown_and_changed_before_anything_is_stored(codec: str) -> None:
    club = factories.club()
    data = "Name\r\nMüller\r\nZoë\r\nLukasz\r\n".encode(codec)
    upload = Upload(club).look(data)
    guessed, stored = upload.chosen["encoding"], Player.objects.count()

    upload.press("preview", encoding=codec)
    shown = [name for name in ("Müller", "Zoë", "Lukasz") if name in upload.words]
    upload.press("run")

    assert (guessed, stored) == ("cp1252", 0)
    assert shown == ["Müller", "Zoë", "Lukasz"]
    names = list(Player.objects.order_by("pk").values_list("name", flat=True))
    assert sorted(names) == ["Lukasz", "Müller", "Zoë"]


def test_a_byte_that_is_no_sign_is_named_by_its_line_and_nothing_is_guessed() -> None:
    upload = Upload(factories.club()).look(b"Name\r\nM\xfcller\r\nZo\x81\r\nLukasz\r\n")

    assert upload.status == 400
    assert "Line 3 contains the byte 0x81" in upload.words
    assert Player.objects.count() == 0


FIVE = (
    b'Name;Club;Score\r\n"Ann ""Ace"" Ash";"Club; West";"12,5"\r\n"Bo\r\nBerg";"Club; West";1\r\n'
    b'Cy;"Club; West";2\r\nDi;"Club; West";3\r\nEd;"Club; West";4\r\n\r\n'
)


def test_quotes_semicolons_and_a_line_break_in_a_cell_keep_five_people() -> None:
    club = factories.club("Club; West")
    upload = Upload(club).look(FIVE)
    offered = re.search(r"Import: (\d+) new people", upload.words)

    upload.press("run")

    assert offered is not None
    assert int(offered[1]) == Player.objects.count() == 5
    assert sorted(Player.objects.values_list("name", flat=True)) == [
        *('Ann "Ace" Ash', "Bo Berg", "Cy", "Di", "Ed")
    ]
    assert Club.objects.count() == 1


def test_a_comma_in_a_score_is_a_decimal_in_results() -> None:
    season = factories.season()
    data = (
        b"match;date;player;points\r\n"
        b'1;2026-03-03;"Ann ""Ace"" Ash";"12,5"\r\n1;2026-03-03;"Bo\r\nBerg";"9"\r\n\r\n'
    )

    import_results.run(
        by=factories.actor(Role.CLUB_ADMIN, season.club),
        season=season,
        data=data,
        game="Copper Kettle",
        create_players=True,
    )

    scores = SeatScore.objects.order_by("-points").values_list("entry__player__name", "points")
    assert list(scores) == [('Ann "Ace" Ash', 125), ("Bo Berg", 90)]


def forty(*, good: bool) -> bytes:
    rows = [f"Person {chr(65 + n // 26)}{chr(65 + n % 26)};{1960 + n}" for n in range(40)]
    rows[11] = rows[10]
    rows[36] = "Person Fixed;1996" if good else "Person Fixed;31.02.1996"
    return "\r\n".join(["name;birth_year", *rows, ""]).encode()


def test_one_bad_row_of_forty_stores_nothing_and_the_file_can_be_sent_again() -> None:
    upload = Upload(factories.club()).look(forty(good=False))
    listed, first = upload.words, Player.objects.count()
    upload.press("run")
    forced = Player.objects.count()

    upload.look(forty(good=True)).press("run")
    second = Player.objects.count()
    third = upload.look(forty(good=True)).words
    upload.press("run")

    lines = [line for line in ("13", "38") if re.search(rf"\b{line}\b", listed)]
    assert lines == ["13", "38"]  # counted with the heading, as a spreadsheet does
    assert (first, forced, second) == (0, 0, 39)
    assert "39" in third
    assert Player.objects.count() == Membership.objects.count() == 39


def test_a_new_club_written_twice_is_founded_once() -> None:
    home = factories.club("Home")
    upload = Upload(home, Role.SITE_ADMIN).look(
        b"name,club\r\nAda Quill,North\r\nTom Ash,north \r\n"
    )

    upload.press("run")

    north = Club.objects.get(name="North")
    assert Club.objects.count() == 2
    assert sorted(north.memberships.values_list("player__name", flat=True)) == [
        "Ada Quill",
        "Tom Ash",
    ]


def test_names_from_a_file_never_run_as_script_or_formula() -> None:
    club = factories.club()
    data = b'name;nickname\n"<img src=x onerror=alert(1)>";=1+1\n'
    upload = Upload(club).look(data)
    seen = upload.page
    upload.press("run")

    exported = upload.client.get(f"/c/{club.slug}/office/people/export.csv").content.decode()
    public = Client().get("/search/", {"q": "img"}).content.decode()

    for page in (seen, upload.page, public):
        assert "<img src=x" not in page
        assert text.escape("<img src=x onerror=alert(1)>") in page
    assert ";'=1+1;" in exported
