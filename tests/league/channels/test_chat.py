"""A message reaches a chat, whatever its service, and no address reaches anything else."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from league.channels import chat
from league.channels.messages import Fate, Message, Outcome
from tests.league.channels.receiver import Receiver, listening

MESSAGE = Message(
    id="7.1",
    title="First Night, round 1",
    body="4 tables are seated.",
    language="en",
    url="https://club.example/e/first-night/",
    stop_url="https://club.example/n/stop/",
)


@pytest.fixture(autouse=True)
def _at_home(settings: Any) -> None:
    settings.ALLOW_PRIVATE_ADDRESSES = True


@pytest.fixture
def there() -> Iterator[Receiver]:
    with listening() as receiver:
        receiver.answers = [(200, {})]
        yield receiver


def at(there: Receiver, scheme: str, rest: str) -> str:
    return f"{scheme}://{there.url.removeprefix('http://')}/{rest}"


def test_a_message_arrives_in_a_chat_without_the_link_that_stops_it(there: Receiver) -> None:
    outcome = chat.send(at(there, "ntfy", "club-night"), MESSAGE)

    told = json.loads(there.heard[0].body)
    assert outcome == Outcome(Fate.SENT)
    assert (told["topic"], told["title"]) == ("club-night", MESSAGE.title)
    assert told["message"] == f"{MESSAGE.body}\n\n{MESSAGE.url}"
    assert len(there.heard) == 1
    assert b"stop" not in there.heard[0].body


@pytest.mark.parametrize(
    ("status", "headers", "outcome"),
    [
        (410, {}, Outcome(Fate.GONE, "410")),
        (429, {"Retry-After": "30"}, Outcome(Fate.LATER, "429", wait_s=30)),
        (502, {}, Outcome(Fate.LATER, "502")),
        (403, {}, Outcome(Fate.REFUSED, "403")),
        (302, {"Location": "/elsewhere"}, Outcome(Fate.REFUSED, "302")),
    ],
)
def test_what_the_service_says_decides_whether_to_try_again(
    there: Receiver, status: int, headers: dict[str, str], outcome: Outcome
) -> None:
    there.answers = [(status, headers)]

    assert chat.send(at(there, "ntfy", "club-night?redirect=yes"), MESSAGE) == outcome
    assert len(there.heard) == 1


@pytest.mark.parametrize(
    "scheme", sorted(chat.SERVICES & {"ntfy", "gotify", "json", "xml", "form", "mmost"})
)
def test_no_service_reaches_a_network_that_the_installation_does_not_allow(
    there: Receiver, settings: Any, scheme: str
) -> None:
    address = at(there, scheme, "AbcdefghijK123lmnopqrstu")
    chat.send(address, MESSAGE)
    arrived = len(there.heard)
    settings.ALLOW_PRIVATE_ADDRESSES = False

    outcome = chat.send(address, MESSAGE)

    assert arrived > 0
    assert len(there.heard) == arrived
    assert outcome.fate == Fate.REFUSED
    assert not chat.is_address(address)


@pytest.mark.parametrize(
    "address",
    [
        *("", "ntfy", "ntfys://", "https://club.example/hook", "http://127.0.0.1/x"),
        *("file:///etc/passwd", "exec://ls", "dbus://", "qt://", "gnome://", "macosx://"),
        *("syslog://", "syslog://127.0.0.1", "rsyslog://127.0.0.1", "windows://", "glib://"),
        *("mailto://u:p@mail.example", "mqtt://mail.example/t", "growl://mail.example"),
        *("apprise://club.example/token", "kodi://127.0.0.1", "snmp://127.0.0.1"),
        "ntfy://169.254.169.254/latest",
    ],
)
def test_what_is_no_chat_is_refused_before_it_is_kept(address: str) -> None:
    assert not chat.is_address(address)
    assert chat.send(address, MESSAGE).fate == Fate.REFUSED


@pytest.mark.parametrize(
    "address",
    [
        "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/#general/#gone",
        *("ntfys://ntfy.example/owls/foxes", "matrixs://owl:hidden@matrix.example"),
        "matrixs://owl:hidden@matrix.example/#owls/@fox",
        "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/" + "/".join(["#c"] * 300),
        f"ntfys://ntfy.example/{'x' * 600}",
    ],
)
def test_an_address_of_several_chats_is_refused_at_once_and_told_nothing(
    there: Receiver, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: pytest.fail("waits"))
    two = at(there, "ntfy", "owls/foxes")

    assert not chat.is_address(address)
    assert chat.send(two, MESSAGE).fate == Fate.REFUSED
    assert there.heard == []


def test_nobody_waits_where_an_address_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: pytest.fail("waits"))

    assert chat.name_of("matrixs://owl:hidden@matrix.example/#owls") == "Matrix, matrix.example"


def test_an_address_cannot_have_a_file_of_this_machine_sent(
    there: Receiver, tmp_path: Path
) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text('{"text": "the keys of the club"}')
    for address in (
        at(there, "json", f"?template={kept}&attach={kept}"),
        at(there, "ntfy", f"topic?attach={kept}&template={kept}"),
        at(there, "slack", f"?template={kept}"),
    ):
        chat.send(address, MESSAGE)

    assert there.heard
    assert not any(b"the keys of the club" in one.body for one in there.heard)


def test_what_tells_chats_apart_holds_no_secret() -> None:
    given = {
        "ntfys://someone:hidden@ntfy.example/hidden-topic": "ntfy, ntfy.example",
        "https://discord.com/api/webhooks/123456789012345678/hiddenHIDDEN": "Discord, discord.com",
        "tgram://123456789:hiddenhiddenhiddenhidden/-100123": "Telegram, api.telegram.org",
        "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/#club": "Slack, hooks.slack.com",
    }

    assert {address: chat.name_of(address) for address in given} == given


def test_whatever_apprise_sends_goes_through_the_guard() -> None:
    import requests

    chat.is_address("ntfys://ntfy.example/topic")
    loaded: list[ModuleType] = [
        module for name, module in sys.modules.items() if name.startswith("apprise.")
    ]

    assert len(loaded) > 100
    assert [one.__name__ for one in loaded if getattr(one, "requests", None) is requests] == []
