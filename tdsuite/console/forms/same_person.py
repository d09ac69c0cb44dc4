"""The question whether a player who looks like one of the event is another person."""

from collections.abc import Iterator
from contextlib import contextmanager

from django import forms
from django.utils.translation import gettext as _

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
