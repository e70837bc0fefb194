"""Askers of the API for tests: a client with a token or a session, and what it sends."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from django.test import Client

from api import docs
from league.core.enums import Role
from league.queries.people import account_actors
from league.services.people import accounts
from tests import factories

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

    from league.core.actors import Actor
    from league.models import Account, Club, Event, Player, Season

V1 = "/api/v1"
DOCUMENT = Path(docs.__file__).parent / "openapi.yaml"


@functools.cache
def document() -> dict[str, Any]:
    """The committed document of the API, to be read alone; by the fast reader, where it is."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found: dict[str, Any] = yaml.load(DOCUMENT.read_text(encoding="utf-8"), loader)
    return found


@dataclass
class Asker:
    """One who asks: ``ask.get("/clubs/")`` is ``GET /api/v1/clubs/``."""

    secret: str = ""
    client: Client = field(default_factory=Client)

    # Headers by their names in HTTP; bodies are any JSON.
    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        sent = {name.replace("_", "-"): text for name, text in headers.items()}
        if self.secret:
            sent["Authorization"] = f"Bearer {self.secret}"
        if isinstance(body, bytes):
            data = body  # a file as it is
        else:
            data = b"" if body is None else json.dumps(body).encode()
        url = path if path.startswith(("/api", "http")) else V1 + path
        response: Answer = self.client.generic(
            method, url, data, content_type="application/json", headers=sent
        )
        return response

    def get(self, path: str, **headers: str) -> Answer:
        return self.send("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:  # any JSON
        return self.send("POST", path, body, **headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Answer:  # any JSON
        return self.send("PATCH", path, body, **headers)

    def delete(self, path: str) -> Answer:
        return self.send("DELETE", path)


def visitor() -> Asker:
    return Asker()


def with_token(account: Account, *scopes: str, event: Event | None = None) -> Asker:
    """An asker with a token of ``account``; all scopes unless named."""
    _, secret = accounts.make_token(
        by=account_actors.person(account),
        name="script",
        scopes=scopes or ("read", "records", "organize", "clubs"),
        event=event,
    )
    return Asker(secret)


def organizer(of: Club | Season | Event, role: Role = Role.ORGANIZER) -> Asker:
    account = factories.account()
    factories.grant(account, role, of)
    return with_token(account)


def player(who: Player) -> Asker:
    """A signed-in player, by token."""
    return with_token(factories.account(player=who))


def device(of: Event, by: Actor) -> Asker:
    _, secret = accounts.make_token(by=by, name="board", event=of, device=True)
    return Asker(secret)
