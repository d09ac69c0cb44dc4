"""What is to be printed: a report, a round, a paper, a language."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db import models
from django.http import Http404
from django.utils.html import format_html
from django.utils.translation import gettext as _, gettext_lazy

from pairings.models import PairingRun
from results.ratings.services import chosen_system
from results.reports.common import NeedsSettings
from tdsuite.platform.access.guard import allowed
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.printing import registry
from tdsuite.platform.printing.looks import Look
from tdsuite.platform.printing.registry import Options, Report, Sheet
from tdsuite.platform.printing.services import LANGUAGES, PAPERS, build_sheet, request_print
from tdsuite.tournaments.models import Division, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import round_of

NEEDS = {"pairings-draft": Can.PAIR}  # shown to fewer than may print, so never left as a file among the jobs
SCOPES = ("round", "division", "tournament")
PAPER_CHOICES = [("A4", "A4"), ("letter", gettext_lazy("US Letter"))]
SWITCHES = ("missing_only", "as_pile")
RATINGS = "ratings"
NOT_IN_CLUB = frozenset({"ceremony", "ceremony-event", "prize-receipts", "challenge-slips", "challenge-docket"})
OTHERS = gettext_lazy("More")
GROUPS = (
    (
        gettext_lazy("For this round"),
        ("pairings-by-table", "pairings-by-name", "result-slips", "standings", "director-pack", "tally-sheet",
         "missing-results", "hindsight", "pairings-draft"),
    ),
    (
        gettext_lazy("Before play"),
        ("attendance", "name-tags", "table-signs", "scorecards", "event-rules", "public-sign"),
    ),
    (
        gettext_lazy("The event so far, and its end"),
        ("wall-chart", "cross-table", "statistics", "ratings", "ceremony", "ceremony-event", "certificates",
         "prize-receipts", "event-results"),
    ),
    (
        gettext_lazy("Blank forms"),
        ("score-sheet", "challenge-slips", "designation-slips"),
    ),
)  # fmt: skip
PLACES = {name: place for place, name in enumerate(name for _label, names in GROUPS for name in names)}


@dataclass(frozen=True, slots=True)
class Print:
    """One choice of the page.  row: the round, with its division and tournament. options: switches that are on."""

    report: Report
    row: Round
    look: Look
    options: Options

    @property
    def subject(self) -> models.Model:
        """What the report's builder is given."""
        division = self.row.division
        return {"round": self.row, "division": division, "tournament": division.tournament}[self.report.scope]

    @property
    def build_options(self) -> dict[str, Any]:
        return {"round": self.row.number, "division": self.row.division.code, **self.options}

    def build(self) -> Sheet:
        """The sheet as it stands now.  Raises Refused where there is nothing to print."""
        return build_sheet(self.report, self.subject, self.build_options, language=self.look.language)

    def request(self, by: Actor) -> Job:
        """Have a worker make the PDF."""
        return request_print(
            report=self.report.name, obj=self.subject, by=by, tournament=self.row.division.tournament,
            options=self.build_options, **self.look.named,
        )  # fmt: skip

    @property
    def address(self) -> str:
        """Where the same sheet is served for the browser's own print."""
        division = self.row.division
        path = division.tournament.url("console:print_sheet", self.report.name, division.code, self.row.number)
        return f"{path}?{urlencode({**self.look.named, **dict.fromkeys(self.options, 1)})}"


def reports_for(user: Any, tournament: Tournament) -> dict[str, Report]:
    """The reports a user may print, in the order of the groups; ratings only where a division is rated."""
    reports = [report for report in registry.reports() if report.scope in SCOPES]
    if not any(map(chosen_system, Division.objects.filter(tournament=tournament))):
        reports = [report for report in reports if report.name != RATINGS]
    if tournament.club_evening:
        reports = [report for report in reports if report.name not in NOT_IN_CLUB]
    reports.sort(key=lambda report: (PLACES.get(report.name, len(PLACES)), report.name))
    return {report.name: report for report in reports if allowed(user, tournament, NEEDS.get(report.name, Can.PRINT))}


def words_of(refusal: Exception, user: Any, tournament: Tournament) -> str:
    """Why nothing is printed; for whoever may mend it in the event's settings with the way there."""
    if not (isinstance(refusal, NeedsSettings) and allowed(user, tournament, Can.MANAGE_TOURNAMENT)):
        return str(refusal)
    return format_html('{} <a href="{}">{}</a>', str(refusal), tournament.url("console:settings"), _("Settings"))


