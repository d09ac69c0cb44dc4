"""The forms of a division's tables: the plan, and tables kept for players."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdsuite.tournaments.engine.tables import (
    LONGEST_FEATURE,
    LONGEST_NAME,
    BadTablePlan,
    TableOrder,
    TablePlan,
    parse_tables,
    plan_from,
)
from tdsuite.tournaments.engine.tables import compact as written
from tdsuite.tournaments.models import Division

from .forms import EntryField

ORDERS = [
    (TableOrder.RANK, _("by rank: the best board at the first table")),
    (TableOrder.STABLE, _("stable seats: within a session as many players as can be stay where they sit")),
]
BY_SCHEDULE, AT_ROUNDS = "schedule", "rounds"
SESSIONS = [
    (BY_SCHEDULE, _("after the breaks and nights of the schedule")),
    (AT_ROUNDS, _("at the rounds named here")),
]
KNOWN = {
    "accessible": _("Accessible with a wheelchair"),
    "near the door": _("Near the door"),
    "quiet": _("Quiet"),
    "in good light": _("In good light"),
    "near a screen": _("Near a screen"),
}
LONGEST_PLAN = 500
SPLIT = re.compile(r"[\s,;]+")


def field_of(feature: str) -> str:
    """The name of the form's field for a feature that every hall knows."""
    return f"is_{feature.replace(' ', '_')}"


class TablePlanForm(forms.Form):
    """A division's table plan, as `services.tables.save_plan` keeps it."""

    hide_optional = True

    tables = forms.CharField(
        label=_("Tables in order"), required=False, max_length=LONGEST_PLAN,
        help_text=_("Names and ranges: 1-3, 7, A1-A6, Stage. Empty: boards are numbered from 1."),
    )  # fmt: skip
    order = forms.ChoiceField(label=_("Boards are placed"), choices=ORDERS, widget=forms.RadioSelect)
    session_mode = forms.ChoiceField(
        label=_("Everybody is placed anew"), choices=SESSIONS, widget=forms.RadioSelect,
        help_text=_("Only for stable seats."),
    )  # fmt: skip
    sessions = forms.CharField(
        label=_("Rounds at which a session begins"), required=False, max_length=200,
        help_text=_("For example 4, 7. Empty: the whole event is one session."),
    )  # fmt: skip
    reserved = forms.CharField(
        label=_("Reserved tables"), required=False, max_length=LONGEST_PLAN,
        help_text=_("Kept free: only who has the table by name, or needs what it offers, is placed there."),
    )  # fmt: skip
    others = forms.CharField(
        label=_("What else is said of tables"), required=False, widget=forms.Textarea(attrs={"rows": 3, "class": "code"}),
        help_text=_("One a line: by a window: 4-6."),
    )  # fmt: skip
    reason = forms.CharField(label=_("Reason"), required=False, max_length=300)

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        kwargs["initial"] = {**shown(division.table_plan), **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)
        for feature, label in KNOWN.items():
            self.fields[field_of(feature)] = forms.CharField(label=label, required=False, max_length=LONGEST_PLAN)

    @property
    def plan_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("tables", "order", "session_mode", "sessions", "reserved")]

    @property
    def feature_fields(self) -> list[forms.BoundField]:
        return [*(self[field_of(feature)] for feature in KNOWN), self["others"]]

    def clean_tables(self) -> str:
        return _checked(self.cleaned_data["tables"])

    def clean_reserved(self) -> str:
        return _checked(self.cleaned_data["reserved"])

    def clean_sessions(self) -> list[int]:
        words = [word for word in SPLIT.split(self.cleaned_data["sessions"]) if word]
        bad = [word for word in words if not (word.isascii() and word.isdecimal() and 1 <= int(word) <= 99)]
        if bad:
            raise forms.ValidationError(
                _("“%(word)s”: write rounds as numbers, for example 4, 7."), params={"word": bad[0]}
            )
        return sorted({int(word) for word in words})

    def clean_others(self) -> dict[str, str]:
        features: dict[str, str] = {}
        for line in filter(None, (line.strip() for line in self.cleaned_data["others"].splitlines())):
            name, colon, tables = (part.strip() for part in line.partition(":"))
            if not colon or not name or len(name) > LONGEST_FEATURE:
                raise forms.ValidationError(_("“%(line)s”: write for example by a window: 4-6."), params={"line": line})
            if name in features or name in KNOWN:
                raise forms.ValidationError(_("“%(name)s” has a field of its own already."), params={"name": name})
            features[name] = _checked(tables)
        return features

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                plan_from(self.values())
            except BadTablePlan as error:
                self.add_error(None, str(error))
        return given

    def values(self) -> dict[str, Any]:
        """The plan as it is kept."""
        given = self.cleaned_data
        known = {feature: given.get(field_of(feature), "").strip() for feature in KNOWN}
        features = {feature: tables for feature, tables in {**known, **given["others"]}.items() if tables}
        sessions = given["sessions"] if given["session_mode"] == AT_ROUNDS else None
        return {
            "tables": given["tables"], "order": given["order"], "reserved": given["reserved"], "features": features,
            "sessions": sessions,
        }  # fmt: skip


