"""Messages on a device: asked for at the press alone, shown by the worker, stopped by a press.

The browser's own service is somebody else's machine: what it answers is made up here.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from league.channels import push
from league.channels.messages import Message
from league.core.enums import EventState, StageMode
from league.models import Event, NoticeAddress
from league.queries.evening import check_ins
from league.web.evening import my_evening
from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


POINT = (
    ec.generate_private_key(ec.SECP256R1())
    .public_key()
    .public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
)
GIVEN = {
    "endpoint": "https://push.example/one",
    "keys": {"p256dh": text(POINT), "auth": text(bytes(16))},
}
# A browser whose owner says yes, and whose service hands out one address.
WILLING = f"""
  const given = {json.dumps(GIVEN)};
  const note = (name, value) => localStorage.setItem(name, value);
  const subscription = () => ({{
    toJSON: () => given,
    options: {{ applicationServerKey: Uint8Array.from(JSON.parse(localStorage.server)).buffer }},
    unsubscribe: async () => localStorage.removeItem("server"),
  }});
  PushManager.prototype.getSubscription = async () => localStorage.server ? subscription() : null;
  PushManager.prototype.subscribe = async (options) => {{
    note("server", JSON.stringify([...options.applicationServerKey]));
    note("visible", options.userVisibleOnly);
    return subscription();
  }};
  Notification.requestPermission = async () => {{
    note("asked", Number(localStorage.asked || 0) + 1);
    return "granted";
  }};
  Object.defineProperty(Notification, "permission", {{ get: () => "default" }});
"""


@pytest.fixture
def tonight() -> Event:
    event = factories.event(factories.club("Tin Owl"), name="Club night", state=EventState.RUNNING)
    factories.stage(event, mode=StageMode.OPEN_PLAY)
    return event


def test_a_player_without_an_account_is_told_on_their_phone_until_they_stop_it(
    live_server: LiveServer, browser: Browser, tonight: Event
) -> None:
    entry = factories.entry(tonight, "Ada Quill")
    context = browser.new_context(
        base_url=live_server.url, viewport={"width": 360, "height": 740}, service_workers="allow"
    )
    context.add_init_script(WILLING)
    address = f"/e/{tonight.slug}/mine/"
    token = check_ins.own_token(entry)
    context.add_cookies(
        [{"name": my_evening.COOKIE, "value": token, "url": live_server.url + address}]
    )
    page = context.new_page()
    page.goto(address)
    button = page.get_by_role("button", name="Notify me on this device")
    expect(button).to_be_visible()
    asked_before = page.evaluate("localStorage.asked || 0")

    button.click()

    expect(page.get_by_text("Messages arrive on this device from now on.")).to_be_visible()
    row = NoticeAddress.objects.get()
    asked = page.evaluate(
        "[localStorage.asked, localStorage.visible, JSON.parse(localStorage.server)]"
    )
    assert asked_before == 0
    assert asked == ["1", "true", list(_raw(push.public_key()))]
    assert (row.entry, row.way, json.loads(row.address)) == (entry, "push", GIVEN)
    page.get_by_role("button", name="Stop on this device").click()
    expect(page.get_by_text("No more messages on this device.")).to_be_visible()
    expect(button).to_be_visible()
    assert not NoticeAddress.objects.exists()


def test_the_worker_shows_a_message_and_opens_its_page(
    live_server: LiveServer, browser: Browser
) -> None:
    context = browser.new_context(base_url=live_server.url, service_workers="allow")
    context.grant_permissions(["notifications"])
    page = context.new_page()
    page.goto("/games/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    worker = context.service_workers[0]
    message = Message(
        id="7.1",
        title="Table 3",
        body="You play Dice Devils.",
        language="en",
        url=f"{live_server.url}/games/",
        stop_url=f"{live_server.url}/n/stop/",
    )
    worker.evaluate(
        """(text) => {
          self.shown = [];
          self.gone = [];
          self.registration.showNotification = async (...told) => { self.shown.push(told); };
          self.clients.openWindow = async (address) => { self.gone.push(address); };
          WindowClient.prototype.focus = async function () { self.gone.push(`focus ${this.url}`); };
          self.dispatchEvent(new PushEvent("push", { data: text }));
        }""",
        push.payload(message).decode(),
    )

    title, options = worker.evaluate("self.shown[0]")

    assert (title, options["body"], options["tag"]) == ("Table 3", message.body, "7.1")
    assert options["actions"] == [{"action": "stop", "title": "Stop messages like this"}]
    press = """async (pressed) => {
      const notification = { data: pressed.data, close() {} };
      await opened({ notification, action: pressed.action });
      return self.gone.pop();
    }"""
    data = options["data"]
    assert worker.evaluate(press, {"data": data, "action": ""}) == f"focus {message.url}"
    page.goto("/offline/")
    assert worker.evaluate(press, {"data": data, "action": ""}) == message.url
    assert worker.evaluate(press, {"data": data, "action": "stop"}) == message.stop_url


def _raw(key: str) -> bytes:
    return urlsafe_b64decode(key + "=")
