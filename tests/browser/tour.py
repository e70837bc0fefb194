"""A walk past every page of the product, in each state that looks different.

The addresses come from the URL configuration, so that a new page is walked too. Pictures are taken
along it (``screenshots.py``), and axe is asked (``test_every_page.py``).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from django.utils import translation

from league.core import actors
from league.core.enums import Role
from league.models import ActsFor, Event, Table
from league.queries.evening.desk import STEPS
from league.queries.people import account_actors
from league.services.occasions import removals
from league.services.standings import ratings, standings
from league.web import device
from league.web.evening import my_evening
from league.web.public.boards import ALL_SLIDES
from tests import factories
from tests.browser import acts
from tests.browser.scenes import Cast, Cookie, played
from tests.browser.scenes_at_tables import PlaysAtTables, at_tables
from tests.practice import addresses

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Page

    from league.models import Account, Event, Player, Season
    from tests.browser.scenes import AtTable, Finals, OpenPlay, Playing, Plays, Scenes, Seldom
    from tests.practice.addresses import Site

VISITOR, PLAYER, ORGANIZER, CAREFUL = "visitor", "player", "organizer", "with codes"
SMALL, WALL = ("phone", "desktop"), ("projector", "desktop")
NAMES = (
    *("Ada Quill", "Bruno Saltmarsh", "Cleo Marsh", "Dora Flint", "Edda Öhm", "Falk Reed"),
    *("Gesa Thorn", "Hanno Wick", "Ilka Brand", "Jonas Peat", "Kirsa Loam", "Lorenz Ash"),
    *("Milou Fern", "Nepomuk Oak", "Odile Rush", "Pirmin Clay", "Quirin Salt"),
)
# Addresses that show no page of their own, beside buttons (answered 405) and files.
EXCUSED = {
    "table_start": "a part of the table's page",
    "table_state": "tells an open page whether something is new",
    "table_clock": "a part of the table's page",
    "account_request_reauthentication_code": "nobody signs in by a code",
    "account_confirm_reauthentication_code": "nobody signs in by a code",
    "account_confirm_login_code": "nobody signs in by a code",
    "account_email": "addresses are changed among the own data",
    "token_revoke": "a button",
    "play_next": "leads on to the table that waits",
    "door": "leads on to where one signs up",
    "own_device": "a button",
    "api_example": "a script",
    "speak_for": "a button",
    "stop_acting": "a button",
    "account_set_password": "every account has one",
    "mfa_authenticate": "in the middle of a sign-in",
    "mfa_download_recovery_codes": "a file",
    "mfa_list_webauthn": "the list stands among the ways to sign in",
    "mfa_login_webauthn": "a button",
    "set_language": "a button",
    "openid_disconnect": "a button",
    "openid_connect_login": "leads to a server of others",
    "openid_connect_callback": "leads back from a server of others",
}
FILES = (
    *(".pdf", ".png", ".csv", ".xlsx", ".ics", ".json", ".jsonl"),
    *(".yaml", ".txt", ".xml", ".atom", ".js", ".webp", ".css"),
)
ACCOUNT = (
    "own_account",
    "own_data",
    "own_notices",
    "account_change_password",
    "account_logout",
    "mfa_index",
    "mfa_reauthenticate_webauthn",
    "account_reauthenticate",
)
SIGNED_OUT = (
    "account_login",
    "account_signup",
    "account_inactive",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
    "account_email_verification_sent",
)
WITH_CODES = (
    "mfa_view_recovery_codes",
    "mfa_generate_recovery_codes",
    "mfa_deactivate_totp",
    "mfa_reauthenticate",
)
# Where the first form is sent with nothing in it; after the first four it looks alike.
LEFT_EMPTY = (
    *("event_new", "season_settings", "stage_settings", "club_people", "season_adjustments"),
    *("club_new", "club_settings", "event_copy", "event_settings", "ruleset_new", "scheme_new"),
    *("season_new", "club_season_import", "player_edit", "club_roles", "club_tokens"),
    *("own_account", "account_change_password", "player_picture"),
)
# Templates that no stop of the tour shows, and why.
UNSEEN = {
    "api/docs.html": "a page of Swagger UI, not ours to judge",
    "account/signup.html": "accounts are by invitation, as they are unless one says otherwise",
    "account/sign_in_refused.html": "what comes back from a server of others",
    "account/signed_out.html": "on the way to a server of others",
    "errors/409.html": "the frame of all refusals; pages show their own conflicts",
    "errors/413.html": "the frame of all refusals",
    "errors/429.html": "the frame of all refusals",
    "league/styleguide.html": "has tests of its own",
    "mfa/authenticate.html": "in the middle of a sign-in",
    "league/records/start.html": "a draw that was refused, for browsers without script",
}
BROKEN = "/broken/"
PASSWORD = "seven lanterns at dusk"
ONCE = re.compile(r'name="(csrfmiddlewaretoken|idempotency_key|key)" value="[^"]*"')


@dataclass(frozen=True, slots=True)
class Stop:
    """One page under a short name: who looks, with which cookies, and what is done on it first.

    ``body`` writes the page of an address that does not answer with it by itself. ``only_pictures``
    are for people's eyes: to a machine there is nothing on them that another stop does not have.
    """

    name: str
    path: str
    who: str = VISITOR
    cookies: tuple[Cookie, ...] = ()
    act: Callable[[Page], None] | None = None
    sizes: tuple[str, ...] = SMALL
    body: Callable[[str], str] | None = None
    only_pictures: bool = False

    @property
    def route(self) -> str:
        """The name of the address; empty where it is nobody's."""
        try:
            return resolve(urlsplit(self.path).path).url_name or ""
        except Resolver404:
            return ""

    def open(self, page: Page, base: str, language: str = "en") -> None:
        """Shows the page as it is meant, to whom ``page`` belongs already."""
        for name in (device.COOKIE, my_evening.COOKIE):
            page.context.clear_cookies(name=name)
        for name, value, path in self.cookies:
            page.context.add_cookies([{"name": name, "value": value, "url": base + path}])
        if self.body is not None:
            body = self.body(language)
            page.route(
                f"**{self.path}", lambda route: route.fulfill(body=body, content_type="text/html")
            )
        page.goto(base + self.path)
        if self.act is not None:
            self.act(page)


