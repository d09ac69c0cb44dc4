"""What the page of a table asks for, beside the forms of each package."""

from typing import Any

from django import forms

from results.games.forms import WrittenForm
from results.rulings.forms.corrections import DisputeForm
from results.sheets.forms import typed_score
from tdsuite.tournaments.models import Game


class ScoresForm(DisputeForm, WrittenForm):
    """The two scores of a game without a result, as they are written before the lines that stand."""

    hide_optional = True
    first_score = typed_score()
    second_score = typed_score()

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **({"auto_id": "scores_%s"} | kwargs))
        self.game = game
        self.fields["first_score"].label, self.fields["second_score"].label = str(game.first), str(game.second)
        self.show_lines(game)
        self.ask_dispute(game)
        self.ask_gone(game)

    @property
    def asked(self) -> list[forms.BoundField]:
        """What is asked besides the scores."""
        return [self[name] for name in self.fields if name not in ("first_score", "second_score")]

    def values(self) -> dict[str, Any]:
        """As `record_result` takes them."""
        data = self.cleaned_data
        more = {"gone_played": bool(data.get("gone_played")), "rules_dispute": self.rules_dispute()}
        scores = {"first_score": data["first_score"], "second_score": data["second_score"]}
        return {**scores, **more, "with_lines": False if self.lines_on_top else None}
