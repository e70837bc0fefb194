"""A new chat of a club."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class ChatForm(forms.Form):
    """Where a chat is written to; the address is a secret, and is never shown again."""

    address = forms.CharField(
        label=_("Address of the chat"),
        max_length=2000,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "For example ntfys://ntfy.sh/your-topic, or the webhook address that Discord or Slack "
            "shows you. Telegram: tgram://bot-token/chat-id. No one can read it here again."
        ),
    )
    label = forms.CharField(
        label=_("Your name for it"),
        max_length=80,
        required=False,
        help_text=_("Empty: the name of the service."),
    )
