from pathlib import Path
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from .services import LEAST_LETTERS

STICKS = ("/media/*/*", "/run/media/*/*", "/Volumes/*")  # where Linux and macOS show them
WIDE = forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})


def sticks() -> list[str]:
    """Sticks and disks that are plugged in, as far as this computer shows them in one place."""
    drives = [f"{letter}:\\" for letter in "DEFGHIJKLMN" if Path(f"{letter}:\\").is_dir()]
    return drives + [str(path) for pattern in STICKS for path in sorted(Path("/").glob(pattern.removeprefix("/")))]


class FolderForm(forms.Form):
    """Where copies go."""

    prefix = "folder"
    folder = forms.CharField(
        label=_("Folder"), required=False, widget=WIDE,
        help_text=_("The whole path of a folder on another disk, best a USB stick. Empty: on this computer only."),
    )  # fmt: skip
    passphrase = forms.CharField(
        label=_("Passphrase"), required=False, widget=WIDE,
        help_text=_("At least %d letters, such as five words. Write it down: without it nobody opens the copies.") % LEAST_LETTERS,
    )  # fmt: skip


class RestoreForm(forms.Form):
    """Which copy this computer goes on with."""

    prefix = "restore"
    source = forms.CharField(
        label=_("Copy"),
        widget=WIDE,
        help_text=_("The whole path of a copy (.tdcopy), or of its folder or stick: then the newest."),
    )
    passphrase = forms.CharField(label=_("Passphrase"), required=False, widget=WIDE, help_text=_("Empty for a copy that is not sealed."))  # fmt: skip
    put_aside = forms.BooleanField(label=_("Put the events of this computer aside"), required=False)

    def __init__(self, *args: Any, events: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if events:
            self.fields["put_aside"].help_text = _("This computer holds: %s.") % ", ".join(events)
            self.fields["put_aside"].required = True
        else:
            del self.fields["put_aside"]
