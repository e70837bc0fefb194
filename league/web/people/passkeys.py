"""Passkeys of an account: a way in beside the password, which no wrong password closes."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal.auth import WebAuthn
from allauth.mfa.webauthn.views import AddWebAuthnView, ReauthenticateWebAuthnView
from django.contrib import messages
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from league.forms.people.passkeys import NewPasskey, PasskeyOnceMore
    from league.models import Account

SECOND_FACTORS = (Authenticator.Type.TOTP,)


class OtherWaysIn(DefaultMFAAdapter):  # type: ignore[misc]  # the library has no types
    """A passkey is a way in of its own: who has one still gets in by password elsewhere."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_delete_authenticator": gettext_lazy("The codes cannot be turned off."),
        "cannot_generate_recovery_codes": gettext_lazy(
            "Backup codes need codes from an app first."
        ),
        "incorrect_code": gettext_lazy("The code is wrong. Enter the one that the app shows now."),
        "unverified_email": gettext_lazy("Confirm your e-mail address first."),
    }

    def is_mfa_enabled(self, user: Account, types: list[Authenticator.Type] | None = None) -> bool:
        asks_for_one = types is not None and len(types) == 1
        return bool(super().is_mfa_enabled(user, types if asks_for_one else SECOND_FACTORS))

    def generate_authenticator_name(self, user: Account, type: Authenticator.Type) -> str:
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return _("Passkey %(number)d") % {"number": number}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": "Stammtisch"}


class AddPasskey(AddWebAuthnView):  # type: ignore[misc]  # the same
    """Adds one, without codes for a second factor that nobody asked for."""

    def form_valid(self, form: NewPasskey) -> HttpResponse:
        passkey = WebAuthn.add(
            self.request.user, form.cleaned_data["name"], form.cleaned_data["credential"]
        )
        messages.success(
            self.request,
            _("“%(name)s” added. You can now sign in with it.") % {"name": passkey.name},
        )
        return redirect("mfa_index")


class UsePasskeyOnceMore(ReauthenticateWebAuthnView):  # type: ignore[misc]  # the same
    """Asks for a passkey once more; a refused one is told on the page that asked for it."""

    def form_invalid(self, form: PasskeyOnceMore) -> HttpResponse:
        found = self.render_to_response({**self.get_context_data(), "form": form})
        return cast("HttpResponse", found)


def on_one_page(request: HttpRequest) -> HttpResponse:
    """The list of passkeys stands among the other ways to sign in."""
    return redirect("mfa_index")