@dataclass(frozen=True, slots=True)
class Tour:
    """All stops, and the accounts of those who walk."""

    stops: list[Stop]
    accounts: dict[str, Account]
    passwords: dict[str, str]
    codes: dict[str, str] = field(default_factory=dict)


def prepared() -> Tour:
    """A club of the tour's own."""
    there = addresses.site()
    return through(there, [factories.member(there.club, name) for name in NAMES])


def within(season: Season, members: Sequence[Player], organizer: Account) -> Tour:
    """The tour through a club that is there, with at least twenty people."""
    return through(addresses.within(season, members[:8], admin=organizer), members)


def through(there: Site, people: Sequence[Player]) -> Tour:
    if not account_actors.person(there.admin).is_site_admin:
        factories.grant(there.admin, Role.SITE_ADMIN)
    cast = Cast(account_actors.person(there.admin), there.season, people)
    scenes, tables = played(cast), at_tables(cast)
    standings.catch_up()
    ratings.catch_up()
    of_family(there.person, scenes.seldom.waiting[1])
    careful = factories.account()
    TOTP.activate(careful, generate_totp_secret())
    code = RecoveryCodes.activate(careful).get_unused_codes()[0]
    accounts = {ORGANIZER: there.admin, PLAYER: there.person.account, CAREFUL: careful}
    passwords = {who: passed(one) for who, one in accounts.items()}
    found = [
        *ordinary(there),
        *more(there),
        *of_accounts(there.person.account),
        *of_codes(careful),
        *refusals(there),
        *of_scenes(scenes),
        *of_plays_at_tables(tables),
    ]
    return Tour(found, accounts, passwords, {CAREFUL: code})


