from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from league.core.actors import ANONYMOUS
from league.core.enums import NameLevel, RecordState, Role, Visibility
from league.lists import csv_writing, xlsx_writing
from league.models import Adjustment, JournalLine, MatchRecord
from league.queries.standings import standings as read
from league.services.standings import adjustments, standings
from tests import factories
from tests.league.lists.test_xlsx_writing import read as workbook
from tests.markup import tight

if TYPE_CHECKING:
    from league.models import Season, Stage

pytestmark = pytest.mark.django_db


def played_stage(*, season: Season | None = None, names: str = "Ada Bo Cy Dee") -> Stage:
    stage = factories.stage(factories.event(season=season or factories.season()))
    entries = [factories.entry(stage.event, name) for name in names.split()]
    factories.played(factories.table(factories.round_(stage), entries), [1, 2, 2, 4])
    standings.catch_up()
    return stage


def signed_in(role: Role, on: object) -> Client:
    row = factories.account()
    factories.grant(row, role, on)  # type: ignore[arg-type]
    client = Client()
    client.force_login(row)
    return client


def lines_of(body: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(body.decode("utf-8-sig")), delimiter=";"))


# --- CSV ---------------------------------------------------------------------------------


def test_the_csv_has_the_rows_ranks_and_exact_values_of_the_payload(client: Client) -> None:
    stage = played_stage()

    lines = lines_of(
        client.get(f"/e/{stage.event.slug}/stages/{stage.number}/standings.csv").content
    )

    assert lines[0] == [
        *("rank", "name", "points", "points_exact", "wins", "wins_exact", "places"),
        *("head_to_head", "head_to_head_exact", "matches", "state", "unranked", "have", "need"),
    ]
    assert [line[:5] for line in lines[1:]] == [
        ["1", "Ada", "7", "7", "1"],
        ["2=", "Bo", "4", "4", "0"],
        ["2=", "Cy", "4", "4", "0"],
        ["4", "Dee", "1", "1", "0"],
    ]


def test_page_csv_and_api_write_a_number_alike(client: Client) -> None:
    stage = factories.stage(factories.event(factories.club(language="en")))
    entries = [
        factories.entry(stage.event, name) for name in ("Ada", "Bo", "Cy", "Dee", "Eva", "Fay")
    ]
    factories.played(factories.table(factories.round_(stage), entries), [1, 2, 3, 4, 5, 6])
    standings.catch_up()
    address = f"/e/{stage.event.slug}/stages/1/standings.csv"

    column = [line[2] for line in lines_of(client.get(address).content)[1:]]
    payload = read.payload(stage, ANONYMOUS).payload
    sent = [row["values"]["points"]["shown"] for row in payload["rows"]]  # type: ignore[index,call-overload]
    page = client.get(f"/e/{stage.event.slug}/standings/").content.decode()
    cells = re.findall(r">\s*(\d+\.\d\d)\s*<", page)

    assert column == sent == ["7", "5.80", "4.60", "3.40", "2.20", "1"]
    assert cells == ["5.80", "4.60", "3.40", "2.20"]


def test_the_workbook_holds_what_the_csv_holds_and_its_numbers_are_numbers(
    client: Client,
) -> None:
    stage = played_stage()
    season = stage.event.season
    assert season is not None
    pages = (
        f"/e/{stage.event.slug}/stages/1/standings",
        f"/c/{season.club.slug}/s/{season.slug}/standings",
    )

    for page in pages:
        lines = lines_of(client.get(f"{page}.csv").content)
        answer = client.get(f"{page}.xlsx")
        again = client.get(f"{page}.xlsx", headers={"If-None-Match": answer["ETag"]})
        rows = workbook(answer.content)
        said = [[f"{c:g}" if isinstance(c, float) else c for c in row.values()] for row in rows]

        assert answer["Content-Type"] == xlsx_writing.MEDIA
        assert answer["Content-Disposition"].endswith('standings.xlsx"')
        assert said == [[cell for cell in line if cell] for line in lines]
        assert [type(row["C"]) for row in rows] == [str, *[float] * (len(rows) - 1)]
        assert (again.status_code, again.content) == (304, b"")


