"""What the director's pages ask for: how a game ended, incidents, rulings, ejections, recounts."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from results.games.forms import WrittenForm
from results.games.services.outcomes import SCORE_LIMIT, shows_play
from results.rulings.engine.forfeits import emergency_decides, margin_may_differ
from results.rulings.models import Ruling, RulingText
from results.rulings.services import forfeits, incidents, rulings
from tdsuite.platform.web.reasons import ReasonField
from tdsuite.tournaments.models import Division, Entry, Game
from tdsuite.tournaments.rulebooks.incidents import Procedure, Remedy, RemedyKind, To
from tdsuite.tournaments.rulebooks.model import Provision, Rulebook
from tdsuite.tournaments.rulebooks.reasons import cited
from tdsuite.tournaments.services.score_there import NOT_GIVEN, ScoreBefore, ScoreMeaning, score_before
from .corrections import BEGUN_FIELDS, BegunForm, emergency_field, lateness_margin, yes_or_no

Kind = Game.Outcome
GROUPS: tuple[tuple[Any, tuple[tuple[str, Any], ...]], ...] = (
    (_("Played"), (
        (Kind.PLAYED, _("Two scores")), (Kind.STOPPED, _("Stopped by the director")),
        (Kind.TIME_UP, _("Time up")),
    )),
    (_("Not played"), ((Kind.NO_SHOW, _("Did not come")), (Kind.LATENESS, _("Lateness forfeit")))),
    (_("Given up"), (
        (Kind.RESIGNED, _("Resigned, in an emergency")), (Kind.IMPROPER, _("Resigned improperly")),
        (Kind.LEFT, _("Left early")), (Kind.OVERTIME, _("Lost on time")),
    )),
    (_("Later"), ((Kind.POSTPONED, _("Postponed")), (Kind.ADJOURNED, _("Adjourned")))),
    (_("The director's"), (
        (Kind.PENALTY, _("Forfeited as a penalty")), (Kind.AWARDED, _("Awarded")), (Kind.VOID, _("Void")),
    )),
)  # fmt: skip
BYE_GROUPS = (
    (_("A bye"), ((Kind.BYE, _("Bye")), (Kind.HALF_BYE, _("Half bye")), (Kind.ZERO_BYE, _("Scores nothing")))),
)
TITLES = {kind: title for _group, kinds in (*GROUPS, *BYE_GROUPS) for kind, title in kinds}
_SCORES = ("first_score", "second_score")
_GIVEN_UP = ("offender", "begun", *_SCORES)
NEEDS: dict[str, tuple[str, ...]] = {
    Kind.PLAYED: _SCORES,
    Kind.STOPPED: _SCORES,
    Kind.TIME_UP: _SCORES,
    Kind.NO_SHOW: ("offender", "margin"),
    Kind.LATENESS: ("offender", "elected", "margin"),
    Kind.RESIGNED: _GIVEN_UP,
    Kind.IMPROPER: (*_GIVEN_UP, "margin"),
    Kind.LEFT: (*_GIVEN_UP, "emergency", "margin"),
    Kind.OVERTIME: ("offender", *_SCORES, "over", "opponent_over"),
    Kind.POSTPONED: ("all_agree",),
    Kind.ADJOURNED: ("all_agree",),
    Kind.PENALTY: ("offender", "begun", "margin"),
    Kind.AWARDED: ("offender", "begun", "margin"),
    Kind.VOID: (),
    Kind.BYE: ("margin",),
    Kind.HALF_BYE: ("margin",),
    Kind.ZERO_BYE: ("margin",),
}
NOT_PLAYED = frozenset({Kind.NO_SHOW, Kind.LATENESS})
BOTH_KINDS = NOT_PLAYED | {Kind.PENALTY}


class MinutesField(forms.CharField):
    """Minutes and seconds, "10:00", as seconds."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**({"max_length": 7, "required": False} | kwargs))
        self.widget.attrs |= {"placeholder": "0:00", "inputmode": "numeric", "class": "short"}

    def clean(self, value: Any) -> int:
        text = super().clean(value) or "0:00"
        match = re.fullmatch(r"-?(\d{1,3}):([0-5]\d)", text.strip(), re.ASCII)
        if match is None:
            raise forms.ValidationError(_("Write minutes and seconds, such as 10:00."))
        return int(match[1]) * 60 + int(match[2])


def score_field(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT)


