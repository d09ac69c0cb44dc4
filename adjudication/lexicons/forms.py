"""Give a word list; choose one for a division."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from adjudication.lexicons.engine.alphabets import LONGEST, SHORTEST
from adjudication.lexicons.engine.reading import LARGEST
from adjudication.lexicons.models import ALPHABET_CHOICES, DivisionLexicon, Lexicon
from adjudication.lexicons.services import LexiconDescription
from tdsuite.tournaments.models import Division, Tournament


class ImportForm(forms.Form):
    """A file, and what the list is called."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("One word a line: text, gzip or a zip of one file, 50 MB at most. Only a list that you may use."),
    )
    name = forms.CharField(label=_("Name"), max_length=80, help_text=_("As players know it, such as CSW24 or OWL2."))
    edition = forms.CharField(label=_("Edition"), max_length=40, required=False)
    variant = forms.CharField(
        label=_("Variant"), max_length=40, required=False, help_text=_("Such as school, or corrected reprint.")
    )
    alphabet = forms.ChoiceField(label=_("Alphabet"), choices=ALPHABET_CHOICES, initial="english")
    licence = forms.CharField(
        label=_("Licence"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("By what right this list is used here."),
    )
    cut = forms.BooleanField(
        label=_("Lines have more than the word: take the first word"),
        required=False,
        help_text=_("Without this, a line with a definition is refused."),
    )
    leave_out = forms.BooleanField(label=_("Leave out lines that are not words"), required=False)

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise forms.ValidationError(_("This file is larger than 50 MB; no word list is. Choose another."))
        return file

    def described(self) -> LexiconDescription:
        return LexiconDescription(
            *(self.cleaned_data[name] for name in ("name", "edition", "variant", "alphabet", "licence"))
        )


class PinForm(forms.Form):
    """What a division is judged by."""

    division = forms.ChoiceField(label=_("Division"))
    lexicon = forms.ModelChoiceField(Lexicon.objects.none(), label=_("Word list"), empty_label=_("Choose a word list"))
    second = forms.ModelChoiceField(
        Lexicon.objects.none(),
        label=_("Second list"),
        required=False,
        empty_label=_("None"),
        help_text=_("Rules longer words too, where the rulebook has one (NSA I.A.1: the Long List)."),
    )
    second_from = forms.IntegerField(
        label=_("The second list rules words of at least"),
        required=False,
        min_value=SHORTEST,
        max_value=LONGEST,
        help_text=_("Letters: 10 under NSA rules."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)

    def __init__(
        self,
        *args: Any,
        tournament: Tournament,
        about: Division | None = None,
        pinned: DivisionLexicon | None = None,
        **kwargs: Any,
    ) -> None:
        kwargs["initial"] = {name: getattr(pinned, name, None) for name in ("lexicon", "second", "second_from")}
        super().__init__(*args, **kwargs)
        self.initial["division"] = about and about.code
        self.fields["division"].choices = [(row.code, row.name) for row in tournament.divisions.all()]  # type: ignore[attr-defined]
        for name in ("lexicon", "second"):
            self.fields[name].queryset = Lexicon.objects.all()  # type: ignore[attr-defined]

    def values(self) -> dict[str, Any]:
        return dict(self.cleaned_data)