def test_a_name_with_a_formula_is_text_in_the_csv_and_a_negative_number_stays_a_number(
    client: Client,
) -> None:
    season = factories.season()
    stage = factories.stage(factories.event(season=season), scheme={"key": "game_points"})
    entries = [factories.entry(stage.event, name) for name in ("=1+2", "Bo")]
    table = factories.table(factories.round_(stage), entries)
    factories.played(table, [1, 2], points=[-2, -5])

    address = f"/c/{season.club.slug}/s/{season.slug}/standings.csv"
    lines = lines_of(client.get(address).content)

    assert [line[:4] for line in lines[1:]] == [["1", "'=1+2", "-2", "-2"], ["2", "Bo", "-5", "-5"]]
    assert csv_writing.guarded("=1+2") == "'=1+2"


def test_the_csv_of_nothing_is_a_header(client: Client) -> None:
    season = factories.season()
    stage = factories.stage(factories.event(season=season))

    for address in (
        f"/c/{season.club.slug}/s/{season.slug}/standings.csv",
        f"/e/{stage.event.slug}/stages/1/standings.csv",
    ):
        response = client.get(address)
        assert (response.status_code, len(lines_of(response.content))) == (200, 1)


def test_an_unchanged_csv_is_not_sent_again(client: Client) -> None:
    stage = played_stage()
    address = f"/e/{stage.event.slug}/stages/1/standings.csv"
    first = client.get(address)

    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    factories.played(
        factories.table(factories.round_(stage), list(stage.event.entries.all())), [4, 3, 2, 1]
    )
    standings.catch_up()
    changed = client.get(address, headers={"If-None-Match": first["ETag"]})

    assert (again.status_code, again.content) == (304, b"")
    assert (changed.status_code, changed["Cache-Control"]) == (200, "private, no-cache")


def test_a_visitors_csv_and_scoring_page_hold_no_private_name_and_the_organizers_does(
    client: Client,
) -> None:
    stage = played_stage()
    club = stage.event.club
    hidden = stage.event.entries.get(player__name="Ada").player
    hidden.name, hidden.name_level = "Adalind Perrot", NameLevel.HIDDEN
    hidden.save()
    by = factories.actor(Role.ORGANIZER, club)
    adjustments.make(by=by, scope=stage, player=hidden, points="1/3", reason="Cake")
    standings.catch_up()
    pages = [f"/e/{stage.event.slug}/stages/1/{name}" for name in ("standings.csv", "scoring/")]

    seen = [client.get(page).content.decode() for page in pages]
    organizer = signed_in(Role.ORGANIZER, club)
    full = [organizer.get(page).content.decode() for page in pages]

    assert ["Perrot" in text for text in (*seen, *full)] == [False, False, True, True]
    assert [factories.address(by) in text for text in seen] == [False, False]


@pytest.mark.parametrize("page", ["standings.csv", "scoring/", "adjustments/"])
def test_pages_of_a_members_only_club_do_not_exist_for_visitors(client: Client, page: str) -> None:
    season = factories.season(factories.club(visibility=Visibility.MEMBERS))
    stage = factories.stage(factories.event(season=season))

    for start in (f"/c/{season.club.slug}/s/{season.slug}", f"/e/{stage.event.slug}/stages/1"):
        assert client.get(f"{start}/{page}").status_code == 404


def test_every_door_shows_one_order_one_set_of_ranks_and_one_set_of_values(
    client: Client,
) -> None:
    season = factories.season(chain=["points", "wins"])
    stage = factories.stage(factories.event(season=season), chain=["points", "wins"])
    names = "Ada Bo Cy Dee Eve Fay Gil Hal"
    entries = {name: factories.entry(stage.event, name) for name in names.split()}
    for tables in (("Ada Bo Cy Dee", "Eve Fay Gil Hal"), ("Bo Ada Eve Fay", "Gil Cy Dee Hal")):
        round_ = factories.round_(stage)
        for seats in tables:
            table = factories.table(round_, [entries[name] for name in seats.split()])
            factories.played(table, [1, 2, 3, 4])
    standings.catch_up()
    expected = read.payload(stage, factories.actor()).payload["rows"]
    order = [(row["rank_text"], row["name"]) for row in expected]
    slug, club = stage.event.slug, season.club.slug

    pages = {
        page: re.findall(
            r'<td class="rank">([^<]+)</td>.*?<bdi>([^<]+)</bdi>',
            client.get(page).content.decode().split("</table>")[0],
            re.S,
        )
        for page in (f"/e/{slug}/standings/", f"/c/{club}/s/{season.slug}/")
    }
    api = client.get(f"/api/v1/stages/{stage.pk}/standings/").json()
    csv_body = client.get(f"/e/{slug}/stages/1/standings.csv").content
    api_csv = client.get(
        f"/api/v1/stages/{stage.pk}/standings/", headers={"accept": "text/csv"}
    ).content
    seeds = read.scores(stage)

    assert order[0][0] == "1="
    assert pages == dict.fromkeys(pages, order)
    assert api["rows"] == expected
    assert [tuple(line[:2]) for line in lines_of(csv_body)[1:]] == order
    assert api_csv == csv_body
    assert list(seeds) == [row["player"] for row in expected]


