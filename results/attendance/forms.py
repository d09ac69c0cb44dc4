"""What the pages of attendance, starts and time ask for."""

import re
from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from results.attendance.services.timers import LONGEST
from tdsuite.platform.web.reasons import ReasonField
from tdsuite.tournaments.models import Division, Entry, Game
from .models import StarterReport

TIME_TEXT = re.compile(r"([+-]?)(\d{1,2}):([0-5]\d)")


class GameForm(forms.Form):
    """A form about one game, whose players can be chosen by number."""

    hide_optional = True

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        if "player" in self.fields:
            offer(self, "player", [(str(player.number), str(player.player)) for player in game.players])

    def chosen(self) -> Entry:
        """The player chosen; the form is valid."""
        return next(player for player in self.game.players if str(player.number) == self.cleaned_data["player"])


def offer(form: forms.Form, name: str, choices: Sequence[tuple[str, Any]]) -> None:
    """Set what a field lets one choose from."""
    cast(forms.ChoiceField, form.fields[name]).choices = list(choices)


def player_field(label: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, widget=forms.RadioSelect)


class TimeField(forms.Field):
    """Minutes and seconds, signed: "1:00", "-0:30". Gives whole seconds, None where nothing is written."""

    widget = forms.TextInput(attrs={"autocomplete": "off", "size": 7, "maxlength": 7})
    default_error_messages = {"time": _("Write minutes and seconds, such as 1:00, or -0:30 to take time away.")}

    def to_python(self, value: Any) -> int | None:
        text = str(value or "").strip()
        if not text:
            return None
        match = TIME_TEXT.fullmatch(text)
        if match is None:
            raise forms.ValidationError(self.error_messages["time"], code="time")
        seconds = int(match[2]) * 60 + int(match[3])
        return -seconds if match[1] == "-" else seconds


class LostForm(forms.Form):
    """A game lost by lateness: another margin than the rulebook's, and why."""

    hide_optional = True
    margin = forms.IntegerField(label=_("Margin"), min_value=0, max_value=1500, required=False)
    reason = ReasonField(required=False)


class ClockForm(forms.Form):
    """A clock that the director starts with a reason."""

    reason = ReasonField()


class GiveTimeForm(GameForm):
    player = player_field(_("Whose time"))
    seconds = TimeField(label=_("Time"), help_text=_("1:00 gives a minute, -0:30 takes half a minute."))
    rule = forms.ChoiceField(label=_("Rule"), required=False)
    reason = ReasonField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = [
            (time_rule.rule, f"{time_rule.rule}: {time_rule.what}")
            for time_rule in self.game.round.division.book_in_force.before.time_given.value
            if time_rule.in_game
        ]
        offer(self, "rule", [*known, ("", _("the director's ruling"))])


class MoveLimitForm(GameForm):
    """A limit for each move of one player."""

    player = player_field(_("Whose moves"))
    seconds = TimeField(label=_("For each move"), help_text=_("Such as 2:00."))
    reason = ReasonField()


class StarterForm(GameForm):
    """Who started, as the sheet says; the tiles of a draw where they are known."""

    player = player_field(_("Who started"))
    tiles = forms.CharField(
        label=_("Tiles drawn"), max_length=60, required=False,
        help_text=_("The first named player's letter, then the other's; after a tie go on: E E Q ?. A blank is ?."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.game.starts_by not in Game.NOBODY_YET:
            del self.fields["tiles"]

    def clean_tiles(self) -> list[tuple[str, str]]:
        letters = self.cleaned_data["tiles"].replace(",", " ").split()
        if len(letters) % 2:
            raise forms.ValidationError(_("Each draw has two tiles, one for each player."))
        return list(zip(letters[::2], letters[1::2], strict=True))


class SettleForm(forms.Form):
    """What the director says of a sheet that names another starter."""

    hide_optional = True
    correct = forms.TypedChoiceField(
        label=_("Who started"), coerce=lambda text: text == "yes", widget=forms.RadioSelect,
    )  # fmt: skip
    culprit = forms.ChoiceField(label=_("Did somebody misreport knowingly?"), widget=forms.RadioSelect, required=False)
    reason = ReasonField()

    def __init__(self, *args: Any, report: StarterReport, knowing: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.report, self.game = report, report.game
        offer(
            self,
            "correct",
            [
                ("yes", _("%s, as the sheet says: correct the start") % report.says.player),
                ("no", _("%s, as paired: the start stands") % report.game.first.player),
            ],
        )
        nobody = ("", _("No"))
        people = [(str(player.number), str(player.player)) for player in report.game.players]
        offer(self, "culprit", [nobody, *people])
        if not knowing:
            del self.fields["culprit"]

    def culprit_entry(self) -> Entry | None:
        number = self.cleaned_data.get("culprit")
        return next((player for player in self.game.players if str(player.number) == number), None)


class AccommodationForm(forms.Form):
    """What a player is allowed in every game."""

    player = forms.ChoiceField(label=_("Player"))
    what = forms.CharField(label=_("What is allowed"), max_length=200)
    seconds = TimeField(label=_("Extra time a game"), required=False, help_text=_("Such as 2:00. Empty: none."))
    device = forms.BooleanField(label=_("It is a device, or headphones"), required=False)
    agreed_before = forms.BooleanField(
        label=_("Agreed with the director before the event, for medical reasons"), required=False
    )
    rule = forms.ChoiceField(label=_("Rule"), required=False)
    reason = forms.CharField(label=_("Why"), max_length=300, help_text=_("Only officials see this."))
    hide_optional = True

    def __init__(self, *args: Any, division: Division, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = {str(entry.number): entry for entry in entries}
        offer(self, "player", [(number, str(entry)) for number, entry in self.entries.items()])
        time_given = division.book_in_force.before.time_given.value
        rules = [time_rule.rule for time_rule in time_given if time_rule.accommodation]
        offer(self, "rule", [("", _("the director's ruling")), *((rule, rule) for rule in rules)])
        if not division.book_in_force.before.special_needs.value.device_agreed_before:
            del self.fields["agreed_before"]

    def values(self) -> dict[str, Any]:
        values = {**self.cleaned_data, "seconds": self.cleaned_data["seconds"] or 0}
        return {"entry": self.entries[values.pop("player")], **values}


class TimerForm(forms.Form):
    """The timer of a round without clocks, where the director announces how time is regulated."""

    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=LONGEST)
    announcement = forms.CharField(label=_("How time is regulated"), max_length=300)
