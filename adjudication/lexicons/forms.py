"""Give a word list; choose one for a division."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from adjudication.lexicons.engine.reading import LARGEST
from tdsuite.platform.web.reasons import ReasonField
from tdsuite.tournaments.models import Division, Tournament
from .models import DivisionLexicon, Lexicon

FACTS = ("name", "edition", "variant", "alphabet", "licence")


class ImportForm(forms.Form):
    """A file, and what the list is called."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("One word a line: text, gzip or a zip of one file, 50 MB at most. Only a list that you may use."),
    )
    cut = forms.BooleanField(
        label=_("Lines have more than the word: take the first word"),
        required=False,
        help_text=_("Without this, a line with a definition is refused."),
    )
    leave_out = forms.BooleanField(label=_("Leave out lines that are not words"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= forms.fields_for_model(Lexicon, FACTS, widgets={"licence": forms.Textarea(attrs={"rows": 2})})
        self.order_fields(["file", *FACTS])

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise forms.ValidationError(_("This file is larger than 50 MB; no word list is. Choose another."))
        return file

    def described(self) -> Lexicon:
        return Lexicon(**{name: self.cleaned_data[name] for name in FACTS})


class PinForm(forms.ModelForm):
    """What a division is judged by."""

    division = forms.ModelChoiceField(
        Division.objects.none(), to_field_name="code", label=_("Division"), empty_label=None
    )
    reason = ReasonField(required=False)
    field_order = ("division",)

    class Meta:
        model = DivisionLexicon
        fields = ("lexicon", "second", "second_from")

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["division"].queryset = tournament.divisions.all()  # type: ignore[attr-defined]
        self.fields["lexicon"].empty_label = _("Choose a word list")  # type: ignore[attr-defined]
        self.fields["second"].empty_label = _("None")  # type: ignore[attr-defined]
