from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.core.enums import Role
from league.lists import xlsx_writing
from league.models import MatchRecord, Player
from tests import factories
from tests.markup import tight

if TYPE_CHECKING:
    from django.http import HttpResponse

    from league.models import Season

pytestmark = pytest.mark.django_db
GOOD = b"match,date,player,points\n1,2026-03-03,Ada,12\n1,2026-03-03,Bo,9\n"


@pytest.fixture
def season() -> Season:
    season = factories.season()
    factories.free_game(season.club, name="Harbour Lights")
    return season


@pytest.fixture
def organizer(season: Season) -> Client:
    row = factories.account()
    factories.grant(row, Role.ORGANIZER, season.club)
    client = Client()
    client.force_login(row)
    return client


def address(season: Season) -> str:
    return f"/c/{season.club.slug}/s/{season.slug}/import-results/"


def upload(client: Client, season: Season, data: bytes, **fields: str) -> HttpResponse:
    form = {
        "game": "=Harbour Lights",
        "max_seats": "6",
        "create_players": "on",
        "step": "preview",
        **fields,
    }
    form = {name: value for name, value in form.items() if value}
    return client.post(  # type: ignore[return-value]
        address(season), {**form, "file": SimpleUploadedFile("results.csv", data)}
    )


def hidden(response: HttpResponse) -> dict[str, str]:
    """What the browser would send back with the form of the preview."""
    page = response.content.decode()
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    chosen = re.findall(r'<select name="(\w+)".*?</select>', page, re.S)
    for name in chosen:
        part = re.search(rf'<select name="{name}".*?</select>', page, re.S)
        assert part is not None
        value = re.search(r'<option value="([^"]*)" selected', part[0])
        fields.setdefault(name, value[1] if value else "")
    fields.pop("csrfmiddlewaretoken", None)
    return fields


def test_a_file_is_looked_at_first_and_stored_when_confirmed(
    season: Season, organizer: Client
) -> None:
    seen = upload(organizer, season, GOOD)
    stored_before = MatchRecord.objects.count()
    form = {**hidden(seen), "max_seats": "6", "create_players": "on", "step": "run"}

    done = [organizer.post(address(season), form) for _ in range(2)]

    assert (seen.status_code, stored_before) == (200, 0)
    assert "Import 1 match" in seen.content.decode()
    assert [answer.status_code for answer in done] == [302, 302]
    assert MatchRecord.objects.count() == 1


def test_an_excel_workbook_goes_the_same_way_and_is_asked_for_no_encoding(
    season: Season, organizer: Client
) -> None:
    rows = [["1", "2026-03-03", "Ada", "12"], ["1", "2026-03-03", "Bo", "9"]]
    data = xlsx_writing.document("r", ["match", "date", "player", "points"], rows)

    seen = upload(organizer, season, data)
    form = {**hidden(seen), "max_seats": "6", "create_players": "on", "step": "run"}
    done = organizer.post(address(season), form)

    assert "Import 1 match" in seen.content.decode()
    assert "Delimiter" not in seen.content.decode()
    assert done.status_code == 302
    assert MatchRecord.objects.count() == 1


def test_bad_lines_are_listed_with_column_and_cell_and_nothing_is_stored(
    season: Season, organizer: Client
) -> None:
    bad = GOOD + b"2,2026-03-04,<b>Cy</b>,<script>\n"

    seen = upload(organizer, season, bad)
    form = {**hidden(seen), "max_seats": "6", "create_players": "on", "step": "run"}
    refused = organizer.post(address(season), form)

    page = tight(seen.content.decode())
    assert (
        '<th scope="row" class="num" data-label="Line">4</th><td>Points</td>'
        '<td data-label="In the file">&lt;script&gt;</td>'
    ) in page
    assert "<script>" not in page.split("<main", 1)[1]
    assert "Import 1 match" not in page
    assert refused.status_code == 400
    assert MatchRecord.objects.count() == Player.objects.count() == 0


def test_the_good_matches_go_in_by_a_button_of_their_own(season: Season, organizer: Client) -> None:
    bad = GOOD + b"2,2026-03-04,Cy,none\n2,2026-03-04,Di,3\n"
    seen = upload(organizer, season, bad)
    form = {**hidden(seen), "max_seats": "6", "create_players": "on", "step": "run_good"}

    done = organizer.post(address(season), form, follow=True)

    assert "Import the 1 good match" in seen.content.decode()
    assert "1 match with a bad line is left out as a whole." in seen.content.decode()
    assert "Matches imported: 1; already known: 0; left out: 1." in done.content.decode()
    assert MatchRecord.objects.count() == 1


