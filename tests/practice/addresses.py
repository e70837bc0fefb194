"""A club with one of everything, and every address of its pages.

The addresses come from the URL configuration, so that a new page is walked too.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urljoin

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from league.core import actors
from league.core.enums import (
    Confirmation,
    EventState,
    NameLevel,
    PictureKind,
    RecordState,
    Role,
    RoundEntryState,
)
from league.models import (
    Account,
    Adjustment,
    Apart,
    Club,
    Event,
    MatchRecord,
    Membership,
    NoticeAddress,
    Play,
    Player,
    PointsScheme,
    Preset,
    RoundEntry,
    Season,
    Stage,
    Table,
)
from league.queries.evening import check_ins, sign_ups
from league.queries.notices import links as notice_links
from league.queries.occasions import calendars as own_calendars
from league.queries.people import account_actors
from league.services.notices import addresses
from league.services.occasions import calendars, removals
from league.services.office import pictures
from league.services.people import access, accounts, claims, merges
from league.services.play import play_endings, plays
from league.services.standings import ratings, standings
from tests import factories
from tests.factories.pictures import picture_file
from tests.flows.visitors import Reader

OWN = ("/me/", "/account/", "/i18n/", "/healthz/", "/api/")  # everybody's own, and other doors

# Addresses of buttons: who only looks is refused.
POST_ONLY = {
    "claim_decide",
    "event_enter",
    "door_renew",
    "device_renewed",
    "evening_device",
    "event_state",
    "grant_reset",
    "grant_revoke",
    "invitation_revoke",
    "membership_change",
    "membership_start",
    "merge_undo",
    "own_calendar",
    "place_device",
    "play_at_table",
    "play_talk",
    "player_apart",
    "player_claim",
    "player_invite",
    "preset_remove",
    "ruleset_retire",
    "scheme_remove",
    "season_publishing",
    "season_state",
    "table_desk_preview",
    "table_evening",
    "table_follow",
    "table_preview",
}


@dataclass
class Site:
    """What there is, and who runs it."""

    club: Club
    season: Season
    event: Event
    stage: Stage
    person: Player
    others: Sequence[Player]
    table: Table
    waiting: MatchRecord
    admin: Account
    values: dict[str, object]

    def path(self, route: str, name: str, values: Mapping[str, object] | None = None) -> str:
        """The address of one page with everything in it filled in; ``values`` in place of ours."""
        found = {**self.values, "event_slug": self.event.slug, "club_slug": self.club.slug}
        found |= {"key": "dice-devils", **(values or {})}
        is_club = route.startswith(("c/", "embed/c/", "api/"))
        found["slug"] = found["club_slug" if is_club else "event_slug"]
        if name.startswith("ruleset_") and name != "ruleset_new":
            found["pk"] = self.stage.ruleset_id
        elif name == "check_in":
            found["code"] = check_ins.code_of(self.event)
        elif name in {"place", "place_device"}:
            found["code"] = sign_ups.code_of(self.event.entries.earliest("pk"))
        elif name == "confirm_place":
            found["code"] = self.values["mail_code"]
        elif name.endswith("_notices") and "<str:code>" in route:
            found |= self.link_of(name)
        elif name == "door":
            found["code"] = sign_ups.door_code(self.club)
        elif name == "player_calendar":
            found["code"] = self.values["calendar_code"]
        elif name in {"play_table", "play_replay", "play_record", "play_card"}:
            found["code"] = self.values["play_code"]
        elif name in {"scheme_edit", "scheme_remove"}:
            found["pk"] = self.values["scheme_id"]
        elif name in {"preset_edit", "preset_remove"}:
            found["pk"] = self.values["preset_id"]
        for key, value in found.items():
            for kind in ("slug:", "str:", "int:", "id:", ""):
                route = route.replace(f"<{kind}{key}>", str(value))
        assert "<" not in route, route
        return f"/{route}"

    def link_of(self, name: str) -> dict[str, object]:
        """What is in a link about messages."""
        address = NoticeAddress.objects.get(pk=str(self.values["notice_id"]))
        match name:
            case "place_notices":
                return {"code": sign_ups.code_of(self.event.entries.earliest("pk"))}
            case "stop_notices":
                purpose = notice_links.stop_purpose("seating")
                return {"kind": "seating", "code": notice_links.code_of(address, purpose)}
            case "confirm_notices":
                new = NoticeAddress.objects.get(pk=str(self.values["new_notice_id"]))
                return {"code": notice_links.code_of(new, notice_links.CONFIRM)}
        return {"code": notice_links.code_of(address, notice_links.CHOOSE)}

    @property
    def paths(self) -> list[str]:
        return [self.path(route, name) for route, name in routes()]

    def path_of(self, name: str) -> str:
        """The address of the page with this name."""
        return next(self.path(route, known) for route, known in routes() if known == name)

    def owner(self) -> Client:
        client = Client()
        client.force_login(self.admin)
        return client


def routes() -> list[tuple[str, str]]:
    """Every page of the league: its route and its name."""
    return [(route, name) for route, name in all_routes() if not f"/{route}".startswith(OWN)]


def all_routes() -> list[tuple[str, str]]:
    """Every address of the installation, those of libraries and of the API too."""
    return list(_routes(get_resolver().url_patterns))


def _routes(
    patterns: list[URLPattern | URLResolver], before: str = ""
) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, route)
        else:
            yield route, pattern.name or ""


def site(said: str = "", *, name: str = "Ida Brand", level: NameLevel = NameLevel.NICKNAME) -> Site:
    """A club with one of everything; ``said`` stands wherever somebody may write a text."""
    written = dict.fromkeys(("description", "joining", "imprint", "privacy"), f"We play {said}")
    written |= {"address": f"Tin Owl, 3 Harbour Road {said}"[:200], "contact": f"Ring {said}"[:400]}
    club = factories.club(f"Tin Owl {said}", name_level=level, accent="#1d6f5c", **written)
    season = factories.season(club, name=f"Winter {said}")
    person = factories.member(
        club,
        name,
        given=name.split(" ")[0],
        family=name.split(" ")[-1],
        nickname=f"Idefix {said}",
        email="ida@club.example",
        birth_year=1953,
    )
    others = [factories.member(club, f"Person {letter} {said}") for letter in "ABCDEFG"]
    return within(season, [person, *others], said)


def within(
    season: Season, members: Sequence[Player], said: str = "", *, admin: Account | None = None
) -> Site:
    """One of everything in a club that is there: the season's, with eight of its ``members``."""
    club, (person, *others) = season.club, members
    event = factories.event(
        season=season,
        name=f"First night {said}".strip(),
        place=f"Back room {said}".strip(),
        notes=f"Bring dice {said}".strip(),
        state=EventState.RUNNING,
        confirmation=Confirmation.OTHER_SEAT,
        by_name=True,
    )
    ruleset = factories.free_game(club, name=f"Kettle {said}".strip())
    stage = factories.stage(event, ruleset=ruleset, name=f"Main {said}".strip())
    Membership.objects.filter(player=person).update(member_no="MN-4711")
    own = account_actors.person(factories.account(f"tiptoe{club.pk}@club.example", player=person))
    calendars.renew(by=own, player=person)
    people = [factories.entry(event, who) for who in (person, *others)]
    own_address = factories.notice_address(person)
    first = factories.round_(stage)
    record = factories.played(factories.table(first, people[:4]), [1, 2, 3, 4])
    record.dispute_reason, record.disputed_by = f"I had more {said}", "system:somebody"
    record.save()
    table = factories.table(first, people[4:7])
    waiting = factories.played(table, [1, 2, 3])
    waiting.state, waiting.from_seq, waiting.reason = RecordState.REPORTED, None, f"Late {said}"
    waiting.save()
    table.seats.update(is_open=True)
    RoundEntry.objects.create(round=first, entry=people[7], state=RoundEntryState.BYE)
    ratings.catch_up()
    if admin is None:
        admin = factories.account(f"admin-of-{club.pk}@club.example")
        factories.grant(admin, Role.CLUB_ADMIN, club)
    helper = factories.grant(factories.account(f"helper@{club.pk}.example"), Role.ORGANIZER, club)
    invitation, secret = access.invite(
        by=actors.system("test"), role=Role.ORGANIZER, scope=club, note=f"whispered {said}"
    )
    token, _ = accounts.make_token(
        by=account_actors.person(admin), name=f"Board {said}", event=event, device=True
    )
    preset = Preset.objects.create(
        club=club, name="Our night", stage={"scheme": {"key": "linear7"}, "chain": ["points"]}
    )
    scheme = PointsScheme.objects.create(
        club=club, name=f"Ours {said}", spec={"key": "podium", "points": [4, 2, 1]}
    )
    adjustment = Adjustment.objects.create(
        stage=stage, player=person, points_num=-1, reason=f"Too loud {said}", author="Somebody"
    )
    twin = factories.member(club, f"Twin {said}")
    merge = merges.merge(
        by=account_actors.person(admin),
        club=club,
        kept=twin,
        gone=factories.member(club, f"Twinn {said}"),
    )
    mistake = removals.remove(
        by=account_actors.person(admin),
        thing=factories.event(season=season, name=f"Made by mistake {said}"),
    )
    asking = factories.account(f"asking@{club.pk}.example")
    claim = claims.ask(
        by=account_actors.person(asking), club=club, player=twin, note=f"That is me {said}"
    )
    mailed = addresses.of_entry(
        people[1],
        "mail",
        f"place-of-{club.pk}@club.example",
        language="en",
        site="http://testserver",
    )
    face = pictures.put(
        by=account_actors.person(admin),
        of=person,
        kind=PictureKind.PLAYER,
        data=picture_file(),
    )
    told = factories.delivery(factories.webhook(club), mistake)
    standings.recompute_all()
    return Site(
        club=club,
        season=season,
        event=event,
        stage=stage,
        person=person,
        others=others,
        table=table,
        waiting=waiting,
        admin=admin,
        values={
            "season_slug": season.slug,
            "number": stage.number,
            "pk": ruleset.club_game_id,
            "game_id": ruleset.club_game_id,
            "ruleset_id": ruleset.pk,
            "adjustment_id": adjustment.pk,
            "scheme_id": scheme.pk,
            "preset_id": preset.pk,
            "entry_id": people[0].pk,
            "table_id": table.pk,
            "record_id": waiting.pk,
            "grant_id": helper.pk,
            "invitation_id": invitation.pk,
            "membership_id": person.memberships.get().pk,
            "player_id": person.pk,
            "other_id": others[0].pk,
            "chat_id": factories.notice_address(
                club, "ntfys://ntfy.example/hidden", way="chat", label="ntfy, ntfy.example"
            ).pk,
            "address_id": own_address.pk,
            "pair_id": Apart.objects.create(club=club, first=person, second=twin).pk,
            "name": "evening_of_17",
            "topic": "phones",
            "notice_id": own_address.pk,
            "new_notice_id": factories.notice_address(
                person, "new@mail.example", confirmed_at=None
            ).pk,
            "scope_id": table.ruleset.club_game.rating_scopes.get().pk,
            "token_id": token.pk,
            "line_id": mistake.pk,
            "merge_id": merge.pk,
            "claim_id": claim.pk,
            "webhook_id": told.webhook_id,
            "delivery_id": told.pk,
            "secret": secret,
            "calendar_code": own_calendars.code_of(own),
            "mail_code": notice_links.code_of(mailed, notice_links.CONFIRM),
            "code": table.link.code,
            "seq": 1,
            "picture": face.key,
            "size": "small",
            "kind": "logo",
            "colour": "1d6f5c",
            "play_code": _over(f"A guest {said}").code,
        },
    )