# --- how this is scored --------------------------------------------------------------------


def test_the_scoring_page_says_in_words_what_every_table_size_pays(client: Client) -> None:
    stage = played_stage()

    page = tight(client.get(f"/e/{stage.event.slug}/stages/1/scoring/").content.decode())

    rows = re.findall(
        r'<tr><th scope="row">(\d)</th><td>(.*?)<br><span class="soft small">(.*?)</span>', page
    )
    assert rows == [
        ("2", "7 · 1", "Tied for places 1 and 2: 4 each."),
        ("3", "7 · 4 · 1", "Tied for places 2 and 3: 2.50 each."),
        ("4", "7 · 5 · 3 · 1", "Tied for places 2 and 3: 4 each."),
        ("5", "7 · 5.50 · 4 · 2.50 · 1", "Tied for places 2 and 3: 4.75 each."),
        ("6", "7 · 5.80 · 4.60 · 3.40 · 2.20 · 1", "Tied for places 2 and 3: 5.20 each."),
    ]
    said = [
        "The average is the same at every table size",
        "Bye: worth the average of a table of 4.",
        "No-show: worth nothing.",
        "Head to head",
    ]
    assert [text for text in said if text not in page] == []


@pytest.mark.parametrize(
    "scheme",
    [
        {"key": "beaten"},
        {"key": "podium", "points": [5, 3, 1]},
        {"key": "custom", "rows": {"3": [10, 6, 2], "4": [11, 7, 4, 2]}, "drawn": 3},
        {"key": "game_points", "factor": "1/2", "cap": 10},
    ],
)
def test_every_scheme_has_a_scoring_page(client: Client, scheme: dict[str, object]) -> None:
    season = factories.season(
        scheme=scheme, counting="best_n", counting_n=3, counting_unit="evenings", min_matches=2
    )
    stage = factories.stage(
        factories.event(season=season),
        scheme=scheme,
        bye={"kind": "own_average"},
        late={"kind": "fixed", "points": "3/2"},
    )

    season_page = client.get(f"/c/{season.club.slug}/s/{season.slug}/scoring/")
    stage_page = client.get(f"/e/{stage.event.slug}/stages/1/scoring/")

    assert (season_page.status_code, stage_page.status_code) == (200, 200)
    assert "The best 3 evenings count" in season_page.content.decode()
    assert "Evenings needed for a rank: 2." in season_page.content.decode()
    assert "Late arrival: worth 1.50 points." in stage_page.content.decode()


# --- penalties and bonuses -------------------------------------------------------------------


def test_an_organizer_gives_a_penalty_and_takes_it_back() -> None:
    stage = played_stage()
    client = signed_in(Role.ORGANIZER, stage.event.club)
    ada = stage.event.entries.get(player__name="Ada").player
    address = f"/e/{stage.event.slug}/stages/1/adjustments/"
    form = {"do": "make", "key": "k1", "player": ada.pk, "points": "-6,5", "reason": "Shouting"}

    made = [client.post(address, form) for _ in range(2)]

    row = Adjustment.objects.get()
    assert [answer.status_code for answer in made] == [302, 302]
    assert (row.points_num, row.points_den, row.reason) == (-13, 2, "Shouting")
    page = client.get(address).content.decode()
    assert page.count("Shouting") == 1

    for _ in range(2):
        back = client.post(address, {"do": "revoke", "adjustment": row.pk})
        assert back.status_code == 302

    row.refresh_from_db()
    assert row.revoked_at is not None
    kinds = JournalLine.objects.filter(kind__startswith="adjustment").order_by("seq")
    assert list(kinds.values_list("kind", flat=True)) == ["adjustment_made", "adjustment_revoked"]