def switched_on(values: Mapping[str, Any]) -> dict[str, bool]:
    return {name: True for name in SWITCHES if values.get(name)}


def round_choices(tournament: Tournament, *, drafts: bool) -> list[tuple[str, list[tuple[str, str]]]]:
    """By division, the published rounds, newest first; with `drafts`, also those that only have a draft. Three queries.

    A division without any offers round 1: tags, signs, cards and blank forms are printed before it begins.
    """
    numbers: dict[int, dict[int, str]] = {}
    for row in Round.objects.filter(division__tournament=tournament).published():
        numbers.setdefault(row.division_id, {})[row.number] = str(row.get_status_display())
    for run in PairingRun.objects.drafts().filter(division__tournament=tournament) if drafts else ():
        for number in run.rounds:
            numbers.setdefault(run.division_id, {}).setdefault(number, _("draft"))
    choices = []
    for division in Division.objects.filter(tournament=tournament):
        here = numbers.get(division.pk) or {1: _("not published")}
        labels = {n: f"{division.name}, {_('round')} {n} ({here[n]})" for n in sorted(here, reverse=True)}
        choices.append((division.name, [(f"{division.code}/{n}", label) for n, label in labels.items()]))
    return choices


def language_field() -> forms.ChoiceField:
    """The language of a sheet; left out, it is the form's initial one."""
    return forms.ChoiceField(
        label=gettext_lazy("Language of the sheet"),
        choices=list(LANGUAGES.items()),
        widget=forms.RadioSelect,
        required=False,
    )


class PrintForm(forms.Form):
    """`print` holds the choice once the form is valid; a report with nothing to print is refused here."""

    report = forms.ChoiceField(label=gettext_lazy("Report"), widget=forms.RadioSelect)
    place = forms.ChoiceField(label=gettext_lazy("Division and round"))
    paper = forms.ChoiceField(
        label=gettext_lazy("Paper"), choices=PAPER_CHOICES, widget=forms.RadioSelect, initial=PAPERS[0]
    )
    language = language_field()
    missing_only = forms.BooleanField(label=gettext_lazy("Slips: only games without a result"), required=False)
    as_pile = forms.BooleanField(
        label=gettext_lazy("Slips: sort for stack-cutting"),
        required=False,
        help_text=gettext_lazy(
            "Cut the pile both ways, lay the four small piles on one another: they are in order of tables."
        ),
    )

    def __init__(self, tournament: Tournament, user: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament, self.user = tournament, user
        self.reports = reports_for(user, tournament)
        self.places = round_choices(tournament, drafts="pairings-draft" in self.reports)
        self.fields["report"].choices = [(name, report.label) for name, report in self.reports.items()]  # type: ignore[attr-defined]
        self.fields["report"].initial = next(iter(self.reports), None)
        self.fields["place"].choices = self.places  # type: ignore[attr-defined]
        self.print: Print | None = None

    @property
    def report_groups(self) -> list[tuple[Any, list[Any]]]:
        """(heading, radio buttons), those of no group at the end."""
        buttons = {button.data["value"]: button for button in self["report"].subwidgets}
        groups = [(label, [buttons.pop(name) for name in names if name in buttons]) for label, names in GROUPS]
        return [(label, members) for label, members in [*groups, (OTHERS, list(buttons.values()))] if members]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if self.errors:
            return values
        code, _slash, number = values["place"].rpartition("/")
        try:
            row = round_of(self.tournament, code, int(number))
            look = Look(values["paper"], values["language"] or self.initial["language"])
            choice = Print(self.reports[values["report"]], row, look, switched_on(values))
            choice.build()
        except (Refused, Http404) as refusal:
            raise forms.ValidationError(words_of(refusal, self.user, self.tournament)) from refusal
        self.print = choice
        return values


class WifiForm(forms.Form):
    """The hall's network, for its sign. Nothing of it is kept."""

    network = forms.CharField(label=gettext_lazy("Network name"), max_length=32)
    password = forms.CharField(
        label=gettext_lazy("Password (empty for an open network)"), max_length=63, required=False
    )
    paper = forms.ChoiceField(label=gettext_lazy("Paper"), choices=PAPER_CHOICES, initial=PAPERS[0])
    language = language_field()