def passed(account: Account) -> str:
    """A password of the account; one that it has is not touched, and nobody knows it here."""
    if account.has_usable_password():
        return ""
    account.set_password(PASSWORD)
    account.save(update_fields=["password"])
    return PASSWORD


# --- parts of the walk ---------------------------------------------------------------------


def ordinary(there: Site) -> Iterator[Stop]:
    """Every address of the league that shows a page, to visitors first; and its empty forms."""
    clients = {VISITOR: Client(), ORGANIZER: there.owner()}
    for (_, name), path in zip(addresses.routes(), there.paths, strict=True):
        if path.endswith(FILES) or is_button(name):
            continue
        sizes = WALL if name == "board" else SMALL
        shown = {who: page_for(client, path) for who, client in clients.items()}
        if shown[VISITOR]:
            differs = shown[ORGANIZER] not in {"", shown[VISITOR]}
            yield Stop(name, path, sizes=sizes, only_pictures=differs)
            if differs:
                yield Stop(f"{name}-organizer", path, ORGANIZER, sizes=sizes)
        elif shown[ORGANIZER]:
            yield Stop(name, path, ORGANIZER, sizes=sizes)
        if name in LEFT_EMPTY:
            alike = name not in LEFT_EMPTY[:4]
            yield Stop(f"{name}-empty", path, ORGANIZER, act=acts.left_empty, only_pictures=alike)


def page_for(client: Client, path: str) -> str:
    """What stands between head and foot of a page; empty where the address shows none."""
    answer = client.get(path, SERVER_NAME="localhost")
    text = "" if answer.streaming else answer.content.decode()
    if answer.status_code != 200 or not text.lstrip().casefold().startswith("<!doctype"):
        return ""
    return ONCE.sub("", text.partition("<main")[2]) or text


def of_accounts(account: Account) -> Iterator[Stop]:
    for name in SIGNED_OUT:
        yield Stop(name, reverse(name))
    yield Stop("account_login-empty", reverse("account_login"), act=acts.left_empty)
    for name in ACCOUNT:
        yield Stop(name, reverse(name), PLAYER)
        if name in LEFT_EMPTY:
            yield Stop(f"{name}-empty", reverse(name), PLAYER, act=acts.left_empty)
    yield from of_passkeys(account)
    yield Stop("api_docs", reverse("api_docs"), only_pictures=True)  # not our page


def of_passkeys(account: Account) -> Iterator[Stop]:
    """Pages of one passkey, and the first of codes, behind the password once more."""
    one = factories.passkey(account).pk
    for name in ("mfa_add_webauthn", "mfa_activate_totp"):
        yield Stop(name, reverse(name), PLAYER, act=password_once_more)
    for name in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        yield Stop(name, reverse(name, args=[one]), PLAYER, act=password_once_more)


def password_once_more(page: Page) -> None:
    acts.password_once_more(page, PASSWORD)


def of_codes(account: Account) -> Iterator[Stop]:
    """Pages of somebody who signs in with codes, and of links that come by mail."""
    for name in WITH_CODES:
        yield Stop(name, reverse(name), CAREFUL, act=password_once_more)
    to_confirm = reverse(
        "account_confirm_email", args=[EmailConfirmationHMAC(address(account)).key]
    )
    yield Stop("account_confirm_email", to_confirm)
    yield Stop("account_confirm_email-old", reverse("account_confirm_email", args=["long-used-up"]))
    for name, key in (("", default_token_generator.make_token(account)), ("-old", "long-used-up")):
        path = reverse(
            "account_reset_password_from_key",
            kwargs={"uidb36": user_pk_to_url_str(account), "key": key},
        )
        yield Stop(f"account_reset_password_from_key{name}", path)


