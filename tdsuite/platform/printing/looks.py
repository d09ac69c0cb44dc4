"""On which paper and in which language somebody prints: what a form or address names, else what they chose the last time."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from .services import LANGUAGES, PAPERS, check_look

KEPT_AS = {"paper": "paper", "language": "paper_language"}  # in the session


@dataclass(frozen=True, slots=True)
class Look:
    """How a sheet is to be printed.  paper: of `PAPERS`; language: a key of `settings.LANGUAGES`, for words, dates and numbers."""

    paper: str
    language: str

    def __post_init__(self) -> None:
        check_look(self.paper, self.language)

    @property
    def named(self) -> dict[str, str]:
        """For the services that print, and for addresses."""
        return asdict(self)

    def keep(self, request: HttpRequest) -> None:
        """It is offered the next time."""
        for name, value in self.named.items():
            request.session[KEPT_AS[name]] = value


def last_look(request: HttpRequest) -> Look:
    """What was chosen the last time; without one A4, and the language that the page is in."""
    paper, language = (request.session.get(key, "") for key in KEPT_AS.values())
    active = translation.get_language() or settings.LANGUAGE_CODE
    return Look(paper if paper in PAPERS else PAPERS[0], language if language in LANGUAGES else active)


def look_of(request: HttpRequest, values: Mapping[str, str]) -> Look:
    """What the values name; what they leave out, or a paper that there is not, is as the last time. A form's choice is kept.

    Raises:
        UnknownLook: a sheet in another language than was asked for would be found out on the wall.
    """
    last = last_look(request)
    paper = values.get("paper", "")
    look = Look(paper if paper in PAPERS else last.paper, values.get("language") or last.language)
    if request.method == "POST":
        look.keep(request)
    return look
