"""Pictures of links, as a chat or another site shows them: 1200 by 630 dots."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from league.documents.face import PLAIN, Face
from league.documents.typesetting import Document

WIDTH, HEIGHT = 1200, 630
PPI = 144
# A longer word for a place, such as "won", gets more room; both in points.
_NARROW, _WIDE = 26, 52


@dataclass(frozen=True, slots=True)
class CardLine:
    """Somebody with their place, or an occasion with somebody's place there."""

    rank: str
    name: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class LinkPicture:
    """What a picture says.

    Attributes:
        over: whose it is, above the title.
        facts: lines below the title.
        heading: what the list beside them is; ``more`` says who else is in it.
        is_podium: the lines are the first three places, drawn as steps.
        face: the accent and the logo of the club that it is about.
    """

    over: str
    title: str
    facts: tuple[str, ...] = ()
    heading: str = ""
    lines: tuple[CardLine, ...] = ()
    more: str = ""
    is_podium: bool = False
    face: Face = PLAIN

    def document(self, lang: str) -> Document:
        longest = max((len(line.rank) for line in self.lines), default=0)
        said = {name: value for name, value in asdict(self).items() if name != "face"}
        data = {**said, "rank-width": _NARROW if longest < 4 else _WIDE}
        return Document("link_card.typ", data, lang, "a4", self.face)


def drawn(picture: LinkPicture, lang: str) -> bytes:
    """The picture as PNG."""
    return picture.document(lang).pictures(ppi=PPI)[0]
