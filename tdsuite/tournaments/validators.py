"""What may stand in an event's fields: time zones, and the rulebook with the text it was loaded from."""

from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from .rulebooks.loading import BadRulebookFile
from .rulebooks.registry import RULEBOOKS, read_rulebook


def check_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(_("%(name)s is not a time zone; write one such as Europe/London."), params={"name": name})


def check_rulebook(key: str, text: str = "") -> None:
    """key: as kept with an event.  text: of the file its book was loaded from, "" for the suite's own."""
    if text:
        try:
            book = read_rulebook(text)
        except BadRulebookFile as error:
            raise ValidationError(_("The event's rulebook cannot be read. %(why)s"), params={"why": error}) from error
        if not book.goes_by(key):
            raise ValidationError(
                _("The event's rulebook is %(key)s, and its file makes %(other)s."),
                params={"key": key, "other": book.identity["rulebook"]},
            )
    elif key not in RULEBOOKS:
        raise ValidationError(
            _("%(key)s is not a rulebook; choose one of %(known)s."), params={"key": key, "known": ", ".join(RULEBOOKS)}
        )
