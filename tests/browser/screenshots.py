"""Pictures of the pages, to be looked at by people.

    python -m tests.browser.screenshots FOLDER [--url http://127.0.0.1:8000] [--only event,board]

Takes every page as a phone, a desktop and (the board) a projector see it, light and dark, in
every language, and the printed pages as PDF, from a running server. Pages are found by following
the links of the first page, so that any installation will do; ``--email`` and ``--password`` show
the pages of an organizer as well.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.conftest import CHROMIUM, CHROMIUM_OPTIONS

LANGUAGES = ("en", "de", "fr")
THEMES = ("light", "dark")
SIZES = {"phone": (360, 740), "desktop": (1280, 900), "projector": (1920, 1080)}
PAPER = ("seating", "seating-name", "seating-table", "event-standings", "season")


@dataclass(frozen=True, slots=True)
class Target:
    """One page under a short name, and the sizes it is looked at in."""

    name: str
    path: str
    sizes: tuple[str, ...] = ("phone", "desktop")


def targets(page: Page, url: str) -> list[Target]:
    """The pages of an installation, found by following links from the first one."""
    found = [Target("home", "/"), Target("search", "/search/?q=a")]
    page.goto(url + "/")
    clubs = links(page, "/c/")
    if not clubs:
        return found
    found.append(Target("club", clubs[0]))
    page.goto(url + clubs[0])
    for path in links(page, "/c/"):
        if "/s/" in path and "/office/" not in path and path.count("/") == 5:
            found.append(Target("season", path))
            break
    events = links(page, "/e/")
    page.goto(url + (found[-1].path if found[-1].name == "season" else clubs[0]))
    events += [path for path in links(page, "/e/") if path not in events]
    players = links(page, "/p/")
    if players:
        found.append(Target("player", players[0]))
    for name, path in pick(page, url, events).items():
        found.append(Target(name, path))
        if name == "event":
            found += of_event(path)
    found += [Target("sign-in", "/account/login/"), Target("missing", "/nothing-here/")]
    return found


def links(page: Page, start: str) -> list[str]:
    hrefs = page.eval_on_selector_all("main a[href]", "all => all.map(a => a.href)")
    paths = [urlsplit(str(href)).path for href in hrefs]
    return list(dict.fromkeys(path for path in paths if path.startswith(start)))


def pick(page: Page, url: str, events: list[str]) -> dict[str, str]:
    """The event with most tables, and one that has not begun."""
    most, chosen = -1, {}
    for path in events:
        page.goto(url + path)
        tables = page.locator(".table-card").count()
        if tables > most:
            most, chosen["event"] = tables, path
        if tables == 0:
            chosen.setdefault("event-before", path)
    return chosen


def of_event(path: str) -> list[Target]:
    board = ("projector", "desktop")
    return [
        Target("event-found", f"{path}?name=a"),
        Target("seating", f"{path}seating/"),
        Target("seating-name", f"{path}seating/?by=name"),
        Target("seating-table", f"{path}seating/?by=table"),
        Target("event-standings", f"{path}standings/"),
        *(
            Target(f"board-{slide}", f"{path}board/?slides={slide}", board)
            for slide in ("seating", "names", "results", "standings")
        ),
    ]


def enter(context: BrowserContext, url: str, email: str, password: str) -> None:
    page = context.new_page()
    page.goto(f"{url}/account/login/")
    page.fill("input[name=login]", email)
    page.fill("input[name=password]", password)
    page.keyboard.press("Enter")
    page.wait_for_load_state()
    page.close()


def take(browser: Browser, options: argparse.Namespace) -> int:
    """Takes all pictures and says of each page that is wider than its screen."""
    url, folder = options.url.rstrip("/"), Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    scout = browser.new_context()
    pages = targets(scout.new_page(), url)
    scout.close()
    wanted = set(options.only.split(",")) if options.only else {page.name for page in pages}
    count = 0
    for language in options.languages.split(","):
        for theme in options.themes.split(","):
            for size, (width, height) in SIZES.items():
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if theme == "dark" else "light",
                    locale=language,
                    extra_http_headers={"Accept-Language": language},
                )
                if options.email:
                    enter(context, url, options.email, options.password)
                page = context.new_page()
                for target in pages:
                    if size not in target.sizes or target.name not in wanted:
                        continue
                    page.goto(url + target.path)
                    page.wait_for_timeout(100)
                    picture = folder / f"{target.name}.{size}.{theme}.{language}.png"
                    page.screenshot(path=picture, full_page=size != "projector")
                    count += 1
                    wide = page.evaluate("document.documentElement.scrollWidth")
                    if wide > width:
                        print(f"{picture.name}: {wide} px wide", file=sys.stderr)
                context.close()
    count += paper(browser, url, pages, wanted, folder)
    return count


def paper(browser: Browser, url: str, pages: list[Target], wanted: set[str], folder: Path) -> int:
    """The printed pages, on both kinds of paper."""
    context = browser.new_context()
    page = context.new_page()
    count = 0
    for target in pages:
        if target.name in PAPER and target.name in wanted:
            page.goto(url + target.path)
            for size in ("A4", "Letter"):
                page.pdf(path=folder / f"{target.name}.{size}.pdf", format=size)
                count += 1
    context.close()
    return count


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    words.add_argument("folder")
    words.add_argument("--url", default="http://127.0.0.1:8000")
    words.add_argument("--only", default="", help="names of pages, with commas")
    words.add_argument("--languages", default=",".join(LANGUAGES))
    words.add_argument("--themes", default=",".join(THEMES))
    words.add_argument("--email", default="")
    words.add_argument("--password", default="")
    options = words.parse_args()
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found, args=CHROMIUM_OPTIONS)
        print(f"{take(browser, options)} pictures in {options.folder}")
        browser.close()


if __name__ == "__main__":
    main()
