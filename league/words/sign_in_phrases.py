"""What signing in by a server of others says when it cannot go on."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

SIGN_IN_PHRASES = {
    "openid_failed": _(
        "What %(server)s answered could not be checked. Start again from the sign-in page."
    ),
    "openid_no_account": _(
        "There is no account for %(email)s here. Ask an organizer of your club for a link."
    ),
    "openid_only_way": _("Add a passkey first, or you'd be locked out."),
    "openid_other_address": _(
        "The addresses differ: your account here is %(email)s. Sign in there with that one."
    ),
    "openid_other_person": _(
        "The account for %(email)s is connected with someone else's sign-in. Ask the person "
        "who runs this service."
    ),
    "openid_taken": _("This sign-in is already connected with another account."),
    "openid_unconfirmed": _(
        "There is an account for %(email)s, but the address was never confirmed here. Sign in "
        "to it the way you did so far, then connect it on the page “Your account”."
    ),
    "openid_unreachable": _(
        "%(server)s does not answer. Try again in a few minutes, or sign in another way."
    ),
    "openid_unverified": _(
        "You have no confirmed e-mail address there. Confirm it there, then sign in again."
    ),
    "passwords_off": _("Passwords are turned off here. Sign in another way."),
}
