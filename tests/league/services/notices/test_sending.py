"""From a cause to a mail at a real server: each once, in its reader's words, whatever breaks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league import tasks
from league.after_commit import jobs
from league.channels import mail
from league.channels.messages import Fate, Message, Outcome
from league.core.enums import NameLevel, Role
from league.core.notices import NoticeState
from league.models import Entry, Event, Notice, NoticeAddress, Trouble
from league.queries.standings import troubles as shown_troubles
from league.services.notices import reminders_ahead, sending
from league.services.seating import seatings
from league.services.standings import troubles
from league.words.sentences import sentence
from tests import factories
from tests.league.services.notices.post_office import PostOffice, opened

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def server() -> Iterator[PostOffice]:
    with opened() as office:
        yield office


@pytest.fixture
def office(server: PostOffice, settings: Any) -> PostOffice:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    server.mails.clear()
    server.answers.clear()
    return server


def evening(people: int = 4, **fields: Any) -> tuple[Event, list[Entry]]:
    club = factories.club(name_level=NameLevel.INITIAL)
    event = factories.event(club, name="Lantern Night", **fields)
    factories.stage(event)
    names = ["Ada Quill", "Bo Fennel", "Cleo Marsh", "Dan Oakley"]
    names += [f"Guest{n} Person{n}" for n in range(people - 4)]
    return event, [factories.entry(event, factories.member(club, name)) for name in names]


def publish(event: Event) -> None:
    by = factories.actor(Role.ORGANIZER, event.club)
    seatings.draw_and_publish(by=by, stage=event.stages.get())


def later(**ago: float) -> None:
    """As if so much time had passed for all that waits."""
    for row in Notice.objects.all():
        Notice.objects.filter(pk=row.pk).update(due_at=row.due_at - timedelta(**ago))


def test_a_published_seating_reaches_each_once_in_their_language_and_names_as_they_see_them(
    office: PostOffice, django_capture_on_commit_callbacks: Any
) -> None:
    event, entries = evening()
    ada, bo, cleo = (entry.player for entry in entries[:3])
    factories.notice_address(ada, "ada@mail.example", language="de")
    boss = factories.account("bo@mail.example", player=bo)
    factories.grant(boss, Role.ORGANIZER, event.club)
    factories.notice_address(bo, "bo@mail.example")
    factories.notice_address(entries[2], "cleo@mail.example", language="fr")
    factories.notice_address(cleo, "cleo@mail.example", language="fr")  # the same once more
    factories.notice_address(entries[3], "off@mail.example", wanted=[])
    elsewhere = factories.event(name="Another Night")
    factories.notice_address(factories.entry(elsewhere, "Eve Far"), "eve@mail.example")

    with django_capture_on_commit_callbacks(execute=True):
        publish(event)
    sending.send_due()

    assert {str(one["To"]) for one in office.mails} == {
        f"{n}@mail.example" for n in ("ada", "bo", "cleo")
    }
    assert len(office.mails) == 3
    by_reader = {str(one["To"]).split("@")[0]: one for one in office.mails}
    said = {who: one.get_content() for who, one in by_reader.items()}
    others = {"Ada Q.", "Bo F.", "Cleo M.", "Dan O."}
    assert {name for name in others if name in said["ada"]} == others - {"Ada Q."}
    assert {name for name in others if name in said["cleo"]} == others - {"Cleo M."}
    assert "Ada Quill, Cleo Marsh" in said["bo"] or "Cleo Marsh" in said["bo"]  # organizes: knows
    assert "Quill" not in said["cleo"] + said["ada"]
    assert str(by_reader["ada"]["Content-Language"]) == "de"
    assert f"https://club.example/e/{event.slug}/" in said["bo"]
    assert f"https://club.example/e/{event.slug}/place/{entries[2].pk}-" in said["cleo"]


def test_a_mail_can_be_stopped_by_one_press_of_the_mail_program(
    office: PostOffice, client: Any
) -> None:
    event, entries = evening()
    address = factories.notice_address(entries[0])
    publish(event)
    sending.send_due()
    (sent,) = office.mails

    stop = str(sent["List-Unsubscribe"]).strip("<>").removeprefix("https://club.example")
    looked = client.get(stop)
    still = NoticeAddress.objects.get().wanted
    pressed = client.post(stop, {"List-Unsubscribe": "One-Click"})

    assert str(sent["List-Unsubscribe-Post"]) == "List-Unsubscribe=One-Click"
    assert (looked.status_code, pressed.status_code) == (200, 200)
    assert still == address.wanted
    assert NoticeAddress.objects.get().wanted == [k for k in address.wanted if k != "seating"]
    assert client.get(stop[:-2] + "a/").status_code == 404


def test_who_dies_while_sending_leaves_it_to_one_more_try_under_the_same_identifier(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, entries = evening()
    factories.notice_address(entries[0])
    publish(event)

    class PowerCut(BaseException):
        pass

    def dies(address: str, message: Message) -> None:
        mail_send(address, message)  # the server has it, and nobody could write that down
        raise PowerCut

    mail_send = mail.send
    monkeypatch.setattr(mail, "send", dies)
    for _ in range(4):
        with pytest.raises(PowerCut) if len(office.mails) < 2 else _nothing():
            sending.send_due()
        sending.send_due()  # nobody else has it while it is lent
        later(minutes=6)

    assert len(office.mails) == 2
    assert len({str(one["Message-ID"]) for one in office.mails}) == 1
    assert Notice.objects.get().state == NoticeState.GIVEN_UP


class _nothing:
    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


def test_a_refusing_server_is_asked_again_with_growing_pauses_and_then_organizers_are_told(
    office: PostOffice,
) -> None:
    event, entries = evening()
    factories.notice_address(entries[0])
    publish(event)
    office.answers = ["451 come back later"] * 50
    pauses = []

    for _ in range(sending.MOST_TRIES):
        sending.send_due()
        row = Notice.objects.get()
        pauses.append(round((row.due_at - timezone.now()).total_seconds() / 60))
        later(hours=7)

    boss = factories.actor(Role.ORGANIZER, event.club)
    assert pauses[:5] == [1, 2, 4, 8, 16]
    assert row.state == NoticeState.GIVEN_UP
    assert (office.mails, row.reason) == ([], "451 come back later")
    (trouble,) = shown_troubles.of_event(boss, event)
    assert "not delivered" in sentence(trouble.reason)
    troubles.forget_gone()
    assert Trouble.objects.count() == 1


def test_who_asks_for_years_of_patience_is_asked_again_in_time_and_then_organizers_are_told(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, entries = evening()
    factories.notice_address(entries[0])
    publish(event)
    asked = Outcome(Fate.LATER, "429", wait_s=999_999_999)
    monkeypatch.setattr(mail, "send", lambda *_: asked)

    sending.send_due()
    first = Notice.objects.get()
    later(days=1)
    Notice.objects.update(made_at=timezone.now() - timedelta(hours=25))
    sending.send_due()

    assert first.state == NoticeState.WAITING
    assert first.due_at <= timezone.now() + timedelta(days=1)
    assert Notice.objects.get().state == NoticeState.GIVEN_UP
    assert Trouble.objects.get().subject == event.pk


def test_an_address_that_goes_while_its_message_is_taken_holds_up_no_other(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, entries = evening()
    gone = factories.notice_address(entries[0])
    factories.notice_address(entries[1].player, "bo@mail.example")
    publish(event)
    Notice.objects.filter(address=gone).update(due_at=timezone.now() - timedelta(hours=1))
    update = QuerySet.update

    def and_goes(rows: Any, **fields: Any) -> int:
        done = update(rows, **fields)
        NoticeAddress.objects.filter(pk=gone.pk).delete()
        return done

    monkeypatch.setattr(QuerySet, "update", and_goes)
    sending.send_due()

    assert [str(one["To"]) for one in office.mails] == ["bo@mail.example"]


def test_reminders_that_fail_hold_up_no_message_and_are_tried_again(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, entries = evening()
    factories.notice_address(entries[0])
    publish(event)

    def fails() -> None:
        raise ValueError("a day that is none")

    with monkeypatch.context() as patched:
        patched.setattr(reminders_ahead, "tell", fails)
        patched.setattr(jobs, "wake", lambda *_: sending.send_due())
        tasks.sweep()
    row = Trouble.objects.get()

    assert (row.kind, row.fault, len(office.mails)) == ("notices", "ValueError", 1)
    Trouble.objects.update(again_at=timezone.now())
    tasks.sweep()
    assert not Trouble.objects.exists()


def test_an_address_that_is_no_more_is_left_alone(
    office: PostOffice, caplog: pytest.LogCaptureFixture
) -> None:
    event, entries = evening()
    gone = factories.notice_address(entries[0], "gone@mail.example")
    publish(event)

    sending.send_due()

    gone.refresh_from_db()
    assert gone.gone_at is not None
    assert Notice.objects.get().reason.startswith("550")
    assert "was not delivered: gone" in caplog.text
    assert "550" not in caplog.text


def test_nothing_is_told_of_what_is_over_or_not_announced_by_then(office: PostOffice) -> None:
    event, entries = evening()
    factories.notice_address(entries[0])
    factories.notice_address(entries[1].player, "bo@mail.example")
    publish(event)
    Event.objects.filter(pk=event.pk).update(is_announced=False)

    sending.send_due()

    assert office.mails == []
    assert {row.state for row in Notice.objects.all()} == {NoticeState.DROPPED}


def test_the_words_for_forty_tables_cost_each_reader_the_same(office: PostOffice) -> None:
    def cost(people: int) -> tuple[int, int]:
        event, entries = evening(people)
        for entry in entries:
            factories.notice_address(entry.player, f"p{entry.pk}@mail.example")
        by = factories.actor(Role.ORGANIZER, event.club)
        draft = seatings.draw(by=by, stage=event.stages.get())
        with CaptureQueriesContext(connection) as making:
            from league.services.seating import publishing

            publishing.publish(by=by, seating=draft)
        with CaptureQueriesContext(connection) as telling:
            assert sending.send_due() == people
        return len([q for q in making if "notice" in q["sql"]]), len(telling) // people

    few, many = cost(4), cost(40)

    assert few[0] == many[0] <= 4
    assert abs(few[1] - many[1]) <= 1
    assert many[1] < 25