def address(account: Account) -> EmailAddress:
    """The account's address, not confirmed yet."""
    found, _ = EmailAddress.objects.get_or_create(user=account, email=account.email)
    return found


def refusals(there: Site) -> Iterator[Stop]:
    """Failure is a page too."""
    yield Stop("error-400", there.path_of("players_merge"), ORGANIZER)
    yield Stop("error-403", there.path_of("club_settings"), PLAYER)
    yield Stop("error-404", "/nothing-here/")
    yield Stop("error-405", there.path_of("event_enter"), PLAYER)
    yield Stop("error-410", "/i/long-used-up/")
    yield Stop("error-csrf", reverse("account_login"), act=acts.token_lost)
    yield Stop("error-500", BROKEN, body=broken)
    yield Stop("error-503", BROKEN, body=away)
    yield Stop("error-503-sent", BROKEN, body=after_a_form("errors/503.html"))
    yield Stop("error-507", BROKEN, body=full)
    yield Stop("error-507-sent", BROKEN, body=after_a_form("errors/507.html"))
    yield Stop("error-embed", "/embed/c/nobodys/next/")
    yield Stop("error-link", "/t/nobodys-code/")


def broken(language: str) -> str:
    with translation.override(language):
        return render_to_string("errors/500.html", {"request_id": "4c1e7a02"})


def away(language: str) -> str:
    with translation.override(language):
        return render_to_string("errors/503.html", {"again": 3600, "way": BROKEN})


def full(language: str) -> str:
    with translation.override(language):
        return render_to_string("errors/507.html", {"way": BROKEN})


def after_a_form(template: str) -> Callable[[str], str]:
    def page(language: str) -> str:
        with translation.override(language):
            sent = {"sent": [("t1.seats.0.total", "14")], "to": BROKEN}
            return render_to_string(template, sent)

    return page


def more(there: Site) -> Iterator[Stop]:
    """Ordinary pages with a question in their address, or with something done on them."""
    season, event = there.path_of("season"), there.path_of("event")
    yield Stop("search-found", "/search/?q=an")
    yield Stop("search-nothing", "/search/?q=zzzz")
    yield Stop("handbook-found", "/help/?q=phone")
    yield Stop("handbook-nothing", "/help/?q=zzzz")
    yield Stop("event-found", f"{event}?name={there.person.name[:2]}")
    yield Stop("seating-by-name", f"{event}seating/?by=name")
    yield Stop("seating-by-table", f"{event}seating/?by=table")
    yield Stop("season-month", f"{season}?period=1")
    yield Stop("need-answered", f"{season}need/?player={there.person.pk}&rank=1&evenings=3&size=4")
    yield Stop("lab-season", f"/lab/?season={there.season.pk}", ORGANIZER)
    yield Stop("lab-tried", f"/lab/?season={there.season.pk}", ORGANIZER, act=acts.sent)
    yield Stop("lab-list", "/lab/results/", ORGANIZER, act=acts.results_file)
    of_people, merge = there.path_of("club_import_players"), there.path_of("players_merge")
    yield Stop("import-players-read", of_people, ORGANIZER, act=acts.players_file)
    results = there.path_of("season_import_results")
    yield Stop("import-results-read", results, ORGANIZER, act=acts.results_file)
    plays = there.path_of("season_import_bg_stats")
    yield Stop("import-bg-stats-read", plays, ORGANIZER, act=acts.bg_stats_file)
    yield Stop("merge", f"{merge}?kept={there.person.pk}&gone={there.others[0].pk}", ORGANIZER)
    keep = there.path_of("preset_keep")
    yield Stop("preset-of-season", f"{keep}?season={there.season.pk}", ORGANIZER)
    yield Stop("preset-of-stage", f"{keep}?stage={there.stage.pk}", ORGANIZER)
    yield Stop("player-own", there.path_of("player"), PLAYER)
    yield Stop("player-edit-own", there.path_of("player_edit"), PLAYER)
    edit = there.path_of("player_edit")
    yield Stop("membership-what-follows", edit, ORGANIZER, act=acts.becomes_guest)
    factories.club("Moth and Lamp")  # one club alone is at home there
    yield Stop("home-organizer", "/", ORGANIZER)
    mistake = factories.club("Founded by mistake")
    removals.remove(by=actors.system("tour"), thing=mistake)


