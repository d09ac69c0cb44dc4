from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.access.services.second_factor import prove
from .codes import plain_code
from .devices import Device, device_of
from .errors import SignInRefused, Throttled
from .models import ApiToken, Membership, User
from .roles import Role
from .services import accounts
from .tokens import Days

NUMBERS = {"inputmode": "numeric", "autocomplete": "off"}


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
            raise ValidationError(refusal.says, code=refusal.code) from refusal
        try:
            cleaned: dict[str, Any] = super().clean()
        except ValidationError:
            accounts.wrong_password(name, device, blocked)
            raise
        if (user := self.get_user()) is None:  # a field was left empty
            accounts.wrong_password(name, device, blocked)
        else:
            accounts.right_password(user, device)
        return cleaned


class CodeForm(forms.Form):
    """A code of one's second factor, which is used up by a form that is right."""

    code = forms.CharField(
        label=_("Code"),
        help_text=_("Six digits from the app on your phone, or one of your recovery codes."),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )

    def __init__(self, data: Any = None, *, user: User, device: Device, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.user, self.device = user, device

    def clean_code(self) -> str:
        if not self.errors:
            try:
                prove(user=self.user, code=self.cleaned_data["code"], device=self.device)
            except SignInRefused as refusal:
                raise ValidationError(refusal.says, code=refusal.code) from refusal
        return ""

    def get_user(self) -> User:
        return self.user


class SwitchOffForm(CodeForm):
    """Password and code, to do without the second factor."""

    prefix = "off"
    password = forms.CharField(
        label=_("Password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    field_order = ("password", "code")

    def clean_password(self) -> str:
        name = self.user.get_username()
        try:
            blocked = accounts.before_password(name, self.device)
        except Throttled as refusal:
            raise ValidationError(refusal.says, code=refusal.code) from refusal
        if not self.user.check_password(self.cleaned_data["password"]):
            accounts.wrong_password(name, self.device, blocked)
            raise ValidationError(_("This is not the password."))
        accounts.right_password(self.user, self.device)
        return ""


class FirstCodeForm(forms.Form):
    """The first code of an app that was set up."""

    code = forms.CharField(
        label=_("Code that the app shows now"),
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )


class TokenForm(forms.Form):
    """A new token of one's own account."""

    name = forms.CharField(label=_("What it is for"), max_length=60)
    scope = forms.ChoiceField(label=_("What it may do"), choices=ApiToken.Scope.choices, initial=ApiToken.Scope.READ)
    days = forms.TypedChoiceField(label=_("How long"), choices=Days.choices, coerce=int, initial=Days.MONTH)


class InvitationForm(forms.Form):
    """Whom to invite by link, and as what."""

    prefix = "invitation"
    name = forms.CharField(label=_("Who is it for?"), max_length=60)
    role = forms.ChoiceField(label=_("Role"), choices=Membership.STAFF_ROLES, initial=Role.SCORER.value)
    days = forms.TypedChoiceField(
        label=_("How long the link works"), choices=Days.choices[:3], coerce=int, initial=Days.WEEK
    )


class NewAccountForm(BaseUserCreationForm):
    """The account of somebody who was invited."""

    class Meta:
        model = User
        fields = ("username",)

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=name).exists():
            raise ValidationError(_("This name has an account. Choose another, or log in first if it is yours."))
        return name


class NumberPinForm(forms.Form):
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
        widget=forms.PasswordInput(attrs={**NUMBERS, "pattern": "[0-9]{6}", "maxlength": 6, "data-pin": True}),
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


class StationPairForm(forms.Form):
    code = forms.CharField(
        label=_("Pairing code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )

    def clean_code(self) -> str:
        return plain_code(self.cleaned_data["code"])


class StationForm(forms.Form):
    name = forms.CharField(label=_("Name of the station"), max_length=40, help_text=_("Such as “Tablet by the desk”."))
