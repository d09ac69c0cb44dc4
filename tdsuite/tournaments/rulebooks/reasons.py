"""Why an engine says what it says: a sentence and the rule behind it; and the case where only the director can say."""

from dataclasses import dataclass
from typing import Any

from tdsuite.platform.words.sentences import Sentence
from .model import Provision

OURS = Sentence("our default")


@dataclass(frozen=True, slots=True)
class Reason:
    text: str  # one sentence
    rule: str  # a citation, or "our default" where the book is silent

    @property
    def with_rule(self) -> Sentence:
        """The sentence and the rule behind it."""
        return Sentence("{why} ({rule})", why=self.text, rule=self.rule)


def because(text: str, provision: Provision[Any]) -> Reason:
    """A reason with the provision's citation."""
    return Reason(text, cited(provision))


def cited(provision: Provision[Any]) -> str:
    """The provision's citation, or "our default"."""
    return provision.rule or OURS


class NeedsRuling(LookupError):
    """The rulebook leaves this to the director.  point: what to rule on.  offered: what the director can do."""

    def __init__(self, point: str, offered: str, rule: str = "") -> None:
        self.point, self.offered, self.rule = point, offered, rule
        cited_rule = f" ({rule})" if rule else ""
        super().__init__(f"{point}: the director rules{cited_rule}. {offered}")