def _checked(text: str) -> str:
    try:
        parse_tables(text)
    except BadTablePlan as error:
        raise forms.ValidationError(str(error)) from error
    return text.strip()


def shown(stored: Mapping[str, Any]) -> dict[str, Any]:
    """A plan as it is kept, in the form's fields; what cannot be read is left out, or stands as it was written."""
    features = stored.get("features")
    said = {str(name): str(tables) for name, tables in features.items()} if isinstance(features, Mapping) else {}
    sessions = stored.get("sessions")
    rounds = [one for one in sessions if isinstance(one, int)] if isinstance(sessions, list) else []
    values = {field_of(feature): said.get(feature, "") for feature in KNOWN}
    return {
        **values, "tables": stored.get("tables", ""), "reserved": stored.get("reserved", ""),
        "order": stored.get("order", TableOrder.RANK), "sessions": ", ".join(map(str, rounds)),
        "session_mode": BY_SCHEDULE if sessions is None else AT_ROUNDS,
        "others": "\n".join(f"{name}: {tables}" for name, tables in sorted(said.items()) if name not in KNOWN),
    }  # fmt: skip


class TableNeedForm(forms.Form):
    """A table kept for a player, or what a player's table must be."""

    hide_optional = True

    entry = EntryField(label=_("Player"))
    table = forms.CharField(
        label=_("Always at table"), required=False, max_length=LONGEST_NAME, help_text=_("Empty: any that suits.")
    )
    features = forms.MultipleChoiceField(
        label=_("The table must be"), required=False, widget=forms.CheckboxSelectMultiple,
        help_text=_("Only officials see this. Why a player needs it stands with the accommodations."),
    )  # fmt: skip
    first_round = forms.IntegerField(label=_("From round"), required=False, min_value=1, max_value=99)
    last_round = forms.IntegerField(
        label=_("To round"), required=False, min_value=1, max_value=99, help_text=_("Empty: to the end.")
    )

    def __init__(self, *args: Any, division: Division, plan: TablePlan, **kwargs: Any) -> None:
        kwargs["auto_id"] = "need_%s"
        super().__init__(*args, **kwargs)
        people = division.entries.select_related("player").order_by("number")
        self.fields["entry"].offer(((one, str(one)) for one in people), first=_("Choose a player"))  # type: ignore[attr-defined]
        said = [(feature, f"{feature} ({written(tables)})") for feature, tables in plan.features if tables]
        self.fields["features"].choices = said  # type: ignore[attr-defined]
        if not said:
            del self.fields["features"]

    def values(self) -> dict[str, Any]:
        """The cleaned answers, as `services.tables.keep_table` takes them."""
        return {**self.cleaned_data, "first_round": self.cleaned_data["first_round"] or 1}
