"""How a club plays and scores: its shelf of games, its rulesets, its points schemes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.db import transaction

from games import catalogue
from games.core.errors import GameError
from games.core.sheet import path_name
from league import permissions
from league.core.actions import Action
from league.core.enums import EventState, SeasonState
from league.core.errors import BadInput, Conflict, NotFound
from league.core.facts import Fact
from league.journal import append, lock_club
from league.models import Club, ClubGame, PointsScheme, Ruleset, Season, Stage
from league.services.changes import applied
from league.standings.errors import StandingsError
from league.standings.points import scheme_from_json
from league.standings.tiebreaks import chain_from_json
from league.words import names

if TYPE_CHECKING:
    from games.core.package import GamePackage
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.standings.types import JSON as SpecJSON

FREE_FORM = "free-form"
MOST_COPIES = 200
LONGEST_NAME = 120
LONGEST_SHORT = 24
MOST_MINUTES = 1200


@transaction.atomic
def stock(*, by: Actor, club: Club) -> tuple[ClubGame, ...]:
    """Puts every game of the catalogue that needs no description on the shelf, ready to play.

    Made for a new club; games that are already there are left alone.
    """
    permissions.require(by, Action.MANAGE_CLUB, club)
    there = set(club.games.values_list("game", flat=True))
    added: list[ClubGame] = []
    for package in catalogue.all_games():
        if package.key == FREE_FORM or package.key in there:
            continue
        box = add_game(by=by, club=club, game=package.key, title=package.title, copies=None)
        add_ruleset(by=by, club_game=box, name=package.title, options=dict(package.starter))
        added.append(box)
    return tuple(added)


@transaction.atomic
def add_game(
    *,
    by: Actor,
    club: Club,
    game: str,
    title: str = "",
    short_title: str = "",
    minutes: int | None = None,
    copies: int | None = None,
) -> ClubGame:
    """Puts a box on the club's shelf: a game of the catalogue, or a free-form one by its title.

    Args:
        short_title: for narrow places; empty where the game's own, or the title, is short enough.
        minutes: how long a match takes about; None where the game says so itself.
        copies: how many the club owns; None where there are plenty.
    """
    permissions.require(by, Action.MANAGE_CLUB, club)
    lock_club(club.pk)
    package = package_of(game, field="game")
    title = _name(title or package.title, field="title")
    short_title = _short(short_title)
    _check_copies(copies)
    _check_minutes(minutes)
    if club.games.filter(title=title).exists():
        raise BadInput("game_title_taken", field="title", title=title)
    box = ClubGame.objects.create(
        club=club,
        game=package.key,
        title=title,
        short_title=short_title,
        minutes=minutes,
        copies=copies,
    )
    append(
        Fact.GAME_ADDED,
        by=by,
        club=club,
        payload={"club_game": box.pk, "game": box.game, "title": title, "copies": copies},
    )
    return box


@transaction.atomic
def change_game(
    *,
    by: Actor,
    club_game: ClubGame,
    expected_version: int,
    title: str,
    copies: int | None,
    short_title: str = "",
    minutes: int | None = None,
    is_retired: bool = False,
) -> ClubGame:
    """Changes what a box says of itself, or takes it off the shelf without losing its past.

    Raises Conflict where somebody saved since ``expected_version``.
    """
    permissions.require(by, Action.MANAGE_CLUB, club_game.club)
    lock_club(club_game.club_id)
    box = ClubGame.objects.select_for_update().get(pk=club_game.pk)
    _check_version(box, expected_version)
    title = _name(title, field="title")
    short_title = _short(short_title)
    _check_copies(copies)
    _check_minutes(minutes)
    if box.club.games.filter(title=title).exclude(pk=box.pk).exists():
        raise BadInput("game_title_taken", field="title", title=title)
    said = {"title": title, "short_title": short_title, "minutes": minutes, "copies": copies}
    changed = applied(box, {**said, "is_retired": is_retired})
    if not changed:
        return box
    box.version += 1
    box.save(update_fields=[*changed, "version"])
    append(
        Fact.GAME_CHANGED,
        by=by,
        club=box.club,
        payload={"club_game": box.pk, "changed": changed},
    )
    return box


@transaction.atomic
def add_ruleset(*, by: Actor, club_game: ClubGame, name: str, options: JSON) -> Ruleset:
    """Describes how the club plays a game of its shelf; options left out take their defaults."""
    permissions.require(by, Action.MANAGE_CLUB, club_game.club)
    club = club_game.club
    lock_club(club.pk)
    name = _name(name, field="name")
    if club.rulesets.filter(name=name).exists():
        raise BadInput("ruleset_name_taken", field="name", name=name)
    row = _ruleset(club_game, name=name, version=1, options=options)
    append(
        Fact.RULESET_ADDED,
        by=by,
        club=club,
        payload={"ruleset": row.pk, "name": name, "version": 1, "options": row.options},
    )
    return row


@transaction.atomic
def new_version(*, by: Actor, ruleset: Ruleset, options: JSON) -> Ruleset:
    """The ruleset with other options.

    One that no table has used yet is changed where it is. One that was used stays as it was
    played, is retired, and a new version takes its place in the seasons and events to come.

    Raises Conflict where somebody made a newer version meanwhile that says something else.
    """
    permissions.require(by, Action.MANAGE_CLUB, ruleset.club)
    lock_club(ruleset.club_id)
    row = Ruleset.objects.select_for_update().get(pk=ruleset.pk)
    package = package_of(row.club_game.game)
    read, seats = read_options(package, _titled(row.club_game, options))
    if read == row.options and package.edition == row.edition:
        return row
    old = row.options
    latest = row.club.rulesets.filter(name=row.name).order_by("-version")[0]
    if latest.pk != row.pk:
        if read == latest.options:  # the same form, sent twice
            return latest
        raise Conflict("changed_meanwhile")
    if not is_used(row):
        row.options, row.edition = read, package.edition
        row.seats_min, row.seats_max = seats.start, seats.stop - 1
        row.save(update_fields=["options", "edition", "seats_min", "seats_max"])
        fresh = row
    else:
        row.is_retired = True
        row.save(update_fields=["is_retired"])
        fresh = _ruleset(row.club_game, name=row.name, version=row.version + 1, options=options)
        _replace_in_what_comes(row, fresh)
    append(
        Fact.RULESET_ADDED,
        by=by,
        club=row.club,
        payload={
            "ruleset": fresh.pk,
            "name": fresh.name,
            "version": fresh.version,
            "instead_of": row.pk,
            "old": old,
            "options": fresh.options,
        },
    )
    return fresh


@transaction.atomic
def retire(*, by: Actor, ruleset: Ruleset, is_retired: bool = True) -> Ruleset:
    """Takes a ruleset out of the choices (or puts it back); what was played under it stays."""
    permissions.require(by, Action.MANAGE_CLUB, ruleset.club)
    lock_club(ruleset.club_id)
    row = Ruleset.objects.select_for_update().get(pk=ruleset.pk)
    changed = applied(row, {"is_retired": is_retired})
    if changed:
        row.save(update_fields=list(changed))
        append(
            Fact.GAME_CHANGED,
            by=by,
            club=row.club,
            payload={"ruleset": row.pk, "name": row.name, "changed": changed},
        )
    return row


@transaction.atomic
def save_scheme(
    *,
    by: Actor,
    club: Club,
    name: str,
    spec: SpecJSON,
    scheme: PointsScheme | None = None,
    expected_version: int = 0,
) -> PointsScheme:
    """Keeps a points scheme under a name for the club's seasons and events to choose.

    Stages hold a copy of what they use, so a later change touches no standing. A rising row or
    a missing place is refused.

    Args:
        scheme: the saved scheme to change; without one a new name is needed.
        expected_version: of ``scheme``; Conflict where somebody saved since.
    """
    permissions.require(by, Action.MANAGE_CLUB, club)
    lock_club(club.pk)
    name = _name(name, field="name")
    read = scheme_spec(spec)
    row = PointsScheme(club=club, name=name, spec=read)
    changed: dict[str, JSON] = {}
    if scheme is not None:
        stored = club.schemes.filter(pk=scheme.pk).first()
        if stored is None:
            raise NotFound("not_found")
        row = stored
        _check_version(row, expected_version)
        changed = applied(row, {"name": name, "spec": read})
        if not changed:
            return row
        row.version += 1
    if club.schemes.filter(name=name).exclude(pk=row.pk).exists():
        raise BadInput("scheme_name_taken", field="name", name=name)
    row.save()
    append(
        Fact.SCHEME_SAVED,
        by=by,
        club=club,
        payload={"scheme": row.pk, "name": name, "spec": read, "changed": changed},
    )
    return row


@transaction.atomic
def remove_scheme(*, by: Actor, scheme: PointsScheme) -> None:
    """Forgets a saved scheme; whoever scores by it keeps its own copy."""
    permissions.require(by, Action.MANAGE_CLUB, scheme.club)
    lock_club(scheme.club_id)
    append(
        Fact.SCHEME_SAVED,
        by=by,
        club=scheme.club,
        payload={"removed": scheme.pk, "name": scheme.name, "spec": scheme.spec},
    )
    scheme.delete()


# --- reading what others store -------------------------------------------------------------


def package_of(game: str, *, field: str = "") -> GamePackage:
    """The game of the catalogue, or a refusal at ``field``."""
    try:
        return catalogue.get(game)
    except GameError as error:
        raise BadInput(error.code, field=field, **error.params) from error


def higher_wins(ruleset: Ruleset) -> bool | None:
    """Whether more points are better; None where no points decide anything."""
    sheet = package_of(ruleset.club_game.game).sheet
    return sheet.higher_wins(sheet.options_from_json(ruleset.options))


def is_cooperative(ruleset: Ruleset) -> bool:
    """Whether all who sit at a table of this ruleset win or lose together."""
    sheet = package_of(ruleset.club_game.game).sheet
    return sheet.is_cooperative(sheet.options_from_json(ruleset.options))


def read_options(package: GamePackage, options: JSON) -> tuple[Mapping[str, JSON], range]:
    """The complete options and the table sizes they allow; a fault names its field."""
    try:
        typed = package.sheet.options_from_json(options)
    except GameError as error:
        raise BadInput(error.code, field=path_name(error.path), **error.params) from error
    # As the database gives it back, so that stored and fresh options can be compared.
    complete = json.loads(json.dumps(package.sheet.options_to_json(typed)))
    return complete, package.sheet.seats(typed)


def scheme_spec(spec: SpecJSON, *, field: str = "") -> dict[str, SpecJSON]:
    """The scheme as it is stored: complete, or a refusal at the row and place that is wrong."""
    try:
        return scheme_from_json(spec).to_json()
    except StandingsError as error:
        path = ".".join(part for part in (field, error.field) if part)
        raise BadInput(error.code, field=path, **error.params) from error


def chain_spec(spec: Sequence[str]) -> list[str]:
    """The tie-break chain as it is stored, or a refusal at ``chain``."""
    try:
        return list(chain_from_json(list(spec)))
    except StandingsError as error:
        raise BadInput(error.code, field="chain", **error.params) from error


def is_used(ruleset: Ruleset) -> bool:
    """Whether a table was ever set up under this version."""
    return ruleset.tables.exists() or ruleset.records.exists()


def check_playable(ruleset: Ruleset, club: Club, *, field: str = "ruleset") -> None:
    """Refuses another club's ruleset."""
    if ruleset.club_id != club.pk:
        raise BadInput("ruleset_of_other_club", field=field)


