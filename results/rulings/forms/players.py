"""What is asked when a player is put out or joins late."""

from django import forms
from django.utils.translation import gettext_lazy as _

from results.games.services.outcomes import SCORE_LIMIT
from results.rulings.engine.forfeits import EjectionCause
from results.rulings.services import ejection, late_entry
from tdsuite.platform.web.reasons import ReasonField
from tdsuite.tournaments.rulebooks.outcomes import EjectedGames


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
    awards = forms.ChoiceField(
        label=_("Awards earned"), required=False, choices=(("", _("as the rulebook says")), ("kept", _("are kept"))),
        help_text=_("Counts only where the rulebook may take them."),
    )  # fmt: skip

    def case(self) -> ejection.Case:
        data = self.cleaned_data
        robin = {"robin": True, "other": False}.get(data["format"])
        fate = EjectedGames(data["fate"]) if data["fate"] else None
        awards_kept = data["awards"] == "kept"
        return ejection.Case(EjectionCause(data["cause"]), data["from_round"], robin, fate, data["award"], awards_kept)


class AnnulForm(forms.Form):
    reason = ReasonField()


class ReverseForm(AnnulForm):
    keep_later_changes = forms.BooleanField(label=_("Games changed since then stay as they are now"), required=False)


MISSED_ROUNDS = (
    ("zero_bye", _("nothing")), ("half_bye", _("half a win")), ("bye", _("a win")), ("loss", _("a loss")),
)  # fmt: skip


class LateForm(forms.Form):
    """What the rounds missed count for one player."""

    plays_from = forms.IntegerField(label=_("Plays from round"), min_value=2)
    as_ = forms.ChoiceField(label=_("Each round missed counts as"), choices=MISSED_ROUNDS)
    spread = forms.IntegerField(
        label=_("with spread"), min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT, required=False,
        help_text=_("Empty: 0; for a loss what the rulebook takes of a player who did not come."),
    )  # fmt: skip
    reason = ReasonField()

    def choice(self) -> late_entry.MissedRounds:
        return late_entry.MissedRounds(self.cleaned_data["as_"], self.cleaned_data["spread"])
