"""What search engines are told: public pages alone, and what is nobody's business."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest
import time_machine
from django.test import Client, override_settings

from league import journal
from league.core.actors import system
from league.core.enums import EventState, NameLevel, Visibility
from league.core.facts import Fact
from league.models import Round
from league.services.standings import standings
from league.web.public.sitemap import NOT_FOR_ROBOTS, PREVIEWS, PublicPages
from league.words.handbook.pages import PAGES
from tests import factories
from tests.practice import addresses

pytestmark = pytest.mark.django_db
SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
OUR_GAMES = {f"/games/{key}/" for key in ("dice-devils", "teufel-teufel", "the-devil-with-it")}
# To sign in first, not at all, or a button.
REFUSING = {302, 403, 405}


def locations(client: Client, path: str = "/sitemap.xml") -> list[str]:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/xml; charset=utf-8"
    return [str(one.text) for one in ElementTree.fromstring(answer.content).iter(f"{SPACE}loc")]


def is_left_alone(path: str) -> bool:
    """Whether robots leave a path alone, by the rules of RFC 9309."""
    return any(
        re.match(re.escape(rule).replace(r"\*", ".*"), path) is not None for rule in NOT_FOR_ROBOTS
    )


@override_settings(LEAGUE_URL="https://owl.example")
def test_the_sitemap_lists_what_is_public_under_the_houses_address_and_nothing_else(
    client: Client,
) -> None:
    club = factories.club("Tin Owl")
    season = factories.season(club)
    event = factories.event(season=season, state=EventState.FINISHED)
    stage = factories.stage(event)
    people = [
        factories.entry(event, factories.member(club, name, name_level=level))
        for name, level in (
            ("Ada Quill", NameLevel.FULL),
            ("Bo Saltmarsh", NameLevel.HIDDEN),
            ("Cleo Marsh", NameLevel.INITIAL),
        )
    ]
    factories.played(factories.table(factories.round_(stage), people), [1, 2, 3])
    standings.recompute_all()
    planned = factories.event(season=season, state=EventState.OPEN)
    factories.event(season=season, is_announced=False)
    for hidden in (Visibility.UNLISTED, Visibility.MEMBERS):
        other = factories.season(factories.club(visibility=hidden))
        factories.entry(factories.event(season=other), factories.member(other.club, "Dora Flint"))

    found = locations(client)

    home = "https://owl.example"
    assert sorted(found) == sorted(
        {
            f"{home}{path}"
            for path in {
                *(
                    "/games/",
                    "/help/",
                    *OUR_GAMES,
                    *(f"/help/{name}/" for name in PAGES),
                    *(f"{path}how-to-play/" for path in OUR_GAMES),
                ),
                *(f"/c/{club.slug}/", f"/c/{club.slug}/s/{season.slug}/"),
                *(f"/e/{event.slug}/", f"/e/{event.slug}/standings/", f"/e/{planned.slug}/"),
                f"/p/{people[0].player_id}/",
            }
        }
    )
    assert [client.get(path.removeprefix(home)).status_code for path in found] == [200] * len(found)


def test_standings_that_nobody_has_published_are_not_listed(client: Client) -> None:
    event = factories.event(state=EventState.FINISHED)
    stage = factories.stage(event, auto_publish=False)
    people = [factories.entry(event, name) for name in ("Ada Quill", "Bo Saltmarsh")]
    factories.played(factories.table(factories.round_(stage), people), [1, 2])
    standings.recompute_all()

    found = locations(client)

    assert f"http://testserver/e/{event.slug}/" in found
    assert [path for path in found if path.endswith("/standings/")] == []


def test_the_day_of_the_last_change_is_told_and_never_that_of_a_result_kept_back(
    client: Client,
) -> None:
    club = factories.club()
    season = factories.season(club)
    event, later = factories.event(season=season), factories.event(season=season)
    round_ = factories.round_(factories.stage(event))
    factories.round_(factories.stage(later, auto_publish=False))
    for kind, of, day in (
        (Fact.EVENT_CREATED, event, 1),
        (Fact.RECORD_CONFIRMED, event, 7),
        (Fact.RESULTS_WITHHELD, event, 8),
        (Fact.ENTRY_CHANGED, event, 9),
        (Fact.SEATING_PUBLISHED, later, 3),
        (Fact.STANDINGS_HIDDEN, later, 10),
    ):
        with time_machine.travel(datetime(2026, 11, day, 12, tzinfo=UTC)):
            journal.append(
                kind, by=system("test"), club=club, event=of, payload={"season": season.pk}
            )

    def told() -> dict[str, str | None]:
        found = ElementTree.fromstring(client.get("/sitemap.xml").content)
        pages = {str(one.findtext(f"{SPACE}loc")): one for one in found.iter(f"{SPACE}url")}
        paths = (f"/e/{event.slug}/", f"/e/{later.slug}/", f"/c/{club.slug}/s/{season.slug}/")
        return {
            path: pages[f"http://testserver{path}"].findtext(f"{SPACE}lastmod")
            for path in (*paths, f"/c/{club.slug}/", "/games/")
        }

    assert list(told().values()) == ["2026-11-07", "2026-11-03", "2026-11-07", "2026-11-07", None]
    Round.objects.filter(pk=round_.pk).update(is_withheld=True)
    assert list(told().values()) == ["2026-11-01", "2026-11-03", "2026-11-03", "2026-11-03", None]


def test_a_list_too_long_for_one_file_comes_in_parts(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = locations(client)
    monkeypatch.setattr(PublicPages, "limit", 2)

    parts = locations(client)

    assert parts == [f"http://testserver/sitemap.xml?p={n}" for n in range(1, len(parts) + 1)]
    assert [one for part in parts for one in locations(client, part)] == whole
    assert [client.get(f"/sitemap.xml?p={odd}").status_code for odd in ("0", "99", "x")] == [
        404
    ] * 3


def test_whoever_has_the_list_already_is_told_so(client: Client) -> None:
    for path in ("/sitemap.xml", "/robots.txt"):
        tag = client.get(path).headers["ETag"]

        again = client.get(path, headers={"If-None-Match": tag})

        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.gates
@override_settings(LEAGUE_URL="https://owl.example")
def test_robots_are_sent_away_where_visitors_are_and_find_the_sitemap(client: Client) -> None:
    there = addresses.site()
    walked = {
        there.path(route, name): "code>" in route or "secret>" in route
        for route, name in addresses.routes()
        if not route.endswith(".pdf")  # setting one takes long
    }

    said = client.get("/robots.txt").content.decode().splitlines()
    listed = [path.removeprefix("https://owl.example") for path in locations(client)]
    business = {
        path
        for path, is_key in walked.items()
        if is_key or client.get(path).status_code in REFUSING
    }

    assert said[0] == "User-agent: *"
    rules = [f"Disallow: {path}" for path in NOT_FOR_ROBOTS]
    assert said[1 : said.index("")] == rules
    previews = said[said.index("") + 1 : -2]
    assert previews == [
        *(f"User-agent: {name}" for name in PREVIEWS),
        *(rule for rule in rules if rule != "Disallow: /play/"),
    ]
    assert said[-1] == "Sitemap: https://owl.example/sitemap.xml"
    assert [path for path in listed if is_left_alone(path)] == []
    assert [path for path in business if not is_left_alone(path)] == []