@pytest.mark.parametrize(
    ("field", "value"),
    [("points", "0"), ("points", "many"), ("points", "1e3"), ("reason", " "), ("player", "999999")],
)
def test_a_wrong_penalty_is_refused_at_its_field_and_keeps_what_was_typed(
    field: str, value: str
) -> None:
    stage = played_stage()
    client = signed_in(Role.ORGANIZER, stage.event.club)
    ada = stage.event.entries.get(player__name="Ada").player
    form = {"do": "make", "player": str(ada.pk), "points": "-2", "reason": "Late", field: value}

    response = client.post(f"/e/{stage.event.slug}/stages/1/adjustments/", form)

    page = response.content.decode()
    assert response.status_code == 400
    assert list(response.context["form"].errors) == [field]
    assert 'aria-invalid="true"' in page
    assert Adjustment.objects.count() == 0


def test_a_penalty_on_the_season_counts_there_alone() -> None:
    season = factories.season()
    stage = played_stage(season=season)
    client = signed_in(Role.ORGANIZER, season.club)
    ada = stage.event.entries.get(player__name="Ada").player

    client.post(
        f"/c/{season.club.slug}/s/{season.slug}/adjustments/",
        {"do": "make", "player": ada.pk, "points": "-6", "reason": "Broke the dice"},
    )
    standings.catch_up()

    def points(scope: Season | Stage) -> list[str]:
        rows = read.payload(scope, factories.actor()).payload["rows"]
        return [
            row["values"]["points"]["exact"]  # type: ignore[index, call-overload]
            for row in rows
            if row["player"] == ada.pk
        ]

    season.refresh_from_db()
    stage.refresh_from_db()
    assert (points(season), points(stage)) == (["1"], ["7"])


def test_where_an_average_decides_the_form_says_that_points_given_are_averaged() -> None:
    season = factories.season(counting="average")
    stage = played_stage(season=season)
    ada = stage.event.entries.get(player__name="Ada").player
    address = f"/c/{season.club.slug}/s/{season.slug}/adjustments/"
    client = signed_in(Role.ORGANIZER, season.club)

    form = client.get(address).content.decode()
    of_stage = client.get(f"/e/{stage.event.slug}/stages/1/adjustments/").content.decode()
    client.post(address, {"do": "make", "player": ada.pk, "points": "-6", "reason": "Broke dice"})
    standings.catch_up()

    rows = read.payload(season, factories.actor()).payload["rows"]
    averages = [
        row["values"]["average"]["exact"]  # type: ignore[index, call-overload]
        for row in rows
        if row["player"] == ada.pk
    ]
    assert averages == ["1"]  # seven points of one match, less six
    assert "before it is divided by the matches" in form
    assert "before it is divided by the matches" not in of_stage


def test_others_may_not_change_points() -> None:
    stage = played_stage()
    ada = stage.event.entries.get(player__name="Ada").player
    form = {"do": "make", "player": ada.pk, "points": "9", "reason": "For me"}
    address = f"/e/{stage.event.slug}/stages/1/adjustments/"

    scorekeeper = signed_in(Role.SCOREKEEPER, stage.event).post(address, form)
    neighbour = signed_in(Role.CLUB_ADMIN, factories.club()).post(address, form)

    assert (scorekeeper.status_code, neighbour.status_code) == (403, 403)
    assert Adjustment.objects.count() == 0


def test_the_adjustment_of_another_stage_cannot_be_revoked_here() -> None:
    stage, other = played_stage(), played_stage()
    row = adjustments.make(
        by=factories.actor(Role.ORGANIZER, other.event.club),
        scope=other,
        player=other.event.entries.first().player,  # type: ignore[union-attr]
        points="1",
        reason="Cake",
    )
    client = signed_in(Role.ORGANIZER, stage.event.club)

    response = client.post(
        f"/e/{stage.event.slug}/stages/1/adjustments/", {"do": "revoke", "adjustment": row.pk}
    )

    assert response.status_code == 404
    row.refresh_from_db()
    assert row.revoked_at is None


# --- the check ---------------------------------------------------------------------------------


