"""A decision that cannot be taken."""

from typing import Any

from .languages import translated


class Refused(Exception):
    """A decision that cannot be taken. The message says why and what to do, in the reader's language; nothing was changed.

    Attributes:
        code: a stable word for programs, which the API sends with the message.
        facts: plain values that the API sends too.
    """

    code = "refused"

    def __init__(self, message: str = "", *, code: str = "", **facts: Any) -> None:
        super().__init__(translated(message))
        self.code = code or self.code
        self._facts = facts

    @property
    def facts(self) -> dict[str, Any]:
        return self._facts

    @property
    def says(self) -> str:
        return str(self)


def require_reason(reason: str, says: str) -> None:
    """Raises Refused with what it says where no reason is given."""
    if not reason.strip():
        raise Refused(says, code="reason_needed")
