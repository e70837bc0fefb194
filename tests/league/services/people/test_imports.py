"""Importing people: previewed, then all or nothing; repeats and known people recognised."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.core.actors import Actor
from league.core.enums import NameLevel, Role
from league.core.errors import BadInputs, LeagueError, NotAllowed, NotFound
from league.lists import csv_writing, files
from league.models import Club, JournalLine, Membership, Player
from league.queries.people import people_list
from league.services.people import imports, players
from league.services.people.import_people import Preview
from league.services.standings import standings
from tests import factories as make

pytestmark = pytest.mark.django_db


def organizer(club: Club) -> Actor:
    return make.actor(Role.ORGANIZER, club)


def lines(*rows: str) -> bytes:
    return "\n".join(rows).encode()


def bad(preview: Preview) -> list[tuple[int, str, str, str]]:
    return [(note.line, note.error.code, note.error.field, note.value) for note in preview.bad]


def notes(preview: Preview) -> list[tuple[int, str]]:
    return [(note.line, note.error.code) for note in preview.notes]


def exported(club: Club, by: Actor) -> bytes:
    body = files.written(people_list.listed(by, club), files.Kind.CSV)
    assert isinstance(body, bytes)
    return body


FORTY = [f"Person {chr(65 + n // 26)}{chr(65 + n % 26)};{1970 + n}" for n in range(40)]


def test_one_bad_row_stores_nothing_and_the_corrected_file_stores_once() -> None:
    club = make.club()
    by = organizer(club)
    rows = list(FORTY)
    rows[11] = rows[10]
    rows[36] = "Person Bad;31.2.1980"
    wrong = lines("name;birth_year", *rows)
    rows[36] = "Person Good;1980"
    right = lines("name;birth_year", *rows)

    looked = imports.preview(by=by, club=club, data=wrong)
    with pytest.raises(BadInputs) as refused:
        imports.run(by=by, club=club, data=wrong)
    stored = Player.objects.count()
    second = imports.run(by=by, club=club, data=right)
    third = imports.run(by=by, club=club, data=right)

    assert bad(looked) == [(38, "bad_birth_year", "birth_year", "31.2.1980")]
    assert notes(looked) == [(13, "repeats_line")]
    assert [error.params["line"] for error in refused.value.errors] == [38]
    assert stored == 0
    assert (second.added, second.recognised, second.memberships) == (39, 0, 39)
    assert (third.added, third.recognised, third.memberships) == (0, 39, 0)
    assert Player.objects.count() == 39


def test_the_preview_counts_what_the_import_does_and_writes_nothing() -> None:
    club = make.club()
    by = organizer(club)
    make.member(club, "Ada Quill")
    data = lines("name", "Ada Quill", "Tom Ash", "Lou Ash")
    before = (Player.objects.count(), JournalLine.objects.count())

    looked = imports.preview(by=by, club=club, data=data)
    after = (Player.objects.count(), JournalLine.objects.count())
    done = imports.run(by=by, club=club, data=data)

    assert before == after
    assert (looked.added, looked.recognised, looked.memberships) == (2, 1, 2)
    assert (done.added, done.recognised, done.memberships) == (2, 1, 2)


@pytest.mark.parametrize("written", ["Zoe\u0301", "ZOÉ", "Zoé\u00a0", "Ｚｏé", "zoe"], ids=ascii)
def test_other_spellings_of_a_name_are_the_known_person(written: str) -> None:
    club = make.club()
    by = organizer(club)
    player = make.member(club, "Zoé")

    looked = imports.preview(by=by, club=club, data=f"name\n{written}\n".encode())

    assert [row.known_id for row in looked.rows] == [player.pk]


def test_the_member_number_recognises_another_spelling() -> None:
    club = make.club()
    by = organizer(club)
    player = players.add(by=by, club=club, name="Aleksandra Berg", member_no="17")

    looked = imports.preview(by=by, club=club, data=lines("name;no", "Sasha Berg;17"))
    done = imports.run(by=by, club=club, data=lines("name;no", "Sasha Berg;17"))
    player.refresh_from_db()

    assert [row.known_id for row in looked.rows] == [player.pk]
    assert notes(looked) == [(2, "spelled_differently")]
    assert (done.added, done.memberships, player.name) == (0, 0, "Aleksandra Berg")


def test_a_name_of_two_known_people_stops_at_its_line_and_lists_both() -> None:
    club = make.club()
    by = organizer(club)
    for nickname in ("Kim the Elder", "Kim the Younger"):
        make.member(club, "Kim Lee", nickname=nickname)

    looked = imports.preview(by=by, club=club, data=lines("name", "Tom Ash", "Kim Lee"))

    assert bad(looked) == [(3, "ambiguous_person", "name", "Kim Lee")]
    assert looked.bad[0].error.params["candidates"] == (
        "Kim Lee (Kim the Elder); Kim Lee (Kim the Younger)"
    )


def test_the_birth_year_tells_two_namesakes_apart() -> None:
    club = make.club()
    by = organizer(club)
    elder = make.member(club, "Kim Lee", birth_year=1950)
    younger = make.member(club, "Kim Lee", birth_year=1990)

    looked = imports.preview(
        by=by, club=club, data=lines("name;year", "Kim Lee;1990", "Kim Lee;1950", "Kim Lee;2001")
    )

    assert [row.known_id for row in looked.rows] == [younger.pk, elder.pk, None]


def test_a_person_of_another_club_is_not_recognised() -> None:
    club = make.club()
    by = organizer(club)
    make.member(make.club(), "Ada Quill")

    looked = imports.preview(by=by, club=club, data=lines("name", "Ada Quill"))

    assert [row.known_id for row in looked.rows] == [None]


def test_two_lines_that_contradict_each_other_name_the_earlier_line() -> None:
    club = make.club()
    data = lines("name;no;email", "Ada Quill;1;ada@club.example", "Ada Quill;1;other@club.example")

    looked = imports.preview(by=organizer(club), club=club, data=data)

    assert bad(looked) == [(3, "conflicts_with_line", "email", "other@club.example")]
    assert looked.bad[0].error.params["other"] == 2


def test_two_namesakes_with_different_numbers_are_two_people() -> None:
    club = make.club()
    by = organizer(club)
    data = lines("name;year;no", "Kim Lee;1990;1", "Kim Lee;1990;2")

    done = imports.run(by=by, club=club, data=data)

    assert (done.added, done.memberships) == (2, 2)


def test_two_lines_for_one_known_person_are_not_two_memberships() -> None:
    club = make.club()
    by = organizer(club)
    row = Membership.objects.get(player=make.member(club, "Ada Quill"))
    row.until = date(2026, 2, 1)
    row.save()

    looked = imports.preview(
        by=by, club=club, data=lines("name;year", "Ada Quill;1980", "Ada Quill;1990")
    )

    assert bad(looked) == [(3, "conflicts_with_line", "name", "Ada Quill")]


def test_somebody_who_left_comes_back_with_a_new_membership() -> None:
    club = make.club()
    by = organizer(club)
    player = make.member(club, "Ada Quill")
    Membership.objects.update(until=date(2026, 2, 1))

    done = imports.run(by=by, club=club, data=lines("name", "Ada Quill"))

    assert (done.added, done.recognised, done.memberships) == (0, 1, 1)
    assert list(player.memberships.order_by("id").values_list("until", flat=True)) == [
        date(2026, 2, 1),
        None,
    ]


def test_a_number_that_a_list_gives_a_namesake_is_in_the_standings_soon() -> None:
    club = make.club(name_level=NameLevel.FULL)
    by = organizer(club)
    event = make.event(season=make.season(club))
    seats = [make.entry(event, make.member(club, "Anna Muster")) for _ in range(2)]
    make.played(make.table(make.round_(make.stage(event)), seats), [1, 2])
    Membership.objects.filter(player=seats[1].player_id).update(until=date(2026, 2, 1))
    Player.objects.filter(pk=seats[1].player_id).update(birth_year=1990)
    standings.catch_up()

    imports.run(by=by, club=club, data=lines("name;birth_year;member_no", "Anna Muster;1990;77"))
    standings.catch_up()

    assert standings.check() == ()


def test_the_own_export_changes_nothing_when_it_is_imported_again() -> None:
    club = make.club("Café Übung")
    by = organizer(club)
    players.add(by=by, club=club, name="=SUM(A1)", nickname="@home", member_no="-7")
    players.add(by=by, club=club, given="Zoë", family="Berg; Ash", birth_year=1980)
    players.add(by=by, club=club, name="Kim Lee", birth_year=1950)
    players.add(by=by, club=club, name="Kim Lee", birth_year=1990, allow_similar=True)
    data = exported(club, by)
    before = list(Player.objects.order_by("id").values())

    looked = imports.preview(by=by, club=club, data=data)
    done = imports.run(by=by, club=club, data=data)

    assert (bad(looked), notes(looked)) == ([], [])
    assert (done.added, done.recognised, done.memberships) == (0, 4, 0)
    assert list(Player.objects.order_by("id").values()) == before


def test_an_export_reads_the_same_in_an_empty_club() -> None:
    first, second = make.club(), make.club()
    by = organizer(first)
    players.add(by=by, club=first, name="=SUM(A1)", nickname="@home", member_no="-7")
    data = exported(first, by).replace(first.name.encode(), second.name.encode())

    imports.run(by=organizer(second), club=second, data=data)

    row = Membership.objects.select_related("player").get(club=second)
    assert (row.player.name, row.player.nickname, row.member_no) == ("=SUM(A1)", "@home", "-7")


def test_one_new_club_named_twice_is_founded_once() -> None:
    home = make.club()
    by = make.actor(Role.SITE_ADMIN)
    data = lines("name,club", "Ada Quill,North", "Tom Ash,north ")

    done = imports.run(by=by, club=home, data=data)

    north = Club.objects.get(name="North")
    assert (done.added, done.memberships, done.clubs) == (2, 2, 1)
    assert Club.objects.count() == 2
    assert list(north.memberships.order_by("id").values_list("player__name", flat=True)) == [
        "Ada Quill",
        "Tom Ash",
    ]


@pytest.mark.parametrize("name", ["North", "Nowhere"])
def test_a_club_that_is_not_the_actors_is_a_bad_row_whether_it_exists_or_not(name: str) -> None:
    home = make.club()
    make.club("North")
    data = lines("name,club", f"Ada Quill,{name}")

    looked = imports.preview(by=organizer(home), club=home, data=data)

    assert bad(looked) == [(2, "unknown_club", "club", name)]


def test_one_person_in_two_clubs_is_one_player() -> None:
    home = make.club("Home")
    by = make.actor(Role.SITE_ADMIN)
    data = lines("name,year,club", "Ada Quill,1980,Home", "Ada Quill,1980,North")

    looked = imports.preview(by=by, club=home, data=data)
    done = imports.run(by=by, club=home, data=data)

    assert (looked.added, looked.memberships) == (1, 2)
    assert (done.added, done.memberships) == (1, 2)
    assert Player.objects.get().memberships.count() == 2


def test_columns_can_be_chosen_by_hand() -> None:
    club = make.club()
    data = lines("A;B", "1980;Ada Quill")

    guessed = imports.preview(by=organizer(club), club=club, data=data)
    chosen = imports.preview(
        by=organizer(club), club=club, data=data, columns={"name": 1, "birth_year": 0}
    )

    assert bad(guessed) == [(1, "no_name_column", "name", "")]
    assert [(row.person.name, row.person.birth_year) for row in chosen.rows] == [
        ("Ada Quill", 1980)
    ]


@pytest.mark.parametrize("header", ["Vorname;Name", "Prénom;Nom", "First Name;Surname"])
def test_a_given_and_a_family_name_make_a_name(header: str) -> None:
    club = make.club()

    looked = imports.preview(by=organizer(club), club=club, data=lines(header, "Zoé;Berg"))

    person = looked.rows[0].person
    assert (person.name, person.given, person.family) == ("Zoé Berg", "Zoé", "Berg")


def test_every_fault_of_a_row_is_named() -> None:
    club = make.club()
    data = lines("name;year;email", "Ada Quill;12;nobody", "Tom\x07;1980;", ";;", "Lou;1980;;x")

    looked = imports.preview(by=organizer(club), club=club, data=data)

    assert bad(looked) == [
        (2, "bad_birth_year", "birth_year", "12"),
        (2, "bad_email", "email", "nobody"),
        (3, "control_signs", "name", "Tom"),
        (5, "row_too_long", "", ""),
    ]


def test_an_organizer_of_another_club_cannot_import() -> None:
    club = make.club()
    outsider = organizer(make.club())

    with pytest.raises((NotAllowed, NotFound)):
        imports.run(by=outsider, club=club, data=b"name\nAda\n")

    assert Player.objects.count() == 0


def test_an_import_is_one_line_of_the_journal() -> None:
    club = make.club()

    imports.run(by=organizer(club), club=club, data=lines("name", "Ada Quill", "Tom Ash"))

    line = JournalLine.objects.get()
    ids = list(Player.objects.order_by("id").values_list("pk", flat=True))
    assert (line.kind, line.payload) == (
        "players_imported",
        {"added": 2, "recognised": 0, "memberships": 2, "players": ids},
    )


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.binary(max_size=200)
    | st.text(max_size=100).map(lambda text: f"name;year;club\n{text}".encode("utf-8", "replace"))
)
def test_any_bytes_give_a_preview_or_an_error_of_the_league(db: None, data: bytes) -> None:
    club = Club.objects.first() or make.club()
    by = Actor(kind=make.actor().kind, key="x", grants=make.actor(Role.ORGANIZER, club).grants)

    status, told = 400, 1
    try:
        found = imports.preview(by=by, club=club, data=data)
        told = len(found.rows) + len(found.bad)
    except LeagueError as error:
        status = error.status

    assert (status, told >= 1) == (400, True)


def test_family_comma_given_in_one_column_is_turned_round_and_the_preview_says_so() -> None:
    club = make.club()
    by = organizer(club)
    data = lines("Name;Year", "Quill,  Ada;1980", '"Salt, Bruno, jr.";1990', "Marsh,;1991")

    looked = imports.preview(by=by, club=club, data=data)
    imports.run(by=by, club=club, data=data)

    assert [(row.person.name, row.person.given, row.person.family) for row in looked.rows] == [
        ("Ada Quill", "Ada", "Quill"),
        ("Salt, Bruno, jr.", "", ""),
        ("Marsh,", "", ""),
    ]
    assert [(note.line, note.error.code, note.value) for note in looked.notes] == [
        (2, "name_turned", "Quill, Ada")
    ]
    assert Player.objects.filter(name="Ada Quill", sort_key__startswith="quill").count() == 1


@pytest.mark.parametrize(
    "name",
    [
        '=HYPERLINK("http://x.example","y")',
        "+1,2",
        "Table 4, seat 2",
        "a@b.example,c",
        "<b>Quill</b>, Ada",
    ],
)
def test_what_is_no_name_is_not_turned_at_its_comma_and_comes_back_from_the_export(
    name: str,
) -> None:
    club = make.club()
    by = organizer(club)
    listed = csv_writing.document(["name", "nickname"], [[name, ""]])

    looked = imports.preview(by=by, club=club, data=listed)
    imports.run(by=by, club=club, data=listed)
    again = imports.preview(by=by, club=club, data=listed)

    assert [row.person.name for row in looked.rows] == [name]
    assert (notes(looked), again.added, again.recognised) == ([], 0, 1)
    assert list(Player.objects.values_list("name", flat=True)) == [name]


def test_a_turned_name_is_the_known_person_and_a_known_name_with_a_comma_stays() -> None:
    club = make.club()
    ada = make.member(club, "Ada Quill")
    odd = make.member(club, "Marsh, Cleo")

    looked = imports.preview(
        by=organizer(club), club=club, data=lines("Name", "Quill, Ada", '"Marsh, Cleo"')
    )

    assert [row.known_id for row in looked.rows] == [ada.pk, odd.pk]
    assert notes(looked) == [(2, "name_turned")]


def test_a_comma_beside_a_column_of_given_names_is_left_alone() -> None:
    club = make.club()

    looked = imports.preview(
        by=organizer(club), club=club, data=lines("Name;Vorname", "Quill, Dr.;Ada")
    )

    assert [row.person.name for row in looked.rows] == ["Ada Quill, Dr."]


def kinds(club: Club) -> dict[str, str]:
    rows = Membership.objects.filter(club=club).select_related("player")
    return {row.player.name: row.kind for row in rows}


@pytest.mark.parametrize("heading", ["status", "Art", "statut", "kind"])
def test_a_column_says_who_is_a_member_and_who_a_guest(heading: str) -> None:
    club = make.club()
    data = lines(f"name;{heading}", "Ada Quill;Mitglied", "Bo Salt;guest", "Cy Marsh;", "Di;Invité")

    imports.run(by=organizer(club), club=club, data=data)

    assert kinds(club) == {
        "Ada Quill": "member",
        "Bo Salt": "guest",
        "Cy Marsh": "member",
        "Di": "guest",
    }


def test_whoever_is_known_stays_member_or_guest_and_the_list_is_told_so() -> None:
    club = make.club()
    make.member(club, "Ada Quill")

    looked = imports.preview(
        by=organizer(club), club=club, data=lines("name;status", "Ada Quill;guest")
    )
    imports.run(by=organizer(club), club=club, data=lines("name;status", "Ada Quill;guest"))

    assert notes(looked) == [(2, "stays_member")]
    assert kinds(club) == {"Ada Quill": "member"}


def test_a_known_guest_whom_the_list_calls_a_guest_stays_one() -> None:
    club = make.club()
    make.member(club, "Ada Quill")
    Membership.objects.update(kind="guest")
    data = lines("name;status", "Ada Quill;guest")

    looked = imports.preview(by=organizer(club), club=club, data=data)
    imports.run(by=organizer(club), club=club, data=data)

    assert (notes(looked), kinds(club)) == ([], {"Ada Quill": "guest"})


def test_no_club_is_founded_for_a_line_that_is_left_out() -> None:
    club = make.club()
    admin = make.actor(Role.SITE_ADMIN)
    data = lines("name;club;status", "Ada Quill;;member", "Bo Salt;Harbour Club;boss")

    done = imports.run(by=admin, club=club, data=data, skip_bad=True)

    assert (done.added, done.clubs) == (1, 0)
    assert list(Club.objects.values_list("pk", flat=True)) == [club.pk]


def test_good_lines_go_in_when_asked_and_the_corrected_list_brings_the_rest() -> None:
    club = make.club()
    by = organizer(club)
    data = lines("name;status", "Ada Quill;member", "Bo Salt;boss", "Bo Salt;guest")

    with pytest.raises(BadInputs):
        imports.run(by=by, club=club, data=data)
    before = kinds(club)
    first = imports.run(by=by, club=club, data=data, skip_bad=True)
    rest = imports.run(by=by, club=club, data=data.replace(b"boss", b"guest"))

    assert (before, first.added, rest.added) == ({}, 2, 0)
    assert kinds(club) == {"Ada Quill": "member", "Bo Salt": "guest"}


def test_what_a_heading_holds_is_said_once_and_known_from_then_on() -> None:
    club = make.club()
    by = organizer(club)
    first = lines("Kosewort;Wer;born", "Addi;Ada Quill;1980")
    later = lines("Wer;Kosewort", "Bo Marsh;Bobo")

    imports.run(by=by, club=club, data=first, columns={"nickname": 0, "name": 1, "birth_year": 2})
    looked = imports.preview(by=by, club=club, data=later)
    imports.run(by=by, club=club, data=later)

    assert looked.columns == {"name": 0, "nickname": 1}
    assert Player.objects.get(name="Bo Marsh").nickname == "Bobo"
    elsewhere = make.club()
    told = imports.preview(by=organizer(elsewhere), club=elsewhere, data=later)
    assert bad(told) == [(1, "no_name_column", "name", "")]
