"""Signing up by name, without an account, and changing one's mind by the link that one gets."""

from __future__ import annotations

from django.db import transaction

from league import journal
from league.core.errors import BadInput, NotFound, Refused, TooMany
from league.lists import person
from league.models import Club, Entry, Event
from league.queries.evening import sign_ups as reading
from league.queries.people import own_places
from league.services import counters
from league.services.evening import dropouts, entries, sign_up_mail
from league.words import names

PAGE = own_places.PAGE  # the journal names the page, for nobody signed in
# As many as a club's own network may bring in an hour, and no flood.
MOST, SECONDS = 30, 3600
# Wrong door codes from one address in that time.
GUESSES = 20


def sign_up(
    *,
    event: Event,
    name: str,
    address: str,
    code: str = "",
    email: str = "",
    language: str = "",
    site: str = "",
) -> Entry:
    """Enters whoever says this name as a guest, or puts them on the waiting list.

    They are somebody new even where the club knows the name: nobody speaks for somebody else by
    a name alone, and nobody learns who is known here. Organizers join the two.

    Args:
        address: where the request comes from; empty (a command, a test): not limited.
        code: what was typed as the code at the door, where the event needs it.
        email: where it is asked for; mails to it are in ``language`` and lead to this ``site``.

    Raises:
        BadInput: ``name_missing``, ``control_signs``, ``door_code_wrong``, ``email_missing``,
            ``bad_email``; BadInputs: what else is wrong with it.
        Refused: ``registration_closed``, ``late_entry_closed``.
        TooMany: ``sign_ups_too_many``, ``door_code_guesses``.
    """
    if person.has_control_signs(name):
        raise BadInput("control_signs", field="name")
    clean = names.clean(name)
    if not clean:
        raise BadInput("name_missing", field="name")
    if event.needs_code:
        require_door_code(club=event.club, typed=code, address=address)
    if address and counters.count(f"sign-ups:{address}", SECONDS) > MOST:
        raise TooMany("sign_ups_too_many", minutes=SECONDS // 60)
    email = sign_up_mail.checked(event, email)
    with transaction.atomic():
        event = journal.lock_event(event.pk)
        if not reading.takes_names(event):
            raise Refused("registration_closed", event=event.name)
        entry = entries.add_newcomer(
            by=PAGE, event=event, name=clean, present=False, waiting=True, allow_similar=True
        )
        if email:
            sign_up_mail.ask(entry, email, language=language, site=site)
    return entry


def require_door_code(*, club: Club, typed: str, address: str) -> Club:
    """Lets through whoever has read the code at the club's door; wrong ones are counted.

    Raises:
        BadInput: ``door_code_wrong``.
        TooMany: ``door_code_guesses``: also with the right code, so that guessing tells nothing.
    """
    name = f"door-codes:{address}"
    if address and counters.so_far(name) >= GUESSES:
        raise TooMany("door_code_guesses", field="code", minutes=SECONDS // 60)
    if not reading.is_door_code(club, typed):
        if address:
            counters.count(name, SECONDS)
        raise BadInput("door_code_wrong", field="code")
    return club


def leave(*, event: Event, code: str) -> Entry:
    """Gives up the place, or the turn on the waiting list. Once more changes nothing.

    Raises:
        NotFound: the code is none of this event.
    """
    with transaction.atomic():
        journal.lock_event(event.pk)
        entry = _own(event, code)
        return dropouts.drop(by=PAGE, entry=entry) if entry.state in entries.ON_LIST else entry


def come_back(*, event: Event, code: str) -> Entry:
    """Signs up again, or takes the place that is offered. Once more changes nothing.

    Raises:
        NotFound: the code is none of this event.
        Refused: as ``entries.register``.
    """
    with transaction.atomic():
        journal.lock_event(event.pk)
        entry = _own(event, code)
        if entry.state in entries.ON_LIST and entry.offered_until is None:
            return entry
        entry = entries.register(by=PAGE, event=event, player=entry.player, waiting=True)
        sign_up_mail.hold(entry)
    return entry


def _own(event: Event, code: str) -> Entry:
    entry = reading.of_code(event, code)
    if entry is None:
        raise NotFound("not_found")
    return entry
