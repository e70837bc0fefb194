"""What browsers keep, and for whom: every address times its cache header times its cookies.

The addresses come from the URL configuration; a new one is asked too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from django.test import Client, override_settings

from league.core.enums import Role, Visibility
from tests.api import doors
from tests.api.test_walls import READS, World
from tests.practice.addresses import Site, all_routes, routes, site

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = [pytest.mark.django_db, pytest.mark.gates]

# Kept for a while without asking: parts of other sites, the same for everybody, and pictures.
KEPT = {"embed_standings", "embed_standings_json", "embed_next", "embed_next_json"} | {
    *("home_card", "club_card", "season_card", "event_card", "signing_key"),
}
OWN = ("account/", "me/", "api/v1/me/", "api/v1/tokens/")
# Kept by no browser, besides what is one's own: lists of people, keys of tables and of the door.
NOT_STORED = {
    *("check_in", "check_in_poster", "my_evening", "sheets", "table_cards"),
    *("table_clock", "table_link", "table_start", "table_state"),
    *("club_export_players", "club_import_players", "club_people", "club_roles"),
    *("club_talk", "club_bg_stats", "club_chats", "club_webhook", "club_webhooks"),
    *("choose_notices", "confirm_notices", "place_notices", "stop_notices"),
    *(f"{of}_download_{kind}" for of in ("event", "season") for kind in ("csv", "json", "xlsx")),
    *("api club_people", "api event_list", "api season_list"),
    *(
        "club_region",
        "club_season_import",
        "club_same_person",
        "club_tokens",
        "invitation",
        "lab_results",
    ),
    *(
        "player_edit",
        "player_picture",
        "club_picture",
        "game_picture",
        "player_record",
        "season_import_bg_stats",
        "season_import_results",
    ),
    *("confirm_place", "door", "door_poster", "place", "sign_up_by_name"),
    *("play_card", "play_lobby", "play_next", "play_open", "play_record", "play_replay"),
    *("play_table", "play_turns"),
}
# Whose address is a key, so that no search engine may list it.
UNLISTED = {
    *("choose_notices", "confirm_notices", "place_notices", "stop_notices"),
    *("check_in", "check_in_poster", "my_evening", "sheets", "table_cards"),
    *("table_clock", "table_link", "table_start", "table_state"),
    *("confirm_place", "door", "door_poster", "place", "sign_up_by_name"),
    *("play_card", "play_lobby", "play_next", "play_open", "play_record", "play_replay"),
    *("play_table", "play_turns"),
}
# Each cookie goes to the pages that need it and to no others.
PATHS = {
    **dict.fromkeys(("csrftoken", "sessionid", "messages", "known_device"), "/"),
    "django_language": "/",
    "table-door": "/t/",
    "my-evening": "/e/{slug}/mine/",
    "door-code": "/e/",
    "my-place": "/e/{slug}/",
}
# Cookies that a script may read, each with its reason.
READ_BY_SCRIPTS = {
    "csrftoken": "the page of the API's documents sends it with what is tried out there",
    "django_language": "the language alone, which the page says anyway",
}
SAFE_LINE = {"SECURE": True, "SESSION_COOKIE_SECURE": True, "CSRF_COOKIE_SECURE": True}


def everywhere(there: Site) -> Iterator[tuple[str, str, Answer]]:
    """Every address, opened by a visitor and by whoever runs the club, a call of the API too."""
    clients = {"visitor": Client(), "admin": there.owner()}
    there.values["uidb36"] = there.values["key"] = "1"
    for route, name in [*_of_libraries(), *routes()]:
        if route.endswith(".pdf"):
            continue  # setting one takes long
        for who, client in clients.items():
            yield f"{name or route} {who}", route, client.get(there.path(route, name))
    world = World.make(Visibility.PUBLIC)
    askers = {"visitor": doors.visitor(), "admin": doors.organizer(world.club, Role.CLUB_ADMIN)}
    for pattern, _ in READS:
        for who, asker in askers.items():
            name = f"api {pattern.name} {who}"
            yield name, f"api/v1/{pattern.pattern}", asker.get(world.path(pattern))


def _of_libraries() -> list[tuple[str, str]]:
    ours = set(routes())
    return [
        (route, name)
        for route, name in all_routes()
        if (route, name) not in ours
        and not route.startswith("api/v1")
        and "(?P" not in route
        and name != "account_logout"
    ]


def test_no_answer_is_kept_for_somebody_else_nor_what_is_ones_own_and_no_cookie_is_open() -> None:
    cache.clear()
    there = site()
    there.admin.set_password("seven lanterns at dusk")
    there.admin.save()
    form = {"login": there.admin.email, "password": "seven lanterns at dusk"}

    expected = there.event.entries.filter(state="registered").earliest("pk")
    there.event.entries.filter(pk=expected.pk).update(is_present=False)

    with override_settings(**SAFE_LINE):
        found = list(everywhere(there))
        more = [
            Client().post("/account/login/", form),
            Client().post("/i18n/setlang/", {"language": "de"}),
            Client().post(there.path_of("check_in"), {"entry": expected.pk}),
        ]

    said = {
        key: (route, set(re.split(r"[,\s]+", answer.headers["Cache-Control"])))
        for key, route, answer in found
    }
    assert len(said) > 300
    assert {
        "kept": {key.split(" ")[0] for key, (_, words) in said.items() if "max-age=60" in words},
        "public": [key for key, (_, words) in said.items() if not words & {"private", "no-store"}],
        "unasked": {
            key.split(" ")[0]
            for key, (_, words) in said.items()
            if not words & {"no-cache", "no-store"}
        },
        "own": [
            key
            for key, (route, words) in said.items()
            if route.startswith(OWN) and "no-store" not in words
        ],
    } == {"kept": KEPT, "public": [], "unasked": KEPT | {"accent", "picture"}, "own": []}
    shown = [(key, answer) for key, _, answer in found if answer.status_code < 400]
    assert {
        key.rsplit(" ", 1)[0]
        for key, answer in shown
        if "no-store" in answer.headers["Cache-Control"] and not said[key][0].startswith(OWN)
    } == NOT_STORED
    assert {key.split(" ")[0] for key, one in shown if "X-Robots-Tag" in one.headers} == UNLISTED
    cookies = {
        (name, one["path"], bool(one["httponly"]), one["samesite"], bool(one["secure"]))
        for answer in (*(answer for *_, answer in found), *more)
        for name, one in answer.cookies.items()
        if one.value
    }
    paths = {name: path.format(slug=there.event.slug) for name, path in PATHS.items()}
    assert cookies == {
        (name, path, name not in READ_BY_SCRIPTS, "Lax", True) for name, path in paths.items()
    }
