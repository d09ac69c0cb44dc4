"""What pages of results ask for."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.games import GameOutcome

from .services.outcomes import SCORE_LIMIT, forfeited, forfeited_by_both, played, played_by

LONGEST_REASON = 300


def reason_field(*, required: bool = True) -> forms.CharField:
    return forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, required=required, help_text=_("It stays in the event's record.")
    )


class ForfeitForm(forms.Form):
    """A game that was not begun. absent: "first", "second" or "both"; margin: points, the rulebook's unless given."""

    hide_optional = True
    absent = forms.ChoiceField(label=_("Who forfeits?"), widget=forms.RadioSelect)
    margin = forms.IntegerField(label=_("Margin"), min_value=0, max_value=SCORE_LIMIT, required=False)
    reason = reason_field(required=False)

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        starting = game.round.division.tournament.rules.rulebook.starting
        self.one, self.both = starting.lateness_forfeit.margin.value, starting.both_absent.neither_margin.value
        absent: Any = self.fields["absent"]
        absent.choices = [
            ("first", str(game.first)), ("second", str(game.second)), ("both", _("Both: neither came")),
        ]  # fmt: skip
        told = (
            _("Empty: %(one)d points.")
            if self.one == self.both
            else _("Empty: %(one)d points, %(both)d where neither came.")
        )
        self.fields["margin"].help_text = told % {"one": self.one, "both": self.both}
        self.fields["margin"].widget.attrs["placeholder"] = str(self.one)

    def outcome(self) -> GameOutcome:
        absent, margin = self.cleaned_data["absent"], self.cleaned_data["margin"]
        if absent == "both":
            return forfeited_by_both(self.both if margin is None else margin)
        winner = "second" if absent == "first" else "first"
        return forfeited(winner, self.one if margin is None else margin)


class CorrectForm(forms.Form):
    """What the result is to be, and why. Scores for a played game, else who forfeited."""

    hide_optional = True
    KINDS = (
        ("played", _("Played: the scores below")),
        ("spread", _("Played, only the spread known: the spread below")),
        ("first", _("Forfeited by the first player")),
        ("second", _("Forfeited by the second player")),
        ("both", _("Forfeited by both")),
    )
    kind = forms.ChoiceField(label=_("How it ended"), choices=KINDS, widget=forms.RadioSelect)
    first_score = forms.IntegerField(label=_("First player's score"), required=False)
    second_score = forms.IntegerField(label=_("Second player's score"), required=False)
    margin = forms.IntegerField(
        label=_("Spread or margin"), required=False,
        help_text=_("The first player's spread, or the points of a forfeit."),
    )  # fmt: skip
    reason = reason_field()

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        kwargs.setdefault("initial", as_it_stands(game))
        super().__init__(*args, **kwargs)
        self.fields["first_score"].label, self.fields["second_score"].label = str(game.first), str(game.second)
        kind: Any = self.fields["kind"]
        kind.choices = [
            *self.KINDS[:2],
            ("first", _("Forfeited by %s") % game.first.player),
            ("second", _("Forfeited by %s") % (game.second.player if game.second else "")),
            self.KINDS[4],
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("kind") == "played":
            for name in ("first_score", "second_score"):
                if data.get(name) is None and name not in self.errors:
                    self.add_error(name, _("A played game needs this score."))
        elif data.get("kind") and data.get("margin") is None and "margin" not in self.errors:
            self.add_error("margin", _("Give the points."))
        return data

    def outcome(self) -> GameOutcome:
        data = self.cleaned_data
        if data["kind"] == "played":
            return played(data["first_score"], data["second_score"])
        if data["kind"] == "spread":
            return played_by(data["margin"])
        if data["kind"] == "both":
            return forfeited_by_both(data["margin"])
        return forfeited("second" if data["kind"] == "first" else "first", data["margin"])


def as_it_stands(game: Game) -> dict[str, Any]:
    """The result that is there, as the correction's first answers."""
    if game.outcome == Game.Outcome.FORFEIT:
        return {"kind": "first" if game.second_halves else "second", "margin": abs(game.first_spread or 0)}
    if game.outcome == Game.Outcome.DOUBLE_FORFEIT:
        return {"kind": "both", "margin": abs(game.first_spread or 0)}
    if game.first_score is None:
        return {"kind": "spread", "margin": game.first_spread}
    return {"kind": "played", "first_score": game.first_score, "second_score": game.second_score}


class WithdrawForm(forms.Form):
    """Why a result is taken back; whoever entered it needs no reason."""

    reason = reason_field(required=False)