class EndedForm(BegunForm, WrittenForm):
    """One way for a game to end: only what that way turns on is asked."""

    offender = forms.ChoiceField(label=_("Who?"), widget=forms.RadioSelect)
    emergency = emergency_field()
    first_score = score_field("")
    second_score = score_field("")
    elected = forms.BooleanField(label=_("The player came and chose to forfeit"), required=False)
    over = MinutesField(label=_("Time over"), initial="10:00")
    opponent_over = MinutesField(label=_("Opponent's time over"))
    all_agree = forms.BooleanField(label=_("Both players and the director agree"), required=False)
    margin = forms.IntegerField(
        label=_("Margin"), required=False, min_value=0, max_value=SCORE_LIMIT, help_text=_("Empty: as the rulebook says."),
    )  # fmt: skip
    reason = ReasonField()

    def __init__(self, *args: Any, game: Game, kind: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        self._ask(game, kind)
        self.ask_dispute(game)
        if "offender" in self.fields:
            sides: list[tuple[str, Any]] = [("first", str(game.first)), ("second", str(game.second))]
            choices: Any = self.fields["offender"]
            choices.choices = [*sides, *([(forfeits.BOTH, _("Both"))] if kind in BOTH_KINDS else [])]
        for name, entry in (("first_score", game.first), ("second_score", game.second)):
            if name in self.fields:
                self.fields[name].label = str(entry)
                self.fields[name].initial = getattr(game, name)
        if "first_score" in self.fields:
            self.show_lines(game)
        if kind == Kind.PLAYED:
            self.fields["reason"].required = game.outcome not in Game.UNFINISHED

    def _ask(self, game: Game, kind: str) -> None:
        """Leave what this way turns on under the event's rulebook, in the order in which it is asked."""
        book = game.round.division.book_in_force
        needs = {*NEEDS[kind], "reason"}
        if kind == Kind.LEFT and not emergency_decides(book):
            needs -= {"emergency", "margin"}
        if kind in NOT_PLAYED and not margin_may_differ(book):
            needs.discard("margin")
        for name in [name for name in self.fields if name not in needs]:
            del self.fields[name]
        by_director: dict[str, Provision[Any]] = {
            Kind.PENALTY: book.results.penalty_forfeit, Kind.IMPROPER: book.results.resigning.improper_by_director,
        }  # fmt: skip
        if margin := by_director.get(kind):
            self.fields["margin"].help_text = f"{margin.explain} ({cited(margin)})"
            self.fields["margin"].required = kind == Kind.PENALTY
        elif kind in NOT_PLAYED and "margin" in needs:
            self.fields["margin"].help_text = lateness_margin(book)
        if "begun" in needs or (kind in NOT_PLAYED and shows_play(game)):
            self.ask_begun(book)
        self.order_fields(["offender", *BEGUN_FIELDS, "emergency"])

    def ended(self) -> forfeits.HowItEnded:
        data = self.cleaned_data
        return forfeits.HowItEnded(
            self.kind,
            data.get("offender", ""),
            data.get("first_score"),
            data.get("second_score"),
            begun=self.begun(),
            margin=data.get("margin"),
            elected=data.get("elected", False),
            seconds_over=data.get("over", 0),
            opponent_seconds_over=data.get("opponent_over", 0),
            all_agree=data.get("all_agree", False),
            emergency=yes_or_no(data.get("emergency")),
            rules_dispute=self.rules_dispute(),
        )


class OverrideForm(forms.Form):
    """A ruling that departs from what the rulebook gives; empty unless `overrule` is ticked."""

    HALVES = (("2", _("a win")), ("1", _("half a win")), ("0", _("no win")))
    overrule = forms.BooleanField(label=_("Rule otherwise"), required=False)
    first_halves = forms.ChoiceField(choices=HALVES, required=False)
    first_spread = forms.IntegerField(min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT, required=False)
    second_halves = forms.ChoiceField(choices=HALVES, required=False)
    second_spread = forms.IntegerField(min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT, required=False)
    rated = forms.BooleanField(label=_("Rated"), required=False)
    rule = forms.CharField(label=_("Rule"), max_length=60, required=False)
    finding = forms.CharField(label=_("Finding"), widget=forms.Textarea(attrs={"rows": 3}), required=False)

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **({"prefix": "ruling"} | kwargs))
        for side, entry in (("first", game.first), ("second", game.second or game.first)):
            self.fields[f"{side}_halves"].label = _("%s: counts as") % entry.player
            self.fields[f"{side}_spread"].label = _("%s: spread") % entry.player

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("overrule"):
            for name in ("first_spread", "second_spread", "finding"):
                if data.get(name) in (None, "") and name not in self.errors:
                    self.add_error(name, _("A ruling needs this."))
        return data

    def override(self) -> forfeits.Override | None:
        data = self.cleaned_data
        if not data["overrule"]:
            return None
        return forfeits.Override(
            int(data["first_halves"] or 0), data["first_spread"], int(data["second_halves"] or 0), data["second_spread"],
            data["rated"], rulings.RulingFacts(data["finding"], rule=data["rule"]),
        )  # fmt: skip


