"""What a page shows, or asks, where scores are typed and lines stand with the game."""

from collections.abc import Sequence
from typing import Any, TypedDict

from django import forms
from django.utils.translation import gettext_lazy as _

from results.games.services.outcomes import lines_to_ask_about
from results.games.services.standing_lines import lines_said
from tdsuite.tournaments.engine.account import AccountLine, standing_lines
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.games import lines_on

ON_TOP, WITHIN, GO = "on_top", "within", "go"


class LinesChosen(TypedDict, total=False):
    """What `correct_result` takes of the lines that stand."""

    with_lines: bool
    keep_own: bool


class WrittenForm(forms.Form):
    """Takes scores as they are written before the lines that stand with the game, which its page shows beside them.

    lines_on_top: a sentence a line; nothing where no line with points stands.
    """

    lines_on_top: tuple[str, ...] = ()

    def show_lines(self, game: Game) -> None:
        """Have the page show what comes on top of the scores (results/games/_written_before.html)."""
        self.lines_on_top = tuple(lines_said(game, lines_to_ask_about(game)))


class LinesForm(forms.Form):
    """Asks whether the typed scores have the lines in that stand with the game. Nothing is chosen beforehand.

    standing: the lines with points that stay whatever becomes of the result.
    """

    standing: tuple[AccountLine, ...] = ()

    def ask_lines(self, game: Game) -> None:
        """Put the question in, where lines with points stand."""
        lines = [line for line in lines_on(game) if line.points]
        self.standing = standing_lines(lines)
        if lines:
            self.fields["lines"] = forms.ChoiceField(
                label=_("Lines that stand with this game"), choices=self._choices(lines), widget=forms.RadioSelect,
                required=False, help_text=" ".join(lines_said(game, lines)),
            )  # fmt: skip

    @staticmethod
    def _choices(lines: Sequence[AccountLine]) -> list[tuple[str, Any]]:
        choices = [
            (ON_TOP, _("The scores are as written before these lines, which come on top")),
            (WITHIN, _("The scores have these lines in already")),
        ]
        own = sum(line.came_with_result for line in lines)
        if own == len(lines):
            choices.append((GO, _("These lines came with the old result and go with it")))
        elif own:
            choices.append((GO, _("Tiles left and overtime go with the old result; the other lines come on top")))
        return choices

    def need_lines(self) -> None:
        """Add the error where the question stands open; call it where scores or a spread are typed."""
        if "lines" in self.fields and not self.cleaned_data.get("lines") and "lines" not in self.errors:
            self.add_error("lines", _("Say whether the scores have these lines in."))

    def lines_chosen(self) -> LinesChosen:
        """What was chosen, as `correct_result` takes it; nothing where nothing was asked."""
        choice = self.cleaned_data.get("lines")
        if not choice:
            return {}
        return {"with_lines": choice == WITHIN, "keep_own": choice in (ON_TOP, WITHIN)}
