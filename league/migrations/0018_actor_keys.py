"""Rows keep an actor's key where they kept an address or a name."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db import migrations, models

UNKNOWN = "unknown"
_FIELDS = (
    ("MatchRecord", "reported_by"),
    ("MatchRecord", "confirmed_by"),
    ("MatchRecord", "disputed_by"),
    ("MatchRecord", "closed_by"),
    ("Adjustment", "author"),
    ("Invitation", "created_by"),
    ("Merge", "made_by"),
    ("Claim", "decided_by"),
)


class _Keys:
    """The key behind a label: every deed left a line that has both."""

    def __init__(self, apps: Any) -> None:
        self.keys: dict[str, set[str]] = defaultdict(set)
        lines = apps.get_model("league", "JournalLine").objects.order_by()
        for label, key in lines.values_list("actor", "actor_key").distinct().iterator():
            self.keys[label].add(key)
            self.keys[key].add(key)
        accounts = apps.get_model("league", "Account").objects
        for pk, email in accounts.values_list("pk", "email"):
            self.keys[email[:200]].add(f"person:{pk}")
        tokens = apps.get_model("league", "ApiToken").objects
        for pk, name, kind in tokens.values_list("pk", "name", "kind"):
            self.keys[name].add(f"{kind}:{pk}")
        self.keys["set-up"].add("system:set-up")
        players = apps.get_model("league", "Player").objects.filter(erased_at__isnull=False)
        self.erased = {name: f"player:{pk}" for pk, name in players.values_list("pk", "name")}

    def of(self, label: str, near: str = "") -> str:
        """One key for ``label``: ``near`` where it fits, else the only or the first one."""
        if not label:
            return ""
        if label in self.erased:
            return self.erased[label]
        found = self.keys.get(label, set())
        return near if near in found else min(found, default=UNKNOWN)


def keep_keys(apps: Any, schema_editor: Any) -> None:
    keys = _Keys(apps)
    lines = apps.get_model("league", "JournalLine").objects
    for label, key in keys.erased.items():
        lines.filter(actor=label, actor_key__startswith="person:").update(actor_key=key)
    by_record = dict(
        lines.filter(kind__in=("record_confirmed", "record_corrected"))
        .order_by("id")
        .values_list("payload__record", "actor_key")
    )
    disputed = dict(
        lines.filter(kind="record_disputed")
        .order_by("id")
        .values_list("payload__record", "actor_key")
    )
    near = {"confirmed_by": by_record, "disputed_by": disputed}
    # Many people have the same public name: whoever closed a version did something at its table.
    at_table = {
        (table, label): key
        for table, label, key in lines.filter(payload__has_key="table_id")
        .order_by("id")
        .values_list("payload__table_id", "actor", "actor_key")
    }
    for name, field in _FIELDS:
        model = apps.get_model("league", name)
        extra = ("reporter_key", "table_id") if name == "MatchRecord" else ()
        changed = []
        for row in model.objects.only("pk", field, *extra).exclude(**{field: ""}).iterator():
            hint = near.get(field, {}).get(row.pk, "")
            if field == "reported_by":
                hint = row.reporter_key
            elif field == "closed_by":
                hint = at_table.get((row.table_id, row.closed_by), "")
            setattr(row, field, keys.of(getattr(row, field), hint))
            changed.append(row)
            if len(changed) == 2000:
                model.objects.bulk_update(changed, [field])
                changed = []
        model.objects.bulk_update(changed, [field])
    for stage in apps.get_model("league", "Stage").objects.exclude(lots=[]):
        for lot in stage.lots:
            lot["drawn_by"] = keys.of(str(lot.get("drawn_by", "")))
        stage.save(update_fields=["lots"])


class Migration(migrations.Migration):
    dependencies = [("league", "0017_sides")]

    operations = [
        migrations.RunPython(keep_keys, migrations.RunPython.noop),
        # A way back needs a value for rows that are there.
        migrations.AlterField(
            "journalline", "actor", models.CharField(max_length=200, blank=True, default="")
        ),
        migrations.RemoveField("journalline", "actor"),
    ]
