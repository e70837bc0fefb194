"""Visitors of a running server: a browser without scripts that taps what stands on its page.

A visitor knows nothing of addresses and hidden fields: it opens a page, reads the forms on it,
and presses a button by its words. What it taps is counted.
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from typing import Any

PATIENCE_S = 60
VOID = {"img", "br", "hr", "input", "meta", "link", "path", "use", "circle", "line", "rect"}
Pairs = list[tuple[str, str]]


@dataclass
class Button:
    """A submit button, with the words that a person reads or hears on it."""

    name: str
    value: str
    words: str
    is_disabled: bool = False


@dataclass
class Form:
    """A form as it stands on the page: what its boxes hold, and its buttons."""

    action: str
    method: str
    fields: Pairs = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    buttons: list[Button] = field(default_factory=list)
    choices: dict[str, dict[str, str]] = field(default_factory=dict)

    def filled(self, typed: Mapping[str, str | list[str]]) -> Pairs:
        """The pairs that are sent when these boxes are filled in."""
        unknown = typed.keys() - self.names
        assert not unknown, f"no box {sorted(unknown)} among {sorted(self.names)}"
        sent = [pair for pair in self.fields if pair[0] not in typed]
        for name, value in typed.items():
            sent += [(name, one) for one in ([value] if isinstance(value, str) else value)]
        return sent


class Reader(HTMLParser):
    """Finds forms, links and table cells in a page; boxes may belong to a form by its id."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[tuple[str, str]] = []
        self.tables: list[list[list[str]]] = []
        self.pieces: list[str] = []
        self._ids: dict[str, Form] = {}
        self._later: list[tuple[str, str, dict[str, str]]] = []
        self._form: Form | None = None
        self._stack: list[tuple[str, dict[str, str], int]] = []
        self._select: tuple[str, list[tuple[str, bool]], bool, Form | None] | None = None
        self._row: list[str] | None = None
        self.feed(html)
        self.close()
        for words, form_id, given in self._later:
            self._put(words, given, self._ids[form_id])

    @property
    def words(self) -> str:
        return " ".join("".join(self.pieces).split())

    def _owner(self, given: Mapping[str, str]) -> Form | None:
        return self._ids.get(given["form"]) if "form" in given else self._form

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(given.get("action", ""), given.get("method", "get").casefold())
            self.forms.append(self._form)
            if "id" in given:
                self._ids[given["id"]] = self._form
        elif tag == "input":
            self._put("", given, self._owner(given))
        elif tag == "select" and "name" in given:  # one without is a script's and never sent
            self._select = (given["name"], [], "multiple" in given, self._owner(given))
        elif tag == "option" and self._select is not None:
            self._select[1].append((given.get("value", ""), "selected" in given))
        elif tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self._row = []
            self.tables[-1].append(self._row)
        if tag not in VOID:
            self._stack.append((tag, given, len(self.pieces)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        if not self._stack or self._stack[-1][0] not in {"script", "style"}:
            self.pieces.append(data)

    def handle_endtag(self, tag: str) -> None:  # noqa: C901  one branch per kind of element
        if tag not in {entry[0] for entry in self._stack}:
            return
        while self._stack:
            opened, given, since = self._stack.pop()
            if opened == tag:
                break
        words = " ".join("".join(self.pieces[since:]).split())
        if tag == "form":
            self._form = None
        elif tag == "a":
            self.links.append((words, given.get("href", "")))
        elif tag == "button" and given.get("type", "submit") == "submit":
            form = self._owner(given)
            if form is None and "form" in given:
                self._later.append((words, given["form"], {**given, "type": "button"}))
            elif form is not None:
                self._put(words, {**given, "type": "button"}, form)
        elif tag == "textarea":
            self._put("".join(self.pieces[since:]), {**given, "type": "textarea"}, self._form)
        elif tag == "option" and self._select is not None:
            name, _, _, form = self._select
            if form is not None:
                form.choices.setdefault(name, {})[words] = given.get("value", "")
        elif tag == "select" and self._select is not None:
            name, options, is_multiple, form = self._select
            self._select = None
            chosen = [value for value, is_selected in options if is_selected]
            if not chosen and options and not is_multiple:
                chosen = [options[0][0]]
            if form is not None:
                form.names.add(name)
                form.fields += [(name, value) for value in chosen]
        elif tag in {"td", "th"} and self._row is not None:
            self._row.append(words)
        self.pieces.append(" ")

    def _put(self, words: str, given: Mapping[str, str], form: Form | None) -> None:
        if form is None:
            return
        kind, name = given.get("type", "text"), given.get("name", "")
        if kind == "button":
            form.buttons.append(
                Button(name, given.get("value", ""), words, is_disabled="disabled" in given)
            )
            return
        if not name:
            return
        form.names.add(name)
        if kind in {"checkbox", "radio"}:
            if "checked" in given:
                form.fields.append((name, given.get("value", "on")))
        elif kind not in {"submit", "file"}:
            form.fields.append((name, words if kind == "textarea" else given.get("value", "")))


@dataclass
class Page:
    """An answer: its status, its address after redirects, and what can be read and tapped."""

    status: int
    url: str
    body: bytes
    headers: Mapping[str, str]
    seconds: float = 0.0
    _reader: Reader | None = None

    @property
    def html(self) -> str:
        return self.body.decode()

    @property
    def read(self) -> Reader:
        if self._reader is None:
            self._reader = Reader(self.html)
        return self._reader

    @property
    def words(self) -> str:
        return self.read.words

    def json(self) -> Any:  # whatever the API answers
        return json.loads(self.body)

    def button(self, words: str, *, near: str = "") -> tuple[Form, Button]:
        """The one button whose words begin so; ``near`` is the beginning of its value."""
        found = [
            (form, button)
            for form in self.read.forms
            for button in form.buttons
            if button.words.startswith(words)
            and button.value.startswith(near)
            and not button.is_disabled
        ]
        offered = sorted({b.words for form in self.read.forms for b in form.buttons})
        assert found, f"no button {words!r} at {self.url} ({self.status}), only {offered}"
        return found[0]

    def choice(self, name: str, words: str) -> str:
        """The value of an option by its words."""
        offered = {w: v for form in self.read.forms for w, v in form.choices.get(name, {}).items()}
        found = [value for label, value in offered.items() if label.startswith(words)]
        assert found, f"no option {words!r} of {name} at {self.url}, only {sorted(offered)}"
        return found[0]

    def link(self, words: str) -> str:
        found = [href for text, href in self.read.links if words in text]
        assert found, f"no link {words!r} at {self.url}, only {self.read.links}"
        return urllib.parse.urljoin(self.url, found[0])


class Halt(urllib.request.HTTPRedirectHandler):
    """Follows no redirect."""

    def redirect_request(self, *given: object) -> None:
        return None


class Visitor:
    """One browser: its cookies, the page it shows, and how often it was tapped."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.jar = CookieJar()
        self.taps: list[str] = []
        self.page = Page(0, base, b"", {})
        handlers = (
            urllib.request.ProxyHandler({}),
            urllib.request.HTTPCookieProcessor(self.jar),
        )
        self._opener = urllib.request.build_opener(*handlers)
        self._halting = urllib.request.build_opener(*handlers, Halt)

    def open(self, path: str, *, expect: int = 200) -> Page:
        """Opens an address, or follows a link that was read on the page."""
        url = urllib.parse.urljoin(self.base, path)
        self.taps.append(f"open {urllib.parse.urlsplit(url).path}")
        return self._show(urllib.request.Request(url), expect)

    def press(
        self,
        words: str,
        typed: Mapping[str, str | list[str]] | None = None,
        *,
        near: str = "",
        expect: int | None = 0,
        follow: bool = True,
        upload: tuple[str, bytes] | None = None,
    ) -> Page:
        """Fills in boxes and presses a button of the page that is open.

        ``follow=False`` stops at the server's first word, before the page that it leads to;
        ``expect=None`` takes whatever comes.
        """
        if expect == 0:
            expect = 200 if follow else 302
        form, button = self.page.button(words, near=near)
        pairs = form.filled(typed or {})
        if button.name:
            pairs.append((button.name, button.value))
        url = urllib.parse.urljoin(self.page.url, form.action)
        self.taps.append(f"press {words}")
        if form.method == "get":
            query = urllib.parse.urlencode(pairs)
            return self._show(urllib.request.Request(f"{url.split('?')[0]}?{query}"), expect)
        kind, data = encoded(pairs, upload)
        request = urllib.request.Request(url, data, {"Content-Type": kind, "Origin": self.base})
        return self._show(request, expect, follow=follow)

    def restarted_at(self, base: str) -> None:
        """The same browser, after the server has come back at another port."""
        self.page.url = self.page.url.replace(self.base, base)
        self.base = base

    def _show(
        self, request: urllib.request.Request, expect: int | None, *, follow: bool = True
    ) -> Page:
        self.page = fetch(self._opener if follow else self._halting, request)
        assert expect in {None, self.page.status}, (
            f"{request.get_method()} {self.page.url}: {self.page.status}, {self.page.words[:1500]}"
        )
        return self.page


@dataclass
class Program:
    """A script that uses the API with a token."""

    base: str
    token: str = ""

    def get(self, path: str, **headers: str) -> Page:
        return self.send("GET", path, None, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Page:  # any JSON
        return self.send("POST", path, {} if body is None else body, **headers)

    def send(self, method: str, path: str, body: Any, **headers: str) -> Page:  # any JSON
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        url = f"{self.base}/api/v1{path}"
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        return fetch(opener, urllib.request.Request(url, data, sent, method=method))


def fetch(opener: urllib.request.OpenerDirector, request: urllib.request.Request) -> Page:
    """The answer whatever its status; a broken connection raises as it is."""
    started = time.monotonic()
    try:
        answer = opener.open(request, timeout=PATIENCE_S)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return Page(
            status=answer.status,
            url=answer.url,
            body=answer.read(),
            headers={name.casefold(): value for name, value in answer.headers.items()},
            seconds=time.monotonic() - started,
        )


LOST = (urllib.error.URLError, http.client.HTTPException, ConnectionError, TimeoutError)


def encoded(pairs: Pairs, upload: tuple[str, bytes] | None) -> tuple[str, bytes]:
    """The body of a form and its kind; an upload makes it one of several parts."""
    if upload is None:
        return "application/x-www-form-urlencoded", urllib.parse.urlencode(pairs).encode()
    mark = uuid.uuid4().hex
    parts = [
        f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in pairs
    ]
    name, content = upload
    head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
    parts.append(f"{head}Content-Type: text/csv\r\n\r\n".encode() + content + b"\r\n")
    return f"multipart/form-data; boundary={mark}", b"".join(parts) + f"--{mark}--\r\n".encode()