def of_scenes(scenes: Scenes) -> Iterator[Stop]:
    yield from desks("roll", scenes.roll, ["roll"])
    yield Stop("event_remove-without-results", f"/e/{scenes.roll.slug}/remove/", ORGANIZER)
    yield from desks("drawn", scenes.seating, ["seating", "results", "standings"])
    yield Stop("event-kept-back", f"/e/{scenes.seating.slug}/")
    yield from desks("playing", scenes.playing.event, STEPS)
    yield from desks("level", scenes.finals.level, ["standings"])
    yield from desks("called", scenes.finals.called, ["seating", "standings"])
    yield from desks("finished", scenes.finals.finished, ["standings"])
    yield from desks("open-play", scenes.room.event, ["roll", "play"])
    yield from of_playing(scenes.playing)
    yield from of_finals(scenes.finals)
    yield from of_room(scenes.room)
    yield from of_fixtures(scenes.fixtures)
    yield from of_seldom(scenes.seldom)
    yield from of_plays(scenes.plays)
    for name, here in scenes.sheets.items():
        yield Stop(f"sheet-{name}", here.path, cookies=here.cookies, only_pictures=True)
        yield Stop(
            f"sheet-{name}-marked", here.path, cookies=here.cookies, act=acts.strange_numbers
        )
        desk = f"/e/{here.table.seating.round.stage.event.slug}/"
        level = urlsplit(here.path).query.partition("level=")[2]
        yield Stop(f"desk-sheet-{name}", f"{desk}tables/{here.table.pk}/?level={level}", ORGANIZER)


def of_family(player: Player, child: Player) -> None:
    """The account of ``player`` speaks for ``child`` too."""
    ActsFor.objects.get_or_create(account=player.account, player=child)


def of_seldom(scene: Seldom) -> Iterator[Stop]:
    uncounted, full, sides = (
        f"/e/{one.slug}/" for one in (scene.uncounted, scene.full, scene.sides)
    )
    yield Stop("event-uncounted", uncounted)
    yield Stop("standings-uncounted", f"{uncounted}standings/")
    yield Stop("desk-uncounted-standings", f"{uncounted}desk/?step=standings", ORGANIZER)
    yield Stop("event-full", full, PLAYER)
    yield Stop("event-full-waiting", full, PLAYER, act=acts.speaks_for(scene.waiting[1].name))
    yield Stop("desk-full-roll", f"{full}desk/?step=roll", ORGANIZER)
    two, won = scene.two_sides, scene.won_together
    yield Stop("sheet-sides", f"{two.path}?edit=1", cookies=two.cookies)
    yield Stop("table-sides", won.path, cookies=won.cookies)
    yield Stop("desk-table-sides", f"{sides}tables/{won.table.pk}/", ORGANIZER)
    yield Stop("event-sides", sides)


def of_plays_at_tables(scene: PlaysAtTables) -> Iterator[Stop]:
    """From the table's page to the match and back; what the desk and the wall say meanwhile."""
    at, offered, stopped = f"/e/{scene.event.slug}/", scene.offered, scene.stopped
    yield Stop("table-play-here", offered.path, cookies=offered.cookies)
    yield Stop("play_table-of-evening-waiting", scene.waiting[0], cookies=scene.waiting[1])
    yield Stop("play_table-of-evening", scene.running[0], cookies=scene.running[1])
    yield Stop("table-play-stopped", stopped.path, cookies=stopped.cookies)
    yield Stop("desk-plays", f"{at}desk/?step=play", ORGANIZER)
    more = f"{at}desk/?step=play&more={offered.table.pk}"
    yield Stop("desk-plays-more", more, ORGANIZER)
    yield Stop("desk-table-play-stopped", f"{at}tables/{stopped.table.pk}/", ORGANIZER)
    yield Stop("board-play-running", f"{at}board/?slides=play", sizes=WALL)


