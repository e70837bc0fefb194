"""The building blocks of scoring: points schemes and criteria, told so that nobody reads source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.schema import Output, operation
from league.standings.points import SCHEMES, scheme_from_json
from league.standings.texts import SCHEME_NAMES, SCHEME_TEXTS
from league.standings.tiebreaks import CRITERIA
from league.standings.types import BYE_KINDS, BYE_RULES

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.standings.contract import PointsScheme
    from league.standings.types import JSON as SpecJSON

# Schemes with something that only its user can say.
_EXAMPLES: dict[str, dict[str, SpecJSON]] = {
    "custom": {"rows": {"3": [5, 2, 0], "4": [7, 4, 2, 0]}}
}


class SchemeSettingOutput(Output):
    name = serializers.CharField(help_text="The field in the scheme.")
    words = serializers.CharField(help_text="What it means.")
    choices = serializers.ListField(
        child=serializers.CharField(), help_text="Its values, where there are some to choose from."
    )


class KnownSchemeOutput(Output):
    key = serializers.CharField(help_text="What `scheme.key` says.")
    name = serializers.CharField(help_text="What people call it.")
    words = serializers.CharField(help_text="What it pays for.")
    example = serializers.JSONField(help_text="All of its fields, with the usual values.")
    settings = SchemeSettingOutput(many=True)


class CriterionOutput(Output):
    key = serializers.CharField(help_text="What a `chain` lists.")
    name = serializers.CharField(help_text="What people call it.")
    words = serializers.CharField(help_text="What decides, and who is before whom.")


class ScoringOutput(Output):
    schemes = KnownSchemeOutput(many=True, help_text="Every points scheme.")
    criteria = CriterionOutput(many=True, help_text="Everything that a `chain` may rank by.")
    byes = serializers.ListField(
        child=serializers.CharField(), help_text="The kinds of rounds without a match."
    )
    values = serializers.ListField(
        child=serializers.CharField(), help_text="The `kind`s of what such a round is worth."
    )


@operation(
    "scoring", "Every points scheme and every criterion, with examples", answer=ScoringOutput
)
def catalogue(request: Request) -> Response:
    return Response(
        {
            "schemes": [_scheme(kind) for kind in SCHEMES],
            "criteria": [
                {"key": each.key, "name": _(each.name), "words": _(each.sentence)}
                for each in CRITERIA
            ],
            "byes": list(BYE_KINDS),
            "values": list(BYE_RULES),
        }
    )


def _scheme(kind: type[PointsScheme]) -> dict[str, JSON]:
    usual = scheme_from_json({"key": kind.key, **_EXAMPLES.get(kind.key, {})})
    return {
        "key": kind.key,
        "name": _(SCHEME_NAMES[kind.key]),
        "words": _(SCHEME_TEXTS[kind.key]),
        "example": usual.to_json(),
        "settings": [
            {
                "name": each.name,
                "words": " ".join(_(text) for text in (each.label, each.hint) if text),
                "choices": list(each.choices) or [inner.key for inner in each.schemes],
            }
            for each in kind.settings
        ],
    }
