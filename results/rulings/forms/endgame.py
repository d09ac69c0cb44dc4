"""What the page of the end of a game asks for: the last minutes, by player, and the turns that ended it."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from results.games.forms import WrittenForm
from results.rulings.engine.clock_readings import BadReading, ClockKind, ClockReading, clock_text, time_over
from results.rulings.engine.endgame import HowEnded
from results.rulings.services import endgame
from results.rulings.services.game_times import game_times
from tdsuite.platform.web.reasons import ReasonField
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import AfterTime, Zero
from .corrections import DisputeForm
from .rulings import MinutesField, score_field

HOW_LABELS = {
    HowEnded.WENT_OUT: _("Somebody went out"),
    HowEnded.SIX_ZEROS: _("Six turns without a score"),
    HowEnded.SAND_STOPPED: _("Stopped at 54 minutes (sand timers)"),
    HowEnded.ROUND_STOPPED: _("The director stopped the game"),
    HowEnded.TIME_UP: _("Time up"),
    HowEnded.AGREED: _("Neither can play, and both agree"),
}


CLOCKS = (
    (ClockKind.COUNTS_DOWN.value, _("counts down")),
    (ClockKind.COUNTS_UP.value, _("counts up")),
    (ClockKind.FLAG_FALLEN.value, _("analogue, flag fallen")),
)
TURNS = (
    ("", "–"),
    (Zero.PASS_TURN.value, _("a pass")),
    (Zero.EXCHANGE.value, _("an exchange")),
    (Zero.PLAY_CHALLENGED_OFF.value, _("a play challenged off")),
    (Zero.FAILED_CHALLENGE.value, _("a failed challenge")),
    (endgame.PLAY, _("a play that stayed")),
)
ASKED = ("score", "rack", "clock_kind", "clock")
SELDOM_ASKED = ("disregarded", "waiver")


class EndForm(DisputeForm, WrittenForm):
    """The last minutes of one game, a set of questions for each player."""

    hide_optional = True
    how = forms.ChoiceField(label=_("How did it end?"), widget=forms.RadioSelect)
    out = forms.ChoiceField(label=_("Who went out?"), widget=forms.RadioSelect, required=False)
    reason = ReasonField(required=False)

    def __init__(self, *args: Any, game: Game, book: Rulebook, **kwargs: Any) -> None:
        before = endgame.remembered(game)
        super().__init__(*args, **kwargs)
        has = {
            HowEnded.SAND_STOPPED: book.before.no_clocks.value.sand is not None,
            HowEnded.TIME_UP: book.ending.overtime.after_time.value is AfterTime.GAME_ENDS,
            HowEnded.AGREED: book.ending.six_zeros.ends.value.may_agree_sooner,
        }
        ways = [how for how in HowEnded if has.get(how, True)]
        self.show_lines(game)
        self.ask_dispute(game)
        how: Any = self.fields["how"]
        how.choices = [(way.value, HOW_LABELS[way]) for way in ways]
        how.initial = before.how if before else HowEnded.WENT_OUT
        out: Any = self.fields["out"]
        out.choices = [("first", str(game.first)), ("second", str(game.second))]
        out.initial = before.out if before else None
        self.turns = book.ending.six_zeros.ends
        for number in range(1, self.turns.value.turns + 1):
            last = before.turns[number - 1] if before and number <= len(before.turns) else ""
            self.fields[f"turn_{number}"] = forms.ChoiceField(
                label=_("Turn %d") % number, choices=TURNS, required=False, initial=last
            )
        self.times = dict(zip(("first", "second"), game_times(game), strict=True))
        for side, score in (("first", game.first_score), ("second", game.second_score)):
            self._ask(side, score, getattr(before, side) if before else None)

    def _ask(self, side: str, score: int | None, side_answers: endgame.SideAnswers | None) -> None:
        self.fields[f"{side}_score"] = score_field(_("Score on the sheet"))
        self.fields[f"{side}_score"].initial = score
        self.fields[f"{side}_rack"] = forms.CharField(
            label=_("Tiles left"), required=False, max_length=20, help_text=_("Letters; ? for a blank.")
        )
        self.fields[f"{side}_rack"].widget.attrs |= {
            "autocapitalize": "characters",
            "autocomplete": "off",
            "class": "rack",
        }
        self.fields[f"{side}_clock_kind"] = forms.ChoiceField(
            label=_("Clock"), choices=CLOCKS, required=False, initial=ClockKind.COUNTS_DOWN.value
        )
        self.fields[f"{side}_clock"] = forms.CharField(
            label=_("Overtime on the clock"), required=False, max_length=8,
            help_text=_("Such as -1:01; empty if not over. Counting up: all it shows, such as 26:30 (game time %s). "
                        "Flag fallen: minutes since, if seen.") % clock_text(self.times[side]),
        )  # fmt: skip
        self.fields[f"{side}_disregarded"] = MinutesField(label=_("Of it after the true end"))
        self.fields[f"{side}_waiver"] = forms.CharField(
            label=_("Overtime waived because"), required=False, max_length=200
        )
        for name in ("rack", "clock", "clock_kind", "waiver") if side_answers else ():
            self.fields[f"{side}_{name}"].initial = getattr(side_answers, name)
        if side_answers and side_answers.disregarded:
            self.fields[f"{side}_disregarded"].initial = clock_text(side_answers.disregarded)

    def of(self, side: str) -> list[forms.BoundField]:
        """The questions of one player, for the page."""
        return [self[f"{side}_{name}"] for name in ASKED]

    def seldom(self, side: str) -> list[forms.BoundField]:
        """The questions of one player that few games ask."""
        return [self[f"{side}_{name}"] for name in SELDOM_ASKED]

    @property
    def last_turns(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("turn_")]

    @property
    def dispute(self) -> forms.BoundField | None:
        """The question about a dispute, where there is one."""
        return self["rules_dispute"] if "rules_dispute" in self.fields else None

    def answers(self) -> endgame.EndAnswers:
        data = self.cleaned_data
        first, second = (
            endgame.SideAnswers(
                data[f"{side}_score"], data[f"{side}_rack"], _reading(data, side).shows, data[f"{side}_disregarded"],
                data[f"{side}_waiver"], _reading(data, side).kind.value,
            )
            for side in ("first", "second")
        )  # fmt: skip
        out = data["out"] if data["how"] == HowEnded.WENT_OUT else ""
        return endgame.EndAnswers(data["how"], first, second, out, self._turns())

    def _turns(self) -> tuple[str, ...]:
        """The turns that were said, where turns without a score ended the game."""
        if self.cleaned_data["how"] != HowEnded.SIX_ZEROS:
            return ()
        return tuple(self.cleaned_data[field.name] for field in self.last_turns if self.cleaned_data[field.name])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for side in ("first", "second"):
            try:
                time_over(_reading(data, side), game_time=self.times[side])
            except BadReading as wrong:
                self.add_error(f"{side}_clock", str(wrong))
        return data


def _reading(data: Mapping[str, Any], side: str) -> ClockReading:
    """What the clock of one player shows; overtime on a clock that counts down may be typed without its sign."""
    kind = ClockKind(data.get(f"{side}_clock_kind") or ClockKind.COUNTS_DOWN)
    text = data.get(f"{side}_clock", "").strip()
    return ClockReading(f"-{text}" if kind is ClockKind.COUNTS_DOWN and text and text[0].isdigit() else text, kind)
