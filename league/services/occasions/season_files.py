"""A season as one signed file: given away, and taken in."""

from __future__ import annotations

import hashlib
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.cache.backends.locmem import LocMemCache
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction

from games.core.errors import GameError
from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput, LeagueError, NotFound, Uncountable
from league.lists import season_file as files
from league.lists import season_references
from league.models import SeasonImport, TrustedKey
from league.queries.standings import season_file
from league.services.occasions._season_rows import Rows
from league.services.office import signing
from league.standings.errors import StandingsError

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.lists.season_file import SeasonFile
    from league.models import Season

# In this process alone, and packed: a season of ten thousand matches is a twentieth of its size.
MOST_KEPT_BYTES, MOST_KEPT, KEPT_S = 3_000_000, 12, 600
_kept = LocMemCache("season files", {"TIMEOUT": KEPT_S, "OPTIONS": {"MAX_ENTRIES": MOST_KEPT}})
_pen = threading.Lock()

# What a file may hold that no season can: a fault of the file, told as such.
_UNFIT = (
    *(ArithmeticError, AttributeError, LookupError, TypeError, ValueError),
    *(ValidationError, DataError, IntegrityError, GameError, StandingsError, Uncountable),
)


@dataclass(frozen=True, slots=True)
class Imported:
    """The season of a file, and whether it was made just now."""

    season: Season
    is_new: bool


def export(*, by: Actor, season: Season, full: bool = False) -> bytes:
    """The season as a file that this installation has signed.

    Args:
        season: with its club at hand.
        full: with whole names and the newest results, for its organizers; else what the public
            sees.
    """
    if not permissions.can_see(by, season):
        raise NotFound("not_found")
    if full:
        permissions.require(by, Action.MANAGE_SEASON, season)
        return _sealed(season, full=True)
    return _public(season)


def _public(season: Season) -> bytes:
    """The public file, made once for every position of what it tells of, one after the other."""
    mark = repr((season_file.position(season), signing.public_key()))
    key = hashlib.sha256(mark.encode()).hexdigest()
    if (found := _kept.get(key)) is not None:
        return zlib.decompress(found)
    with _pen:
        if (found := _kept.get(key)) is not None:
            return zlib.decompress(found)
        made = _sealed(season, full=False)
        packed = zlib.compress(made, level=1)
        if len(packed) <= MOST_KEPT_BYTES:
            _kept.set(key, packed)
    return made


def _sealed(season: Season, *, full: bool) -> bytes:
    return files.seal(season_file.of_season(season, full=full), signing.private_key())


def forget() -> None:
    """Keeps no file of those that were made."""
    _kept.clear()


def take_in(*, by: Actor, data: bytes, trust: str = "") -> Imported:
    """Makes the club and the season of a file, with the same standings, all or nothing.

    A file that was taken in before is recognised, and nothing happens.

    Args:
        trust: the fingerprint of a key not known yet, to which the admin says yes.

    Raises:
        BadInput: at ``file``, with what is wrong about it; ``season_file_key_unknown`` names the
            fingerprint to say yes to, ``season_file_removed`` what it became and was removed.
    """
    permissions.require(by, Action.CREATE_CLUB, None)
    file = files.read(data)
    if (there := _taken_before(file)) is not None:
        return Imported(there, is_new=False)
    try:
        with unfit(), transaction.atomic():
            believe(by, file, trust)
            season_references.check(file.season)
            season = Rows(by, file.season).store()
            SeasonImport.objects.create(season=season, digest=file.digest, key=file.key)
            _compare(season, file)
    except BadInput:
        # Of two that bring the same file at once one wins, and the other finds it there.
        if (there := _taken_before(file)) is not None:
            return Imported(there, is_new=False)
        raise
    return Imported(season, is_new=True)


@contextmanager
def unfit() -> Iterator[None]:
    """Tells whatever no season can hold as a fault of the file."""
    try:
        yield
    except LeagueError as error:
        if isinstance(error, Uncountable):
            raise BadInput("season_file_unfit", field="file") from error
        raise
    except _UNFIT as error:
        raise BadInput("season_file_unfit", field="file") from error


def _taken_before(file: SeasonFile) -> Season | None:
    """The season that the file became; a removed one keeps its addresses, and can come back."""
    row = SeasonImport.objects.filter(digest=file.digest).select_related("season__club").first()
    if row is None:
        return None
    season, club = row.season, row.season.club
    if season.removed_at is not None or club.removed_at is not None:
        raise BadInput("season_file_removed", field="file", season=season.name, club=club.name)
    return season


def believe(by: Actor, file: SeasonFile, trust: str, *, keep: bool = True) -> None:
    """Makes sure that somebody has said yes to the file's key, now or before.

    The yes of an admin of the installation holds for all further files, that of an organizer for
    this one.

    Args:
        keep: remembers an admin's yes.
    """
    if file.key == signing.public_key() or TrustedKey.objects.filter(key=file.key).exists():
        return
    if trust.split() != file.fingerprint.split():
        raise BadInput("season_file_key_unknown", field="file", fingerprint=file.fingerprint)
    if keep and permissions.can(by, Action.CREATE_CLUB, None):
        TrustedKey.objects.get_or_create(key=file.key, defaults={"trusted_by": by.key})


def _compare(season: Season, file: SeasonFile) -> None:
    """Makes sure that what was stored gives the standings of the file, to the byte."""
    season.club.refresh_from_db()
    full = file.season["audience"] == "organizers"
    made = season_file.of_season(season, full=full)
    if files.canonical(made["standings"]) != files.canonical(file.season["standings"]):
        raise BadInput("season_file_differs", field="file")
