"""A club's webhooks: what is sent, to whom, how often, and what nobody is told.

The receiver is a real one, and checks what it gets with the standard in its hand.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any

import pytest
import standardwebhooks
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league import journal, tasks
from league.after_commit import jobs
from league.channels import webhooks as channel
from league.core import actors, hooks
from league.core.enums import (
    ActorKind,
    DeliveryState,
    Role,
    TroubleKind,
    Visibility,
    WebhookRights,
)
from league.core.errors import BadInput, NotAllowed, Refused
from league.core.facts import Fact
from league.journal import append
from league.models import Club, Delivery, JournalLine, Trouble, Webhook
from league.queries.people import account_actors
from league.services.office import webhook_sending, webhooks
from tests import factories

pytestmark = pytest.mark.django_db
# What is about commits needs real ones.
commits = pytest.mark.django_db(transaction=True)

BY = actors.system("test")
EVERYTHING = [fact.value for fact in Fact]


@dataclass
class Receiver:
    """Keeps what it was sent, and answers with the next of ``answers``, then with 200."""

    port: int = 0
    seen: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    @property
    def told(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _, body in self.seen]

    @property
    def keys(self) -> list[str]:
        return [headers["webhook-id"] for headers, _ in self.seen]

    def answer(self, status: int, **headers: str) -> None:
        self.answers.append(
            (status, {name.replace("_", "-"): one for name, one in headers.items()})
        )


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    kept = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            kept.seen.append(({name.lower(): one for name, one in self.headers.items()}, body))
            status, headers = kept.answers.pop(0) if kept.answers else (200, {})
            self.send_response(status)
            for name, one in headers.items():
                self.send_header(name, one)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept.port = server.server_port
    thread = threading.Thread(target=lambda: server.serve_forever(0.01), daemon=True)
    thread.start()
    yield kept
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def _reaches_itself(settings: Any) -> None:
    settings.ALLOW_PRIVATE_ADDRESSES = True
    settings.LEAGUE_URL = "https://club.example"


@pytest.fixture(autouse=True)
def _sent_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without real commits: what waits for one is done where it is asked for."""
    marker = request.node.get_closest_marker("django_db")
    if not marker.kwargs:
        monkeypatch.setattr(transaction, "on_commit", lambda do, **_: do())


def listening(
    club: Club, receiver: Receiver, *types: Fact, rights: WebhookRights = WebhookRights.PUBLIC
) -> tuple[Webhook, str]:
    wanted = [fact.value for fact in types] or [fact.value for fact in hooks.PUBLIC]
    return webhooks.add(by=BY, club=club, address=receiver.address, types=wanted, rights=rights)


def later(**by: float) -> None:
    """As if so much time had passed for everything that waits."""
    span = timedelta(**by)
    for row in Delivery.objects.all():
        row.next_at -= span
        row.created_at -= span
        if row.claimed_until is not None:
            row.claimed_until -= span
        row.save()
    for hook in Webhook.objects.all():
        for name in ("failing_since", "again_at", "former_until"):
            if getattr(hook, name) is not None:
                setattr(hook, name, getattr(hook, name) - span)
        hook.save()


