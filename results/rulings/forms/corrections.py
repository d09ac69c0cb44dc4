"""What pages of results ask for."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from results.games.forms import LinesForm
from results.games.services.disputes import disputes_of
from results.games.services.outcomes import played, played_by
from results.rulings.engine.forfeits import begun_decides, emergency_decides, has_begun
from results.rulings.services.forfeits import HowItEnded, forfeit_by
from tdsuite.platform.web.reasons import ReasonField
from tdsuite.tournaments.engine.account import written_scores
from tdsuite.tournaments.gone import gone_text
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.services.games import GameOutcome

YES_NO = (("yes", _("Yes")), ("no", _("No")))
BEGUN_FIELDS = ("begun", "tile_drawn", "opponent_alerted")


def yes_no_field(label: Any, *, required: bool, help_text: Any = "") -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label, choices=YES_NO, widget=forms.RadioSelect, required=required, help_text=help_text
    )


def emergency_field() -> forms.ChoiceField:
    return yes_no_field(
        _("Did the player leave in an emergency?"), required=False,
        help_text=_("No: the director sets the margin (WESPA 5.7(d)). Asked of a game that had begun."),
    )  # fmt: skip


def lower_first(label: Any) -> str:
    text = str(label)
    return text[:1].lower() + text[1:]


def yes_or_no(answer: str | None) -> bool | None:
    """A yes_no_field's answer; None where nothing was said."""
    return {"yes": True, "no": False}.get(answer or "")


class DisputeForm(forms.Form):
    """Asks whether what is decided rules on the dispute about the players' sheet."""

    def ask_dispute(self, game: Game) -> None:
        """Put the question in, where a player disputes the sheet."""
        if dispute := disputes_of([game.pk]).get(game.pk):
            label = _("%s: this result rules on it") % dispute
            self.fields["rules_dispute"] = forms.BooleanField(label=label, required=False)

    def ask_gone(self, game: Game) -> None:
        """Ask whether it was played all the same, where a player has left."""
        if gone := gone_text(game.gone_unplayed):
            label = _("%s: the game was played all the same") % gone
            self.fields["gone_played"] = forms.BooleanField(label=label, required=False)

    def rules_dispute(self) -> bool:
        return bool(self.cleaned_data.get("rules_dispute"))


class BegunForm(DisputeForm):
    """Asks whether a game had begun: two questions where the rulebook defines it (NSA III.G), one elsewhere."""

    def ask_begun(self, book: Rulebook, *, required: bool = True) -> None:
        """Put the questions in."""
        if begun_decides(book):
            self.fields["tile_drawn"] = yes_no_field(_("Had the first player drawn a tile?"), required=required)
            self.fields["opponent_alerted"] = yes_no_field(
                _("Did the opponent know of it?"), required=False,
                help_text=_("With both a game has begun, and a forfeit is rated (NSA III.G)."),
            )  # fmt: skip
        else:
            self.fields["begun"] = yes_no_field(
                _("Had the game begun?"), required=required,
                help_text=_("Begun: the first player had drawn a tile and the opponent knew of it."),
            )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("tile_drawn") == "yes" and not data.get("opponent_alerted"):
            self.add_error("opponent_alerted", _("Say whether the opponent knew that a tile was drawn (NSA III.G)."))
        return data

    def begun(self) -> bool | None:
        """Whether the game had begun; None where it was not said, or not asked."""
        data = self.cleaned_data
        drawn, alerted = yes_or_no(data.get("tile_drawn")), yes_or_no(data.get("opponent_alerted"))
        if drawn is None:
            return yes_or_no(data.get("begun"))
        return has_begun(first_tile_drawn=drawn, opponent_alerted=bool(alerted))


def lateness_margin(book: Rulebook) -> str:
    """What an empty margin of a player who did not come means, and by which rule the director may set another."""
    late, both = book.starting.lateness_forfeit, book.starting.both_absent.neither_margin.value
    usual = (
        _("Empty: %(one)d points.")
        if late.margin.value == both
        else _("Empty: %(one)d points, %(both)d where neither came.")
    )
    sentence, rule = lower_first(late.may_raise.explain).rstrip("."), late.may_raise.rule
    other = _("Another margin, with a reason: %s") % (f"{sentence} ({rule})." if rule else f"{sentence}.")
    return f"{usual % {'one': late.margin.value, 'both': both}} {other}"


