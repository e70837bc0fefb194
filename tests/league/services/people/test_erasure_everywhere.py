"""Whatever the tables hold of somebody, an erasure finds: by ``league.core.personal``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date

import pytest
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import models
from django.test import Client
from django.utils import timezone

from league.core import personal
from league.core.actors import ANONYMOUS, Actor, as_guest
from league.core.enums import InvitationKind
from league.models import (
    Account,
    BgStatsPlayer,
    Claim,
    Fixture,
    FormerName,
    IdempotencyKey,
    Invitation,
    MatchRecord,
    Membership,
    Merge,
    Notice,
    NoticeAddress,
    Picture,
    PictureFile,
    Player,
    PlayTalk,
    RecordConfirmation,
    RoundsPlan,
    Seat,
    TableStart,
    Trouble,
    TrustedKey,
)
from league.queries.people import account_actors, actor_names
from league.services.people import access, erasure, merges
from league.services.play import play_seats, plays
from league.services.standings import standings
from tests import factories
from tests.practice.addresses import Site, site

TEXTS = (models.CharField, models.TextField, models.JSONField, models.FileField, models.BinaryField)
NAME, NICKNAME, ADDRESS = "Zyxa Quillfeather", "Zyxling", "zyxa@private.example"
TRACE = re.compile("zyxa|zyxling|zyx-4711|quillfeather", re.IGNORECASE)  # longer than chance makes


def declared() -> list[str]:
    lists = (personal.PERSON, personal.ACTORS, personal.COMPUTED, personal.SECRETS, personal.NOBODY)
    return [place for places in (*lists, personal.WORDS) for place in places]


def test_every_stored_text_says_once_what_it_holds_of_people() -> None:
    stored = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if isinstance(field, TEXTS) and not field.choices
    }

    assert sorted({*stored, "league.Player.birth_year"}) == sorted(declared())


def stored_of(place: str) -> Iterator[tuple[models.Model, object]]:
    label, _, name = place.rpartition(".")
    for row in apps.get_model(label)._default_manager.order_by("pk"):
        value = getattr(row, name)
        if isinstance(row, Session) and name == "session_data":
            value = row.get_decoded()
        yield (
            row,
            bytes(value).decode(errors="replace")
            if name in {"body", "data"} and isinstance(value, bytes | memoryview)
            else value,
        )


def traces(trace: re.Pattern[str]) -> set[str]:
    """The places of the whole database in which ``trace`` is found."""
    return {
        place
        for place in declared()
        for _, value in stored_of(place)
        if trace.search(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
    }


def everywhere() -> tuple[Site, Player, Actor]:
    """A person of whom something stands in every place that can hold it."""
    shown = site(name="Ida Brand")
    club, boss = shown.club, account_actors.person(shown.admin)
    person = factories.member(club, "Zyxa Quill", since=date(2026, 1, 1))
    account = factories.account(ADDRESS, player=person, password="a long one 4711")
    own = account_actors.person(account)
    factories.entry(shown.event, person, wishes={"group": f"{NAME} & Co"})
    merges.merge(by=boss, club=club, kept=person, gone=factories.member(club, "Zyxa Quil"))
    Merge.objects.filter(kept=person).update(moved={"rows": [{"name": NAME}]})
    FormerName.objects.create(player=person, name="Zyxa Early", search_key="zyxa early")
    Player.objects.filter(pk=person.pk).update(
        name=NAME, given="Zyxa", family="Quillfeather", nickname=NICKNAME, email=ADDRESS,
        birth_year=1953, search_key="zyxa quillfeather zyxling", sort_key="quillfeather zyxa",
    )  # fmt: skip
    Membership.objects.filter(player=person).update(member_no="ZYX-4711")
    Claim.objects.create(account=account, player=shown.others[0], club=club, note=f"I am {NAME}")
    access.invite(by=boss, kind=InvitationKind.PLAYER, scope=club, player=shown.others[1])
    row = EmailAddress.objects.create(user=account, email=ADDRESS, verified=True)
    EmailConfirmation.objects.create(email_address=row, key="4711", sent=timezone.now())
    Authenticator.objects.create(user=account, type="totp", data={"secret": "4711"})
    factories.passkey(account, f"{NICKNAME}'s phone")
    SocialAccount.objects.create(user=account, provider="https://id.example", uid="zyxa-4711")
    client = Client()
    client.force_login(account)
    session = client.session
    session["account_authentication_methods"] = [{"method": "password", "email": ADDRESS}]
    session.save()
    IdempotencyKey.objects.create(actor_key=own.key, key="mine", digest="4711", answer={})
    IdempotencyKey.objects.create(actor_key=boss.key, key="theirs", digest="4711", answer={})
    RoundsPlan.objects.create(stage=shown.stage, count=1)
    record, seat = MatchRecord.objects.all()[0], Seat.objects.all()[0]
    RecordConfirmation.objects.create(record=record, seat=seat, actor_key="x", at=timezone.now())
    now = timezone.now()
    Trouble.objects.create(kind="keys", code="cut_undecided", since=now, again_at=now)
    play = plays.open_table(by=own, game="dice-devils", size=3, bots=["smart"], name=NAME)
    play_seats.sit(by=as_guest(ANONYMOUS, "4711"), play=play, name="Bo")
    plays.begin(by=own, play=play)
    now = timezone.now()
    PlayTalk.objects.create(play=play, number=1, seat=0, account=account, written="mine", at=now)
    PlayTalk.objects.create(play=play, number=2, seat=1, written="another's", at=now)
    Fixture.objects.create(table=shown.table, agreed_at=now, place=f"At {NAME}'s")
    TableStart.objects.create(table=shown.table, number=1, seed="", entries=[], at=timezone.now())
    shown.stage.lots = [{"entries": [], "seed": "1", "drawn_on": "2026-11-03", "drawn_by": own.key}]
    shown.stage.save()
    TrustedKey.objects.create(key="4711")
    BgStatsPlayer.objects.create(club=club, player=person, uuid="zyxa-4711")
    reached = NoticeAddress.objects.create(
        player=person, way="mail", address=ADDRESS, label=f"{NICKNAME}'s phone"
    )
    Notice.objects.create(
        address=reached, kind="test", key="4711", due_at=now, made_at=now, reason=f"550 {ADDRESS}"
    )
    Picture.objects.create(kind="player", player=person, key="4711", digest="4711")
    PictureFile.objects.create(name="4711-small.webp", data=b"the face of zyxa")
    for place in personal.WORDS:
        said = f"So said {NAME} ({NICKNAME}, {ADDRESS}), not Zed."
        for stored, value in stored_of(place):
            label, _, name = place.rpartition(".")
            text = said if isinstance(value, str) else _with(value, said)
            type(stored)._default_manager.filter(pk=stored.pk).update(**{name: text})
    for place in personal.ACTORS:
        label, _, name = place.rpartition(".")
        if place not in {"league.IdempotencyKey.actor_key", "league.Stage.lots"}:
            apps.get_model(label)._default_manager.update(**{name: own.key})
    standings.recompute_all()
    return shown, Player.objects.get(pk=person.pk), own


def _with(value: object, said: str) -> object:
    if isinstance(value, dict):
        return {**value, "why": said}
    return [*value, {"why": said}] if isinstance(value, list) else {"why": said}


@pytest.mark.django_db
def test_nothing_of_an_erased_person_is_left_in_any_table(caplog: pytest.LogCaptureFixture) -> None:
    shown, person, own = everywhere()
    number = re.compile(rf"^{own.key}$|\"{own.key}\"")
    held = {*personal.PERSON, *personal.WORDS, *personal.COMPUTED} - {"league.Player.birth_year"}
    held.add("mfa.Authenticator.data")  # a passkey's name
    assert traces(TRACE) == held
    assert traces(number) == set(personal.ACTORS)

    erasure.erase(by=account_actors.person(shown.admin), player=person)

    assert (traces(TRACE), traces(number)) == (set(), set())
    assert Player.objects.get(pk=person.pk).birth_year is None
    assert not Session.objects.exists()
    assert list(IdempotencyKey.objects.values_list("key", flat=True)) == ["theirs"]
    assert Invitation.objects.exists()
    assert list(PlayTalk.objects.values_list("number", flat=True)) == [2]
    assert not Account.objects.filter(player=person).exists()
    assert TRACE.search(caplog.text) is None
    said = f"So said Former player {person.pk} (Former player {person.pk}, "
    assert shown.club.seasons.model.objects.count() == 1
    record = MatchRecord.objects.all()[0]
    assert record.reason == f"{said}Former player {person.pk}), not Zed."
    assert actor_names.of_keys([record.reported_by]) == {
        record.reported_by: f"Former player {person.pk}"
    }


@pytest.mark.django_db
def test_no_page_and_no_export_of_the_club_names_who_was_erased() -> None:
    shown, person, _ = everywhere()
    client = Client()
    client.force_login(shown.admin)
    club, event = shown.club.slug, shown.event.slug
    pages = [
        f"/c/{club}/office/people/",
        f"/c/{club}/office/people/export.csv",
        f"/c/{club}/office/journal/",
        f"/e/{event}/",
        f"/e/{event}/stages/1/standings.csv",
        f"/p/{person.pk}/",
    ]

    def named() -> list[str]:
        answers = {page: client.get(page) for page in pages}
        assert {page for page, answer in answers.items() if answer.status_code != 200} == set()
        return [page for page, a in answers.items() if TRACE.search(a.content.decode())]

    before = named()
    erasure.erase(by=account_actors.person(shown.admin), player=person)
    standings.catch_up()

    assert (before, named()) == (pages, [])
