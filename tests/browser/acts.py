"""What is done on a page before it is looked at: typed, sent, opened. In any language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.factories import bg_stats

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

SEND = ".sticky-actions button"
PLAYERS = (
    "given;family;nickname;member_no\nAda;Quill;;31\nBruno;Saltmarsh;Salty;\nCosima;;;33\n"
    "Ada;Quill;;31\n"
)
RESULTS = (
    "date,table,player,points\n2026-11-03,1,Ada Quill,31\n2026-11-03,1,Bruno Saltmarsh,24\n"
    "2026-11-03,1,Cleo Marsh,18\n2026-11-10,1,Ada Quill,12\n2026-11-10,1,Cleo Marsh,40\n"
)
EMPTY_ALL = """(form) => {
  form.noValidate = true;
  delete form.dataset.quick; // sent as a page of its own
  for (const box of form.querySelectorAll("input:not([type=hidden]), textarea")) {
    if (!["checkbox", "radio", "submit"].includes(box.type)) box.value = "";
  }
  form.requestSubmit(form.querySelector("button[type=submit], button:not([type])"));
}"""
MARKED = "[aria-invalid=true], .errors, .notice.bad, [role=alert]"


def left_empty(page: Page) -> None:
    """The first form with something to type is sent with nothing in it."""
    boxes = "input:not([type=hidden]):not([type=checkbox]):not([type=radio]), textarea"
    form = page.locator("main form[method=post]").filter(has=page.locator(boxes)).first
    with page.expect_navigation():
        form.evaluate(EMPTY_ALL)
    expect(page.locator(MARKED).first).to_be_attached()


def password_once_more(page: Page, password: str) -> None:
    """Where the page is behind the password, it is typed."""
    box = page.locator("main input[name=password]")
    if box.count():
        box.fill(password)
        with page.expect_navigation():
            form = page.locator("main form").filter(has=page.locator("input[name=password]"))
            form.locator("button[type=submit]").first.click()


def sent(page: Page) -> None:
    """The last form of the page is sent as it stands."""
    with page.expect_navigation():
        page.locator("main form").last.locator("button[type=submit]").first.click()


def becomes_guest(page: Page) -> None:
    """A member is to be a guest: the page says first what follows for evenings played."""
    part = page.locator("main details", has=page.locator("select[name$=kind]")).first
    part.evaluate("part => { part.open = true }")
    part.locator("select[name$=kind]").select_option("guest")
    with page.expect_navigation():
        part.locator("form").first.locator("button[type=submit]").click()


def strange_numbers(page: Page) -> None:
    """Every box of a sheet holds a number that no match can bring; the page marks them."""
    with page.expect_response(lambda answer: answer.url.endswith("/preview/")):
        for choice in page.locator("#sheet select:visible").all()[:1]:
            choice.select_option(index=1)
        for box in page.locator("#sheet input[type=text]:visible").all()[:24]:
            box.fill("999")
    expect(page.locator("#sheet.htmx-request")).to_have_count(0)


def wrong_results(page: Page) -> None:
    """The results of a table from paper are sent with numbers that no match can bring."""
    for box in page.locator("main form input[type=text]:visible").all()[:4]:
        box.fill("999")
    with page.expect_navigation():
        page.locator("main form button.big").last.click()
    expect(page.locator(MARKED).first).to_be_attached()


def totals(page: Page) -> None:
    """A sheet of totals is read back before it is sent."""
    boxes = page.locator("#sheet input[name$='.total']").all()
    for box, total in zip(boxes, (30, 25, 20, 12, 9), strict=False):
        box.fill(str(total))
    with page.expect_navigation():
        page.locator(SEND).click()
    expect(page.locator("#send")).to_be_attached()


def overtaken(page: Page) -> None:
    """A sheet of totals is sent that begins before what somebody else has sent."""
    totals(page)
    page.locator("#send input[name=version]").evaluate("box => { box.value = '0'; }")
    with page.expect_navigation():
        page.locator(SEND).click()
    expect(page.locator("main .card")).not_to_have_count(0)


def players_file(page: Page) -> None:
    _upload(page, "players.csv", PLAYERS)


def results_file(page: Page) -> None:
    _upload(page, "results.csv", RESULTS)


def bg_stats_file(page: Page) -> None:
    told = bg_stats.file(["Ada Quill", "Bruno Saltmarsh"], [{"name": "Lantern Fair"}])
    bg_stats.add(told, "1", {"score": "31"}, {"score": "24"}, at="2026-11-03 20:00:00")
    bg_stats.add(told, "2", {"score": "31"}, {"score": "many"}, at="2026-11-03 21:00:00")
    bg_stats.add(told, "3", {"score": "31"}, {"score": "24"}, at="1999-11-03 20:00:00")
    page.locator("main input[name=create_players]").check()
    page.locator("main input[name=create_games]").check()
    _upload(page, "BGStatsExport.json", bg_stats.data(told).decode())


def _upload(page: Page, name: str, text: str) -> None:
    given = {"name": name, "mimeType": "text/csv", "buffer": text.encode()}
    form = page.locator("main form").filter(has=page.locator("input[type=file]")).first
    form.locator("input[type=file]").set_input_files(given)  # type: ignore[arg-type]
    with page.expect_navigation():
        form.locator("button[type=submit]").last.click()


def token_lost(page: Page) -> None:
    """A form is sent without the token that the page gave it."""
    page.locator("main input[name=csrfmiddlewaretoken]").first.evaluate("box => box.remove()")
    with page.expect_navigation():
        page.locator("main form[method=post]").first.evaluate(
            "form => { form.noValidate = true; form.requestSubmit(); }"
        )


def finished(page: Page) -> None:
    """Somebody finishes an event whose tables still play."""
    with page.expect_navigation():
        finish = page.locator("input[name=state][value=finished]")
        page.locator("main form").filter(has=finish).locator("button").click()


def half_a_swap(page: Page) -> None:
    """The first of two cards that change places is chosen on a board."""
    page.locator(".tt-ways label:has(.way-swap)").click()
    page.locator(".tt-at label:has(.first)").first.click()


def speaks_for(name: str) -> Callable[[Page], None]:
    """Somebody else of the family is chosen."""

    def chosen(page: Page) -> None:
        with page.expect_navigation():
            page.locator("form[action$='/speak-for/']").get_by_text(name).click()

    return chosen