def test_a_file_that_names_its_games_is_shown_game_by_game(
    season: Season, organizer: Client
) -> None:
    rows = ["Copper Trail,Ada,3", "Copper Trail,Bo,2", "Owl Tower,Ada,1", "Owl Tower,Bo,4"]
    data = "date,game,player,points\n" + "\n".join(f"2026-03-03,{row}" for row in rows)

    page = tight(upload(organizer, season, data.encode()).content.decode())

    assert re.findall(r"<li>(Copper Trail|Owl Tower):\s+1 match", page) == [
        "Copper Trail",
        "Owl Tower",
    ]
    assert "Import 2 matches" in page


def test_encoding_delimiter_and_columns_can_be_changed_before_storing(
    season: Season, organizer: Client
) -> None:
    data = "a;b;c;d\n1;3.3.2026;Zoë;12\n1;3.3.2026;Bo;9\n".encode("cp1252")
    seen = upload(organizer, season, data)
    fields = hidden(seen)
    chosen = {f"column_{name}": str(at) for at, name in enumerate(("match", "date", "player"))}

    read = organizer.post(
        address(season),
        {**fields, **chosen, "column_points": "3", "max_seats": "6", "create_players": "on"},
    )

    assert (fields["encoding"], fields["delimiter"]) == ("cp1252", ";")
    assert "No column holds" in seen.content.decode()
    assert "Zoë" in read.content.decode()
    assert "Import 1 match" in read.content.decode()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "has no rows"),
        (GOOD + b"\0", "NUL"),
        (GOOD + b'3,"2026', "quotation mark"),
        (b"x" * (2 * 1024 * 1024 + 1), "larger than 2048 kB"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(
    season: Season, organizer: Client, data: bytes, said: str
) -> None:
    response = upload(organizer, season, data)

    assert response.status_code == 400
    assert said in response.content.decode()


def test_a_new_game_needs_a_title_and_the_right_to_put_it_on_the_shelf(
    season: Season, organizer: Client
) -> None:
    admin_account = factories.account()
    factories.grant(admin_account, Role.CLUB_ADMIN, season.club)
    admin = Client()
    admin.force_login(admin_account)

    foreign = upload(organizer, season, GOOD, game="new", title="Owl Post")
    nameless = upload(admin, season, GOOD, game="new")
    named = upload(admin, season, GOOD, game="new", title="Owl Post")

    assert (foreign.status_code, nameless.status_code, named.status_code) == (400, 400, 200)
    assert '<a href="#id_title">' in nameless.content.decode()


def test_matches_with_too_many_players_are_left_out_when_agreed(
    season: Season, organizer: Client
) -> None:
    seven = "".join(f"2,2026-03-04,Player {n},{n}\n" for n in range(7)).encode()

    asked = upload(organizer, season, GOOD + seven)
    agreed = upload(organizer, season, GOOD + seven, skip_larger="on")

    assert "Match 2 has 7 players" in asked.content.decode()
    assert "Import 1 match" not in asked.content.decode()
    assert "Import 1 match" in agreed.content.decode()


def test_only_those_who_manage_the_season_see_the_page(season: Season, client: Client) -> None:
    assert client.get(address(season)).status_code == 302
    stranger = factories.account()
    client.force_login(stranger)
    assert client.get(address(season)).status_code == 403
    assert upload(client, season, GOOD).status_code == 403


def test_a_column_that_was_chosen_once_is_proposed_the_next_time_and_not_in_another_club(
    season: Season, organizer: Client
) -> None:
    first = b"Nr,date,player,Points,Points in all\n1,2026-03-03,Ada,1,12\n1,2026-03-03,Bo,2,9\n"
    later = b"date,Points in all,player,Nr,Points\n2026-03-10,20,Ada,2,1\n2026-03-10,7,Bo,2,2\n"
    fixed = {"max_seats": "6", "create_players": "on", "step": "run"}
    chosen = {"column_points": "4", "column_match": "0"}

    seen = upload(organizer, season, first)
    organizer.post(address(season), {**hidden(seen), **fixed, **chosen})
    again = upload(organizer, season, later)
    organizer.post(address(season), {**hidden(again), **fixed})

    assert "As in an earlier import" not in seen.content.decode()
    page = tight(again.content.decode())
    assert "As in an earlier import: <bdi>Points in all: " in page
    shown = {name: value for name, value in hidden(again).items() if name.startswith("column_")}
    assert {name: at for name, at in shown.items() if at} == {
        "column_date": "0",
        "column_points": "1",
        "column_player": "2",
        "column_match": "3",
    }
    points = MatchRecord.objects.order_by("pk").values_list("outcome__points", flat=True)
    assert list(points) == [[12, 9], [20, 7]]
    season.club.refresh_from_db()
    assert season.club.known_columns == {"results": {"pointsinall": "points", "nr": "match"}}

    # said otherwise, it is known otherwise
    turned = {**hidden(upload(organizer, season, later.replace(b"-10", b"-17"))), **fixed}
    organizer.post(address(season), {**turned, "column_points": "4"})
    season.club.refresh_from_db()
    assert season.club.known_columns == {"results": {"nr": "match"}}
    assert factories.club().known_columns == {}
