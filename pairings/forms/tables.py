"""The forms of a division's tables: the plan, and tables kept for players."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.web.reasons import ReasonField
from tdsuite.tournaments.engine.tables import LONGEST_NAME, BadTablePlan, plan_from
from tdsuite.tournaments.models import Division
from .pairing import EntryField

LONGEST_PLAN = 500


class TablePlanForm(forms.Form):
    """A division's table plan, as `services.tables.save_plan` keeps it."""

    hide_optional = True

    tables = forms.CharField(
        label=_("Tables in order"),
        required=False,
        max_length=LONGEST_PLAN,
        help_text=_("Names and ranges: 1-3, 7, A1-A6, Stage. Empty: boards are numbered from 1."),
    )
    reserved = forms.CharField(
        label=_("Reserved tables"),
        required=False,
        max_length=LONGEST_PLAN,
        help_text=_("Kept free: only a player for whom the table is kept is placed there."),
    )
    reason = ReasonField(required=False)

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        kwargs["initial"] = {name: division.table_plan.get(name, "") for name in ("tables", "reserved")}
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            for fields in (("tables",), ("tables", "reserved")):
                try:
                    plan_from({name: values[name] for name in fields})
                except BadTablePlan as error:
                    self.add_error(fields[-1], str(error))
                    break
        return values

    def values(self) -> dict[str, Any]:
        """The plan as it is kept."""
        return {name: self.cleaned_data[name] for name in ("tables", "reserved")}


class TableNeedForm(forms.Form):
    """A table kept for a player."""

    hide_optional = True

    entry = EntryField(label=_("Player"))
    table = forms.CharField(label=_("Always at table"), max_length=LONGEST_NAME)
    first_round = forms.IntegerField(label=_("From round"), required=False, min_value=1, max_value=99)
    last_round = forms.IntegerField(
        label=_("To round"), required=False, min_value=1, max_value=99, help_text=_("Empty: to the end.")
    )

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        kwargs["auto_id"] = "need_%s"
        super().__init__(*args, **kwargs)
        people = division.entries.select_related("player").order_by("number")
        self.fields["entry"].offer(((entry, str(entry)) for entry in people), first=_("Choose a player"))  # type: ignore[attr-defined]

    def values(self) -> dict[str, Any]:
        """The cleaned answers, as `services.tables.keep_table` takes them."""
        return {**self.cleaned_data, "first_round": self.cleaned_data["first_round"] or 1}
