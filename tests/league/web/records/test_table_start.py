"""The start and the crib on a table's page, without any script."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client

from games.catalogue import get
from games.core.sheet import CellKind
from league.core.enums import Confirmation, Role, RoundState
from league.models import ClubGame, Event, MatchRecord, Round, Ruleset, Table, TableStart
from tests import factories
from tests.league.web.records.test_tables import phone, url, words
from tests.markup import tight

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
PEOPLE = ("Ada Ahorn", "Ben Buche", "Cleo Zeder", "Dan Dorn")


@pytest.fixture(autouse=True)
def _no_guesses_yet() -> None:
    cache.clear()


def a_table(game: str = "dice-devils", **options: object) -> Table:
    event = factories.event(confirmation=Confirmation.OTHER_SEAT)
    box = ClubGame.objects.create(club=event.club, game=game, title="Tonight's game")
    ruleset = Ruleset.objects.create(
        club=event.club, club_game=box, name="Ours", options=options, seats_min=2, seats_max=6
    )
    round_ = factories.round_(factories.stage(event, ruleset=ruleset))
    return factories.table(round_, [factories.entry(event, name) for name in PEOPLE])


def start_url(table: Table) -> str:
    return f"{url(table)}start/"


def organizer(event: Event) -> Client:
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, event.club)
    client = Client()
    client.force_login(account)
    return client


def test_a_draw_without_script_leads_back_to_the_table() -> None:
    table = a_table()
    ada = phone(table, 1)

    before = words(ada.get(url(table)))
    sent = ada.post(start_url(table), {"seen": "0"})
    after = words(ada.get(url(table)))

    assert (sent.status_code, sent["Location"]) == (302, f"{url(table)}#start")
    assert re.search(r"Who holds which devil\? Draw ", before)
    assert re.search(r"Drawn at random at \d\d:\d\d by Ada Ahorn\.", after)
    assert TableStart.objects.count() == 1


def test_a_draw_with_script_answers_with_the_start_alone() -> None:
    table = a_table()
    ada = phone(table, 1)

    answer = ada.post(start_url(table), {"seen": "0"}, headers=HTMX)
    stamp = re.search(rf'data-start="{table.link.code}-([^"]+)"', answer.content.decode())

    assert stamp is not None
    assert answer.content.lstrip().startswith(b'<section id="start"')
    assert ada.get(start_url(table), {"seen": stamp[1]}).status_code == 204
    assert ada.get(start_url(table), {"seen": "0"}).status_code == 200
    assert answer["Cache-Control"] == "no-store"


def test_drawing_again_without_a_reason_is_asked_for_one_at_its_field() -> None:
    table = a_table()
    ada = phone(table, 1)
    ada.post(start_url(table), {"seen": "0"})

    plain = ada.post(start_url(table), {"seen": "1"})
    script = ada.post(start_url(table), {"seen": "1"}, headers=HTMX)

    assert (plain.status_code, script.status_code) == (400, 422)
    for answer in (plain, script):
        assert "Enter a reason." in words(answer)
        assert 'aria-describedby="start-error"' in answer.content.decode()
    assert TableStart.objects.count() == 1


def test_who_has_taken_no_seat_sees_the_start_and_draws_nothing() -> None:
    table = a_table()
    stranger = Client()

    refused = stranger.post(start_url(table), {"seen": "0"})
    before = words(stranger.get(url(table)))
    phone(table, 1).post(start_url(table), {"seen": "0"})
    after = words(stranger.get(url(table)))

    assert refused.status_code == 403
    assert "Who holds which devil?" not in before
    assert re.search(r"Drawn at random at \d\d:\d\d by Ada Ahorn\.", after)
    assert "Draw again" not in after


def test_the_organizer_draws_from_the_same_page_also_after_the_report() -> None:
    table = a_table()
    boss = organizer(table.seating.round.stage.event)
    ada = phone(table, 1)

    boss.post(start_url(table), {"seen": "0"})
    factories.played(table, [1, 2, 3, 4])
    late = ada.post(start_url(table), {"seen": "1", "reason": "again"})
    again = boss.post(start_url(table), {"seen": "1", "reason": "wrong cups"})

    assert late.status_code == 403
    assert again.status_code == 302
    assert "Draw 2: wrong cups" in words(boss.get(url(table)))


def test_a_closed_round_draws_nothing() -> None:
    table = a_table()
    ada = phone(table, 1)
    Round.objects.update(state=RoundState.CLOSED)

    answer = ada.post(start_url(table), {"seen": "0"})

    assert answer.status_code == 410
    assert not TableStart.objects.exists()


def test_a_game_that_draws_nothing_shows_no_start_and_no_crib() -> None:
    event = factories.event()
    ruleset = factories.free_game(event.club, name="Lantern Bay")
    round_ = factories.round_(factories.stage(event, ruleset=ruleset))
    table = factories.table(round_, [factories.entry(event, name) for name in PEOPLE])
    ada = phone(table, 1)

    page = ada.get(url(table)).content.decode()
    refused = ada.post(start_url(table), {"seen": "0"})

    assert 'id="start"' not in page
    assert 'id="crib"' not in page
    assert refused.status_code == 409
    assert "Nothing is drawn at this table." in words(refused)


def test_a_number_that_is_none_is_taken_for_the_first_draw() -> None:
    table = a_table()
    ada = phone(table, 1)

    ada.post(start_url(table), {"seen": "0"})
    answers = [
        ada.post(start_url(table), {"seen": seen}).status_code for seen in ("", "-1", "9" * 40, "²")
    ]

    assert answers == [302] * 4
    assert TableStart.objects.count() == 1


def test_the_crib_leads_to_all_rules_and_follows_the_house_rules() -> None:
    table = a_table(end_item_count=8)

    page = Client().get(url(table))

    assert "The last round is the one in which someone reaches 8 items." in words(page)
    assert '<a href="/games/dice-devils/">All rules of this game</a>' in page.content.decode()


def test_the_boxes_of_a_phone_stand_in_the_order_of_the_printed_sheet() -> None:
    table = a_table(entry_level="FULL")
    event = table.seating.round.stage.event
    page = tight(phone(table, 1).get(url(table)).content.decode())
    paper = tight(organizer(event).get(f"/e/{event.slug}/sheets/").content.decode())

    boxes = [
        re.findall(rf'<label for="box-seats-{seat}-[^"]+"\s*>([^<]+)</label>', page)
        for seat in range(4)
    ]
    lines = re.findall(r'<th scope="row">([^<]+)</th>', paper)

    written = [line for line in lines if line in boxes[0]]
    assert len(boxes[0]) == 13
    assert boxes == [written] * 4


def test_hints_come_once_everybody_has_something_and_are_no_errors() -> None:
    table = a_table(entry_level="TOTAL")
    ada = phone(table, 1)

    def said(*totals: str) -> str:
        fields = {f"seats.{seat}.total": text for seat, text in enumerate(totals)}
        return words(ada.post(f"{url(table)}preview/", {**fields, "level_shown": "TOTAL"}))

    half = said("3", "2")
    whole = said("3", "2", "1", "1")

    assert half == ""
    assert whole.startswith("Hint: ")
    assert "Someone must have at least" in whole
    assert not MatchRecord.objects.exists()


def test_a_sheet_that_came_too_late_is_shown_again_to_who_held_a_seat() -> None:
    table = a_table(entry_level="TOTAL")
    ada = phone(table, 1)
    Round.objects.update(state=RoundState.CLOSED)
    fields = {f"seats.{seat}.total": str(30 - seat) for seat in range(4)}

    mine = ada.post(url(table), {**fields, "action": "check"})
    stranger = Client().post(url(table), {**fields, "action": "check"})

    assert (mine.status_code, stranger.status_code) == (410, 410)
    assert "Total 30 29 28 27" in words(mine)
    assert "What you typed" not in words(stranger)


def test_the_organizer_s_page_of_a_table_shows_the_draw_and_begins_its_sheet_with_it() -> None:
    table = a_table("the-devil-with-it", entry_level="LEDGER")
    event = table.seating.round.stage.event
    boss = organizer(event)
    phone(table, 1).post(start_url(table), {"seen": "0"})

    page = boss.get(f"/e/{event.slug}/tables/{table.pk}/")

    drawn = TableStart.objects.get()
    chosen = re.search(
        r'name="rounds\.0\.starter".*?<option value="(\d)" selected>', page.content.decode(), re.S
    )
    assert re.search(r"Drawn at random at \d\d:\d\d by Ada Ahorn\.", words(page))
    assert chosen is not None
    assert chosen[1] == str(drawn.first)


@pytest.mark.parametrize(
    ("game", "level"),
    [
        ("dice-devils", "FULL"),
        ("dice-devils", "SHORT"),
        ("dice-devils", "TOTAL"),
        ("teufel-teufel", "ORDER"),
        ("teufel-teufel", "FULL"),
        ("the-devil-with-it", "FINAL"),
        ("the-devil-with-it", "FINAL_CHIPS"),
        ("the-devil-with-it", "LEDGER"),
    ],
)
def test_every_sheet_asks_in_the_order_of_the_game_s_own_paper(game: str, level: str) -> None:
    table = a_table(game, entry_level=level)
    rules = get(game).sheet
    options = rules.options_from_json({"entry_level": level})

    page = phone(table, 1).get(url(table)).content.decode()

    paper = [
        cell.name
        for cell in rules.layout(4, options, level)
        if cell.kind not in {CellKind.COMPUTED, CellKind.FIXED}
    ]
    asked = re.findall(
        r'<(?:input type="(?:text|checkbox)"|select) id="box-[^"]+" name="([^"]+)"', page
    )
    assert [name for name in paper if name not in asked and "rounds." not in name] == []
    assert [of_seat(asked, seat, paper) for seat in range(4)] == [
        of_seat(paper, seat, asked) for seat in range(4)
    ]


def of_seat(names: list[str], seat: int, also: list[str]) -> list[str]:
    """A seat's boxes that are on both, in order: a page has more rounds of a ledger than paper."""
    return [name for name in names if name.startswith(f"seats.{seat}.") and name in also]