def test_the_check_page_lists_sheets_that_nobody_has_confirmed() -> None:
    stage = played_stage()
    client = signed_in(Role.ORGANIZER, stage.event.club)
    address = f"/e/{stage.event.slug}/check/"
    good = client.get(address).content.decode()
    entries = list(stage.event.entries.all())
    waiting = factories.played(factories.table(factories.round_(stage), entries), [1, 2, 3, 4])
    MatchRecord.objects.filter(pk=waiting.pk).update(state=RecordState.REPORTED, from_seq=None)
    standings.catch_up()

    page = client.get(address).content.decode()

    assert "Every confirmed result is in the standings" in good
    assert "Waiting for a second look: not counted yet" in page
    assert f"/e/{stage.event.slug}/tables/{waiting.table_id}/" in page
    assert Client().get(address).status_code in {302, 403}


# --- who sees them -------------------------------------------------------------------------


def test_a_season_is_kept_back_shown_hidden_and_let_go_from_its_settings() -> None:
    season = factories.season()
    stage = factories.stage(factories.event(season=season))
    rows = [factories.entry(stage.event, name) for name in ("Ada", "Bo")]
    organizer = signed_in(Role.ORGANIZER, season.club)
    address = f"/c/{season.club.slug}/s/{season.slug}/"
    seen = []

    for do, places in (("manual", [1, 2]), ("show", None), ("hide", None), ("auto", None)):
        answer = organizer.post(f"{address}publishing/", {"do": do})
        assert answer.headers["Location"] == f"{address}settings/"
        if places:
            factories.played(factories.table(factories.round_(stage), rows), places)
        standings.catch_up()
        seen.append("Ada" in Client().get(address).content.decode().split("Evenings")[0])

    assert seen == [False, True, False, True]


def test_the_settings_of_a_season_say_who_sees_it_and_offer_what_is_not_so_yet() -> None:
    season = factories.season()
    stage = factories.stage(factories.event(season=season))
    rows = [factories.entry(stage.event, name) for name in ("Ada", "Bo")]
    factories.played(factories.table(factories.round_(stage), rows), [1, 2])
    standings.catch_up()
    organizer = signed_in(Role.ORGANIZER, season.club)
    address = f"/c/{season.club.slug}/s/{season.slug}/"

    found = []
    for do in ("manual", "hide", "show", "auto"):
        organizer.post(f"{address}publishing/", {"do": do})
        page = organizer.get(f"{address}settings/").content.decode()
        state = re.search(r"(Frozen|Hidden|update with each)", page)
        found.append((state and state[1], re.findall(r'name="do" value="(\w+)"', page)))

    assert found == [
        ("Frozen", ["show", "auto", "hide"]),
        ("Hidden", ["show", "auto"]),
        ("Frozen", ["show", "auto", "hide"]),
        ("update with each", ["manual", "hide"]),
    ]


def test_organizers_print_standings_that_nobody_else_sees() -> None:
    stage = factories.stage(factories.event())
    rows = [factories.entry(stage.event, name) for name in ("Ada", "Bo")]
    factories.played(factories.table(factories.round_(stage), rows), [1, 2])
    standings.catch_up()
    organizer = signed_in(Role.ORGANIZER, stage.event.club)
    address = f"/e/{stage.event.slug}/standings/"
    by = factories.actor(Role.ORGANIZER, stage.event.club)

    published = organizer.get(address).content.decode()
    standings.hide(by=by, scope=stage)
    own = organizer.get(address).content.decode()
    theirs = Client().get(address).content.decode()

    told = "only organizers see this page"
    assert [told in page for page in (published, own, theirs)] == [False, True, False]
    assert ["Ada" in page for page in (published, own, theirs)] == [True, True, False]


@pytest.mark.parametrize(("do", "status"), [("show", 403), ("burn", 403)])
def test_who_does_not_run_the_season_does_not_publish_it(do: str, status: int) -> None:
    season = factories.season()
    stranger = signed_in(Role.ORGANIZER, factories.club())

    answer = stranger.post(f"/c/{season.club.slug}/s/{season.slug}/publishing/", {"do": do})

    assert answer.status_code == status
    assert JournalLine.objects.count() == 0


def test_an_unknown_wish_about_publishing_is_refused() -> None:
    season = factories.season()
    organizer = signed_in(Role.ORGANIZER, season.club)

    answer = organizer.post(f"/c/{season.club.slug}/s/{season.slug}/publishing/", {"do": "burn"})

    assert (answer.status_code, JournalLine.objects.count()) == (400, 0)