class CorrectForm(BegunForm, LinesForm):
    """What the result is to be, and why. Scores for a played game, else who forfeited and whether it had begun."""

    hide_optional = True
    kind = forms.ChoiceField(label=_("How it ended"), widget=forms.RadioSelect)
    first_score = forms.IntegerField(label=_("First player's score"), required=False)
    second_score = forms.IntegerField(label=_("Second player's score"), required=False)
    margin = forms.IntegerField(
        label=_("Spread or margin"), required=False,
        help_text=_("The first player's spread. Of a forfeit: empty, as the rulebook says."),
    )  # fmt: skip
    reason = ReasonField()

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        kwargs.setdefault("initial", as_it_stands(game))
        super().__init__(*args, **kwargs)
        book = game.round.division.book_in_force
        self.fields["first_score"].label, self.fields["second_score"].label = str(game.first), str(game.second)
        kind: Any = self.fields["kind"]
        kind.choices = [
            ("played", _("Played: the scores below")),
            ("spread", _("Played, only the spread known: the spread below")),
            ("first", _("Forfeited by %s") % game.first.player),
            ("second", _("Forfeited by %s") % (game.second.player if game.second else "")),
            ("both", _("Forfeited by both")),
        ]
        self.ask_begun(book, required=False)
        if emergency_decides(book):
            self.fields["emergency"] = emergency_field()
        self.ask_lines(game)
        self.ask_dispute(game)
        self.ask_gone(game)
        for name in (*BEGUN_FIELDS, "emergency"):
            if name in self.fields:
                self.fields[name].label = _("If forfeited: %s") % lower_first(self.fields[name].label)
        self.order_fields(["kind", "first_score", "second_score", "margin", "lines", *BEGUN_FIELDS, "emergency"])

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        kind = data.get("kind")
        if kind in ("played", "spread"):
            self.need_lines()
        if kind == "played":
            self._needs_scores(_("A played game needs this score."))
        elif kind == "spread" and data.get("margin") is None and "margin" not in self.errors:
            self.add_error("margin", _("Give the points."))
        elif kind in ("first", "second", "both"):
            question = "tile_drawn" if "tile_drawn" in self.fields else "begun"
            if not data.get(question):
                self.add_error(question, _("A forfeit turns on this: say yes or no."))
            elif self.begun() and kind != "both":
                self._needs_scores(_("A game that had begun needs this score, as it stood then."))
                if self.standing:
                    self.need_lines()
        return data

    def _needs_scores(self, words: Any) -> None:
        for name in ("first_score", "second_score"):
            if self.cleaned_data.get(name) is None and name not in self.errors:
                self.add_error(name, words)

    def ended(self) -> HowItEnded | None:
        """The forfeit that it becomes; None for a played game."""
        data = self.cleaned_data
        if data["kind"] not in ("first", "second", "both"):
            return None
        return forfeit_by(
            data["kind"], begun=self.begun(), scores=self._scores_of_forfeit(), margin=data["margin"],
            emergency=yes_or_no(data.get("emergency")), rules_dispute=self.rules_dispute(),
        )  # fmt: skip

    def _scores_of_forfeit(self) -> tuple[int | None, int | None]:
        """The scores before the lines that stand; those of the old result go with it."""
        first, second = self.cleaned_data["first_score"], self.cleaned_data["second_score"]
        if first is None or second is None:
            return first, second
        within = bool(self.lines_chosen().get("with_lines"))
        return written_scores((first, second), self.standing) if within else (first, second)

    def outcome(self) -> GameOutcome:
        """The played game that it becomes."""
        data = self.cleaned_data
        if data["kind"] == "played":
            return played(data["first_score"], data["second_score"])
        return played_by(data["margin"])


def as_it_stands(game: Game) -> dict[str, Any]:
    """The result that is there, as the correction's first answers."""
    scores = {"first_score": game.first_score, "second_score": game.second_score}
    if game.outcome in Game.STATED:
        halves = game.first_halves, game.second_halves
        kind = "both" if halves == (0, 0) else "first" if game.second_halves else "second"
        begun = "no" if game.outcome in Game.NOT_BEGUN else "yes"
        return {"kind": kind, "begun": begun, "tile_drawn": begun, "opponent_alerted": begun, **scores}
    if game.first_score is None:
        return {"kind": "spread", "margin": game.first_spread}
    return {"kind": "played", **scores}


class WithdrawForm(forms.Form):
    """Why a result is taken back; whoever entered it needs no reason."""

    reason = ReasonField(required=False)
