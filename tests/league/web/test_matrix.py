"""A season evening by evening: when it is shown, where its numbers lead, what it weighs."""

from __future__ import annotations

import gzip
import re
from datetime import UTC, datetime
from html import unescape
from urllib.parse import urldefrag

import pytest
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from league.models import Season
from league.services.standings import standings
from league.web.ranked_table import RankedTable
from tests import factories
from tests.bench.season import filled
from tests.markup import tight

CAPTION = "<caption>Evening by evening</caption>"
CELL = re.compile(r'<a class="opens" href="([^"]+)" aria-label="([^"]+)"\s*>\s*(.+?)\s*</a>', re.S)


def html(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return tight(answer.content.decode())


def address(season: Season) -> str:
    return f"/c/{season.club.slug}/s/{season.slug}/"


def three_evenings(**fields: object) -> Season:
    """Ada plays one, two and one matches; everybody has a name."""
    season = factories.season(factories.club("Tin Owl"), **fields)
    people = [factories.member(season.club, name) for name in ("Ada", "Bo", "Cy", "Dee")]
    for night, results in enumerate(([[1, 2, 3, 4]], [[2, 1, 3, 4], [1, 2, 4, 3]], [[4, 3, 2, 1]])):
        starts_at = datetime(2026, 3, 3 + 7 * night, 18, tzinfo=UTC)
        event = factories.event(season=season, name=f"Night {night + 1}", starts_at=starts_at)
        stage = factories.stage(event)
        entries = [factories.entry(event, player) for player in people]
        for number, places in enumerate(results, 1):
            round_ = factories.round_(stage, number=number)
            factories.played(factories.table(round_, entries, played_at=starts_at), places)
    standings.catch_up()
    return season


@pytest.mark.django_db
def test_the_matrix_of_a_long_season_comes_when_it_is_asked_for(client: Client) -> None:
    season = filled(players=41, matches=41, evenings=2)
    standings.recompute_season(season.pk)
    path = f"/c/{season.club.slug}/s/{season.slug}/"

    plain = html(client, path)
    asked = html(client, f"{path}?matrix=1")

    assert (plain.count(CAPTION), plain.count('href="?matrix=1#matrix"')) == (0, 1)
    assert (asked.count(CAPTION), asked.count('href="?matrix=1#matrix"')) == (1, 0)
    assert plain.count('<td class="rank">') == 41
    assert asked.count('<td class="rank">') == 82


@pytest.mark.django_db
def test_the_matrix_of_a_small_season_is_there_at_once(client: Client) -> None:
    season = filled(players=40, matches=40, evenings=20)
    standings.recompute_season(season.pk)

    page = html(client, f"/c/{season.club.slug}/s/{season.slug}/")

    assert page.count(CAPTION) == 1
    assert "?matrix=1" not in page


@pytest.mark.django_db
def test_a_season_says_who_moved_since_its_last_evening(client: Client) -> None:
    cache.clear()  # another test's season may have had the same number
    season = three_evenings()

    now = client.get(address(season)).context["standings"]
    then = client.get(f"{address(season)}?as_of=2026-03-10").context["standings"]

    def ranks(table: RankedTable) -> dict[str, int]:
        return {row.name: row.rank for row in table.rows if row.rank is not None}

    earlier = ranks(then)
    assert {row.name: row.move for row in now.rows} == {
        name: earlier[name] - rank for name, rank in ranks(now).items()
    }
    assert (now.moves, then.moves) == (True, False)
    assert any(row.move for row in now.rows)


@pytest.mark.django_db
def test_every_number_leads_to_its_evening_on_the_page_that_explains_it(client: Client) -> None:
    season = three_evenings()

    cells = CELL.findall(html(client, address(season)))

    assert len(cells) == 12
    for href, _, shown in cells:
        where, anchor = urldefrag(unescape(href))
        part = re.search(rf'<tbody id="{anchor}">(.*?)</tbody>', html(client, where), re.S)
        assert part is not None, href
        first = re.search(r'<td class="num">\s*([^<]+?)\s*</td>', part[1])
        assert first is not None, href
        assert first[1] == shown, href


@pytest.mark.django_db
def test_the_matches_of_one_evening_stand_under_their_sum(client: Client) -> None:
    season = three_evenings()
    href = next(
        href
        for href, name, _ in CELL.findall(html(client, address(season)))
        if "Ada, Night 2" in name
    )
    where, anchor = urldefrag(href)

    part = re.search(rf'<tbody id="{anchor}">(.*?)</tbody>', html(client, where), re.S)

    assert part is not None
    words = re.sub(r"<[^>]+>", "|", part[1])
    told = [" ".join(word.split()) for word in words.split("|") if word.strip()]
    assert told[0].startswith("Night 2, ")
    assert told[1:] == [
        "12",
        *("Round 1, table 1", "2 of 4", "5"),
        *("Round 2, table 1", "1 of 4", "7"),
    ]


@pytest.mark.django_db
def test_a_number_says_whose_it_is_of_which_evening_and_whether_it_counts(client: Client) -> None:
    season = three_evenings(counting="best_n", counting_n=2, counting_unit="evenings")

    cells = CELL.findall(html(client, address(season)))

    ada = [(re.sub(r", \d+ \w+,", ",", name), shown) for _, name, shown in cells if "Ada" in name]
    assert ada == [
        ("Ada, Night 1, points: 7. Why?", "7"),
        ("Ada, Night 2, points: 12. Why?", "12"),
        ("Ada, Night 3, points: 1, not counted. Why?", "<s>1</s>"),
    ]


@pytest.mark.django_db
def test_a_number_of_an_earlier_day_leads_to_that_day(client: Client) -> None:
    season = three_evenings()
    asked = "2026-03-10"

    cells = CELL.findall(html(client, f"{address(season)}?as_of={asked}"))

    assert len(cells) == 8
    assert all(f"/?as_of={asked}#evening-" in unescape(href) for href, _, _ in cells)


@pytest.mark.django_db
def test_a_season_of_forty_over_twelve_evenings_weighs_little(client: Client) -> None:
    season = filled(players=40, matches=480, evenings=12)
    standings.recompute_season(season.pk)

    answer = client.get(address(season), headers={"Accept-Encoding": "gzip"})

    assert len(CELL.findall(tight(gzip.decompress(answer.content).decode()))) == 480
    assert len(answer.content) <= 20_000


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_matrix_is_one_stop_and_the_arrows_go_from_number_to_number(
    live_server: LiveServer, page: Page
) -> None:
    season = three_evenings()
    page.goto(live_server.url + address(season))
    table = page.locator("#matrix table")
    hint = page.locator("#matrix .by-keys")
    expect(hint).to_be_hidden()

    page.locator("#matrix .scroll").focus()
    page.keyboard.press("Tab")
    expect(table.get_by_role("link", name="Ada", exact=True)).to_be_focused()
    expect(hint).to_be_visible()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
    number = table.get_by_role("link", name=re.compile(r"^Ada, Night 2, .+, points: 12\. Why\?$"))
    expect(number).to_be_focused()
    page.keyboard.press("Tab")
    expect(table.locator(":focus")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    expect(number).to_be_focused()

    page.keyboard.press("Enter")

    expect(page.locator("tbody:target tr").first).to_contain_text("Night 2")
    expect(page.locator("tbody:target tr").first).to_be_in_viewport()
