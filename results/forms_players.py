"""What is asked when a player is put out, leaves or joins late."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.rulebooks.outcomes import EjectedGames

from .engine.forfeits import EjectionCause
from .forms import reason_field
from .forms_rulings import TITLES, YES_NO
from .services import ejection, forfeits, late_entry
from .services.outcomes import SCORE_LIMIT

Kind = Game.Outcome


class EjectionCaseForm(forms.Form):
    """What is to be done with a player's games; shown before anything is changed."""

    hide_optional = True
    cause = forms.ChoiceField(
        label=_("Because of"), widget=forms.RadioSelect, initial=EjectionCause.GRAVEST,
        choices=((EjectionCause.GRAVEST.value, _("Cheating or abuse")), (EjectionCause.LESSER.value, _("Other misconduct"))),
    )  # fmt: skip
    from_round = forms.IntegerField(label=_("Out from round"), min_value=1)
    format = forms.ChoiceField(
        label=_("The division is"), required=False,
        choices=(("", _("as its pairing plan says")), ("robin", _("a round robin")), ("other", _("no round robin"))),
    )  # fmt: skip
    fate = forms.ChoiceField(
        label=_("Games played"), required=False,
        choices=(
            ("", _("as the rulebook says")), (EjectedGames.AWARDED.value, _("awarded to the opponents")),
            (EjectedGames.VOID.value, _("void")), (EjectedGames.STAND.value, _("stand")),
        ),
        help_text=_("Counts only where the rulebook leaves it to you."),
    )  # fmt: skip
    award = forms.IntegerField(label=_("Margin if awarded"), initial=150, min_value=1, max_value=SCORE_LIMIT)

    def case(self) -> ejection.Case:
        data = self.cleaned_data
        robin = {"robin": True, "other": False}.get(data["format"])
        fate = EjectedGames(data["fate"]) if data["fate"] else None
        return ejection.Case(EjectionCause(data["cause"]), data["from_round"], robin, fate, data["award"])


class ReverseForm(forms.Form):
    reason = reason_field()
    keep_later_changes = forms.BooleanField(
        label=_("Games changed since the ejection stay as they are now"), required=False
    )


class LateForm(forms.Form):
    """What the rounds missed count for one player."""

    plays_from = forms.IntegerField(label=_("Plays from round"), min_value=2)
    as_ = forms.ChoiceField(
        label=_("Each round missed counts as"),
        choices=(
            ("zero_bye", _("nothing")), ("half_bye", _("half a win")), ("bye", _("a win")), ("loss", _("a loss")),
        ),
    )  # fmt: skip
    spread = forms.IntegerField(label=_("with spread"), initial=0, min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT)
    for_all = forms.BooleanField(label=_("Offer this to every later entry of the division"), required=False)
    reason = reason_field()

    def choice(self) -> late_entry.MissedRounds:
        return late_entry.MissedRounds(self.cleaned_data["as_"], self.cleaned_data["spread"])


class LeaveForm(forms.Form):
    """A player who leaves, and how the open game ended."""

    KINDS = (Kind.LEFT, Kind.RESIGNED, Kind.NO_SHOW, Kind.POSTPONED)
    from_round = forms.IntegerField(label=_("Out from round"), min_value=1)
    kind = forms.ChoiceField(label=_("The open game"), widget=forms.RadioSelect)
    begun = forms.ChoiceField(label=_("Had it begun?"), choices=YES_NO, widget=forms.RadioSelect, initial="yes")
    first_score = forms.IntegerField(min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT)
    second_score = forms.IntegerField(min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT)
    reason = reason_field()

    def __init__(self, *args: Any, entry: Entry, game: Game | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entry, self.game = entry, game
        for name in ("kind", "begun", "first_score", "second_score") if game is None else ():
            del self.fields[name]
        if game is not None:
            kinds: Any = self.fields["kind"]
            kinds.choices = [(kind, TITLES[kind]) for kind in self.KINDS]
            for name, person in (("first_score", game.first), ("second_score", game.second)):
                self.fields[name].label, self.fields[name].required = str(person), False

    def endings(self) -> list[tuple[Game, forfeits.HowItEnded]]:
        if self.game is None:
            return []
        data = self.cleaned_data
        side = self.game.side_of(self.entry.pk)
        ended = forfeits.HowItEnded(
            data["kind"], side, data["first_score"], data["second_score"], begun=data["begun"] == "yes", all_agree=True
        )
        return [(self.game, replace(ended, begun=None) if data["kind"] == Kind.NO_SHOW else ended)]
