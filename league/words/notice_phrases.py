"""What is said when something is wrong with messages and their addresses."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

NOTICE_PHRASES = {
    "chat_address_wrong": _("Messages can't be sent to this chat. Check its address."),
    "notice_address_wrong": _("Messages can't be sent to this address. Check how it is written."),
    "notice_addresses_too_many": _("That's more than %(most)s addresses. Remove one first."),
    "notice_not_confirmed": _("Confirm the address first: we sent you a message with a link."),
    "notice_questions_too_many": _("Too many new addresses. Try again in %(minutes)s minutes."),
    "notice_quiet_half": _("Enter both times, or neither."),
    "notice_way_unknown": _("Messages can't be sent this way here."),
    "notices_not_delivered": _(
        "Some messages to the people of this event were not delivered. Tell them yourself, and "
        "check the mail server or the chat."
    ),
}
