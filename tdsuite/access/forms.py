from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from .codes import plain_code
from .devices import device_of
from .errors import Throttled
from .services import accounts

NUMBERS = {"inputmode": "numeric", "autocomplete": "off"}


class Unrepeated(forms.TextInput):
    """A field that never shows again what was typed: the next one at a station is somebody else."""

    def format_value(self, value: Any) -> None:
        return None


class LogInForm(AuthenticationForm):
    """Django's form behind the throttle: the try is counted before the password is looked at."""

    def clean(self) -> dict[str, Any]:
        name = self.cleaned_data.get("username") or ""
        if self.request is None:
            raise TypeError("the log-in form asks which browser it is")
        device = device_of(self.request)
        try:
            blocked = accounts.before_password(name, device)
        except Throttled as refusal:
            raise ValidationError(_("Too many wrong tries. Wait %d seconds.") % refusal.seconds) from refusal
        try:
            cleaned: dict[str, Any] = super().clean()
        except ValidationError:
            accounts.wrong_password(name, device, blocked)
            raise
        if (user := self.get_user()) is not None:
            accounts.right_password(user, device)
        return cleaned


class PinForm(forms.Form):
    """Number and PIN; the division where numbers repeat, the event where the address does not name it."""

    division = forms.CharField(label=_("Division"), required=False, max_length=20)
    number = forms.IntegerField(
        label=_("Player number"),
        min_value=1,
        max_value=32767,
        widget=forms.TextInput(attrs={**NUMBERS, "pattern": "[0-9]*", "maxlength": 5}),
    )
    pin = forms.RegexField(
        r"^\d{6}$",
        label=_("PIN"),
        strip=True,
        error_messages={"invalid": _("A PIN has six digits.")},
        widget=Unrepeated(attrs={**NUMBERS, "pattern": "[0-9]{6}", "maxlength": 6}),
    )

    def __init__(self, data: Any = None, *, divisions: list[tuple[str, str]] | None = None, **kwargs: Any) -> None:
        """divisions: (code, name) to choose from, [] where numbers stand once, None where nothing may be told."""
        super().__init__(data, **kwargs)
        if divisions:
            self.fields["division"] = forms.ChoiceField(
                label=_("Division"), choices=divisions, widget=forms.RadioSelect, initial=None
            )
        elif divisions is not None:
            del self.fields["division"]
        else:
            self.fields["division"].help_text = _("Only if your slip names one.")


class PairForm(forms.Form):
    code = forms.CharField(
        label=_("Pairing code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )

    def clean_code(self) -> str:
        return plain_code(self.cleaned_data["code"])


class StationForm(forms.Form):
    name = forms.CharField(label=_("Name of the station"), max_length=40, help_text=_("Such as “Tablet by the desk”."))
