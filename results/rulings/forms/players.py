"""What is asked when a player is put out, leaves or joins late."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from results.games.forms import WrittenForm
from results.games.services.outcomes import SCORE_LIMIT
from results.rulings.engine.forfeits import EjectionCause, emergency_decides
from results.rulings.forms.corrections import BEGUN_FIELDS, BegunForm, emergency_field, reason_field, yes_or_no
from results.rulings.forms.rulings import TITLES
from results.rulings.services import ejection, forfeits, late_entry
from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.rulebooks.outcomes import EjectedGames

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
    spread = forms.IntegerField(
        label=_("with spread"), min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT, required=False,
        help_text=_("Empty: 0; for a loss what the rulebook takes of a player who did not come."),
    )  # fmt: skip
    for_all = forms.BooleanField(label=_("Offer this to every later entry of the division"), required=False)
    reason = reason_field()

    def choice(self) -> late_entry.MissedRounds:
        return late_entry.MissedRounds(self.cleaned_data["as_"], self.cleaned_data["spread"])


class LeaveForm(BegunForm, WrittenForm):
    """A player who leaves, and how the open game ended."""

    hide_optional = True
    KINDS = (Kind.LEFT, Kind.RESIGNED, Kind.NO_SHOW, Kind.POSTPONED)
    GIVEN_UP = (Kind.LEFT, Kind.RESIGNED)
    ORDER = ("from_round", "kind", *BEGUN_FIELDS, "emergency", "first_score", "second_score", "margin", "all_agree")
    from_round = forms.IntegerField(label=_("Out from round"), min_value=1)
    reason = reason_field()

    def __init__(self, *args: Any, entry: Entry, game: Game | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entry, self.game = entry, game
        if game is not None:
            self._ask(game)
        self.order_fields(self.ORDER)

    def _ask(self, game: Game) -> None:
        """How the open game ended: each answer is needed where its rule turns on it."""
        book = game.round.division.tournament.rules.rulebook
        self.show_lines(game)
        kinds = [(kind, TITLES[kind]) for kind in self.KINDS]
        self.fields["kind"] = forms.ChoiceField(label=_("The open game"), widget=forms.RadioSelect, choices=kinds)
        self.ask_begun(book, required=False)
        for name, person in (("first_score", game.first), ("second_score", game.second)):
            self.fields[name] = forms.IntegerField(
                label=str(person), min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT, required=False,
                help_text=_("Needed where the game had begun: the score as it stood."),
            )  # fmt: skip
        if emergency_decides(book):
            self.fields["emergency"] = emergency_field()
            self.fields["margin"] = forms.IntegerField(
                label=_("Margin"), min_value=0, max_value=SCORE_LIMIT, required=False,
                help_text=_("Needed where it was no emergency; else empty: as the rulebook says."),
            )  # fmt: skip
        self.fields["all_agree"] = forms.BooleanField(
            label=_("To be played later: the opponent and the director agree"), required=False
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("kind") not in self.GIVEN_UP:
            return data
        question = "tile_drawn" if "tile_drawn" in self.fields else "begun"
        if not data.get(question):
            self.add_error(question, _("The margin turns on this: say yes or no."))
        for name in ("first_score", "second_score") if self.begun() else ():
            if data.get(name) is None and name not in self.errors:
                self.add_error(name, _("A game that had begun needs this score, as it stood then."))
        return data

    def endings(self) -> list[tuple[Game, forfeits.HowItEnded]]:
        if self.game is None:
            return []
        data = self.cleaned_data
        turns_on_begun = data["kind"] in (*self.GIVEN_UP, Kind.NO_SHOW)
        ended = forfeits.HowItEnded(
            data["kind"], self.game.side_of(self.entry.pk), data["first_score"], data["second_score"],
            begun=self.begun() if turns_on_begun else None, margin=data.get("margin"), all_agree=data["all_agree"],
            emergency=yes_or_no(data.get("emergency")),
        )  # fmt: skip
        return [(self.game, ended)]
