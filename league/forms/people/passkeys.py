"""Passkeys: added under a name, renamed, and used to sign in."""

from __future__ import annotations

import struct
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.utils.translation import gettext_lazy as _
from fido2.webauthn import AuthenticationResponse, RegistrationResponse

NAME_LENGTH = 60


class Credential(forms.JSONField):
    """What a browser answers, of ``kind``; whatever else is sent in its place is refused."""

    def __init__(self, kind: type[AuthenticationResponse | RegistrationResponse]) -> None:
        super().__init__(widget=forms.HiddenInput)
        self.kind = kind

    # JSON holds anything.
    def clean(self, value: Any) -> Any:
        found = super().clean(value)
        try:
            self.kind.from_dict(found)
        except (AttributeError, LookupError, RecursionError, TypeError, ValueError, struct.error):
            raise forms.ValidationError(
                _("The passkey's answer could not be read. Try again.")
            ) from None
        return found


def _name() -> forms.CharField:
    return forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_("So you can tell them apart: phone, laptop, key."),
    )


class NewPasskey(AddWebAuthnForm):  # type: ignore[misc]  # the library has no types
    credential = Credential(RegistrationResponse)
    # Every passkey opens the account without a password: the person shows who they are to it.
    passwordless = forms.BooleanField(required=False, widget=forms.HiddenInput)

    # Django hands its own arguments through as free keywords.
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = _name()
        self.fields["name"].required = False  # a passkey that is made already keeps a given name
        self.order_fields(["name"])

    def clean_passwordless(self) -> bool:
        return True


class NamePasskey(EditWebAuthnForm):  # type: ignore[misc]  # the same
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = _name()


class SignInWithPasskey(LoginWebAuthnForm):  # type: ignore[misc]  # the same
    credential = Credential(AuthenticationResponse)

    def clean_credential(self) -> Authenticator:
        try:
            return super().clean_credential()
        except forms.ValidationError:
            raise forms.ValidationError(
                _("No account here uses this passkey. Use another one, or sign in by password.")
            ) from None


class PasskeyAsSecondFactor(AuthenticateWebAuthnForm):  # type: ignore[misc]  # the same
    credential = Credential(AuthenticationResponse)


class PasskeyOnceMore(ReauthenticateWebAuthnForm):  # type: ignore[misc]  # the same
    credential = Credential(AuthenticationResponse)

    def clean_credential(self) -> Authenticator:
        try:
            return super().clean_credential()
        except forms.ValidationError as error:
            if error.code != "incorrect_code":  # too many tries in a row, say
                raise
            raise forms.ValidationError(
                _("This passkey isn't yours. Use another one, or your password.")
            ) from None
