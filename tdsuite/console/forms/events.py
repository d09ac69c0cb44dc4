"""What the console asks for. A form checks and reads; the services decide."""

import re
from collections.abc import Collection
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from tdsuite.console.addresses import taken_in_events
from tdsuite.platform.access.addresses import address_from
from tdsuite.platform.access.models import Membership
from tdsuite.platform.web.reasons import ReasonField
from tdsuite.tournaments.engine.tables import BadTablePlan, plan_from
from tdsuite.tournaments.engine.timetable import Timetable
from tdsuite.tournaments.models import Division, Entry, Player, Tournament
from tdsuite.tournaments.rulebooks.choices import OptionFor, options
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.services.entries import ENTRY_FIELDS, PLAYER_FIELDS
from tdsuite.tournaments.services.events import EVENT_FIELDS, short_name
from tdsuite.tournaments.services.rulebook_files import default_minutes
from .same_person import SearchesPeople
from .standings import StandingsFields, options_shown, standings_options

NUMBERS = re.compile(r"[\s,;]+")
DAY = {"type": "date"}


REGIONS = {
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
}  # fmt: skip


class ZoneField(forms.ChoiceField):
    """A time zone, found by its city; the page has the list (`console/_zones.html`)."""

    def __init__(self) -> None:
        attrs = {"list": "zones", "autocomplete": "off", "spellcheck": "false"}
        super().__init__(
            label=_("Time zone"), choices=zones, initial="UTC", widget=forms.TextInput(attrs=attrs),
            help_text=_("Type a city, such as London, and choose."),
        )  # fmt: skip


def zones() -> list[tuple[str, str]]:
    """Every time zone by name, those of cities and islands alone: none of the old names by country."""
    names = [name for name in sorted(available_timezones()) if name.partition("/")[0] in REGIONS]
    return [(name, name.replace("_", " ")) for name in ["UTC", *names]]


def whole_numbers(text: str, *, least: int) -> list[int]:
    """ "100, 150 250" as numbers.  Raises ValidationError for anything else."""
    words = [word for word in NUMBERS.split(text.strip()) if word]
    if not all(word.isascii() and word.isdigit() and len(word) <= 5 and int(word) >= least for word in words):
        raise forms.ValidationError(_("Write whole numbers from %d, with commas between them.") % least)
    return [int(word) for word in words]


class ReasonForm(forms.Form):
    """Why: kept in the record."""

    reason = ReasonField(min_length=2)


