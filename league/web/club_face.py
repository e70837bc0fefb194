"""A club's own face on whatever page of it: its accent, its logo, its legal texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from league.core import colours
from league.documents.face import Face
from league.queries.office import pictures
from league.web import discs, paths

if TYPE_CHECKING:
    from league.models import Club


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


def face_of(club: Club, *, with_logo: bool = False) -> ClubFace:
    """The face of a club that the viewer sees; the logo where it is asked for."""
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


def on_paper(club: Club) -> Face:
    """The face of a club that the viewer sees, for documents and pictures: on light ground."""
    made = colours.palette(club.accent).light if club.accent else {}
    return Face(made.get("ember", ""), made.get("ember-soft", ""), pictures.logo_file(club))
