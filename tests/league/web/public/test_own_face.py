"""A club's logo and accent on what leaves its pages: paper, pictures of links, frames, the wall."""

from __future__ import annotations

import pytest
from django.test import Client

from league.core.enums import EventState, PictureKind, Role, Visibility
from league.models import Club, Event
from league.services.office import pictures
from league.services.standings import standings
from league.web.public import link_pictures
from tests import factories
from tests.factories.pictures import picture_file

pytestmark = pytest.mark.django_db


def evening(**fields: object) -> Event:
    club = factories.club("Tin Owl", accent="#1d6f5c", **fields)
    season = factories.season(club, name="Autumn")
    event = factories.event(club, season=season, state=EventState.OPEN, name="First Night")
    factories.stage(event)
    for at, name in enumerate(("Ada Quill", "Bo Lind", "Cleo Marsh")):
        factories.entry(event, factories.member(club, name), is_present=at < 2)
    by = factories.actor(Role.CLUB_ADMIN, club)
    pictures.put(by=by, of=club, kind=PictureKind.LOGO, data=picture_file())
    return event


def slug_of(event: Event) -> str:
    assert event.season is not None
    return event.season.slug


def test_the_logo_stands_on_the_wall_in_frames_and_on_posters(client: Client) -> None:
    event = evening()
    club = event.club
    logo = f"/pictures/{club.pictures.get().key}/large"
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    admin = Client()
    admin.force_login(account)

    pages = [
        client.get(f"/e/{event.slug}/board/?slides=welcome"),
        client.get(f"/embed/c/{club.slug}/next/"),
        client.get(f"/embed/c/{club.slug}/s/{slug_of(event)}/standings/"),
        admin.get(f"/e/{event.slug}/poster/"),
        admin.get(f"/c/{club.slug}/office/door/"),
    ]

    found = [page.content.decode().count('class="logo"') for page in pages]
    assert found == [2, 1, 1, 1, 1], logo
    assert "/accent/1d6f5c.css" in pages[1].content.decode()


def test_the_wall_says_who_is_here_and_what_is_played_tonight(client: Client) -> None:
    event = evening()

    page = client.get(f"/e/{event.slug}/board/?slides=welcome").content.decode()

    assert "2 of 3 players here" in " ".join(page.split())
    assert page.split('<ul class="tonight">')[1].split("</ul>")[0].count("<li>") == 1


def test_pictures_of_links_wear_accent_and_logo_of_a_club_that_all_may_find() -> None:
    event = evening()
    club = event.club

    said = [
        link_pictures.OF["club"](club.slug),
        link_pictures.OF["season"](club.slug, slug_of(event)),
        link_pictures.OF["event"](event.slug),
    ]

    assert [(one.face.accent, one.face.logo[:4]) for one in said] == [("#1d6f5c", b"RIFF")] * 3
    assert link_pictures.OF["site"]().face.logo == b""
    drawn = Client().get(f"/e/{event.slug}/card.png").content
    Club.objects.filter(pk=club.pk).update(accent="")
    club.pictures.all().delete()
    link_pictures.forget()
    assert drawn[:4] == b"\x89PNG"
    assert Client().get(f"/e/{event.slug}/card.png").content != drawn
    Club.objects.filter(pk=club.pk).update(visibility=Visibility.MEMBERS)
    assert Client().get(f"/e/{event.slug}/card.png").status_code == 404


def test_name_tags_and_certificates_print_the_logo(client: Client) -> None:
    event = evening()
    Event.objects.filter(pk=event.pk).update(state=EventState.FINISHED)
    seats = list(event.entries.order_by("pk"))
    factories.played(factories.table(factories.round_(event.stages.get()), seats), [1, 2, 3])
    standings.recompute_all()
    paths = [f"/e/{event.slug}/{name}.pdf" for name in ("name-tags", "certificates")]

    own = [client.get(path).content for path in paths]
    event.club.pictures.all().delete()
    plain = [client.get(path).content for path in paths]

    assert [one[:5] for one in (*own, *plain)] == [b"%PDF-"] * 4
    assert [len(one) > len(other) + 200 for one, other in zip(own, plain, strict=True)] == [
        True
    ] * 2
