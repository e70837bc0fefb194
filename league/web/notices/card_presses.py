"""What the buttons of an address's card do, for whoever is signed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.utils.translation import gettext as _

from league.core.errors import BadInput
from league.services.notices import addresses
from league.web.notices import cards
from league.web.sent_once import key_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from django.http import HttpRequest

    from league.core.actors import Actor
    from league.core.notices import NoticeKind
    from league.models import NoticeAddress
    from league.web.notices.cards import Card


def pressed(
    request: HttpRequest, actor: Actor, row: NoticeAddress, kinds: Collection[NoticeKind]
) -> Card | None:
    """Does what a card's button says; the card again, with what is wrong in it."""
    match request.POST.get("do", ""):
        case "save":
            form = cards.form_of(row, kinds, request.POST)
            if not form.is_valid():
                return cards.card(row, form)
            addresses.choose(
                by=actor,
                address=row,
                wanted=form.cleaned_data["wanted"],
                quiet=form.quiet,
                weekly=form.weekly,
            )
            messages.success(request, _("Saved."))
        case "test":
            addresses.send_test(by=actor, address=row, key=key_of(request))
            messages.success(request, _("A test message is on its way."))
        case "remove":
            addresses.remove(by=actor, address=row)
            messages.success(request, _("Removed. Nothing more is sent there."))
        case other:
            raise BadInput("unknown_choice", field="do", choice=other[:40])
    return None
