"""What somebody says who opens a table. The services check; the form asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.catalogue import playable
from league.core.enums import PlayAccess, PlayPace
from league.forms.play import clock_choices
from league.queries.play.paces import DAYS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.core.package import GamePackage
    from league.models import Club, Ruleset

MOST_SEATS = 6
OPEN_TO_ALL = [choice for choice in PlayAccess.choices if choice[0] != PlayAccess.CLUB]
OF_CLUB = "club:"  # before the club's slug, where its members alone can join


class OpenTableForm(forms.Form):
    """A game, how many seats, who may come."""

    template_name = "components/_form.html"

    game = forms.ChoiceField(label=_("Game"))
    size = forms.TypedChoiceField(label=_("Players"), coerce=int)
    bots = forms.TypedChoiceField(
        label=_("Bots among them"),
        coerce=int,
        initial=0,
        help_text=_("You can add bots later, too."),
    )
    access = forms.ChoiceField(
        label=_("Who can join"), choices=OPEN_TO_ALL, widget=forms.RadioSelect
    )
    name = forms.CharField(label=_("Your name"), max_length=40, required=False)

    def __init__(self, *args: object, asks_name: bool, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        played = playable()
        self._offer("game", [(each.key, gettext(each.title)) for each in played])
        low = min(min(each.seats) for each in played)
        self._offer("size", [(size, str(size)) for size in range(low, MOST_SEATS + 1)])
        self._offer("bots", [(count, str(count)) for count in range(MOST_SEATS)])
        self.fields["size"].initial = 4
        self.fields["access"].initial = PlayAccess.LOBBY
        self.fields["name"].required = asks_name

    def _offer(self, name: str, choices: Sequence[tuple[object, object]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]


class TableForm(OpenTableForm):
    """The same with everything that one may settle: the club, the rules, the pace."""

    ruleset = forms.ChoiceField(label=_("Rules"), required=False)
    pace = forms.ChoiceField(label=_("Pace"), choices=PlayPace.choices, widget=forms.RadioSelect)
    clock = forms.ChoiceField(
        label=_("Clock"),
        required=False,
        help_text=_(
            "Together only: each player's time for the whole match, and what every decision adds. "
            "When it runs out, a bot decides."
        ),
    )
    days = forms.IntegerField(
        label=_("Days for each decision"),
        min_value=DAYS[0],
        max_value=DAYS[-1],
        required=False,
        help_text=_("By turns only. When they are over, you decide how to go on."),
    )
    by_hand = forms.BooleanField(
        label=_("Real dice or cards"),
        required=False,
        help_text=_(
            "You sit around one table with the game in front of you. You enter what was drawn or "
            "rolled; this page handles rules, choices and score. A single device is enough. The "
            "table isn't listed in the lobby."
        ),
    )
    takes_back = forms.BooleanField(
        label=_("Moves can be undone"),
        required=False,
        initial=True,
        help_text=_("As long as nothing new has come to light, and those who saw the move agree."),
    )
    field_order = (
        "size",
        "bots",
        "by_hand",
        "access",
        "pace",
        "clock",
        "days",
        "takes_back",
        "ruleset",
        "name",
    )

    def __init__(
        self,
        *args: object,
        package: GamePackage,
        clubs: Mapping[str, Club],
        rulesets: Sequence[Ruleset],
        asks_name: bool,
        **options: object,
    ) -> None:
        """``clubs`` are those that may be asked, by slug; ``rulesets`` are theirs of the game."""
        super().__init__(*args, asks_name=asks_name, **options)
        self.clubs, self.rulesets = clubs, {str(row.pk): row for row in rulesets}
        del self.fields["game"]
        self._offer("size", [(size, str(size)) for size in package.seats])
        self.fields["size"].initial = min(4, max(package.seats))
        self._offer("bots", [(count, str(count)) for count in range(max(package.seats))])
        of_clubs = [
            (OF_CLUB + slug, gettext("Members of %(club)s") % {"club": club.name})
            for slug, club in clubs.items()
        ]
        self._offer("access", [*OPEN_TO_ALL, *of_clubs])
        self.fields["pace"].initial = PlayPace.TOGETHER
        self.fields["days"].initial = 3
        self._offer("clock", clock_choices.choices())
        if not package.by_hand:
            del self.fields["by_hand"]
        if not rulesets:
            del self.fields["ruleset"]
            return
        named = [(key, f"{row.club.name}: {row}") for key, row in self.rulesets.items()]
        self._offer("ruleset", [("", gettext("As set below")), *named])

    def clean(self) -> dict[str, Any]:  # cleaned data is of mixed types
        """Whose the table is follows from who may join, or from the ruleset."""
        data = super().clean() or {}
        access = str(data.get("access", ""))
        data["club"] = self.clubs.get(access.removeprefix(OF_CLUB))
        if access.startswith(OF_CLUB):
            data["access"] = PlayAccess.CLUB
        data["reserve"], data["increment"] = clock_choices.read(str(data.get("clock") or ""))
        data["ruleset"] = self.rulesets.get(data.get("ruleset") or "")
        if data["club"] and data["ruleset"] and data["ruleset"].club != data["club"]:
            self.add_error("ruleset", gettext("These are the rules of another club."))
        return data
