"""How many kinds of page and how many settings the console has: each stands in docs/console.md with its purpose."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from django import forms
from django.urls import URLPattern, URLResolver, get_resolver

from adjudication.challenges.forms import WaysForm
from adjudication.lexicons.forms import PinForm
from pairings.forms.plan import RoundPlanForm
from pairings.forms.rules import RulesForm
from pairings.forms.tables import TablePlanForm
from pairings.models import PairingSettings
from results.prizes.forms import PrizeRulesForm, PrizeTermsForm
from tdsuite.console.forms.events import DivisionForm, EventForm, TimetableForm
from tdsuite.console.forms.printing import WifiForm
from tdsuite.ops.backups.forms import FolderForm
from tdsuite.tournaments.rulebooks.choices import options
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.platform.access.routes import lines_at

DOC = Path(__file__).resolve().parents[2] / "docs" / "console.md"
MOST_PAGES, MOST_SETTINGS = 70, 90
PAGE, SETTING = (
    re.compile(rf"^\| `({name})` \| \S", re.MULTILINE) for name in (r"[a-z_]+:[a-z_]+", r"[a-z]+\.[a-z_0-9]+")
)
NO_PAGES = {  # parts that a page asks for, files, papers, and addresses that lead on
    "console:board_typing", "challenges:docket", "challenges:next", "console:event", "console:job_file", "console:print_sheet",
    "console:rulebook_text", "pairings:changes",
    "results:known_people", "results:paper_typing", "results:rating_list_file",
}  # fmt: skip
NOT_IN_PLACE = {  # of what they show, the event of `make_place` has none
    "console:draft_table", "console:rulebook", "incoming:look", "pairings:round", "results:annul",
    "results:event_prize",
}  # fmt: skip
NO_SETTINGS = {"reason", "code", "division", "options_of"}  # why, and whose
FORMS: dict[str, type[forms.BaseForm]] = {
    "event": EventForm, "division": DivisionForm, "plan": RoundPlanForm, "schedule": TimetableForm,
    "tables": TablePlanForm, "shares": PrizeRulesForm, "prizes": PrizeTermsForm, "challenges": WaysForm,
    "words": PinForm, "print": WifiForm, "backups": FolderForm,
}  # fmt: skip


def addresses(
    resolver: URLResolver, start: str = "", space: str = ""
) -> Iterator[tuple[str, str, Callable[..., object]]]:
    """Every address with its name and its view; those without a name only lead to another."""
    for each in resolver.url_patterns:
        route = f"{start}{each.pattern}"
        if isinstance(each, URLResolver):
            yield from addresses(each, route, f"{each.namespace}:" if each.namespace else space)
        elif isinstance(each, URLPattern) and each.name:
            yield route, f"{space}{each.name}", each.callback


def listed_pages() -> list[str]:
    return PAGE.findall(DOC.read_text(encoding="utf-8"))


def test_every_kind_of_page_is_listed_with_its_purpose_and_there_are_few() -> None:
    kinds: dict[Callable[..., object], set[str]] = {}
    for route, name, view in addresses(get_resolver()):
        if route.startswith("console/") and "GET" in lines_at(route) and name not in NO_PAGES:
            kinds.setdefault(view, set()).add(name)
    listed = listed_pages()
    assert [sorted(names) for names in kinds.values() if not names & {*listed}] == []
    assert {*listed} - {name for names in kinds.values() for name in names} == set()
    assert len(kinds) == len(listed) <= MOST_PAGES


def settings() -> set[str]:
    """What an event, a division or the installation keeps of choices. A pairing method's own options are a method's matter."""
    fields = {f"{page}.{name}" for page, form in FORMS.items() for name in form.base_fields if name not in NO_SETTINGS}
    fields |= {f"pairing.{name}" for name in RulesForm(settings=PairingSettings()).fields if name not in NO_SETTINGS}
    return fields | {
        f"rules.{option.key}" for book in RULEBOOKS.values() for option in options(book) if not option.fixed
    }


def test_every_setting_is_listed_with_its_purpose_and_there_are_few() -> None:
    listed = SETTING.findall(DOC.read_text(encoding="utf-8"))
    assert (sorted(settings() - {*listed}), sorted({*listed} - settings())) == ([], [])
    assert len(listed) <= MOST_SETTINGS
