"""The podium of what is over: on its page, on the wall, in the picture of its link."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from league.core.actors import ANONYMOUS
from league.core.enums import (
    Audience,
    EventState,
    NameLevel,
    Role,
    SeasonState,
    StageKind,
    Visibility,
)
from league.core.errors import Uncountable
from league.models import Club, Event, Player, Round, Season, Snapshot, Stage
from league.queries.people import medals
from league.queries.standings import counting
from league.services.standings import standings
from league.web.public import link_pictures
from tests import factories

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db
NAMES = ("Ada Quill", "Bo Lind", "Cleo Marsh", "Dora Flint")


def night(**stage: Any) -> Event:
    """A finished evening of four in a finished season, ended in the order of their names."""
    club = factories.club("Tin Owl")
    season = factories.season(club, state=SeasonState.FINISHED, name="Autumn")
    event = factories.event(club, season=season, state=EventState.FINISHED, name="Last Night")
    seats = [factories.entry(event, factories.member(club, name)) for name in NAMES]
    row = factories.stage(event, **stage)
    factories.played(factories.table(factories.round_(row), seats), [1, 2, 3, 4])
    recount(event)
    return event


def recount(event: Event) -> None:
    for stage in Stage.objects.filter(event=event):
        standings.recompute_stage(stage.pk, force=True)
    standings.recompute_season(Season.objects.get(events=event).pk, force=True)


def organizer(event: Event) -> Client:
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, event.club)
    client = Client()
    client.force_login(account)
    return client


def steps(client: Client, path: str) -> list[tuple[str, str]]:
    """Words and names of each step."""
    page = client.get(path).content.decode()
    found = page.split('<ol class="podium">')[1:]
    if not found:
        return []
    parts = found[0].split("</ol>")[0].split('<li class="step-')[1:]
    return [
        (
            re.findall(r'class="words">(.*?)<', part)[0],
            ", ".join(re.findall(r"<bdi>(.*?)</bdi>", part)),
        )
        for part in parts
    ]


def paths(event: Event) -> list[str]:
    season = Season.objects.get(events=event)
    return [
        f"/e/{event.slug}/",
        f"/e/{event.slug}/board/",
        f"/c/{event.club.slug}/s/{season.slug}/",
    ]


def medals_of(client: Client, player: Player) -> str:
    """What the page of somebody says that they won."""
    page = client.get(f"/p/{player.pk}/").content.decode()
    return " ".join(re.findall(r'class="medal-line">(.*?)</li>', page, re.S))


FIRST_THREE = [
    ("First place", "Ada Quill"),
    ("Second place", "Bo Lind"),
    ("Third place", "Cleo Marsh"),
]


def test_the_first_three_stand_on_the_page_on_the_wall_and_in_the_picture(client: Client) -> None:
    event = night()
    season = Season.objects.get(events=event)

    assert [steps(client, path) for path in paths(event)] == [FIRST_THREE] * 3
    for said in (
        link_pictures.OF["event"](event.slug),
        link_pictures.OF["season"](event.club.slug, season.slug),
    ):
        assert said.is_podium
        assert [(one.rank, one.name) for one in said.lines] == [
            ("1", "Ada Quill"),
            ("2", "Bo Lind"),
            ("3", "Cleo Marsh"),
        ]
    assert client.get(f"/e/{event.slug}/card.png").content[:4] == b"\x89PNG"


def test_before_the_end_there_is_none(client: Client) -> None:
    event = night()
    Event.objects.filter(pk=event.pk).update(state=EventState.RUNNING)
    Season.objects.filter(events=event).update(state=SeasonState.RUNNING)

    assert [steps(client, path) for path in paths(event)] == [[], [], []]
    assert not link_pictures.OF["event"](event.slug).is_podium


def test_while_a_round_is_kept_back_nobody_has_won_for_anybody(client: Client) -> None:
    event = night()
    Round.objects.filter(stage__event=event).update(is_withheld=True)
    recount(event)

    assert [steps(client, path) for path in paths(event)] == [[], [], []]
    assert [steps(organizer(event), path) for path in paths(event)] == [[], [], []]
    assert not link_pictures.OF["event"](event.slug).is_podium


def test_a_standing_that_is_held_back_has_a_podium_for_organizers_alone(client: Client) -> None:
    event = night(auto_publish=False)

    page, wall = paths(event)[:2]

    assert steps(client, page) == steps(client, wall) == []
    assert steps(organizer(event), page) == FIRST_THREE
    assert steps(organizer(event), wall) == []


def test_who_hides_or_is_a_minor_is_called_as_the_public_may_call_them(client: Client) -> None:
    event = night()
    Player.objects.filter(name="Ada Quill").update(name_level=NameLevel.HIDDEN)
    Player.objects.filter(name="Bo Lind").update(is_minor=True, nickname="Bobo")
    recount(event)

    for path in paths(event):
        assert [names for _, names in steps(client, path)][1:] == ["Bobo", "Cleo Marsh"]
        assert "Quill" not in client.get(path).content.decode()
    pictured = " ".join(one.name for one in link_pictures.OF["event"](event.slug).lines)
    assert "Quill" not in pictured
    assert "Lind" not in pictured


def test_a_result_that_counts_is_read_from_the_winner_down(client: Client) -> None:
    event = factories.event(name="Tables")
    round_ = factories.round_(factories.stage(event))
    seats = [factories.entry(event, factories.member(event.club, name)) for name in NAMES]
    factories.played(factories.table(round_, seats), [3, 1, 4, 2])

    page = client.get(f"/e/{event.slug}/").content.decode()
    wall = client.get(f"/e/{event.slug}/board/?slides=seating").content.decode()

    card = page.split('<ol class="seats">')[1].split("</ol>")[0]
    assert re.findall(r"<bdi>(.*?)</bdi>", card) == [NAMES[1], NAMES[3], NAMES[0], NAMES[2]]
    assert re.findall(r'class=" won".*?<bdi>(.*?)</bdi>', card, re.S) == [NAMES[1]]
    on_wall = wall.split('<ol class="seats">')[1].split("</ol>")[0]
    assert re.findall(r"<bdi>(.*?)</bdi>", on_wall) == list(NAMES)


def test_a_final_that_is_held_back_leaves_no_winner_of_the_semi_final(client: Client) -> None:
    event = night(kind=StageKind.SEMI_FINAL, number=1)
    semi = event.stages.get()
    final = factories.stage(event, kind=StageKind.FINAL, number=2, source=semi, auto_publish=False)
    table = factories.table(factories.round_(final), list(event.entries.order_by("pk")))
    factories.played(table, [4, 3, 2, 1])
    recount(event)
    ada = Player.objects.get(name="Ada Quill")

    page, wall = paths(event)[:2]

    assert steps(client, page) == steps(client, wall) == []
    assert steps(organizer(event), page)[0] == ("First place", "Dora Flint")
    assert not link_pictures.OF["event"](event.slug).is_podium
    assert "Last Night" not in medals_of(client, ada)


def test_a_standing_frozen_before_the_last_result_has_no_winner(client: Client) -> None:
    event = night()
    season = Season.objects.get(events=event)
    Season.objects.filter(pk=season.pk).update(auto_publish=False)
    now = Snapshot.objects.get(season=season, audience=Audience.PUBLIC).as_of
    Club.objects.filter(pk=event.club_id).update(seq=now + 1)
    Season.objects.filter(pk=season.pk).update(stale_at=now + 1)
    standings.recompute_season(season.pk)
    ada = Player.objects.get(name="Ada Quill")

    assert [steps(client, path) for path in paths(event)] == [FIRST_THREE, FIRST_THREE, []]
    assert not link_pictures.OF["season"](event.club.slug, season.slug).is_podium
    assert "Autumn" not in medals_of(client, ada)


def test_an_event_that_cannot_be_counted_has_no_podium_and_refuses_no_page(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = night(kind=StageKind.SEMI_FINAL, number=1)
    factories.stage(event, kind=StageKind.FINAL, number=2, source=event.stages.get())
    recount(event)

    def fails(*_: object, **__: object) -> None:
        raise Uncountable(counting.FAULT)

    monkeypatch.setattr(counting, "ranked", fails)

    answers = [client.get(path) for path in paths(event)]

    assert [answer.status_code for answer in answers] == [200, 200, 200]
    ada = Player.objects.get(name="Ada Quill")
    assert client.get(f"/p/{ada.pk}/").status_code == 200


def test_an_evening_that_is_off_keeps_no_season_s_podium_back() -> None:
    event = night()
    off = factories.event(event.club, season=event.season, state=EventState.CANCELLED)
    factories.round_(factories.stage(off), is_withheld=True)
    page = f"/c/{event.club.slug}/s/{event.season.slug}/"  # type: ignore[union-attr]

    told = steps(Client(), page)
    Event.objects.filter(pk=off.pk).update(state=EventState.RUNNING)

    assert "Ada Quill" in str(told)
    assert steps(Client(), page) == []


def with_final(event: Event, *places: int) -> Stage:
    """A final of the two best of the evening; without places nobody played it."""
    final = factories.stage(event, kind=StageKind.FINAL, number=2, source=event.stages.get())
    if places:
        seats = list(event.entries.order_by("pk")[: len(places)])
        factories.played(factories.table(factories.round_(final), seats), list(places))
    return final


def test_a_final_that_nobody_played_leaves_the_podium_to_the_stage_before() -> None:
    event = night()
    with_final(event)
    recount(event)
    ada = Player.objects.get(name="Ada Quill")

    assert steps(Client(), paths(event)[0]) == FIRST_THREE
    assert steps(Client(), paths(event)[1]) == FIRST_THREE
    assert link_pictures.OF["event"](event.slug).is_podium
    assert "Last Night" in medals_of(Client(), ada)
    printed = Client().get(f"/e/{event.slug}/certificates.pdf")
    assert printed.headers["Content-Type"] == "application/pdf"


def test_members_alone_see_the_medals_of_their_club_s_finals() -> None:
    event = night()
    with_final(event, 2, 1)
    Club.objects.filter(pk=event.club_id).update(visibility=Visibility.MEMBERS)
    recount(event)
    ada, bo = (Player.objects.get(name=name) for name in NAMES[:2])
    member = Client()
    member.force_login(factories.account(player=bo))

    assert medals_of(Client(), ada) == ""
    assert "Last Night" in medals_of(member, ada)
    assert re.findall(r"\b(First|Second) place", medals_of(member, bo))[-1:] == ["First"]


def test_medals_of_many_finals_are_asked_for_at_once(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    event = night()
    with_final(event, 2, 1)
    others = [
        factories.event(event.club, state=EventState.FINISHED, name=f"Night {n}") for n in range(2)
    ]
    for other in others:
        entries = [factories.entry(other, one.player) for one in event.entries.order_by("pk")]
        main = factories.stage(other)
        factories.played(factories.table(factories.round_(main), entries), [1, 2, 3, 4])
        with_final(other, 1, 2)
        for stage in other.stages.all():
            standings.recompute_stage(stage.pk, force=True)
    recount(event)
    ada = Player.objects.get(name="Ada Quill")

    def asked(clubs: list[Club]) -> tuple[medals.Medal, ...]:
        return medals.of_player(ANONYMOUS, ada, clubs)

    found = asked([event.club])
    with django_assert_num_queries(5):
        again = asked([event.club])

    assert [(one.rank, str(one.event)) for one in again if one.event] == [
        (one.rank, str(one.event)) for one in found if one.event
    ]
    assert len([one for one in again if one.event]) == 3