def is_signed(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """Standard Webhooks 1.0.0, written down from its text."""
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(secret.split("_", 1)[1])
    wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = [one.split(",", 1) for one in headers["webhook-signature"].split(" ")]
    return any(version == "v1" and one == wanted for version, one in given)


def happens(club: Club) -> None:
    append(Fact.EVENT_CREATED, by=BY, event=factories.event(club))


@commits
def test_a_line_of_the_journal_arrives_signed_as_the_standard_says(receiver: Receiver) -> None:
    club = factories.club()
    event = factories.event(club)
    _, secret = listening(club, receiver)

    line = append(Fact.EVENT_STATE_CHANGED, by=BY, event=event)

    [(headers, body)] = receiver.seen
    assert is_signed(secret, headers, body)
    assert not is_signed(secret, headers, body + b" ")
    assert standardwebhooks.Webhook(secret).verify(body, headers) == json.loads(body)
    assert abs(int(headers["webhook-timestamp"]) - timezone.now().timestamp()) < 60
    moment = line.at.isoformat().replace("+00:00", "Z")
    assert json.loads(body) == {
        "type": "event_state_changed",
        "timestamp": moment,
        "data": {
            "id": None,
            "position": None,
            "kind": "event_state_changed",
            "at": moment,
            "by": None,
            "words": "Event state changed",
            "club": club.slug,
            "event": event.pk,
            "links": {
                "club": f"https://club.example/api/v1/clubs/{club.slug}/",
                "event": f"https://club.example/api/v1/events/{event.pk}/",
            },
        },
    }
    assert Delivery.objects.get().state == DeliveryState.SENT


def test_whoever_reads_as_an_organizer_is_told_what_the_journal_tells(receiver: Receiver) -> None:
    club = factories.club()
    stage = factories.stage(factories.event(club, is_announced=False))
    listening(club, receiver, *Fact, rights=WebhookRights.ORGANIZERS)
    receiver.seen.clear()
    ada = factories.actor(Role.ORGANIZER, club)

    line = append(Fact.SEATING_DRAWN, by=ada, event=stage.event, payload={"stage": stage.pk})

    data = receiver.told[0]["data"]
    assert (data["id"], data["position"], data["event"]) == (line.pk, line.seq, stage.event_id)
    assert data["by"] == factories.address(ada)
    assert set(data["links"]) == {"club", "event", "stage", "standings"}


def test_links_lead_to_what_the_one_who_is_told_may_read(receiver: Receiver) -> None:
    stage = factories.stage()
    people = [factories.entry(stage.event) for _ in range(3)]
    listening(stage.event.club, receiver)

    factories.played(factories.table(factories.round_(stage), people), [1, 2, 3])
    append(Fact.STANDINGS_PUBLISHED, by=BY, event=stage.event, payload={"stage": stage.pk})

    links = [link for one in receiver.told for link in one["data"]["links"].values()]
    assert len(links) == 6
    paths = [link.removeprefix("https://club.example") for link in links]
    assert {Client().get(path).status_code for path in paths} == {200}


def test_nothing_is_told_of_another_club_or_of_what_visitors_may_not_see(
    receiver: Receiver,
) -> None:
    club, other = factories.club(), factories.club()
    closed = factories.club(visibility=Visibility.MEMBERS)
    secret = factories.event(club, is_announced=False)
    stage = factories.stage(factories.event(club))
    round_ = factories.round_(stage, is_withheld=True)
    table = factories.table(round_, [factories.entry(stage.event) for _ in range(3)])
    for one in (club, closed):
        listening(one, receiver)
    stages = {"stage": stage.pk}

    happens(other)
    happens(closed)
    append(Fact.EVENT_STATE_CHANGED, by=BY, event=secret)
    factories.played(table, [1, 2, 3])
    append(Fact.CUT_MADE, by=BY, event=stage.event, payload=stages)
    append(Fact.SEATING_DRAWN, by=BY, event=stage.event, payload=stages)
    append(Fact.PLAYER_ADDED, by=BY, club=club, payload={"player": 1})

    assert receiver.seen == []
    assert set(Delivery.objects.values_list("state", flat=True)) == {DeliveryState.KEPT_BACK}
    assert Delivery.objects.count() == 4

    round_.is_withheld = False
    round_.save()
    append(Fact.RESULTS_PUBLISHED, by=BY, event=stage.event, payload=stages)
    assert [one["type"] for one in receiver.told] == ["results_published"]


def test_names_reach_no_visitors_webhook(receiver: Receiver) -> None:
    club = factories.club()
    hedda = factories.actor(Role.ORGANIZER, club)
    stage = factories.stage(factories.event(club, name="Evening"))
    listening(club, receiver)

    numbers = {"stage": stage.pk, "id": 0, "seating": 0, "player": 1}
    for kind in hooks.PUBLIC - hooks.OF_RECORDS:
        payload: dict[str, Any] = {**numbers, "name": "Nightshade"}
        append(kind, by=hedda, event=stage.event, payload=payload)

    assert len(receiver.seen) == len(hooks.PUBLIC - hooks.OF_RECORDS)
    sent = b"".join(body for _, body in receiver.seen)
    assert b"Nightshade" not in sent
    assert factories.address(hedda).encode() not in sent


def test_what_fails_is_sent_again_under_its_number_until_it_is_taken(receiver: Receiver) -> None:
    club = factories.club()
    listening(club, receiver)
    receiver.answer(500)

    happens(club)
    tasks.sweep()
    assert len(receiver.seen) == 1  # not before its time

    later(minutes=1)
    tasks.sweep()

    row = Delivery.objects.get()
    assert (row.state, row.tries, row.answered) == (DeliveryState.SENT, 2, 200)
    assert receiver.keys == [row.key, row.key]
    assert Webhook.objects.get().failing_since is None


def test_after_ten_tries_over_three_days_it_is_switched_off_loudly(receiver: Receiver) -> None:
    club = factories.club()
    hook, _ = listening(club, receiver)
    for _ in range(20):
        receiver.answer(503)
    happens(club)
    days = 0.0

    while Delivery.objects.get().state == DeliveryState.WAITING:
        row = Delivery.objects.get()
        wait = (row.next_at - timezone.now()).total_seconds() + 1
        days += wait / 86_400
        later(seconds=wait)
        tasks.sweep()

    hook.refresh_from_db()
    assert len(receiver.seen) == webhook_sending.TRIES == 10
    assert len(set(receiver.keys)) == 1
    assert 2.9 < days < 3.5
    assert (hook.off_why, Delivery.objects.get().state) == ("failing", DeliveryState.FAILED)
    assert Trouble.objects.filter(kind=TroubleKind.WEBHOOKS, subject=hook.pk).exists()
    assert JournalLine.objects.latest("pk").payload["off"] == "failing"
    happens(club)
    assert Delivery.objects.count() == 1

    webhooks.resume(by=BY, webhook=hook)
    receiver.answers.clear()
    happens(club)
    assert not Trouble.objects.exists()
    assert Delivery.objects.filter(state=DeliveryState.SENT).count() == 1


def test_a_message_without_words_fails_and_the_others_go_on(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = factories.club()
    event = factories.event(club)
    hook, _ = listening(club, receiver)
    webhooks.pause(by=BY, webhook=hook)
    journal.deliver([hook.pk], timezone.now(), append(Fact.EVENT_CREATED, by=BY, event=event))
    JournalLine.objects.filter(kind="event_created").update(payload=[])  # of no known shape
    hook.refresh_from_db()

    webhooks.resume(by=BY, webhook=hook)
    later(minutes=11)
    happens(club)

    first, second = Delivery.objects.order_by("pk")
    assert (first.state, first.reason) == (DeliveryState.WAITING, "fault")
    assert second.state == DeliveryState.SENT


def test_410_ends_it_at_once(receiver: Receiver) -> None:
    club = factories.club()
    hook, _ = listening(club, receiver)
    receiver.answer(410)

    happens(club)
    happens(club)

    hook.refresh_from_db()
    assert (len(receiver.seen), hook.off_why) == (1, "gone")


def test_a_redirect_is_not_followed_and_patience_is_kept(receiver: Receiver) -> None:
    club = factories.club()
    hook, _ = listening(club, receiver)
    receiver.answer(302, Location=receiver.address, Retry_After="7200")

    happens(club)

    row, now = Delivery.objects.get(), timezone.now()
    assert (len(receiver.seen), row.answered, row.state) == (1, 302, DeliveryState.WAITING)
    assert row.next_at - now > timedelta(minutes=119)
    hook.refresh_from_db()
    assert hook.again_at is not None
    assert hook.again_at - now > timedelta(minutes=119)


def test_one_that_never_answers_holds_up_nobody_else(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel, "TOTAL_S", 0.2)
    club = factories.club()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        webhooks.add(by=BY, club=club, address=f"http://127.0.0.1:{port}/", types=["event_created"])
        listening(club, receiver)
        for _ in range(3):
            happens(club)

    assert len(receiver.seen) == 3
    waiting = Delivery.objects.filter(state=DeliveryState.WAITING).order_by("pk")
    assert [(row.tries, row.reason) for row in waiting] == [(1, "timeout"), (0, ""), (0, "")]


def test_one_that_answers_slowly_gives_way_after_twenty_seconds_and_is_woken_again(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = factories.club()
    hook, _ = listening(club, receiver)
    with monkeypatch.context() as patched:
        patched.setattr(jobs, "wake", lambda *_: None)
        for _ in range(5):
            happens(club)
    clock = iter(range(0, 900, 9))
    woken: list[tuple[object, ...]] = []
    monkeypatch.setattr(
        webhook_sending, "time", SimpleNamespace(monotonic=lambda: next(clock)), raising=False
    )
    monkeypatch.setattr(jobs, "wake", lambda *told: woken.append(told))

    webhook_sending.work(hook.pk)

    assert len(receiver.seen) == 3
    assert woken == [("league.tasks.send_webhook", hook.pk)]


def test_an_address_inside_is_refused_when_typed_and_when_called(
    receiver: Receiver, settings: Any
) -> None:
    club = factories.club()
    listening(club, receiver)
    settings.ALLOW_PRIVATE_ADDRESSES = False

    with pytest.raises(BadInput) as refusal:
        webhooks.add(by=BY, club=club, address="https://[::1]/hook", types=["event_created"])
    assert (refusal.value.code, refusal.value.field) == ("address_private", "address")
    happens(club)

    assert receiver.seen == []
    assert Delivery.objects.get().reason == "plain"


def test_for_a_day_the_former_secret_signs_beside_the_new_one(receiver: Receiver) -> None:
    club = factories.club()
    hook, old = listening(club, receiver)
    _, new = webhooks.rotate(by=BY, webhook=hook)
    with pytest.raises(Refused):  # pressed twice: the old one is to last its day
        webhooks.rotate(by=BY, webhook=hook)

    happens(club)
    later(hours=25)
    happens(club)

    first, second = receiver.seen
    assert [is_signed(one, *first) for one in (old, new)] == [True, True]
    assert [is_signed(one, *second) for one in (old, new)] == [False, True]


@commits
def test_whoever_dies_between_claim_and_answer_leaves_it_to_the_next(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = factories.club()
    listening(club, receiver)

    class PowerCut(BaseException):
        pass

    def cut(*_: object) -> bool:
        raise PowerCut

    with monkeypatch.context() as patched:  # as a killed process: it has asked, and notes nothing
        patched.setattr(webhook_sending, "_close", cut)
        with pytest.raises(PowerCut):
            happens(club)
    tasks.sweep()
    assert len(receiver.seen) == 1  # still in the dead one's hands

    later(minutes=2)
    tasks.sweep()
    tasks.sweep()

    assert len(receiver.seen) == 2
    assert len(set(receiver.keys)) == 1
    assert Delivery.objects.get().state == DeliveryState.SENT


@commits
def test_a_line_costs_no_query_more_where_nobody_listens(receiver: Receiver) -> None:
    club, other = factories.club(), factories.club()
    listening(other, receiver)

    def cost(one: Club) -> int:
        event = factories.event(one)
        with (
            transaction.atomic(),
            CaptureQueriesContext(connection) as asked,
        ):
            append(Fact.CLOCK_HELD, by=BY, event=event)
            return len([q for q in asked.captured_queries if "SAVEPOINT" not in q["sql"]])

    assert cost(club) == 3  # the number, its reading, the line
    assert cost(other) == 5  # and who listens, and the delivery


@commits
def test_a_line_that_is_taken_back_is_never_told(receiver: Receiver) -> None:
    club = factories.club()
    listening(club, receiver)

    with transaction.atomic():
        happens(club)
        transaction.set_rollback(True)

    assert (receiver.seen, Delivery.objects.count()) == ([], 0)


def test_pause_test_again_and_remove(receiver: Receiver) -> None:
    club = factories.club()
    hook, _ = listening(club, receiver)
    webhooks.send_test(by=BY, webhook=hook)
    assert receiver.told[0]["type"] == "test"

    webhooks.pause(by=BY, webhook=hook)
    happens(club)
    with pytest.raises(Refused):
        webhooks.send_test(by=BY, webhook=hook)
    webhooks.resume(by=BY, webhook=hook)
    happens(club)
    row = Delivery.objects.latest("pk")
    webhooks.send_again(by=BY, webhook=hook, delivery=row)
    webhooks.remove(by=BY, webhook=hook)
    happens(club)

    assert receiver.keys[1:] == [row.key, row.key]
    assert not Club.objects.get(pk=club.pk).has_webhooks
    hook.refresh_from_db()
    assert (hook.secret, hook.former_secret) == ("", "")
    assert not JournalLine.objects.filter(payload__icontains="/hook").exists()


def test_a_token_that_may_not_read_the_journal_gives_nobody_its_lines() -> None:
    club = factories.club()
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    by = replace(account_actors.person(account), kind=ActorKind.TOKEN, scopes=frozenset({"clubs"}))
    given: Any = {"club": club, "address": "https://club.example/", "types": ["event_created"]}

    with pytest.raises(NotAllowed):
        webhooks.add(by=by, rights=WebhookRights.ORGANIZERS, **given)
    webhooks.add(by=by, **given)
    for more, code in (
        ({"types": ["player_added"]}, "webhook_not_public"),
        ({}, "webhook_address_taken"),
    ):
        with pytest.raises(BadInput) as refusal:
            webhooks.add(by=by, **{**given, **more})
        assert refusal.value.code == code