def of_plays(scene: Plays) -> Iterator[Stop]:
    """Matches in the browser: before the start, and where somebody decides."""
    yield Stop("play_lobby-waiting", "/play/", sizes=SMALL)
    yield Stop("play_lobby-mine", "/play/", cookies=scene.cookies)
    yield Stop("play_lobby-empty", "/play/", act=acts.left_empty, only_pictures=True)
    yield Stop("play_open", "/play/open/?game=dice-devils", cookies=scene.cookies)
    yield Stop("play_ladder", "/play/bots/", sizes=SMALL)
    yield Stop("play_turns", "/play/turns/", cookies=scene.cookies)
    yield Stop("play_turns-empty", "/play/turns/", sizes=SMALL)
    yield Stop("play_table-late", scene.late, cookies=scene.cookies)
    yield Stop("play_table-past", scene.past)
    yield Stop("play_table-to-sit", scene.waiting)
    yield Stop("play_table-to-fill", scene.waiting, cookies=scene.cookies)
    yield Stop("play_table-watched", scene.running["the-devil-with-it"], sizes=WALL)
    for game, path in scene.running.items():
        yield Stop(f"play_table-{game}", path, cookies=scene.cookies)
    for kind, path in scene.fights.items():
        yield Stop(f"play_table-{kind}", path, cookies=scene.fighting)
    yield Stop("play_table-wandering", scene.wandering, cookies=scene.cookies)
    yield Stop("play_table-swaps", scene.wandering, cookies=scene.cookies, act=acts.half_a_swap)
    yield Stop("play_table-wandering-watched", scene.wandering, sizes=WALL)
    yield Stop("play_choices", f"{scene.running['teufel-teufel']}choices/", cookies=scene.cookies)
    yield Stop("play_coach", f"{scene.running['dice-devils']}coach/", cookies=scene.cookies)
    for phase, path in scene.oven.items():
        yield Stop(f"play_table-oven-{phase}", path, cookies=scene.cookies)
    yield Stop("play_replay-oven", f"{scene.oven['end']}replay/?at=9", sizes=SMALL)
    yield Stop("play_table-over", scene.over, cookies=scene.cookies)
    yield Stop("play_replay-step", f"{scene.over}replay/?at=3&as=0")
    yield Stop("play_replay-everything", f"{scene.over}replay/?at=3")


def desks(name: str, event: Event, steps: Sequence[str]) -> Iterator[Stop]:
    for step in steps:
        yield Stop(f"desk-{name}-{step}", f"/e/{event.slug}/desk/?step={step}", ORGANIZER)


def of_playing(scene: Playing) -> Iterator[Stop]:
    at = f"/e/{scene.event.slug}/"
    yield Stop("event-playing", at)
    yield Stop("event-playing-found", f"{at}?name=a")
    yield Stop("desk-clocks", f"{at}desk/clock/", ORGANIZER)
    yield Stop("results-grid", f"{at}results/", ORGANIZER)
    yield Stop("results-grid-wrong", f"{at}results/", ORGANIZER, act=acts.wrong_results)
    yield Stop("event-check", f"{at}check/", ORGANIZER)
    for slide in ALL_SLIDES:
        yield Stop(f"board-{slide}", f"{at}board/?slides={slide}", sizes=WALL)
    yield Stop("table-free-seats", scene.free_seats.path)
    for name in ("confirmed", "reported", "to_confirm", "disputed", "typing"):
        here: AtTable = getattr(scene, name)
        yield Stop(f"table-{name}", here.path, cookies=here.cookies)
        if name != "to_confirm":
            yield Stop(f"desk-table-{name}", f"{at}tables/{here.table.pk}/", ORGANIZER)
    typing, over = scene.typing, scene.disputed
    path = f"{typing.path}?edit=1&level=TOTAL"
    yield Stop("table-echo", path, cookies=typing.cookies, act=acts.totals)
    path = f"{over.path}?edit=1&level=TOTAL"
    yield Stop("table-conflict", path, cookies=over.cookies, act=acts.overtaken)
    yield Stop("open-tables", f"{at}settings/", ORGANIZER, act=acts.finished)


