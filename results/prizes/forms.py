"""What pages of statistics and prizes ask for."""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from results.prizes.engine.money import plain
from results.prizes.engine.prizes import Basis
from results.prizes.services.prizes import BASES, EVENT_BASES
from tdsuite.tournaments.models import BY_BOARD, Division, Entry, Game, Tournament
from .models import HIGHEST_PLAY, LONGEST_WORD, HighClaim, Prize


class PlayedGameField(forms.ModelChoiceField):
    """A game by round and opponents."""

    def label_from_instance(self, game: Game) -> str:
        return gettext("Round %(number)d: %(first)s v %(second)s") % {
            "number": game.round.number,
            "first": game.first.player,
            "second": game.second.player if game.second else "",
        }


class ClaimForm(forms.Form):
    """What was played."""

    hide_optional = True
    kind = forms.ChoiceField(label=_("Claim"), choices=HighClaim.Kind.choices, widget=forms.RadioSelect)
    game = PlayedGameField(label=_("Game"), queryset=Game.objects.none())
    word = forms.CharField(label=_("Word"), min_length=2, max_length=LONGEST_WORD)
    points = forms.IntegerField(label=_("Points of the play"), min_value=1, max_value=HIGHEST_PLAY)

    def offer(self, games: Any) -> None:
        field: Any = self.fields["game"]
        field.queryset = games.exclude(second=None).exclude(round__status="draft").exclude(
            outcome__in=Game.NOT_BEGUN
        ).with_people().order_by("-round__number", *BY_BOARD)  # fmt: skip


class OwnClaimForm(ClaimForm):
    """A player's own claim."""

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entry = entry
        self.offer(Game.objects.filter(first=entry) | Game.objects.filter(second=entry))

    def claim(self) -> dict[str, Any]:
        return {**self.cleaned_data, "entry": self.entry}


class DeskClaimForm(ClaimForm):
    """A claim handed in on paper. number: whose play it was; round_number: in which game."""

    game = None  # type: ignore[assignment]
    division = forms.ChoiceField(label=_("Division"))
    number = forms.IntegerField(label=_("Player’s number"), min_value=1)
    round_number = forms.IntegerField(label=_("Round"), min_value=1, max_value=99)
    field_order = ("kind", "division", "number", "round_number", "word", "points")

    def __init__(self, *args: Any, divisions: Iterable[Division], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.divisions = {row.code: row for row in divisions}
        self.fields["division"].choices = [(row.code, row.name) for row in self.divisions.values()]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        people = Entry.objects.filter(division=self.divisions[data["division"]], number=data["number"])
        self.entry = people.select_related("player").first()
        if self.entry is None:
            raise forms.ValidationError(_("There is no player of this number."))
        own = Game.objects.filter(first=self.entry) | Game.objects.filter(second=self.entry)
        games = own.filter(round__number=data["round_number"]).exclude(round__status="draft").with_people()
        self.game_played = games.select_related("round__division__tournament").first()
        if self.game_played is None:
            raise forms.ValidationError(_("The player has no game in this round."))
        return data

    def claim(self) -> dict[str, Any]:
        data = {name: self.cleaned_data[name] for name in ("kind", "word", "points")}
        return {**data, "entry": self.entry, "game": self.game_played}


def whole_numbers(text: str) -> list[int]:
    """Players' numbers however parted: "4, 11". Raises ValidationError."""
    words = [word for word in re.split(r"[\s,;]+", text.strip()) if word]
    if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        raise forms.ValidationError(_("Write players’ numbers, with commas between them."))
    return [int(word) for word in words]


class PrizeForm(forms.Form):
    """One prize of a division."""

    hide_optional = True
    title = forms.CharField(label=_("Title"), max_length=80)
    basis = forms.ChoiceField(label=_("Given for"), choices=list(BASES.items()))
    place = forms.IntegerField(label=_("Place"), min_value=1, max_value=999, initial=1)
    class_name = forms.CharField(
        label=_("Class"), max_length=12, required=False, help_text=_("For a prize of a class.")
    )
    round_number = forms.IntegerField(
        label=_("Round"), min_value=1, max_value=99, required=False, help_text=_("Empty: of the whole event.")
    )
    team_size = forms.IntegerField(
        label=_("Members of a team that count"), min_value=1, max_value=999, required=False,
        help_text=_("For a prize of a team: its best so many. Empty: all."),
    )  # fmt: skip
    money = forms.DecimalField(label=_("Money"), min_value=0, max_value=10**7, decimal_places=2, required=False)
    text = forms.CharField(label=_("What else it is"), max_length=120, required=False)
    winners = forms.CharField(
        label=_("Winners’ numbers"), max_length=100, required=False, help_text=_("For a prize by hand: 4, or 4, 11.")
    )
    position = forms.IntegerField(label=_("Order"), min_value=1, max_value=9999, required=False)
    besides = forms.BooleanField(label=_("May go to a player who has another prize"), required=False)

    def __init__(self, *args: Any, prize: Prize | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if prize is not None:
            self.initial = {name: getattr(prize, name) for name in self.fields}
            self.initial["money"] = plain(prize.money) if prize.money else None
            self.initial["winners"] = self.written(prize.winners)

    def written(self, winners: list[int]) -> str:
        return ", ".join(map(str, winners))

    def clean_winners(self) -> list[int]:
        return whole_numbers(self.cleaned_data["winners"])

    def values(self) -> dict[str, Any]:
        values = dict(self.cleaned_data)
        values["money"] = int((values["money"] or 0) * 100)
        if values["position"] is None:
            del values["position"]
        return values


class PlacesForm(forms.Form):
    """The first places of a division at once: a title and the money of each; a place without money has no prize."""

    hide_optional = True
    MOST = 20  # places
    TITLES = (_("First"), _("Second"), _("Third"))

    def __init__(self, data: Any = None, *, division: Division, currency: str = "") -> None:
        super().__init__(data, auto_id=f"{division.code}_%s")
        self.places = range(1, min(self.MOST, max(3, division.prize_places)) + 1)
        for place in self.places:
            title = self.TITLES[place - 1] if place <= len(self.TITLES) else _("Place %(place)d") % {"place": place}
            self.fields[f"title_{place}"] = forms.CharField(
                label=f"Title of place {place}", max_length=80, initial=title, required=False
            )
            self.fields[f"money_{place}"] = forms.DecimalField(
                label=f"Money of place {place}{currency and f', {currency}'}",
                min_value=0,
                max_value=10**7,
                decimal_places=2,
                required=False,
            )

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"title_{place}"], self[f"money_{place}"]) for place in self.places]

    def values(self) -> dict[str, Any]:
        """What the service takes of each place that has money."""
        data = self.cleaned_data
        return {"prizes": [
            {
                "title": data[f"title_{place}"] or str(self.fields[f"title_{place}"].initial),
                "basis": Basis.PLACE, "place": place, "money": int(data[f"money_{place}"] * 100),
            }
            for place in self.places
            if data[f"money_{place}"]
        ]}  # fmt: skip


