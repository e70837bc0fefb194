"""The import page: upload, look, confirm; and the export that it reads again."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.core.enums import Role
from league.models import Club, Player
from tests import factories as make
from tests.markup import tight

pytestmark = pytest.mark.django_db


def organizer(club: Club) -> Client:
    account = make.account()
    make.grant(account, Role.ORGANIZER, club)
    client = Client()
    client.force_login(account)
    return client


def path_of(club: Club) -> str:
    return f"/c/{club.slug}/office/people/import/"


def upload(client: Client, club: Club, data: bytes):  # type: ignore[no-untyped-def]  # the client's answer
    file = SimpleUploadedFile("people.csv", data)
    return client.post(path_of(club), {"file": file, "step": "preview"})


def form_of(page: str) -> dict[str, str]:
    """What a browser would send back of the form that confirms."""
    form = page[page.index('id="reading"') :]
    form = form[: form.index("</form>")]
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    for name, options in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    return found


def test_a_list_is_looked_at_and_then_imported_once() -> None:
    club = make.club()
    client = organizer(club)

    looked = upload(client, club, "Name;Jahrgang\nZoë Berg;1980\nTom Ash;\n".encode("cp1252"))
    page = looked.content.decode()
    before = Player.objects.count()
    sent = form_of(page) | {"step": "run"}
    first = client.post(path_of(club), sent)
    again = client.post(path_of(club), sent)

    assert (looked.status_code, before) == (200, 0)
    assert (sent["encoding"], sent["delimiter"], sent["column_birth_year"]) == ("cp1252", ";", "1")
    assert page.count("Zoë Berg") == 1
    assert (first.status_code, again.status_code) == (302, 302)
    assert list(Player.objects.values_list("name", "birth_year")) == [
        ("Tom Ash", None),
        ("Zoë Berg", 1980),
    ]


def test_the_encoding_can_be_changed_before_anything_is_stored() -> None:
    club = make.club()
    client = organizer(club)
    looked = upload(client, club, "Name;Jahrgang\nZoë Müller;1980\n".encode("mac_roman"))
    wrong = looked.content.decode()

    changed = client.post(
        path_of(club), form_of(wrong) | {"encoding": "mac_roman", "step": "preview"}
    )

    assert wrong.count("Zoë Müller") == 0
    assert changed.content.decode().count("Zoë Müller") == 1
    assert Player.objects.count() == 0


def test_confirming_another_reading_than_the_one_shown_shows_it_first() -> None:
    club = make.club()
    client = organizer(club)
    looked = upload(client, club, "Name\nZoë\n".encode("mac_roman"))

    answer = client.post(
        path_of(club), form_of(looked.content.decode()) | {"encoding": "mac_roman", "step": "run"}
    )

    assert (answer.status_code, Player.objects.count()) == (200, 0)


def test_bad_lines_are_listed_with_line_column_value_and_fix_and_cannot_be_confirmed() -> None:
    club = make.club()
    client = organizer(club)

    looked = upload(client, club, b"name;year\nAda Quill;1980\nTom Ash;31.2.1980\n")
    page = looked.content.decode()
    forced = client.post(path_of(club), form_of(page) | {"step": "run"})

    assert page.count('value="run"') == 0
    assert (
        '<th scope="row" class="num" data-label="Line">3</th><td>Year of birth</td>'
        '<td data-label="In the list">31.2.1980</td>'
    ) in tight(page)
    assert (forced.status_code, Player.objects.count()) == (400, 0)


def test_a_column_without_a_known_heading_is_chosen_by_hand() -> None:
    club = make.club()
    client = organizer(club)
    looked = upload(client, club, b"A;B\n1980;Ada Quill\n")

    sent = form_of(looked.content.decode()) | {"column_name": "1", "column_birth_year": "0"}
    seen = client.post(path_of(club), sent | {"step": "preview"})
    client.post(path_of(club), form_of(seen.content.decode()) | {"step": "run"})

    assert list(Player.objects.values_list("name", "birth_year")) == [("Ada Quill", 1980)]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "has no rows"),
        (b"name\nTom\0\n", "Line 2 contains a NUL character"),
        (b'name\n"Tom\n', "Line 2 can't be read: it has a stray or unclosed quotation mark"),
        (b"name\nTom\x81\n", "Line 2 contains the byte 0x81"),
        (b"name\n" + b"Tom Ash\n" * 20_001, "more than 20000 rows"),
        (b"name\n" + b"Tom Ash\n" * 300_000, "larger than 2048 kB"),
    ],
    ids=["empty", "nul", "quote", "byte", "rows", "size"],
)
def test_a_file_that_cannot_be_read_says_why(data: bytes, told: str) -> None:
    club = make.club()

    answer = upload(organizer(club), club, data)

    assert answer.status_code == 400
    assert told in unescape(answer.content.decode())


@pytest.mark.parametrize("data", ["", "no base64!", "ZZZ"])
def test_a_form_without_its_file_asks_for_one(data: str) -> None:
    club = make.club()

    answer = organizer(club).post(path_of(club), {"data": data, "step": "run"})

    assert answer.status_code == 400


def test_script_in_a_cell_is_shown_as_text() -> None:
    club = make.club()

    page = upload(
        organizer(club), club, b'name;year\n"<img src=x onerror=alert(1)>";x\n"<b>Tom</b>";1980\n'
    ).content.decode()

    assert (page.count("<img src=x"), page.count("<b>Tom")) == (0, 0)
    assert page.count("&lt;b&gt;Tom") == 1


def test_the_export_is_read_again_without_a_change() -> None:
    club = make.club("Café Übung")
    client = organizer(club)
    make.member(club, "=SUM(A1)", nickname="Zoë; the Owl")

    exported = client.get(f"/c/{club.slug}/office/people/export.csv")
    page = upload(client, club, exported.content).content.decode()

    assert exported.headers["Cache-Control"] == "private, no-store"
    assert exported.content.decode("utf-8-sig").splitlines()[1].startswith("'=SUM(A1);")
    assert re.findall(r"<dd>(\d+)</dd>", page) == ["0", "1", "0", "0"]


@pytest.mark.parametrize("who", ["visitor", "member", "other organizer", "event organizer"])
def test_nobody_but_the_clubs_organizers_exports_people(who: str) -> None:
    club = make.club()
    make.member(club, "Tom Ash", email="tom@club.example")
    account = make.account(player=make.member(club, "Ada Quill") if who == "member" else None)
    if who == "other organizer":
        make.grant(account, Role.CLUB_ADMIN, make.club())
    if who == "event organizer":
        make.grant(account, Role.ORGANIZER, make.event(club))
    client = Client()
    if who != "visitor":
        client.force_login(account)

    answer = client.get(f"/c/{club.slug}/office/people/export.csv")

    assert answer.status_code == (302 if who == "visitor" else 403)
    assert answer.content.decode().count("tom@club.example") == 0


def paste(client: Client, club: Club, text: str):  # type: ignore[no-untyped-def]  # the client's answer
    return client.post(path_of(club), {"pasted": text, "step": "preview"})


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("Ada Quill\r\n\r\nTom Ash", [("Ada Quill", None), ("Tom Ash", None)]),
        ("Quill, Ada\nAsh, Tom\n", [("Ada Quill", None), ("Tom Ash", None)]),
        ("Name\tJahrgang\nAda Quill\t1980\nTom Ash\t", [("Ada Quill", 1980), ("Tom Ash", None)]),
        ("Vorname;Name\nAda;Quill\nTom;Ash", [("Ada Quill", None), ("Tom Ash", None)]),
        ("Ada Quill", [("Ada Quill", None)]),
    ],
    ids=["lines", "family first", "spreadsheet", "two columns", "one person"],
)
def test_pasted_names_are_looked_at_and_then_imported_once(
    text: str, stored: list[tuple[str, int | None]]
) -> None:
    club = make.club()
    client = organizer(club)

    looked = paste(client, club, text)
    before = Player.objects.count()
    sent = form_of(looked.content.decode()) | {"step": "run"}
    answers = [client.post(path_of(club), sent).status_code for _ in range(2)]

    assert (looked.status_code, before, answers) == (200, 0, [302, 302])
    assert list(Player.objects.order_by("name").values_list("name", "birth_year")) == stored


@pytest.mark.parametrize(
    "text",
    [
        "1. Ada Quill\n2. Bo Reed\n3.  Cy Marsh\n10. Tom, Ash",
        "1) Ada Quill\n2) Bo Reed\n3) Cy Marsh\n4) Tom, Ash",
        "- Ada Quill\n• Bo Reed\n* Cy Marsh\n– Tom, Ash",
    ],
)
def test_numbers_and_bullets_of_a_pasted_list_are_no_part_of_a_name(text: str) -> None:
    club = make.club()
    client = organizer(club)

    looked = paste(client, club, text)
    client.post(path_of(club), form_of(looked.content.decode()) | {"step": "run"})

    names = set(Player.objects.values_list("name", flat=True))
    assert names == {"Ada Quill", "Bo Reed", "Cy Marsh", "Ash Tom"}


def test_what_stands_beside_the_names_of_a_list_without_headings_is_not_lost_unseen() -> None:
    club = make.club()

    page = paste(organizer(club), club, "Ada Quill\nReed, Bo, 1990").content.decode()

    assert "Bo, 1990" in page
    assert "Only the first column is read." in page


def test_columns_of_a_pasted_list_without_headings_are_chosen_by_hand() -> None:
    club = make.club()
    client = organizer(club)
    looked = paste(client, club, "1980\tAda Quill\n1991\tTom Ash")

    sent = form_of(looked.content.decode()) | {"column_name": "1", "column_birth_year": "0"}
    seen = client.post(path_of(club), sent | {"step": "preview"})
    client.post(path_of(club), form_of(seen.content.decode()) | {"step": "run"})

    assert list(Player.objects.order_by("name").values_list("name", "birth_year")) == [
        ("Ada Quill", 1980),
        ("Tom Ash", 1991),
    ]


def test_a_file_without_headings_is_read_when_one_says_so() -> None:
    club = make.club()
    client = organizer(club)
    sent = form_of(upload(client, club, b"Ada Quill\nTom Ash\n").content.decode())

    seen = client.post(path_of(club), sent | {"first_line": "row", "step": "preview"})
    client.post(path_of(club), form_of(seen.content.decode()) | {"step": "run"})

    assert sent["first_line"] == "headings"
    assert set(Player.objects.values_list("name", flat=True)) == {"Ada Quill", "Tom Ash"}


def test_a_bad_pasted_line_is_named_by_its_own_number_and_stays_to_be_corrected() -> None:
    club = make.club()
    client = organizer(club)
    text = "Ada Quill\t1980\nTom Ash\t31.2.1980"
    looked = paste(client, club, text)

    sent = form_of(looked.content.decode()) | {"column_birth_year": "1"}
    seen = client.post(path_of(club), sent | {"step": "preview"})
    page = seen.content.decode()

    assert page.count('value="run"') == 0
    assert re.findall(r'data-label="Line">(\d+)</th>', page) == ["2"]
    assert text in page, "what was pasted is lost"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Choose a file, or paste names."),
        (" \n\t", "Choose a file, or paste names."),
        ("Tom\0", "Line 1 contains a NUL character"),
        ('"Tom', "Line 1 can't be read: it has a stray or unclosed quotation mark"),
        ("Tom Ash\n" * 20_001, "more than 20000 rows"),
        ("Tom Ash\n" * 300_000, "larger than 2048 kB"),
    ],
    ids=["nothing", "blank", "nul", "quote", "rows", "size"],
)
def test_pasted_text_that_cannot_be_read_says_why(text: str, told: str) -> None:
    club = make.club()

    answer = paste(organizer(club), club, text)

    assert answer.status_code == 400
    assert told in unescape(answer.content.decode())


def test_a_file_beside_pasted_names_is_refused_and_nothing_is_guessed() -> None:
    club = make.club()
    file = SimpleUploadedFile("people.csv", b"name\nTom Ash\n")

    answer = organizer(club).post(
        path_of(club), {"file": file, "pasted": "Ada Quill", "step": "preview"}
    )

    assert answer.status_code == 400
    page = answer.content.decode()
    assert "Choose a file or paste names, not both at once." in page
    assert "Ada Quill</textarea>" in page