def of_finals(scene: Finals) -> Iterator[Stop]:
    level, called, over = (f"/e/{one.slug}/" for one in (scene.level, scene.called, scene.finished))
    yield Stop("cut-level", f"{level}stages/1/cut/?size=3", ORGANIZER)
    yield Stop("cut-made", f"{called}stages/1/cut/", ORGANIZER)
    yield Stop("cut-called-final", f"{called}stages/2/called/", ORGANIZER)
    yield Stop("stage-of-final", f"{called}stages/2/", ORGANIZER)
    yield Stop("event-called", called)
    yield Stop("event-finished", over)
    yield Stop("standings-finished", f"{over}standings/")
    yield Stop("board-finished", f"{over}board/", sizes=WALL)
    yield Stop("board-final", f"{called}board/?slides=standings", sizes=WALL)
    yield Stop("table-farewell", scene.after.path, cookies=scene.after.cookies)
    yield Stop("table-over", scene.onward.path)
    yield Stop("table-onward", scene.onward.path, cookies=scene.onward.cookies)


def of_room(scene: OpenPlay) -> Iterator[Stop]:
    at = f"/e/{scene.event.slug}/"
    yield Stop("event-open-play", at)
    yield Stop("board-room", f"{at}board/?slides=room", sizes=WALL)
    for name in ("free", "seated", "pausing", "gone"):
        yield Stop(f"mine-{name}", f"{at}mine/", cookies=getattr(scene, name))
    yield Stop("evening_notices", f"{at}mine/notices/", cookies=scene.free)


def of_fixtures(event: Event) -> Iterator[Stop]:
    at = f"/e/{event.slug}/"
    tables = Table.objects.filter(seating__round__stage__event=event).order_by("number")
    first, second = tables.values_list("pk", flat=True)[:2]
    yield Stop("event-fixtures", at)
    yield Stop("desk-fixtures", f"{at}desk/", ORGANIZER)
    yield Stop("matches", f"{at}matches/")
    yield Stop("matches-drawing", f"{at}matches/", ORGANIZER)
    yield Stop("match", f"{at}matches/{first}/", ORGANIZER)
    yield Stop("match-arranged", f"{at}matches/{second}/", ORGANIZER)


# --- is it complete? -----------------------------------------------------------------------


def templates() -> set[str]:
    """Every page that is ours; parts begin with an underscore, and base pages are parts too."""
    root = Path(settings.BASE_DIR) / "templates"
    names = {path.relative_to(root).as_posix() for path in root.glob("*/**/*.html")}
    parts = ("components/", "allauth/")
    return {
        name
        for name in names
        if not name.startswith(parts) and not Path(name).name.startswith(("_", "base"))
    }


def missing(stops: Sequence[Stop]) -> set[str]:
    """Names of addresses that should show a page and that the tour does not pass."""
    passed = {stop.route for stop in stops if not stop.name.startswith("error-")}
    return {
        name
        for route, name in addresses.all_routes()
        if name
        and not route.startswith("api/v1")
        and not route.endswith(FILES)
        and not is_button(name)
        and name not in {*passed, *EXCUSED}
    }


def is_button(name: str) -> bool:
    """Whether an address answers forms alone: it is what sends 405 to everybody who looks."""
    return name in addresses.POST_ONLY
