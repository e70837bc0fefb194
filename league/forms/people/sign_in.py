"""Signing in and asking for a new password, in the words that the other pages use."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm, ResetPasswordForm, SignupForm
from django.utils.translation import gettext_lazy as _


class SignIn(LoginForm):  # type: ignore[misc]  # the library has no types
    # Django hands its own arguments through as free keywords.
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("E-mail")
        self.fields["login"].widget.attrs.pop("placeholder", None)


class NewPassword(ResetPasswordForm):  # type: ignore[misc]  # the same
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail")
        self.fields["email"].widget.attrs.pop("placeholder", None)


class NewAccount(SignupForm):  # type: ignore[misc]  # the same
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        email, password = self.fields["email"], self.fields["password1"]
        email.label, password.label = _("E-mail"), _("Password")
        password.help_text = _("At least 10 characters. A sentence is easy to remember.")
        for field in (email, password):
            field.widget.attrs.pop("placeholder", None)