# ── incidents and rulings ────────────────────────────────────────────────────────────────────────────────────


class PersonField(forms.ModelChoiceField):
    NO_PLAYER = "none"

    def __init__(self, division: Division, game: Game | None = None, **kwargs: Any) -> None:
        people = Entry.objects.filter(division=division).select_related("player")
        if game is not None:
            people = people.filter(pk__in=[game.first_id, game.second_id or game.first_id])
        super().__init__(people, **kwargs)

    def clean(self, value: Any) -> Any:
        return None if value == self.NO_PLAYER else super().clean(value)


def text_field() -> forms.CharField:
    return forms.CharField(
        label=_("What happened"), required=False, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only officials see this. It can be erased."),
    )  # fmt: skip


class IncidentForm(forms.Form):
    """One incident: who, what happened, what is done. The remedies are those of the event's procedure."""

    def __init__(
        self, *args: Any, division: Division, game: Game | None, procedure: Procedure, may_rule: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.division = game, division
        self.remedies = [remedy for remedy in procedure.remedies if may_rule and self._is_offered(remedy)]
        self.fields["entry"] = PersonField(division, game, label=_("Player at fault"), required=False)
        self.fields["entry"].empty_label = _("nobody")  # type: ignore[attr-defined]
        if game is None:
            self.fields["round_number"] = forms.IntegerField(
                label=_("Round"), min_value=1, max_value=division.planned_rounds, required=False
            )
        self.fields["text"] = text_field()
        if division.book_in_force.results.offence_levels.value:
            levels = [("", _("none")), (1, "1"), (2, "2"), (3, "3")]
            self.fields["level"] = forms.TypedChoiceField(
                label=_("Level"), choices=levels, coerce=int, empty_value=None, required=False, initial=procedure.level
            )
        if may_rule and (named := addressees(division.book_in_force, of_incidents=True))[1:]:
            by_book = (incidents.REPORT_BY_THE_BOOK, _("as the rulebook says"))
            self.fields["report_to"] = forms.ChoiceField(
                label=_("To be reported to"), choices=[by_book, ("nobody", _("nobody")), *named[1:]], required=False
            )
        if self.remedies:
            options = [
                ("", _("Only log it")),
                *((str(at), remedy_text(remedy)) for at, remedy in enumerate(self.remedies)),
            ]
            self.fields["remedy"] = forms.ChoiceField(
                label=_("What is done"), choices=options, widget=forms.RadioSelect, required=False, initial=""
            )
            self.fields["amount"] = forms.IntegerField(
                label=_("Points, or seconds"),
                required=False,
                min_value=-SCORE_LIMIT * 4,
                max_value=SCORE_LIMIT * 4,
                help_text=_("Only if the rule gives no number. Type it without a minus sign."),
            )

    def _is_offered(self, remedy: Remedy) -> bool:
        """A penalty with the book's number turns on a count or a stage, which only the game's own page asks."""
        numbered = remedy.amount is not None and remedy.kind in (RemedyKind.POINTS, RemedyKind.SPREAD)
        return remedy.kind not in incidents.ELSEWHERE and not (numbered and self.game is None)

    def happened(self, kind: str, meaning: ScoreMeaning = NOT_GIVEN) -> incidents.Happened:
        data = self.cleaned_data
        entry, other = data.get("entry"), None
        game = self.game or incidents.game_of(entry, data.get("round_number"))
        if entry is not None and game is not None and game.second is not None:
            other = game.opponent(entry.pk)
        return incidents.Happened(
            kind, game=game, entry=entry, other=other, round_number=data.get("round_number"),
            level=data.get("level", incidents.BY_THE_BOOK), text=data["text"], applied=self._applied(data),
            report_to={"": incidents.REPORT_BY_THE_BOOK, "nobody": ""}.get(report := data.get("report_to", ""), report),
            meaning=meaning,
        )  # fmt: skip

    def score(self, happened: incidents.Happened | None) -> ScoreBefore | None:
        """The result that points of this incident would change: of the page's game, or of the one that was named."""
        game = self.game or (happened.game if happened and happened.applied else None)
        return score_before(game) if game and any(each.kind is RemedyKind.POINTS for each in self.remedies) else None

    def _applied(self, data: dict[str, Any]) -> incidents.Applied | None:
        if not data.get("remedy"):
            return None
        remedy = self.remedies[int(data["remedy"])]
        return incidents.Applied(remedy.kind, remedy.signed(data.get("amount") or 0), remedy.rule, remedy.to)


def remedy_text(remedy: Remedy) -> str:
    number = ""
    if remedy.amount is not None and remedy.kind in (RemedyKind.POINTS, RemedyKind.SPREAD):
        number = f": {remedy.amount:+d}"
    whom = "" if remedy.to is To.OFFENDER else " (to the player wronged)"
    return f"{remedy.text}{number}{whom} ({remedy.rule})"


def addressees(book: Rulebook, *, of_incidents: bool = False) -> list[tuple[str, Any]]:
    """To whom something can be reported under a book: nobody, whom the book names, and always the national association."""
    reports = book.results.reports
    rules = [reports.gravest, reports.lesser, reports.incidents]
    if not of_incidents:
        rules += [reports.rulings, reports.recounts]
    named = {str(to) for rule in rules for to in rule.value.to}
    if not of_incidents:
        named.add(str(Ruling.ReportTo.ASSOCIATION))
    if {str(Ruling.ReportTo.ASSOCIATION), str(Ruling.ReportTo.RULES_COMMITTEE)} <= named:
        named.add(str(Ruling.ReportTo.BOTH))
    return [choice for choice in Ruling.ReportTo.choices if not choice[0] or choice[0] in named]


class RulingForm(forms.ModelForm):
    """A ruling as WESPA 6.1.2 wants it heard."""

    hide_optional = True
    rule = forms.CharField(
        label=_("Rule"),
        max_length=60,
        required=False,
        help_text=_("The number of the rule. Leave empty if no rule says it."),
    )
    remedy = forms.CharField(label=_("Remedy"), max_length=200, required=False)
    report_to = forms.ChoiceField(label=_("To be reported to"), choices=Ruling.ReportTo.choices, required=False)
    field_order = ("rule", *rulings.WORDS, "remedy", "report_to")

    class Meta:
        model = RulingText
        fields = rulings.WORDS
        widgets = dict.fromkeys(rulings.WORDS, forms.Textarea(attrs={"rows": 3}))

    def facts(self, *, adverse: bool = False) -> rulings.RulingFacts:
        data = self.cleaned_data
        words = {name: data[name] for name in ("rule", "remedy", *rulings.WORDS)}
        return rulings.RulingFacts(**words, report_to=data["report_to"], adverse=data.get("adverse", adverse))


class NewRulingForm(RulingForm):
    subject = forms.ChoiceField(label=_("About"), choices=Ruling.Subject.choices, initial=Ruling.Subject.PLAY)
    adverse = forms.BooleanField(label=_("It finds against a player's conduct"), required=False)

    def __init__(self, *args: Any, division: Division, game: Game | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label, usual = _("Player it is about"), _("both players") if game else _("choose")
        self.fields["entry"] = PersonField(division, game, label=label, required=game is None, empty_label=usual)
        if game is None:
            who: Any = self.fields["entry"]
            (empty, *people) = who.choices
            who.choices = [empty, (PersonField.NO_PLAYER, _("no player")), *people]
        book = division.book_in_force
        report: Any = self.fields["report_to"]
        report.choices = addressees(book)
        rules = (book.results.reports.rulings, book.results.reports.lesser)
        report.help_text = " ".join(f"{rule.explain} ({rule.rule})" for rule in rules if rule.value.to)
        subject: Any = self.fields["subject"]
        appeal = book.results.appeal
        if appeal.value.jury_on_permissibility:
            subject.help_text = _("Whether something is permitted is for the jury in the end (%s).") % appeal.rule
        else:
            subject.choices = [choice for choice in Ruling.Subject.choices if choice[0] != Ruling.Subject.PERMITTED]
        self.order_fields(["subject", "entry", "rule", *rulings.WORDS, "remedy", "adverse", "report_to"])


class AppealForm(forms.Form):
    on = forms.DateField(label=_("Lodged on"), widget=forms.DateInput(attrs={"type": "date"}))
    grounds = forms.CharField(label=_("Grounds"), widget=forms.Textarea(attrs={"rows": 4}))

    def __init__(self, *args: Any, ruling: Ruling, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"] = PersonField(ruling.division, ruling.game, label=_("Player"), initial=ruling.entry_id)


class AppealResultForm(forms.Form):
    result = forms.ChoiceField(
        label=_("Result"), choices=(("upheld", _("Upheld")), ("partly", _("Partly upheld")), ("dismissed", _("Dismissed"))),
        widget=forms.RadioSelect,
    )  # fmt: skip
    on = forms.DateField(label=_("Decided on"), widget=forms.DateInput(attrs={"type": "date"}))
    answer = forms.CharField(label=_("Answer"), required=False, widget=forms.Textarea(attrs={"rows": 4}))
