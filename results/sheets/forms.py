"""What the pages of result sheets ask for: a player's figures, an official's paper sheet, reasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from results.games.services.outcomes import SCORE_LIMIT, lines_to_ask_about
from results.games.services.standing_lines import lines_said
from results.rulings.engine.clock_readings import BadReading, clock_text
from results.rulings.forms.rulings import PersonField, score_field
from results.sheets.engine.facts import Figures, SheetFacts, SheetLine
from results.sheets.engine.finality import Ground
from results.sheets.engine.own_lines import Charge, charged, own_racks_count, terms_of
from tdsuite.platform.web.reasons import ReasonField
from tdsuite.platform.words.languages import translated
from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import TilesLeft
from .models import NOTE_LENGTH, PlayerRequest

DIGITS = {"inputmode": "numeric", "pattern": "-?[0-9]{1,4}", "maxlength": "5", "autocomplete": "off"}
LINES: tuple[tuple[str, str, Any, int], ...] = (
    ("left", "tiles_left", _("− own tiles left"), -1),
    ("gained", "tiles_gained", _("+ opponent’s tiles"), 1),
)
TWICE = _("+ opponent’s tiles, twice")


# A score, typed on a number pad.
typed_score = partial(forms.IntegerField, min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT, widget=forms.TextInput(DIGITS))


typed_overtime = partial(
    forms.CharField,
    max_length=8,
    required=False,
    widget=forms.TextInput({"inputmode": "decimal", "autocomplete": "off", "placeholder": "1:01"}),
)


def typed_key(label: Any, keys: str, hint: Any = None, *, required: bool = False) -> forms.ChoiceField:
    """A choice that is typed, one key.  hint: what is said where it is another."""
    return forms.ChoiceField(
        label=label, required=required, choices=[(key, key) for key in keys],
        widget=forms.TextInput({"maxlength": "1", "autocomplete": "off"}),
        error_messages={"invalid_choice": hint, "required": hint} if hint else None,
    )  # fmt: skip


class OvertimeField(forms.CharField):
    """Overtime as a player writes it, "1:01" or "20" points, as what the rulebook charges.

    book: the event's; it says what may be written.
    """

    def __init__(self, *, book: Rulebook, **kwargs: Any) -> None:
        super().__init__(**({"max_length": 8, "required": False} | kwargs))
        self.book = book
        self.widget.attrs |= {"inputmode": "decimal", "autocomplete": "off", "placeholder": "1:01"}

    def clean(self, value: Any) -> Charge:
        try:
            return charged(super().clean(value), self.book)
        except BadReading as wrong:
            raise forms.ValidationError(translated(wrong)) from wrong


@dataclass(frozen=True, slots=True)
class SideFields:
    """The fields of one player on the form."""

    entry: Entry
    own: bool
    score: forms.BoundField
    lines: tuple[forms.BoundField, ...]


class FiguresForm(forms.Form):
    """What a player writes on the sheet. Fields are named by entry, so that a game turned round mixes nothing up."""

    hide_optional = True
    tiles_counted = forms.BooleanField(label=_("100 tiles counted"), required=False)

    def __init__(self, *args: Any, game: Game, me: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.people = sorted(game.players, key=lambda entry: entry.pk != me)
        self.me = me
        self.book = game.round.division.book_in_force
        self.overtime = terms_of(self.book)
        self.line_names = [name for name, *_more in LINES if name != "left" or own_racks_count(self.book)]
        self.line_names += ["overtime"] if self.overtime else []
        self.fields["started"] = forms.ChoiceField(
            label=_("Who started?"), widget=forms.RadioSelect,
            choices=[(str(entry.pk), entry.player.name) for entry in game.players],
        )  # fmt: skip
        twice = self.book.ending.tiles_left.value is TilesLeft.DOUBLE
        for entry in self.people:
            self.fields[f"score_{entry.pk}"] = typed_score(label=entry.player.name)
            for name, _kind, label, sign in LINES:
                if name in self.line_names:
                    text = TWICE if twice and sign > 0 else label
                    self.fields[f"{name}_{entry.pk}"] = typed_score(label=text, required=False, min_value=0)
            if self.overtime:
                self.fields[f"overtime_{entry.pk}"] = OvertimeField(book=self.book, label=_("− overtime"))

    @property
    def lines_on_top(self) -> tuple[str, ...]:
        """The lines that stand with the game and come on top of the scores, a sentence a line."""
        return tuple(lines_said(self.game, lines_to_ask_about(self.game)))

    @property
    def sides(self) -> list[SideFields]:
        """Own side first."""
        return [
            SideFields(
                entry, entry.pk == self.me, self[f"score_{entry.pk}"],
                tuple(self[f"{name}_{entry.pk}"] for name in self.line_names),
            )
            for entry in self.people
        ]  # fmt: skip

    @property
    def lines_refused(self) -> bool:
        """Whether something is to be mended among the lines, which then stand open."""
        return any(field.errors for side in self.sides for field in side.lines)

    @property
    def sent(self) -> list[tuple[str, Any]]:
        """The fields of a bound form as they came, for sending exactly them again."""
        values = [(field.name, field.value()) for field in self]
        return [(name, "on" if value is True else value) for name, value in values if value not in ("", None, False)]

    def figures(self) -> Figures:
        """The form is valid."""
        data, lines = self.cleaned_data, []
        for entry in self.people:
            for name, kind, _label, sign in LINES:
                if points := data.get(f"{name}_{entry.pk}"):
                    lines.append(SheetLine(entry.pk, kind, sign * points, own=True))
            charge = data.get(f"overtime_{entry.pk}")
            if charge is not None and (charge.points or charge.seconds):
                lines.append(SheetLine(entry.pk, "overtime", -charge.points, charge.seconds, own=True))
        return Figures(
            scores={entry.pk: data[f"score_{entry.pk}"] for entry in self.people},
            started=int(data["started"]) if data["started"] else None,
            lines=tuple(lines),
            tiles_counted=data["tiles_counted"],
        )


def first_values(facts: SheetFacts | None, game: Game, *, scores: bool = True) -> dict[str, Any]:
    """First answers for FiguresForm: the sheet as it is, else only the starter where the pairing named one."""
    if facts is None or not scores:
        named = game.starts_by in (Game.StartsBy.ASSIGNED, Game.StartsBy.BALANCE, Game.StartsBy.DRAWN)
        return {"started": str(game.first_id)} if named else {}
    return form_values(facts)


def form_values(facts: SheetFacts) -> dict[str, Any]:
    """A sheet's figures by the names of FiguresForm's fields; the tick only where it is set."""
    values: dict[str, Any] = {"tiles_counted": True} if facts.tiles_counted else {}
    if facts.started is not None:
        values["started"] = str(facts.started)
    values |= {f"score_{side.entry}": side.score for side in facts.sides if side.score is not None}
    names = {kind: name for name, kind, _label, _sign in LINES}
    for line in facts.lines:
        if line.own and line.kind == "overtime":
            values[f"overtime_{line.entry}"] = clock_text(line.seconds) if line.seconds else abs(line.points)
        elif line.own and line.kind in names:
            values[f"{names[line.kind]}_{line.entry}"] = abs(line.points)
    return values


GROUNDS: dict[Ground, Any] = {
    Ground.BOTH_ASK: _("Both players ask for it, here before me"),
    Ground.AS_SIGNED: _("The paper that both signed says so; it was typed wrongly"),
    Ground.RULING: _("A ruling of mine, or an appeal"),
}


class RuleForm(FiguresForm):
    """The director's figures, with what was found, by which rule, and on what ground a signed sheet changes.

    grounds: those that are open for the sheet now.  closed: why the others are not.
    """

    finding = forms.CharField(label=_("What was found"), max_length=2000, widget=forms.Textarea(attrs={"rows": 3}))
    rule = forms.CharField(label=_("Rule"), max_length=60, required=False)

    def __init__(
        self, *args: Any, grounds: Sequence[Ground] = (Ground.RULING,), closed: str = "", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["started"].required = False
        self.grounds, self.closed = grounds, closed
        if list(grounds) != [Ground.RULING]:
            self.fields["ground"] = forms.ChoiceField(
                label=_("On what ground?"), choices=[(ground.value, GROUNDS[ground]) for ground in grounds],
                widget=forms.RadioSelect, error_messages={"invalid_choice": closed or _("Choose one of the grounds.")},
            )  # fmt: skip

    @property
    def ground(self) -> Ground:
        """Of a valid form."""
        return Ground(self.cleaned_data.get("ground", Ground.RULING))


class PaperForm(forms.Form):
    """One paper sheet at the keyboard, field by field.

    table: a table, or # and a player's number, whose score then comes first.  started: 1 or 2, as the two scores are in
    order; empty = as paired.  seen: y when both signatures are on the paper, else n.  over_one, over_two: overtime in the
    order of the scores, as time or points; what the rulebook charges is not in the scores yet.  lines: y where the scores
    are written before the lines that stand with the game, w where they have them in; asked where such lines have points.
    dispute: y where the sheet rules on a dispute.
    """

    hints = {
        "started": _("Started: type 1 or 2, as the two scores are in order, or leave it empty."),
        "seen": _("Both signatures seen? Type y or n."),
        "lines": _(
            "Lines: type y where the scores are written before the lines that stand, w where they have them in."
        ),
    }
    table = forms.CharField(label=_("Table, or # and player"), max_length=24)
    first_score = typed_score(label=_("First score"))
    second_score = typed_score(label=_("Second score"))
    started = typed_key(_("Started"), "12", hints["started"])
    lines = typed_key(_("Lines"), "yw", hints["lines"])
    dispute = typed_key(_("Dispute"), "y")
    seen = typed_key(_("Both signatures seen"), "yn", hints["seen"], required=True)
    over_one = typed_overtime(label=_("First player’s overtime"))
    over_two = typed_overtime(label=_("Second player’s overtime"))

    @property
    def over(self) -> tuple[forms.BoundField, forms.BoundField]:
        """The fields of overtime, in the order of the scores."""
        return self["over_one"], self["over_two"]


class RecountForm(forms.Form):
    both_take_part = forms.BooleanField(label=_("Both players take part"), required=False, initial=True)
    sheet_to = forms.ChoiceField(
        label=_("The opponent's score sheet"), required=False,
        choices=(("", _("not asked for")), ("recounter", _("given to the player")), ("director", _("given to the director"))),
    )  # fmt: skip

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["asked_by"] = PersonField(game.round.division, game, label=_("Asked for by"))
        self.order_fields(["asked_by", "both_take_part", "sheet_to"])


class RecountedForm(forms.Form):
    """The totals found, final ones, or agreed so far where it is halted."""

    first_total = score_field("")
    second_total = score_field("")
    verified = forms.BooleanField(label=_("I verified a play that both dispute"), required=False)
    reason = ReasonField(required=False)

    def __init__(self, *args: Any, game: Game, totals: tuple[int, int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, entry, total in zip(("first_total", "second_total"), game.players, totals, strict=True):
            self.fields[name].label, self.fields[name].initial = str(entry), total


class RequestForm(forms.Form):
    """What a player tells the director.  rounds: those that they may sit out."""

    hide_optional = True
    kind = forms.ChoiceField(label=_("What is it?"), choices=PlayerRequest.Kind.choices, widget=forms.RadioSelect)
    round_number = forms.TypedChoiceField(
        label=_("Round"), coerce=int, empty_value=None, required=False,
        help_text=_("The round you sit out, or the first one without you."),
    )  # fmt: skip
    words = forms.CharField(
        label=_("In a few words"),
        max_length=NOTE_LENGTH,
        required=False,
        help_text=_("Which round, how late, what is right."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, rounds: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["round_number"].choices = [(number, number) for number in rounds]  # type: ignore[attr-defined]
        if not rounds:
            del self.fields["round_number"]
