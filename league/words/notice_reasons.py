"""Why a message did not arrive, in plain words: what the other side said is for machines."""

from __future__ import annotations

from django.utils.translation import gettext as _


def in_words(reason: str) -> str:
    """A sentence for what a way out noted; empty where nothing went wrong."""
    if not reason:
        return ""
    code = reason.partition(":")[0].strip()
    found = _of_network().get(code) or _of_status(code)
    return found or _("It didn't work. The state shows whether we'll try again.")


def _of_status(code: str) -> str:
    if not code.isdigit():
        return ""
    status = int(code)
    if status in {401, 403}:
        return _("The chat refused the message. Check the address: a key in it may be wrong.")
    if status in {404, 410}:
        return _("There is no such chat any more. Remove it, and add its new address.")
    if status == 429:
        return _("The chat asks for patience: too many messages in a short time.")
    if status >= 500:
        return _("The chat's server has a problem of its own.")
    return _("The chat didn't accept the message. Check the address.")


def _of_network() -> dict[str, str]:
    unfit = _("This installation doesn't send to this address.")
    silent = _("The chat's server didn't answer.")
    return {
        "private": unfit,
        "plain": unfit,
        "port": unfit,
        "scheme": unfit,
        "password": unfit,
        "malformed": unfit,
        "not an address of a chat": unfit,
        "unknown": _("The chat's server wasn't found. Check how the address is written."),
        "certificate": _("The chat's server has no valid certificate."),
        "timeout": silent,
        "broken": silent,
    }
