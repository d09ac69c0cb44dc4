"""Columns of a roster are kept for a purpose, or not at all: what older versions kept of everybody's columns goes."""

import re
from collections import Counter

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

WORDS = {"naspa": r"[A-Z]{2}[0-9]{6}", "photo": r"[\w./-]{1,190}\.(?i:gif|jpe?g|png|webp|svg)"}
NUMBERS = (
    "excwins", "newr", "perfr", "rcrank", "rprov", "rrank", "rtime", "time", "board", "lifeg", "off", "p12", "penalty",
    "seat", "xtid",
)  # fmt: skip
FIELDS = ("class", "team")  # of tsh files; they have a column of their own
DAYS = ("expiry", "suspended_until")  # of a membership, as rating lists give them
MEMBERSHIP = ("expiry", "expires", "expiration", "membership_expires")
KEPT = {**WORDS, **dict.fromkeys(NUMBERS, r"[-+.0-9e ]*"), **dict.fromkeys(DAYS, r"[0-9]{4}-?[0-9]{2}-?[0-9]{2}")}


def clean(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Leave tsh's own keys and the days of memberships; say by event which columns went, and of how many players."""
    Entry, Tournament = apps.get_model("tournaments", "Entry"), apps.get_model("tournaments", "Tournament")
    for tournament in Tournament.objects.order_by("pk"):
        removed: Counter[str] = Counter()
        entries = list(Entry.objects.filter(division__tournament=tournament).exclude(imported={}))
        for entry in entries:
            kept = {
                name: str(value)
                for key, value in entry.imported.items()
                if re.fullmatch(KEPT.get(name := known_as(key), "(?!)"), str(value))
            }
            removed.update(key for key in entry.imported if known_as(key) not in kept and key not in FIELDS)
            entry.imported = kept
        Entry.objects.bulk_update(entries, ["imported"], batch_size=200)
        if removed:
            words = ", ".join(f"{heading} ({count})" for heading, count in sorted(removed.items()))
            print(f"\n    {tournament.slug}: columns of rosters removed, with the number of players: {words}", end="")


def known_as(heading: str) -> str:
    """The key that it is kept by: every heading of the end of a membership is `expiry` now."""
    return "expiry" if heading.casefold().replace(" ", "_") in MEMBERSHIP else heading


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_facts_from_the_record")]
    operations = [
        migrations.AddField("division", "roster_columns", models.JSONField(blank=True, default=dict)),
        migrations.AddField("entry", "roster_cells", models.JSONField(blank=True, default=dict)),
        migrations.RunPython(clean, migrations.RunPython.noop),
    ]
