"""What people type about challenges."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdsuite.tournaments.models import Tournament

from .services.register import Search

VERDICTS = [("", _("any verdict")), ("upheld", _("unacceptable: upheld")), ("failed", _("acceptable"))]


class SearchForm(forms.Form):
    """Search the register; everything empty finds every challenge."""

    hide_optional = True

    text = forms.CharField(label=_("Player or word"), required=False, max_length=100)
    division = forms.ChoiceField(label=_("Division"), required=False)
    round = forms.IntegerField(label=_("Round"), required=False, min_value=1, max_value=999)
    table = forms.CharField(label=_("Table"), required=False, max_length=20)
    verdict = forms.ChoiceField(label=_("Verdict"), required=False, choices=VERDICTS)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        divisions = [(one.code, one.name) for one in tournament.divisions.all()]
        self.fields["division"].choices = [("", _("every division")), *divisions]  # type: ignore[attr-defined]

    def search(self) -> Search:
        """What was asked for; call it on a valid form."""
        given = self.cleaned_data
        upheld = {"upheld": True, "failed": False}.get(given["verdict"])
        return Search(given["text"], given["division"], given["round"], given["table"].strip(), upheld=upheld)
