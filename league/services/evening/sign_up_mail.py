"""E-mail at signing up by name: the question to a new address, and what its answer decides.

The address and its mails are rows of ``league.models.notice``: sent once per entry and hour, and
to one address of one event a few times in all, whatever is typed into the form how often.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.db.models.functions import Coalesce
from django.utils import timezone

from league import journal
from league.core import keys
from league.core.enums import AsksEmail, EventState
from league.core.errors import BadInput, NotAllowed, TooMany
from league.lists import person
from league.models import Entry, Event, NoticeAddress
from league.queries.evening import sign_up_mail as reading
from league.services import counters
from league.services.evening import dropouts, entries
from league.services.notices import addresses

if TYPE_CHECKING:
    from league.core.actors import Actor

HOLD: Final = timedelta(hours=24)
KEPT_DAYS: Final = 30
# Sign-ups with one address in an hour, wherever they come from.
MOST, SECONDS = 30, 3600


def checked(event: Event, email: str) -> str:
    """Step of ``sign_ups.sign_up``: the address as it is kept; empty where none is asked for.

    Raises:
        BadInput: ``email_missing``, ``bad_email``.
        TooMany: ``sign_ups_too_many``.
    """
    asked = reading.asked(event)
    if asked == AsksEmail.NO:
        return ""
    email = email.strip()
    if not email:
        if asked == AsksEmail.NEEDED:
            raise BadInput("email_missing", field="email")
        return ""
    if len(email) > person.EMAIL_MOST or not person.is_email(email):
        raise BadInput("bad_email", field="email", value=email[:80])
    if counters.count(f"sign-up-mail:{keys.digest(email.casefold())}", SECONDS) > MOST:
        raise TooMany("sign_ups_too_many", minutes=SECONDS // 60)
    return email


def ask(entry: Entry, email: str, *, language: str, site: str) -> None:
    """Step of ``sign_ups.sign_up``: keeps the address and writes to it.

    Where the event needs one, the place is held until the link in the mail is used.
    """
    addresses.of_entry(entry, reading.WAY, email, language=language, site=site)
    hold(entry)


def hold(entry: Entry) -> None:
    """Holds the place anew, as long as the address is not confirmed and the event is to come.

    Its addresses are asked again: the first mail may have been lost.
    """
    event, now = entry.event, timezone.now()
    if reading.asked(event) != AsksEmail.NEEDED or not reading.has_address(entry):
        return
    if reading.is_confirmed(entry) or now >= event.starts_at or event.state == EventState.RUNNING:
        return
    entry.held_until = min(now + HOLD, event.starts_at)
    entry.save(update_fields=["held_until"])
    for row in reading.of_entry(entry):
        addresses.ask(entry, row)


def confirm(*, event: Event, code: str) -> Entry:
    """Whoever reads the mail says that it is theirs: all that was signed up with it counts.

    Once more changes nothing.

    Raises:
        NotFound: as ``sign_up_mail.of_code``.
    """
    with transaction.atomic():
        journal.lock_event(event.pk)
        rows = reading.of_code(event, code)
        for row in rows:
            addresses.confirm_row(row)
        own = [row.entry for row in rows if row.entry is not None]
        Entry.objects.filter(pk__in=[entry.pk for entry in own]).update(held_until=None)
    standing = [entry for entry in own if entry.state in entries.ON_LIST]
    return (standing or own)[-1]


def give_up_unconfirmed(*, by: Actor) -> int:
    """Frees the places whose time to be confirmed is over; how many. For the service itself.

    Whoever is in the room by then keeps theirs.
    """
    if not by.is_system:
        raise NotAllowed("not_allowed")
    due = Entry.objects.filter(held_until__lte=timezone.now(), state__in=entries.ON_LIST)
    count = 0
    for event_id in sorted(set(due.values_list("event", flat=True))):
        with transaction.atomic():
            # Asked again under the lock: it may have been confirmed, or be over, meanwhile.
            row = Event.objects.select_for_update().filter(pk=event_id).first()
            if row is None or row.state in {EventState.FINISHED, EventState.CANCELLED}:
                due.filter(event=event_id).update(held_until=None)
                continue
            for entry in due.filter(event=event_id).select_related("event", "player"):
                entry.held_until = None
                entry.save(update_fields=["held_until"])
                if not (entry.is_present or reading.is_confirmed(entry)):
                    dropouts.drop(by=by, entry=entry)
                    count += 1
    return count


def forget_addresses(*, by: Actor) -> int:
    """Deletes the addresses of events that ended a month ago; how many. For the service itself."""
    if not by.is_system:
        raise NotAllowed("not_allowed")
    before = timezone.now() - timedelta(days=KEPT_DAYS)
    over = Event.objects.annotate(end=Coalesce("ends_at", "starts_at")).filter(end__lt=before)
    rows = NoticeAddress.objects.filter(entry__event__in=over.values("pk"))
    count = rows.count()
    rows.delete()
    return count
