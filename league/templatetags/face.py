"""A club's own face on whatever page of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django import template
from django.template.context import Context
from django.utils.translation import gettext as _

from league.web import discs, paths

if TYPE_CHECKING:
    from league.models import Club

register = template.Library()


@dataclass(frozen=True, slots=True)
class LegalLink:
    """A text that the law asks for."""

    label: str
    href: str


@dataclass(frozen=True, slots=True)
class ClubFace:
    """The style sheet of a club's accent, its logo, and the texts at the foot of its pages."""

    accent: str
    logo: str
    legal: tuple[LegalLink, ...]


@register.simple_tag(takes_context=True)
def club_face(context: Context, with_logo: bool = False) -> ClubFace | None:
    """The face of the club that the page is about, by what its context has; else nothing.

    Args:
        with_logo: looks for the logo too.
    """
    club = _club(context)
    if club is None:
        return None
    texts = (
        ("club_imprint", _("Imprint"), club.imprint),
        ("club_privacy", _("Privacy"), club.privacy),
    )
    return ClubFace(
        accent=paths.at("accent", club.accent.removeprefix("#")) if club.accent else "",
        logo=discs.logo(club) if with_logo else "",
        legal=tuple(
            LegalLink(label, paths.at(name, club.slug)) for name, label, text in texts if text
        ),
    )


def _club(context: Context) -> Club | None:
    for name in ("club", "event", "season"):
        found: Club | None = getattr(context.get(name), "club", context.get(name))
        if hasattr(found, "accent"):
            return found
    return None