class DiscardForm(forms.Form):
    """The name of the event that is to be deleted, typed again."""

    name = forms.CharField(
        label=_("The event’s name"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class RowForm(forms.ModelForm):
    """A form about a row that a service will write: it checks each value as the row would, and leaves the row alone."""

    def _post_clean(self) -> None:
        known = {field.name: field for field in self._meta.model._meta.fields}
        for name in [name for name in self.cleaned_data if name in known]:
            try:
                known[name].run_validators(self.cleaned_data[name])
            except forms.ValidationError as error:
                self.add_error(name, error)


class YesNoField(forms.TypedChoiceField):
    """A row's yes or no as two choices in words, "1" and "". Shows the one in force."""

    def __init__(self, **own: Any) -> None:
        super().__init__(coerce=bool, required=False, widget=forms.RadioSelect, **{"empty_value": False} | own)

    def prepare_value(self, value: object) -> str:
        return "1" if value in (True, "1") else ""


class EventForm(RowForm):
    """An event's own settings; rules have a page of their own."""

    own_cards = ("visibility", "entry_mode", "starts_by_schedule", "sheets_open_early", "presence_by_phone")
    time_zone = ZoneField()
    starts_by_schedule = YesNoField(
        label=_("A round starts"),
        choices=[("", _("when the director presses Start")), ("1", _("at its scheduled time"))],
    )
    sheets_open_early = YesNoField(
        label=_("Players' sheets open"), choices=[("", _("when the round starts")), ("1", _("when it is published"))]
    )
    presence_by_phone = YesNoField(
        label=_("“I am here”, “I sit out a round” and “I leave” on a phone"),
        choices=[("", _("wait for an official")), ("1", _("count at once"))],
    )
    public_base_url = forms.CharField(
        label=_("Public address"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=_("Printed on paper and in codes, for example http://192.168.1.20:8000. Empty: the address in use."),
    )

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = tuple(name for name in Tournament.SETTINGS if name != "status")
        widgets = {
            "starts_on": forms.DateInput(attrs=DAY, format="%Y-%m-%d"),
            "ends_on": forms.DateInput(attrs=DAY, format="%Y-%m-%d"),
            "visibility": forms.RadioSelect,
            "entry_mode": forms.RadioSelect,
        }
        help_texts = {
            "entry_mode": _("What the scorer types. p12 or t12 names a player or a table whatever the mode."),
            "venue": "",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone, offered = self.instance.time_zone, dict(zones())
        if zone not in offered:  # a name of old, as files have them
            self.fields["time_zone"].choices = [(zone, zone), *offered.items()]  # type: ignore[attr-defined]

    def details(self) -> list[forms.BoundField]:
        """Every setting without a card of its own on the page."""
        return [field for field in self if field.name not in self.own_cards]

    def values(self) -> dict[str, Any]:
        """What the service takes."""
        return {name: value for name, value in self.cleaned_data.items() if name in EVENT_FIELDS}

    def clean_public_base_url(self) -> str:
        return address_from(self.cleaned_data["public_base_url"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        first, last = self.cleaned_data.get("starts_on"), self.cleaned_data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day is before the first day."))
        return data


def free_code(name: str, taken: Collection[str] = ()) -> str:
    """A division's short name: "Division A" -> "a", "Open" -> "open".  taken: those of other divisions."""
    code = short_name(re.sub(r"^division\s+", "", name, flags=re.IGNORECASE), taken)
    return f"{code[:18]}-1" if code in taken_in_events() else code


def free_tables(event: Tournament) -> str:
    """Tables behind those of the divisions that an event has, "26-75"; "" for its first division."""
    last = 0
    for division in event.divisions.all():
        players = division.entries.count()
        names = plan_from(division.table_plan).names
        last = max([last, players // 2, *(int(name) for name in names if name.isascii() and name.isdigit())])
    return f"{last + 1}-{last + 50}" if last else ""


class EventRulesForm(forms.Form):
    """The rulebook and what it leaves to the organiser. Only what differs from the book is kept."""

    def __init__(self, *args: Any, key: str, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.key, self.book = key, RULEBOOKS.get(key, event.book)
        self.open = [option for option in options(self.book) if not option.fixed]
        self.same = self.book == event.book
        for option in self.open:
            now = str(event.game_minutes) if option.key == "game_minutes" else event.choices.get(option.key)
            self.fields[option.key] = option_field(option, now if self.same and now else option.default)
            if option.free_amounts:
                amounts = now if self.same and now not in {choice.code for choice in option.values} else ""
                self.fields[f"{option.key}_amounts"] = forms.CharField(
                    label=_("%s at other amounts") % option.label,
                    required=False,
                    initial=amounts or "",
                    max_length=60,
                    help_text=_(
                        "For example word:7, turn:10 or rising:5-5-10-20. Leave empty to use the choice above."
                    ),
                )

    def values(self) -> dict[str, Any]:
        """What update_tournament takes."""
        choices, minutes = {}, default_minutes(self.book)
        for option in self.open:
            chosen = str(self.cleaned_data.get(f"{option.key}_amounts") or self.cleaned_data[option.key])
            if option.key == "game_minutes":
                minutes = int(chosen)
            elif chosen != option.default:
                choices[option.key] = chosen
        return {"rulebook": self.key, "choices": choices, "game_minutes": minutes}


def option_field(option: OptionFor, now: str) -> forms.Field:
    """A choice among the book's values, or a number within its bounds."""
    cited = _("Rule %s") % option.rule if option.rule else _("The rulebook is silent: the organiser decides.")
    if option.values:
        choices = [(choice.code, choice.label[:1].upper() + choice.label[1:]) for choice in option.values]
        listed = {code for code, _label in choices}
        return forms.ChoiceField(
            label=option.label,
            choices=choices,
            initial=now if now in listed else option.default,
            help_text=cited,
            widget=forms.RadioSelect,
        )
    return forms.IntegerField(
        label=option.label, min_value=option.low, max_value=option.high, initial=int(now), help_text=cited
    )


class DivisionForm(StandingsFields, RowForm):
    """A division's settings."""

    hide_optional = True

    spread_caps = forms.CharField(
        label=_("Spread caps"),
        required=False,
        help_text=_("The most that one game counts, round by round; the last one repeats: 100, 150, 250. 0: no cap."),
    )
    tables = forms.CharField(
        label=_("Tables"),
        required=False,
        help_text=_(
            "Names of the tables in order, for example 1-12, S1-S4. Empty: numbered from 1. More on the page of tables."
        ),
    )

    class Meta:
        model = Division
        fields = [*(name for name in Division.SETTINGS if name != "lexicon"), "tables"]  # lists: a page of their own
        labels = {"position": _("Position among the divisions"), "code": _("Short name in addresses")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["spread_caps"] = ", ".join(map(str, self.instance.spread_caps or ()))
        self.initial["tables"] = (self.instance.table_plan or {}).get("tables", "")
        if self.instance.pk is None:
            self.initial["tables"] = free_tables(self.instance.tournament)
        self.initial.update(options_shown(self.instance))
        self.fields["code"].required = False

    def clean_spread_caps(self) -> list[int]:
        return whole_numbers(self.cleaned_data["spread_caps"], least=0)

    def clean_tables(self) -> str:
        text: str = self.cleaned_data["tables"].strip()
        try:
            plan_from({**(self.instance.table_plan or {}), "tables": text})
        except BadTablePlan as error:
            raise forms.ValidationError(str(error)) from error
        return text

    def clean_code(self) -> str:
        taken = Division.objects.filter(tournament=self.instance.tournament).values_list("code", flat=True)
        code: str = self.cleaned_data["code"] or free_code(self.cleaned_data.get("name", ""), set(taken))
        if code in taken_in_events():
            raise forms.ValidationError(_("This word is taken by the console; choose another."))
        return code

    def values(self) -> dict[str, Any]:
        values = dict(self.cleaned_data)
        plan, tables = self.instance.table_plan or {}, values.pop("tables")
        values["table_plan"] = {**plan, "tables": tables} if tables != plan.get("tables", "") else plan
        values["standings_options"] = standings_options(self.instance, values)
        return values


PERSON_HELP: dict[str, Any] = {
    "filing_name": _("Family name first. Empty: made from the name."),
    "country": _("Three letters."),
}


class EntryForm(SearchesPeople, RowForm):
    """One player and the entry."""

    hide_optional = True

    absences = forms.CharField(
        label=_("Rounds missed"),
        required=False,
        help_text=_("Rounds for which the player is not paired, such as 3, 4."),
    )
    reason = ReasonField(required=False)

    class Meta:
        model = Entry
        fields = [name for name in ENTRY_FIELDS if name != "withdrawn_from"]
        labels = {"unranked": _("Leave out of the ranking (a house player)"), "deviation": _("Deviation")}
        help_texts = {
            "number": _("Empty: the next free one."),
            "rating": _("Empty or 0: unrated."),
            "deviation": _("Of the rating, where its system has one."),
        }
        widgets = {"last_played": forms.DateInput(attrs=DAY, format="%Y-%m-%d")}

    field_order = (
        "name", "number", "rating", "class_name", "team", "absences", "reason", "filing_name", "club", "country", "seed", "unranked",
        "lifetime_games", "deviation", "last_played", "national_id", "naspa_id", "wespa_id", "absp_id",
    )  # fmt: skip
    SHOWN = 7  # of these; the others are folded until they are asked for, or wrong

    def __init__(self, *args: Any, user: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= forms.fields_for_model(Player, PLAYER_FIELDS, help_texts=PERSON_HELP)
        for name in ("number", "seed", "rating", "filing_name"):
            self.fields[name].required = False
        self.order_fields(self.field_order)
        self.initial.update(forms.model_to_dict(self.instance.player, PLAYER_FIELDS))
        self.initial["absences"] = ", ".join(map(str, self.instance.absences))
        self.search_people(user, self.instance.division.tournament)

    @property
    def usual(self) -> list[forms.BoundField]:
        return list(self)[: self.SHOWN]

    @property
    def folded(self) -> list[forms.BoundField]:
        return list(self)[self.SHOWN :]

    @property
    def folded_errors(self) -> bool:
        return any(field.errors for field in self.folded)

    def clean_absences(self) -> list[int]:
        return sorted(set(whole_numbers(self.cleaned_data["absences"], least=1)))

    def clean_country(self) -> str:
        return str(self.cleaned_data["country"]).upper()

    def values(self) -> dict[str, Any]:
        known = {name: value for name, value in self.cleaned_data.items() if name in PLAYER_FIELDS + ENTRY_FIELDS}
        for name in ("number", "seed", "rating", "filing_name"):
            if known[name] in (None, ""):
                del known[name]
        return known


class EntryWithdrawForm(ReasonForm):
    """From which round on somebody is out."""

    from_round = forms.IntegerField(label=_("Out from round"), min_value=1, max_value=99)
    field_order = ("from_round", "reason")


class MemberForm(forms.Form):
    """Somebody who helps to run the event."""

    username = forms.RegexField(
        r"^[\w.@+-]{2,60}$",
        label=_("User name"),
        error_messages={"invalid": _("2 to 60 letters, digits or . @ + - _")},
        help_text=_("A new name gets a new account and a random password, shown once."),
        widget=forms.TextInput(attrs={"autocapitalize": "off", "autocomplete": "off", "spellcheck": "false"}),
    )
    role = forms.ChoiceField(
        label=_("Role"), choices=Membership.STAFF_ROLES, widget=forms.RadioSelect, initial="scorer"
    )


class TimetableForm(forms.Form):
    """When rounds start: the first one, and then every so many minutes."""

    first_at = forms.TimeField(
        label=_("First round at"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    every = forms.IntegerField(label=_("Then every (minutes)"), min_value=5, max_value=600, initial=65, required=False)
    lunch_after = forms.IntegerField(
        label=_("Lunch after round"), min_value=1, max_value=99, required=False, help_text=_("Of each day.")
    )
    lunch = forms.IntegerField(label=_("Lunch (minutes)"), min_value=5, max_value=600, initial=60, required=False)

    def timetable(self) -> Timetable | None:
        """What was said, None where nothing was."""
        data = self.cleaned_data
        if not data.get("first_at"):
            return None
        return Timetable(data["first_at"], data["every"] or 65, data["lunch_after"] or 0, data["lunch"] or 60)


class ScheduleForm(forms.Form):
    """When each round is to start, in the event's own time."""

    def __init__(self, division: Division, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rounds = {row.number: row for row in division.rounds.all()}
        zone = ZoneInfo(division.tournament.time_zone)
        for number in range(1, division.planned_rounds + 1):
            row = rounds.get(number)
            self.fields[str(number)] = forms.DateTimeField(
                label=_("Round %(number)s") % {"number": number},
                required=False,
                widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
                initial=row.scheduled_at.astimezone(zone) if row and row.scheduled_at else None,
                disabled=bool(row and row.started_at),
            )

    def times(self) -> dict[int, datetime | None]:
        """The rounds that may still be scheduled, with their times."""
        open_fields = [name for name, field in self.fields.items() if not field.disabled]
        return {int(name): self.cleaned_data[name] for name in open_fields}
