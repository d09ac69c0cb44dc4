"""Text of one line, and text that may be a sentence. Names become lines of other programs' files, where a second line would be an instruction of its own."""

import re
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext_lazy as _

from .refusals import Refused
from .sentences import from_stored, stored

BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")  # control characters, and the two separators of lines
SEVERAL_LINES = _("This is one line: leave out line breaks, tabs and other control characters.")


def one_line(text: str) -> None:
    """Raises ValidationError for text that is more than a line."""
    if BREAKS.search(text):
        raise ValidationError(SEVERAL_LINES, "several_lines")


class LineField(models.CharField):
    """A field of one line. The rule holds for what is stored too: an import writes many rows without asking each.

    In migrations it is a CharField.
    """

    default_validators = [one_line]

    def deconstruct(self) -> Any:
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.CharField", arguments, options

    def get_db_prep_save(self, value: Any, connection: BaseDatabaseWrapper) -> Any:
        if isinstance(value, str) and BREAKS.search(value):
            text = " ".join(BREAKS.sub(" ", value).split())[:60]
            about = f"{self.model._meta.verbose_name}, {self.name.replace('_', ' ')} “{text}”"
            raise Refused(f"{about}: {SEVERAL_LINES}", code="several_lines")
        return super().get_db_prep_save(value, connection)


class SentenceField(models.TextField):
    """Text that may be a `Sentence`, which is stored by its parts: each reader has it in their language.

    In migrations it is a TextField.
    """

    def deconstruct(self) -> Any:
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.TextField", arguments, options

    def from_db_value(self, value: str | None, _expression: Any, _connection: BaseDatabaseWrapper) -> str | None:
        return value and from_stored(value)

    def get_prep_value(self, value: Any) -> Any:
        return stored(value) if isinstance(value, str) else super().get_prep_value(value)
