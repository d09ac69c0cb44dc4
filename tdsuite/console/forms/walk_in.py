"""Who is added at the door, and from when on they play."""

from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext as _now, gettext_lazy as _

from results.rulings.forms.players import MISSED_ROUNDS
from results.rulings.services.late_entry import MissedRounds
from tdsuite.console.walk_in import Place, no_place_in, places_in
from tdsuite.tournaments.models import Division, Tournament
from .same_person import SearchesPeople


class WalkInForm(SearchesPeople, forms.Form):
    """One form for a player without an entry."""

    hide_optional = True
    name = forms.CharField(label=_("Name"), max_length=120)
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=32000, required=False, help_text=_("Empty: unrated."))  # fmt: skip
    place = forms.ChoiceField(label=_("Plays"), widget=forms.RadioSelect)
    plays_from = forms.IntegerField(
        label=_("Only from a later round"), min_value=1, max_value=99, required=False
    )  # fmt: skip
    worth = forms.ChoiceField(label=_("Each round missed counts as"), choices=MISSED_ROUNDS)
    here = forms.BooleanField(label=_("Is here now"), required=False, initial=True)

    def __init__(self, *args: Any, tournament: Tournament, user: Any, code: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.search_people(user, tournament)
        place: Any = self.fields["place"]
        place.choices = [(each.key, _label(each)) for each in self.places]
        place.initial = next((each.key for each in self.places if each.division.code == code), None)
        if place.initial is None and self.places:
            place.initial = self.places[0].key
        self.fields["here"].initial = not code
        if not any(each.number > 1 for each in self.places):
            del self.fields["plays_from"], self.fields["worth"]

    @cached_property
    def _by_division(self) -> list[tuple[Division, list[Place]]]:
        divisions = list(self.tournament.divisions.all())
        for division in divisions:
            division.tournament = self.tournament
        return [(division, places_in(division)) for division in divisions]

    @property
    def places(self) -> list[Place]:
        return [place for _division, places in self._by_division for place in places]

    @property
    def no_places(self) -> list[str]:
        """Of each division without a place, why."""
        return [no_place_in(division) for division, places in self._by_division if not places]

    def values(self) -> dict[str, Any]:
        """What the service takes."""
        data = self.cleaned_data
        place = next(each for each in self.places if each.key == data["place"])
        later = max(data.get("plays_from") or 0, place.number)
        return {
            "division": place.division, "values": {"name": data["name"]} | self.known_values, "known": self.known,
            "plays_from": later, "worth": MissedRounds(data.get("worth") or "zero_bye"), "here": data["here"],
            "opponent": place.opponent.number if place.opponent and later == place.number else None,
        }  # fmt: skip


def _label(place: Place) -> str:
    values = {"division": place.division, "round": place.number, "opponent": place.opponent}
    if place.bye:
        return _now("%(division)s, in round %(round)d now: against %(opponent)s, who gives up the bye") % values
    if place.opponent:
        return _now("%(division)s, in round %(round)d now: against %(opponent)s") % values
    return _now("%(division)s, from round %(round)d") % values
