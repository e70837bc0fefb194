"""Pictures of every page, to be looked at by people.

    python -m tests.browser.screenshots FOLDER [--only desk,table-] [--languages de] [--themes dark]
        [--sizes phone] [--full]

Starts a service of its own with the demo club, plays evenings in every state into it, signs in at
the door, and takes every stop of the tour as a phone, a desktop and a projector see it, light and
dark, in every language; and what is printed. ``index.html`` in the folder shows all of it. Whatever
is wider than its screen is told. ``--full`` opens everything that can be opened.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect, sync_playwright

from tests.conftest import CHROMIUM, CHROMIUM_OPTIONS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ViewportSize

    from tests.browser.tour import Stop, Tour

LANGUAGES = ("en", "de", "fr")
THEMES = ("light", "dark")
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 360, "height": 740},
    "desktop": {"width": 1280, "height": 900},
    "projector": {"width": 1920, "height": 1080},
}
PRINTED = ("cards", "sheets", "seating-by", "standings-finished", "season", "record", "poster")
OPEN_ALL = "document.querySelectorAll('details').forEach(one => { one.open = true; })"
CARD = (
    '<figure><a href="{file}"><img src="{file}" alt="" loading="lazy"></a>'
    "<figcaption>{name}</figcaption></figure>"
)
INDEX = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Pictures</title><style>
body {{ font: 14px sans-serif; background: #888; display: flex; flex-wrap: wrap; gap: 12px; }}
h2 {{ flex-basis: 100%; margin: 8px 0 0; }} figure {{ margin: 0; max-width: 320px; }}
img {{ width: 320px; max-height: 480px; object-fit: cover; object-position: top; }}
</style>{cards}</html>
"""


@contextmanager
def demonstration(folder: Path) -> Iterator[tuple[str, Tour]]:
    """A running service with the demo club, and the tour through it."""
    os.environ |= {"LEAGUE_DATA": str(folder / "data"), "LEAGUE_NO_BOOTSTRAP": "1"}
    os.environ["DJANGO_SETTINGS_MODULE"] = "league.config.settings"
    # Playwright keeps an event loop in this thread, which Django takes for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    from tests.installation import Installation

    installation = Installation(folder)
    try:
        url = installation.serve().url  # makes the demo club and the key that signs cookies
        os.environ["EMAIL_URL"] = "smtp://127.0.0.1:9"  # some of what is shown has an address
        yield url, played_into_demo()
    finally:
        for started in installation.running:
            started.stop()


def played_into_demo() -> Tour:
    import django

    django.setup()
    from django.contrib.auth import get_user_model

    from league.models import Player, Season
    from league.server import sign_in
    from tests.browser import tour

    demo = sign_in.kept()
    assert demo is not None
    members = Player.objects.filter(memberships__isnull=False, is_minor=False).order_by("pk")
    organizer = get_user_model().objects.get(email=demo.email)
    found = tour.within(Season.objects.get(), list(members), organizer)
    found.passwords[tour.ORGANIZER] = demo.password
    return found


# What the browser keeps of a sign-in has no type of ours.
def signed_in(browser: Browser, url: str, tour: Tour, who: str) -> Any:
    """Signs in with address and password, as people do; returns the state to begin with."""
    email, password = tour.accounts[who].email, tour.passwords[who]
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{url}/account/login/")
    page.locator("main input[name=login]").fill(email)
    page.locator("main input[name=password]").fill(password)
    page.locator("main button[type=submit]").first.click()
    if who in tour.codes:
        page.locator("main input[name=code]").fill(tour.codes[who])
        page.locator("main button[type=submit]").first.click()
    expect(page.locator("header form[action$='/logout/']").first).to_be_attached()
    state = context.storage_state()
    context.close()
    return state


