"""No request says where it leads but through the one door that asks whether that is here."""

from __future__ import annotations

import ast
import functools

from tests.services import ROOT

PAGES = sorted((*ROOT.glob("league/web/**/*.py"), *ROOT.glob("api/**/*.py")))
THE_DOOR = "league/web/redirects.py"
LEADING = {"redirect", "HttpResponseRedirect", "HttpResponsePermanentRedirect"}
# What a request holds that its sender chose; the address itself was found by ours.
SAID = {"POST", "GET", "FILES", "COOKIES", "META", "headers", "data", "query_params"}
WAYS = {"next", "url", "return", "redirect"}
# Who reads one of these and leads nobody there, each with its reason.
LEADING_NOBODY = {"league/web/public/oembed.py": "the standard's name for the page to be framed"}


@functools.cache  # read by who asks, not by every process that collects
def calls() -> list[tuple[str, ast.Call]]:
    return [
        (str(path.relative_to(ROOT)), node)
        for path in PAGES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]


def name_of(call: ast.Call) -> str:
    return ast.unparse(call.func).rsplit(".", 1)[-1]


def says(node: ast.AST) -> bool:
    """Whether something that the sender chose stands in it, outside the door."""
    if isinstance(node, ast.Call) and name_of(node) in {"safe_next", "reverse", "at"}:
        return False
    if isinstance(node, ast.Attribute) and node.attr in SAID:
        return "request" in ast.unparse(node.value)
    return any(says(part) for part in ast.iter_child_nodes(node))


def test_no_page_leads_to_what_a_request_says() -> None:
    leading = [(path, call) for path, call in calls() if name_of(call) in LEADING]

    led = [
        f"{path}:{call.lineno}"
        for path, call in leading
        if any(says(part) for part in (*call.args, *(one.value for one in call.keywords)))
    ]

    assert len(leading) > 60
    assert led == []


def test_one_door_alone_reads_where_a_form_or_an_address_wants_to_lead() -> None:
    read = {
        path
        for path, call in calls()
        if name_of(call) == "get"
        and isinstance(call.func, ast.Attribute)
        and says(call.func.value)
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and call.args[0].value in WAYS
    }

    assert read == {THE_DOOR, *LEADING_NOBODY}