def check_not_retired(ruleset: Ruleset, *, field: str = "ruleset") -> None:
    """Refuses a ruleset that the club has taken out of its choices."""
    if ruleset.is_retired or ruleset.club_game.is_retired:
        raise BadInput("ruleset_retired", field=field, name=ruleset.name)


def _check_version(row: ClubGame | PointsScheme, expected: int) -> None:
    if row.version != expected:
        raise Conflict("changed_meanwhile")


def _ruleset(club_game: ClubGame, *, name: str, version: int, options: JSON) -> Ruleset:
    package = package_of(club_game.game)
    read, seats = read_options(package, _titled(club_game, options))
    return Ruleset.objects.create(
        club=club_game.club,
        club_game=club_game,
        name=name,
        version=version,
        edition=package.edition,
        options=read,
        seats_min=seats.start,
        seats_max=seats.stop - 1,
    )


def _titled(club_game: ClubGame, options: JSON) -> JSON:
    """A free-form game without a title of its own carries that of its box."""
    if club_game.game != FREE_FORM or not isinstance(options, Mapping | None):
        return options
    given = dict(options or {})
    if not given.get("title"):
        given["title"] = club_game.title[:80]
    return given


def _replace_in_what_comes(old: Ruleset, fresh: Ruleset) -> None:
    """Seasons that go on and events that have not begun follow the new version."""
    Season.objects.filter(ruleset=old).exclude(state=SeasonState.FINISHED).update(ruleset=fresh)
    coming = Stage.objects.filter(event__state__in=[EventState.PLANNED, EventState.OPEN])
    coming.filter(ruleset=old).update(ruleset=fresh)
    for stage in coming.filter(rulesets=old):
        stage.rulesets.remove(old)
        stage.rulesets.add(fresh)


def _name(text: str, *, field: str, longest: int = LONGEST_NAME) -> str:
    cleaned = names.clean(text)
    if not cleaned:
        raise BadInput("name_missing", field=field)
    if len(cleaned) > longest:
        raise BadInput("too_long", field=field, most=longest)
    return cleaned


def _short(text: str) -> str:
    if not text.strip():
        return ""
    return _name(text, field="short_title", longest=LONGEST_SHORT)


def _check_minutes(minutes: int | None) -> None:
    if minutes is not None and not 1 <= minutes <= MOST_MINUTES:
        raise BadInput("minutes_out_of_range", field="minutes", low=1, high=MOST_MINUTES)


def _check_copies(copies: int | None) -> None:
    if copies is not None and not 1 <= copies <= MOST_COPIES:
        raise BadInput("copies_out_of_range", field="copies", low=1, high=MOST_COPIES)
