"""Every cookie says for how long it stays, and that neither scripts nor other sites have it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from league.config import settings
from tests.services import ROOT

SETTERS = {"set_cookie", "set_signed_cookie"}
FLAGS = {"max_age", "secure", "httponly", "samesite"}
# Cookies that a script may read, each with its reason.
READ_BY_SCRIPTS = {"league/web/people/account.py": "the language alone, which the page says anyway"}


def setters() -> Iterator[tuple[str, dict[str, ast.expr]]]:
    """Every place that sets a cookie, with what it says of it."""
    for path in sorted((*ROOT.glob("league/**/*.py"), *ROOT.glob("api/**/*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr in SETTERS:
                said = {word.arg: word.value for word in node.keywords if word.arg}
                yield str(path.relative_to(ROOT)), said


def test_every_cookie_ends_stays_with_its_site_and_is_hidden_from_scripts() -> None:
    found = list(setters())

    told = {
        (path, flag)
        for path, said in found
        for flag in FLAGS
        if flag not in said or (flag == "httponly" and ast.unparse(said[flag]) != "True")
    }
    plain = {
        path
        for path, said in found
        if "secure" in said and ast.unparse(said["secure"]) != "settings.SECURE"
    }
    strange = {
        path
        for path, said in found
        if "samesite" in said and ast.unparse(said["samesite"]) not in {"'Lax'", "'Strict'"}
    }

    assert len(found) > 3
    assert told == {(path, "httponly") for path in READ_BY_SCRIPTS}
    assert (plain, strange) == (set(), set())


def test_cookies_of_the_framework_go_over_a_safe_line_alone_where_there_is_one() -> None:
    assert settings.SESSION_COOKIE_SECURE is settings.SECURE
    assert settings.CSRF_COOKIE_SECURE is settings.SECURE
