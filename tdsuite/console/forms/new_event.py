"""A new event: its own words, its rosters, when its rounds start; or an earlier one again."""

from datetime import timedelta
from typing import Any

from django import forms
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tdsuite.console.addresses import refuse_taken, taken_by_events
from tdsuite.exchange.event_sources import SourceFile
from tdsuite.exchange.forms import FilesField
from tdsuite.exchange.new_event import DivisionLine, NewEvent
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.rulebooks.registry import DEFAULT, RULEBOOKS
from tdsuite.tournaments.services.events import EVENT_FIELDS
from .events import DAY, EventForm, TimetableForm, free_code

MOST_PLAYERS = 9999
UNFOLDED = (
    "name", "starts_on", "ends_on", "divisions", "sources", "text", "by_rating", "rulebook", "game_minutes",
)  # fmt: skip
PASTED = "players.csv"
OF_COPY = tuple(name for name in EVENT_FIELDS if name not in ("name", "starts_on", "ends_on", "status"))


class RosterFields(forms.Form):
    """The players of an event, as files or as lines."""

    sources = FilesField(
        label=_("Players"),
        required=False,
        help_text=_(
            "CSV, tsh .t or .TOU. A column Division says who plays where; several files are several divisions. Drop them here."
        ),
    )
    text = forms.CharField(
        label=_("Or paste the lines"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "class": "mono"}),
        help_text=_("One player a line: name, rating."),
    )
    by_rating = forms.BooleanField(
        label=_("Number the players by rating"),
        required=False,
        initial=True,
        help_text=_("Off: keep the file’s order. Numbers given in the file are kept."),
    )

    @property
    def has_roster(self) -> bool:
        """Whether anybody was named."""
        return bool(self.cleaned_data["sources"] or self.cleaned_data["text"].strip())

    def source_files(self) -> list[SourceFile]:
        """Files and pasted lines."""
        files = [SourceFile(file.name, file.read()) for file in self.cleaned_data["sources"]]
        text = self.cleaned_data["text"]
        return [*files, SourceFile(PASTED, text.encode())] if text.strip() else files


class NewEventForm(TimetableForm, RosterFields, EventForm):
    """All that is asked of a new event with its divisions, on its one page."""

    slug = forms.SlugField(
        label=_("Short name in addresses"),
        max_length=60,
        required=False,
        help_text=_("Empty: made from the name. It is part of every address and cannot be changed later."),
    )
    rulebook = forms.ChoiceField(
        label=_("Rulebook"), choices=lambda: [(key, book.name) for key, book in RULEBOOKS.items()], initial=DEFAULT,
        widget=forms.Select({"hx-get": reverse_lazy("console:rulebook"), "hx-target": "#book", "hx-trigger": "change"}),
        help_text=_("What the book leaves open is chosen on the event’s Rules page."),
    )  # fmt: skip
    divisions = forms.CharField(
        label=_("Divisions"),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        initial="Division A, 7",
        help_text=_(
            "One a line: its name, then its number of rounds. Best division first. No Division column? "
            "“Division A, 7, 24” puts the 24 best players in A."
        ),
    )

    class Meta(EventForm.Meta):
        fields: tuple[str, ...] = (
            "name", "venue", "starts_on", "ends_on", "time_zone", "visibility", "entry_mode", "game_minutes",
        )  # fmt: skip

    starts_by_schedule = None  # type: ignore[assignment]
    sheets_open_early = None  # type: ignore[assignment]
    presence_by_phone = None  # type: ignore[assignment]
    public_base_url = None  # type: ignore[assignment]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ends_on"].required = False
        self.fields["ends_on"].help_text = _("Leave empty for one day.")
        self.fields["starts_on"].initial = timezone.localdate
        self.fields["time_zone"].widget.attrs["data-zone"] = ""

    def clean_divisions(self) -> list[dict[str, Any]]:
        divisions: list[dict[str, Any]] = []
        for place, line in enumerate(self.cleaned_data["divisions"].splitlines(), start=1):
            if not line.strip():
                continue
            words = [word.strip() for word in line.split(",")]
            numbers = [int(word[:5]) for word in words[1:][-2:] if word.isascii() and word.isdigit()]
            name = ", ".join(words[: len(words) - len(numbers)])
            if not (name and numbers and 1 <= numbers[0] <= 99 and max(numbers) <= MOST_PLAYERS):
                raise forms.ValidationError(
                    _("Line %d: write a name, a comma and 1 to 99 rounds: Division A, 7") % place
                )
            code = free_code(name, [division["code"] for division in divisions])
            divisions.append({"name": name, "code": code, "planned_rounds": numbers[0], "players": sum(numbers[1:])})
        codes = [division["code"] for division in divisions]
        if len(set(codes)) < len(codes):
            raise forms.ValidationError(_("Two divisions have names that are too alike."))
        return divisions

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        data["slug"] = data.get("slug") or slugify(data.get("name", ""))[:60]
        if "name" in data and (not data["slug"] or data["slug"] in taken_by_events()):
            self.add_error("slug", _("Write a short name of letters, digits and dashes."))
        data["ends_on"] = data.get("ends_on") or data.get("starts_on")
        return data

    @property
    def folded_errors(self) -> bool:
        """Whether something is wrong in the part of the page that is folded."""
        return not self.errors.keys() <= {*UNFOLDED, "__all__"}

    def plan(self) -> NewEvent:
        """What was said of the event besides its files."""
        data = self.cleaned_data
        lines = tuple(DivisionLine(**line) for line in data["divisions"])
        return NewEvent(
            {**self.values(), "rulebook": data["rulebook"], "game_minutes": data["game_minutes"], "status": "preparing"},
            lines, data["by_rating"], self.timetable(),
        )  # fmt: skip


class CopyEventForm(RosterFields):
    """An earlier event again: what is different this time."""

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    starts_on = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs=DAY, format="%Y-%m-%d"))
    slug = forms.SlugField(
        label=_("Short name in addresses"), max_length=60, required=False, validators=[refuse_taken],
        help_text=_("Empty: made from the name."),
    )  # fmt: skip
    same_players = forms.BooleanField(
        label=_("With the same players"), required=False, help_text=_("Where no roster is given.")
    )
    same_people = forms.BooleanField(label=_("With the same helpers and their roles"), required=False, initial=True)
    practice = forms.BooleanField(
        label=_("As a practice event"), required=False, help_text=_("To rehearse it. It can be deleted completely.")
    )
    field_order = (
        "name",
        "starts_on",
        "sources",
        "text",
        "slug",
        "by_rating",
        "same_players",
        "same_people",
        "practice",
    )

    def plan(self, source: Tournament) -> NewEvent:
        """The earlier event's settings on the new days."""
        data = self.cleaned_data
        length: timedelta = source.ends_on - source.starts_on
        values = {name: getattr(source, name) for name in OF_COPY}
        values |= {"starts_on": data["starts_on"], "ends_on": data["starts_on"] + length, "status": "preparing"}
        return NewEvent(
            values, (), data["by_rating"], None, source.pk, data["same_players"], data["same_people"],
            data["practice"],
        )  # fmt: skip
