"""Who a player is: one of those of lists and earlier events, and whether of the event another person."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from results.rating_lists.engine.index import NEAR
from results.rating_lists.services.known import Known, known_by, known_people
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.entries import LooksAlike


@contextmanager
def asking_who(form: forms.BaseForm) -> Iterator[bool]:
    """Yields the answer for the name that was typed. Where the decision inside asks, the form gets a box to answer with."""
    name = form.cleaned_data["name"]
    try:
        yield form.data.get("another_person") == name
    except LooksAlike:
        box = forms.CheckboxInput(attrs={"value": name}, check_test=lambda _sent: False)
        label = _("Yes, %s is another person") % name
        form.fields["another_person"] = answer = forms.BooleanField(label=label, widget=box, required=False)
        answer.is_wide = True  # type: ignore[attr-defined]
        form.order_fields(["another_person"])
        raise


class SearchesPeople(forms.BaseForm):
    """A form whose name is searched while it is typed.

    pick: the key of a person and the name for which it was chosen, "12-345 Ada Lee"; "new Ada Lee": none of those offered.
    """

    known: Known | None = None

    def search_people(self, user: Any, event: Tournament) -> None:
        self.user, self.event = user, event
        nobody = f"new {self.initial.get('name')}"  # as long as the name stays, also when a change of it is undone
        self.fields["pick"] = forms.CharField(
            label=_("Who is this?"), required=False, initial=nobody, widget=forms.HiddenInput()
        )
        self.fields["name"].widget.attrs["data-known"] = event.url("results:known_people")

    def clean(self) -> None:
        """Takes the choice; where a new name is like others and nothing was chosen, asks."""
        super().clean()
        name = self.cleaned_data.get("name", "")
        key, _space, chosen_for = self.cleaned_data.get("pick", "").partition(" ")
        self.known = known_by(self.user, self.event, key) if chosen_for == name else None
        if self.known or (key, chosen_for) == ("new", name):
            return
        if near := known_people(self.user, self.event, name, NEAR):
            choices = [(f"{known.key} {name}", f"{known.entry.name} · {known.facts}") for known in near]
            choices.append((f"new {name}", _("None of these: somebody new")))
            self.fields["pick"].widget = forms.RadioSelect({"required": True}, choices)
            self.order_fields(["name", "pick"])
            self.add_error("pick", _("Choose, so that rating and numbers are the right person’s."))

    @property
    def known_values(self) -> dict[str, Any]:
        """What is known of who was chosen; a rating that was typed goes first."""
        known, rating = self.known.values if self.known else {}, self.cleaned_data["rating"]
        return known if rating is None else known | {"rating": rating}
