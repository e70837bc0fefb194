"""Personal data: the one list of what every stored text holds of people.

Erasing, exporting and the tests go by it; a field that stands nowhere here makes a test ask.
"""

from __future__ import annotations

from league.core.person_fields import OF_PLAYER, Sort

# Says who somebody is. Goes when the person does: emptied, or deleted with its row.
PERSON = (
    "account.EmailAddress.email",
    "league.Account.email",
    "league.Claim.note",
    "league.Entry.wishes",
    "league.FormerName.name",
    "league.FormerName.search_key",
    "league.Membership.member_no",
    "league.Merge.moved",
    "league.Player.search_key",
    "league.Player.sort_key",
    "sessions.Session.session_data",
    *(
        f"league.Player.{field.name}"
        for field in OF_PLAYER
        if field.sort not in {Sort.FLAG, Sort.LEVEL}
    ),
)
# Who acted, by ``Actor.key``; shown by ``league.queries.people.actor_names``.
ACTORS = (
    "league.Adjustment.author",
    "league.Claim.decided_by",
    "league.IdempotencyKey.actor_key",
    "league.Invitation.created_by",
    "league.JournalLine.actor_key",
    "league.MatchRecord.closed_by",
    "league.MatchRecord.confirmed_by",
    "league.MatchRecord.disputed_by",
    "league.MatchRecord.reported_by",
    "league.MatchRecord.reporter_key",
    "league.Merge.made_by",
    "league.RecordConfirmation.actor_key",
    "league.Stage.lots",
)
# Written by people, or put together from names: may name anybody. With the ways to the club.
WORDS: dict[str, tuple[str, ...]] = {
    "league.Adjustment.reason": ("stage__event__club", "season__club"),
    "league.ApiToken.name": ("event__club",),
    "league.Club.description": ("pk",),
    "league.Event.notes": ("club",),
    "league.IdempotencyKey.answer": (),
    "league.Invitation.note": ("club", "season__club", "event__club"),
    "league.JournalLine.payload": ("club",),
    "league.MatchRecord.closed_reason": ("stage__event__club",),
    "league.MatchRecord.dispute_reason": ("stage__event__club",),
    "league.MatchRecord.issues": ("stage__event__club",),
    "league.MatchRecord.reason": ("stage__event__club",),
    "league.MatchRecord.sheet": ("stage__event__club",),
    "league.RoundsPlan.refusal": ("stage__event__club",),
    "league.Seating.explanation": ("round__stage__event__club",),
    "league.TableStart.reason": ("table__seating__round__stage__event__club",),
    "league.Trouble.params": (),
}
# Shown names, stored as they were computed.
COMPUTED = ("league.Snapshot.body",)
# Opens something; goes with the account, the link or the seat that it belongs to.
SECRETS = (
    "account.EmailConfirmation.key",
    "league.Account.password",
    "league.ApiToken.secret_hash",
    "league.CalendarLink.salt",
    "league.IdempotencyKey.digest",
    "league.IdempotencyKey.key",
    "league.Invitation.secret_hash",
    "league.Seat.claim",
    "league.TableLink.code",
    "mfa.Authenticator.data",
    "sessions.Session.session_key",
)
# Of clubs, games and rules, by number or by code: of nobody in particular.
NOBODY = (
    "auth.Group.name",
    "auth.Permission.codename",
    "auth.Permission.name",
    "contenttypes.ContentType.app_label",
    "contenttypes.ContentType.model",
    "league.Account.language",
    "league.ApiToken.scopes",
    "league.Club.language",
    "league.Club.name",
    "league.Club.search_key",
    "league.Club.slug",
    "league.Club.sort_key",
    "league.Club.time_zone",
    "league.ClubGame.game",
    "league.ClubGame.title",
    "league.Event.name",
    "league.Event.place",
    "league.Event.slug",
    "league.Event.time_zone",
    "league.JournalLine.kind",
    "league.MatchRecord.outcome",
    "league.PointsScheme.name",
    "league.PointsScheme.spec",
    "league.Preset.name",
    "league.Preset.season",
    "league.Preset.stage",
    "league.Qualifier.how",
    "league.RatedMatch.body",
    "league.RatingScope.engine",
    "league.RatingScope.game",
    "league.RatingScope.settings",
    "league.RatingScope.title",
    "league.RoundsPlan.figures",
    "league.RoundsPlan.progress",
    "league.RoundsPlan.rounds",
    "league.RoundsPlan.seed",
    "league.Ruleset.name",
    "league.Ruleset.options",
    "league.Season.chain",
    "league.Season.counting_more",
    "league.Season.name",
    "league.Season.periods",
    "league.Season.scheme",
    "league.Season.seating",
    "league.Season.slug",
    "league.SeasonState.whole",
    "league.SeasonSum.evenings",
    "league.SeasonSum.summary",
    "league.Seating.method",
    "league.Seating.seed",
    "league.Snapshot.digest",
    "league.Stage.bye",
    "league.Stage.chain",
    "league.Stage.late",
    "league.Stage.method",
    "league.Stage.name",
    "league.Stage.no_show",
    "league.Stage.scheme",
    "league.Stage.scoring",
    "league.Stage.seating",
    "league.TableStart.entries",
    "league.TableStart.roles",
    "league.TableStart.seed",
    "league.Trouble.code",
    "league.Trouble.fault",
)
