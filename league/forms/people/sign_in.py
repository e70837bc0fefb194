"""Signing in and asking for a new password, in the words that the other pages use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.forms import LoginForm, ResetPasswordForm, SignupForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.core.errors import BadInput
from league.forms import robots
from league.words.sentences import sentence

if TYPE_CHECKING:
    from league.forms.robots import Trap

NEW_ACCOUNT = "new account"


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

    @property
    def trap(self) -> Trap:
        return robots.trap(NEW_ACCOUNT, self.data)

    def clean(self) -> dict[str, Any]:
        """Before anything is stored or mailed: what a program sends is refused."""
        try:
            robots.require_person(NEW_ACCOUNT, self.data)
        except BadInput as wrong:
            raise ValidationError(sentence(wrong), code=wrong.code) from None
        return dict(super().clean())