class EventPrizeForm(PrizeForm):
    """One prize of the whole event: not by place or class; winners by hand are named with their division."""

    def __init__(self, *args: Any, tournament: Tournament, prize: Prize | None = None, **kwargs: Any) -> None:
        self.tournament = tournament
        super().__init__(*args, prize=prize, **kwargs)
        fields: Any = self.fields
        del fields["class_name"]
        fields["basis"].choices = list(EVENT_BASES.items())
        codes = ", ".join(tournament.divisions.values_list("code", flat=True))
        fields["winners"].label = _("Winners")
        fields["winners"].help_text = _(
            "For a prize by hand: division and number, such as a/4, or a/4, b/11. Divisions: %(codes)s."
        ) % {"codes": codes}

    def written(self, winners: list[int]) -> str:
        entries = (
            Entry.objects.filter(pk__in=winners).select_related("division").order_by("division__position", "number")
        )
        return ", ".join(f"{entry.division.code}/{entry.number}" for entry in entries)

    def clean_winners(self) -> list[int]:
        words = [word for word in re.split(r"[\s,;]+", self.cleaned_data["winners"].strip()) if word]
        rows = Entry.objects.filter(division__tournament=self.tournament).values_list("division__code", "number", "pk")
        known = {f"{code}/{number}".lower(): pk for code, number, pk in rows} if words else {}
        for word in words:
            if word.lower() not in known:
                raise forms.ValidationError(
                    _("There is no player %(word)s: write the division’s short name and the number, such as a/4."),
                    params={"word": word},
                )
        return [known[word.lower()] for word in words]


class SharesForm(forms.Form):
    """How prizes are shared."""

    hide_optional = True
    round_to = forms.DecimalField(
        label=_("Shares are rounded down to"), min_value=Decimal("0.01"), max_value=1000, decimal_places=2
    )

    def values(self) -> dict[str, Any]:
        return {**self.cleaned_data, "round_to": int(self.cleaned_data["round_to"] * 100)}


class PrizeRulesForm(SharesForm):
    """The same of one division, whether a player may have several, and who is not there."""

    one_each = forms.BooleanField(label=_("One prize each: the next in line gets it"), required=False)
    absent = forms.CharField(
        label=_("Not present"), max_length=200, required=False,
        help_text=_("Numbers of players who get no prize; those behind them move up."),
    )  # fmt: skip
    field_order = ("one_each", "round_to", "absent")

    def clean_absent(self) -> list[int]:
        return whole_numbers(self.cleaned_data["absent"])


class PrizeTermsForm(SharesForm):
    """The same of the event's own prizes, and the currency of all its prizes."""

    currency = forms.CharField(
        label=_("Currency"), max_length=5, required=False, help_text=_("Written before the money: £, € or USD.")
    )
    field_order = ("currency", "round_to")