def take(browser: Browser, url: str, tour: Tour, options: argparse.Namespace) -> list[Path]:
    """All pictures; says of each page that is wider than its screen."""
    wanted = tuple(options.only.split(","))
    stops = [stop for stop in tour.stops if stop.name.startswith(wanted)]
    states = {who: signed_in(browser, url, tour, who) for who in tour.accounts}
    made: list[Path] = []
    for language in options.languages.split(","):
        for theme in options.themes.split(","):
            for size in options.sizes.split(","):
                people: dict[str, BrowserContext] = {}
                for stop in stops:
                    if size not in stop.sizes:
                        continue
                    if stop.who not in people:
                        people[stop.who] = browser.new_context(
                            viewport=SIZES[size],
                            color_scheme=theme,
                            locale=language,
                            reduced_motion="reduce",
                            extra_http_headers={"Accept-Language": language},
                            storage_state=states.get(stop.who),
                        )
                    file = options.folder / f"{stop.name}.{size}.{theme}.{language}.png"
                    picture(people[stop.who], url, stop, file, language, full=options.full)
                    made.append(file)
                for context in people.values():
                    context.close()
        made += printed(browser, url, stops, states, options.folder, language)
    return made


def picture(
    context: BrowserContext, url: str, stop: Stop, file: Path, language: str, *, full: bool
) -> None:
    page = context.new_page()
    try:
        stop.open(page, url, language)
        if full:
            page.evaluate(OPEN_ALL)
        page.wait_for_timeout(60)
        page.screenshot(path=file, full_page="projector" not in file.name)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            print(f"{file.name}: {wide} px wider than its screen", file=sys.stderr)
    except Exception as error:  # a picture that fails does not keep the others from being taken
        print(f"{file.name}: {str(error).partition(chr(10))[0]}", file=sys.stderr)
    page.close()


def printed(
    browser: Browser, url: str, stops: list[Stop], states: Any, folder: Path, language: str
) -> list[Path]:
    """What is printed: pages as the printer gets them, and the documents that pages lead to."""
    made = []
    headers = {"Accept-Language": language}
    contexts = {
        who: browser.new_context(extra_http_headers=headers, storage_state=states.get(who))
        for who in {stop.who for stop in stops}
    }
    for stop in stops:
        page = contexts[stop.who].new_page()
        if any(word in stop.name for word in PRINTED) and "empty" not in stop.name:
            stop.open(page, url, language)
            made.append(folder / f"{stop.name}.print.{language}.pdf")
            page.pdf(path=made[-1], format="A4", prefer_css_page_size=True)
        if stop.name.endswith("_paper"):
            stop.open(page, url, language)
            links = page.eval_on_selector_all("main a[href*='.pdf']", "all => all.map(a => a.href)")
            for link in dict.fromkeys(links):
                name = link.partition(".pdf")[0].rpartition("/")[2]
                made.append(folder / f"{stop.name}.{name}.{len(made)}.{language}.pdf")
                made[-1].write_bytes(contexts[stop.who].request.get(link).body())
        page.close()
    for context in contexts.values():
        context.close()
    return [drawn(path) for path in made]


def drawn(document: Path) -> Path:
    """The first page of a document as a picture, where the machine can draw it."""
    if shutil.which("pdftoppm") is None:
        return document
    target = str(document.with_suffix(""))
    subprocess.run(
        ["pdftoppm", "-png", "-r", "60", "-singlefile", str(document), target], check=True
    )
    return document.with_suffix(".png")


def contact_sheet(folder: Path, made: list[Path]) -> None:
    cards, before = [], ""
    for path in sorted(made):
        name = path.name.partition(".")[0]
        if name != before:
            cards.append(f"<h2>{escape(name)}</h2>")
            before = name
        cards.append(CARD.format(file=escape(path.name), name=escape(path.stem)))
    (folder / "index.html").write_text(INDEX.format(cards="\n".join(cards)), encoding="utf-8")


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    words.add_argument("folder", type=Path)
    words.add_argument("--only", default="", help="how names of stops begin, with commas")
    words.add_argument("--languages", default=",".join(LANGUAGES))
    words.add_argument("--themes", default=",".join(THEMES))
    words.add_argument("--sizes", default=",".join(SIZES))
    words.add_argument("--full", action="store_true", help="with everything opened")
    options = words.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as play,
        demonstration(Path(folder)) as (url, tour),
    ):
        browser = play.chromium.launch(executable_path=found, args=CHROMIUM_OPTIONS)
        made = take(browser, url, tour, options)
        contact_sheet(options.folder, made)
        browser.close()
    print(f"{len(made)} pictures: {options.folder / 'index.html'}")


if __name__ == "__main__":
    main()
