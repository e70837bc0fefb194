"""What is said of addresses that somebody typed, and of what is sent there."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

REACH_PHRASES = {
    "address_broken": _("Nothing answers at this address."),
    "address_certificate": _("The certificate of this address is not valid."),
    "address_fault": _("This can't be sent because of a bug. The service's log has the details."),
    "address_malformed": _("This is not an address. Enter one such as https://example.org/hook."),
    "address_password": _("Leave the name and password out of the address."),
    "address_plain": _("The address must start with https://."),
    "address_port": _("This port can't be used. Use 443, or one from 1024 up."),
    "address_private": _(
        "This is an address inside a network. Only the person who runs this installation can allow "
        "those."
    ),
    "address_scheme": _("The address must start with https://."),
    "address_timeout": _("There was no answer in time."),
    "address_unknown": _("There is no such address."),
    "webhook_address_taken": _("This address is on the list already."),
    "webhook_just_rotated": _("The secret was replaced a moment ago."),
    "webhook_not_public": _("“%(value)s” can only be sent with organizers' rights."),
    "webhook_off": _("%(host)s no longer took messages and was switched off."),
    "webhook_rests": _("This webhook is paused. Resume it first."),
    "webhook_types_missing": _("Choose what to send."),
    "webhooks_too_many": _("A club can have %(most)s webhooks. Remove one first."),
}

# What the kinds of the journal's lines are about, as the office offers them.
GROUPS = {
    "results": _("Results"),
    "standings": _("Standings and cuts"),
    "rounds": _("Rounds, tables and clocks"),
    "sign_ups": _("Sign-ups and check-in"),
    "events": _("Seasons, evenings and tournaments"),
    "people": _("People"),
    "rules": _("Games and rules"),
    "club": _("The club itself"),
}
