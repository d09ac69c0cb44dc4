"""What officials and players write about one challenge."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from adjudication.challenges.engine.penalty import ChallengeOf
from adjudication.challenges.engine.slips import Way
from adjudication.challenges.services.slips import NewChallenge
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.rulebooks.terms import CorrectUntil, Misadjudication, MisadjudicationRemedy
from .models import ChallengeSlip, WordJudging

LINE = {
    "autocomplete": "off",
    "autocapitalize": "characters",
    "autocorrect": "off",
    "spellcheck": "false",
    "maxlength": 300,
    "class": "words-line",
}
WORDS_HELP = gettext_lazy("All the words you challenge, separated by spaces, as they are on the board.")


class WordsForm(forms.Form):
    """What every new slip says."""

    hide_optional = True

    words = forms.CharField(
        label=gettext_lazy("Words challenged"),
        required=False,
        max_length=300,
        help_text=WORDS_HELP,
        widget=forms.TextInput(attrs=LINE),
    )
    way = forms.TypedChoiceField(label=gettext_lazy("How it is judged"), coerce=Way, widget=forms.RadioSelect)
    of = forms.TypedChoiceField(
        label=gettext_lazy("Challenge of"),
        choices=ChallengeSlip.Of.choices,
        coerce=ChallengeOf,
        initial=ChallengeSlip.Of.WORDS,
    )
    out_play = forms.BooleanField(label=gettext_lazy("It is an out-play: it ends the game"), required=False)
    another_turn = forms.BooleanField(
        label=gettext_lazy("Another turn has been played since my last challenge"), required=False
    )
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, game: Game, ways: Iterable[Way], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        names = dict(ChallengeSlip.Way.choices)
        order = (Way.RUNNER, Way.SELF_RUN, Way.STATION, Way.TABLE)
        choices = [(way.value, names[way.value]) for way in order if way in frozenset(ways)]
        self.fields["way"].choices = choices  # type: ignore[attr-defined]
        self.initial.setdefault("way", choices[0][0])

    def clean_words(self) -> tuple[str, ...]:
        return tuple(self.cleaned_data["words"].split())

    def challenge(self, **known: Any) -> NewChallenge:
        """What was written.  known: what the form does not ask."""
        return NewChallenge(**{name: value for name, value in self.cleaned_data.items() if name != "key"}, **known)


class PlayerSlipForm(WordsForm):
    """A player's own slip: the words are written, for the opponent has to see and agree to them."""

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or {}
        if sent.get("of") == ChallengeOf.WORDS and not sent.get("words"):
            self.add_error("words", _("Write every word you challenge, as it is on the board."))
        return sent


class SlipForm(WordsForm):
    """A slip as an official writes it; without words they stand on paper, and the adjudicator keys them."""

    challenger = forms.TypedChoiceField(label=gettext_lazy("Who challenges"), coerce=int, widget=forms.RadioSelect)
    handed_over = forms.BooleanField(label=gettext_lazy("The slip is here: judge it now"), required=False, initial=True)
    agreed = forms.BooleanField(label=gettext_lazy("Both players agreed to the words"), required=False, initial=True)
    field_order = ("challenger", "words", "way", "of", "handed_over", "agreed", "out_play", "another_turn", "key")

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        sides = [(entry.pk, str(entry.player)) for entry in game.players]
        self.fields["challenger"].choices = sides  # type: ignore[attr-defined]
        self.fields["words"].help_text = _("May be left empty if they are on paper: the judge types them.")
        self.fields["another_turn"].label = _("Another turn has been played since this player's last challenge")


class WaysForm(forms.ModelForm):
    """Which ways of judging an event uses."""

    class Meta:
        model = WordJudging
        fields = ("runner", "self_run", "station")


RULINGS = [("correct", gettext_lazy("Correct the verdict")), ("stand", gettext_lazy("Let it stand"))]


class MisadjudicationForm(forms.Form):
    """The conditions of the event's rulebook, and no others."""

    new_tile_on_rack = forms.BooleanField(
        label=gettext_lazy("A newly drawn tile has touched the challenged player's rack"), required=False
    )
    retracted_tile_on_rack = forms.BooleanField(
        label=gettext_lazy("A retracted tile has touched the challenged player's rack"), required=False
    )
    play_value = forms.IntegerField(
        label=gettext_lazy("Points of the challenged play"), min_value=0, max_value=2000, initial=0
    )
    verified = forms.BooleanField(
        label=gettext_lazy("The score sheet and the opponent verify that value"), required=False
    )
    reported_in_time = forms.BooleanField(
        label=gettext_lazy("Reported before leaving the tournament area, that day"), required=False
    )
    ruling = forms.ChoiceField(label=gettext_lazy("Your ruling"), choices=RULINGS, widget=forms.RadioSelect)
    reason = forms.CharField(
        label=gettext_lazy("How the verdict was found to be wrong"),
        required=False,
        max_length=300,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, rule: Misadjudication, acceptable: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        until = rule.wrongly_acceptable if acceptable else rule.wrongly_unacceptable
        tile = "new_tile_on_rack" if until is CorrectUntil.NEW_TILE_ON_RACK else "retracted_tile_on_rack"
        asked = {
            MisadjudicationRemedy.CORRECT_IN_TIME: {tile},
            MisadjudicationRemedy.SPREAD_AWARD: {"play_value", "verified", "reported_in_time"},
            MisadjudicationRemedy.RULING: {"ruling"},
        }[rule.remedy]
        for name in set(self.fields) - asked - {"reason"}:
            del self.fields[name]

    def known(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name not in ("reason", "ruling")}

    @property
    def correct(self) -> bool | None:
        """The director's own ruling; None where the rulebook leaves none to them."""
        ruling = self.cleaned_data.get("ruling")
        return None if ruling is None else ruling == "correct"

    def has_reason(self) -> bool:
        """Whether it is said why; the error stands beside the field otherwise."""
        if not self.cleaned_data["reason"].strip():
            self.add_error("reason", _("Say how the verdict was found to be wrong."))
        return not self.errors