def _over(name: str) -> Play:
    """A match in the browser that its one player has stopped; of no club."""
    by = actors.as_guest(actors.ANONYMOUS, secrets.token_hex())
    play = plays.open_table(
        by=by, game="dice-devils", size=3, bots=["random", "random"], name=name[:40]
    )
    plays.begin(by=by, play=play)
    return play_endings.agree_to_stop(by=by, play=play)


@dataclass(frozen=True, slots=True)
class Press:
    """One button of one form: where it is sent and what with."""

    path: str
    fields: tuple[tuple[str, str], ...]

    def sent_by(self, client: Client, **more: str):  # type: ignore[no-untyped-def]  # the client's answer
        data: dict[str, list[str]] = {}
        for name, value in self.fields:
            data.setdefault(name, []).append(value)
        return client.post(self.path, {**data, **more})


def presses(client: Client, paths: list[str]) -> list[Press]:
    """Every button of every form that changes something, as ``client`` finds them."""
    return buttons({path: client.get(path) for path in paths})


# The client's answers, of a private class.
def buttons(answers: Mapping[str, Any]) -> list[Press]:
    """The same on pages that somebody has read, by their addresses."""
    found: dict[Press, None] = {}
    for path, answer in answers.items():
        if answer.status_code != 200 or "html" not in answer.headers["Content-Type"]:
            continue
        for form in Reader(answer.content.decode()).forms:
            if form.method != "post" or form.action.startswith(OWN):
                continue
            typed = [
                (name, value or _typed(name, form.choices.get(name, {})))
                for name, value in [
                    *form.fields,
                    *((name, "") for name in form.names - {name for name, _ in form.fields}),
                ]
                if name != "csrfmiddlewaretoken"
            ]
            for button in form.buttons:
                more = [(button.name, button.value)] if button.name else []
                found[Press(urljoin(path, form.action), (*typed, *more))] = None
    return list(found)


def _typed(name: str, choices: dict[str, str]) -> str:
    """Something to type into an empty box."""
    if choices:
        return next((value for value in choices.values() if value), "")
    if "day" in name or name.endswith(("_on", "since", "until")):
        return date(2026, 11, 20).isoformat()
    return "" if "date" in name else "7"


@contextmanager
def undone() -> Iterator[None]:
    """Whatever happens inside is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
