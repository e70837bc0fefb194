"""A chat, by Apprise: Discord, Telegram, Matrix, Slack, ntfy and others.

An address is one of Apprise's (``ntfys://ntfy.example/topic``) or what the service itself gives for
others to write to it, and names one target: of two, one would hear of a message again while the
other refuses it. Of Apprise's services only those below are taken: they speak HTTP and
nothing else, and all of it goes through ``outward``, whatever Apprise or an address asks for.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
import warnings
from dataclasses import dataclass, field
from functools import cache, partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

import requests
from django.conf import settings

from league.channels import outward
from league.channels.messages import Fate, Message, Outcome
from league.channels.outward import NotReached, Why

if TYPE_CHECKING:
    from apprise import AppriseAsset, NotifyBase

SERVICES = frozenset(
    (
        *("discord", "gchat", "revolt", "slack", "tgram", "workflows", "wxteams", "zulip"),
        *("ntfy", "ntfys", "gotify", "gotifys", "matrix", "matrixs", "mmost", "mmosts"),
        *("nctalk", "nctalks", "rocket", "rockets", "signal", "signals"),
        *("form", "forms", "json", "jsons", "xml", "xmls"),
    )
)
LONGEST = 600
MOST_ANSWERS = 20  # some services are asked several things for one message
_PASSED_ON = frozenset({"data", "json", "params", "headers", "auth"})
_FOR_GOOD = frozenset({Why.MALFORMED, Why.SCHEME, Why.PLAIN, Why.PASSWORD, Why.PORT, Why.PRIVATE})


@dataclass
class _Heard(threading.local):
    """What came of the requests of one try in this thread; ``asks``: whether any is sent at all."""

    asks: bool = True
    hosts: list[str] = field(default_factory=list)
    last: requests.Response | NotReached | None = None

    def begin(self, *, asks: bool) -> None:
        self.asks, self.hosts, self.last = asks, [], None


_heard = _Heard()


class _Guarded(ModuleType):
    """Stands where Apprise imports ``requests``: the same names, every request by the guard."""

    def __init__(self) -> None:
        super().__init__("requests")
        for method in ("get", "post", "put", "patch", "delete", "head", "options"):
            setattr(self, method, partial(self.request, method.upper()))

    # Exceptions and status codes are those of the library; what could send is not handed out.
    def __getattr__(self, name: str) -> Any:
        found = getattr(requests, name)
        if isinstance(found, ModuleType) and name not in {"codes", "exceptions"}:
            raise AttributeError(name)
        if name in {"Session", "session", "Request", "PreparedRequest"}:
            raise AttributeError(name)
        return found

    def request(self, method: str, url: str, **options: Any) -> requests.Response:
        """What an address says of time-outs, certificates, proxies and files is not read."""
        allow_private = settings.ALLOW_PRIVATE_ADDRESSES
        try:
            _heard.hosts.append(outward.read(url, allow_private=allow_private).host)
            if not _heard.asks or len(_heard.hosts) > MOST_ANSWERS:
                raise NotReached(Why.BROKEN)
            passed = {name: value for name, value in options.items() if name in _PASSED_ON}
            with outward.session(allow_private=allow_private) as session:
                _heard.last = session.request(method, url, **passed)
        except NotReached as error:
            _heard.last = error
            raise
        return _heard.last


def is_offered() -> bool:
    return True


def is_address(address: str) -> bool:
    """Whether a message could be sent there, as far as can be told without asking anybody."""
    return name_of(address) != ""


def name_of(address: str) -> str:
    """The service and its host, to tell addresses apart; nothing that is a secret. Else empty."""
    service = _service(address)
    if service is None:
        return ""
    service.request_rate_per_sec = 0  # nothing is asked, so there is nothing to wait for
    _heard.begin(asks=False)
    service.notify(body="?", title="?")
    if not _heard.hosts or (isinstance(_heard.last, NotReached) and _heard.last.why in _FOR_GOOD):
        return ""
    return f"{service.service_name}, {_heard.hosts[0]}"


def send(address: str, message: Message) -> Outcome:
    """One try. A chat is no place for the link that ends such messages: all could press it."""
    service = _service(address)
    if service is None:
        return Outcome(Fate.REFUSED, "not an address of a chat")
    _heard.begin(asks=True)
    is_sent = service.notify(body=f"{message.body}\n\n{message.url}", title=message.title)
    return Outcome(Fate.SENT) if is_sent else _failure(_heard.last)


def _failure(last: requests.Response | NotReached | None) -> Outcome:
    if last is None:
        return Outcome(Fate.REFUSED, "nothing was sent")
    if isinstance(last, NotReached):
        return Outcome(Fate.REFUSED if last.why in _FOR_GOOD else Fate.LATER, str(last))
    status = last.status_code
    if status == 410:
        return Outcome(Fate.GONE, str(status))
    if status < 300 or status in {408, 425, 429} or status >= 500:
        return Outcome(Fate.LATER, str(status), wait_s=outward.asked_wait_s(last, now=time.time()))
    return Outcome(Fate.REFUSED, str(status))


def _service(address: str) -> NotifyBase | None:
    scheme, is_one, _ = address.partition("://")
    if not is_one or len(address) > LONGEST or scheme.casefold() not in SERVICES | {"https"}:
        return None
    asset = _apprise()
    from apprise import Apprise, plugins  # loaded by now

    found = plugins.url_to_dict(address, secure_logging=True)  # type: ignore[no-untyped-call]
    if not found or found.get("schema") not in SERVICES:
        return None
    service: NotifyBase | None = Apprise.instantiate(found, asset=asset)
    return service if service is not None and _has_one_target(service) else None


def _has_one_target(service: NotifyBase) -> bool:
    if getattr(service, "service_name", "") == "Matrix" and getattr(service, "mode", "") == "off":
        # By an account; one without a room writes to every room that it is in.
        return len([*getattr(service, "rooms", ()), *getattr(service, "users", ())]) == 1
    return len(service) == 1


@cache
def _apprise() -> AppriseAsset:
    """Loads the library once, with the guard in it; it keeps nothing and reads no files."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of what its other services need
        import apprise  # half a second
        from apprise.manager_plugins import NotificationManager

        NotificationManager().load_modules()  # type: ignore[no-untyped-call]
    guarded = _Guarded()
    for name, module in list(sys.modules.items()):
        if name.startswith("apprise.") and getattr(module, "requests", None) is requests:
            module.requests = guarded  # type: ignore[attr-defined]  # a module like any other
    logging.getLogger("apprise").setLevel(logging.CRITICAL + 1)  # it logs whole addresses
    return apprise.AppriseAsset(
        app_id="Stammtisch",
        app_desc="Stammtisch",
        app_url="",
        async_mode=False,
        http_redirects=False,
        allow_templates=False,
        plugin_paths=[],
        storage_mode=apprise.PersistentStoreMode.MEMORY,
    )
