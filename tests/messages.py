"""The catalogues of `locale/`, held to every template and module (docs/languages.md).

`python -m tests.messages` names every message without a translation that players and spectators meet, counts those of officials alone, and
says when a catalogue is not what the sources say; with `--release` it ends with 1 for all but the count, so that no release lacks a sentence.
`--update` writes the catalogues. Neither needs the gettext tools (docs/decisions/0041-languages.md).
"""

import ast
import io
import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from tdsuite.ops.paths import shipped
from tdsuite.platform.access.roles import Can, Role
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.choices import OPTIONS, in_force, provisions
from tdsuite.tournaments.rulebooks.incidents import TYPES
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.rulebooks.summary import GROUPS

ROOT = Path(__file__).resolve().parent.parent
# What is written twice is the same twice: Babel would write the minute.
DATE = datetime(2026, 1, 1, tzinfo=UTC)
LOCALE = shipped("locale")
LANGUAGES = ("es", "fr")
UNTRANSLATED = "no translation"
PRODUCT = ("adjudication", "pairings", "results", "tdsuite")
ROLES, BOOKS = "tdsuite/platform/access/roles.py", "tdsuite/tournaments/rulebooks/books"
PAGES_OF_OFFICIALS = re.compile(  # of them alone, as far as a folder says it
    r"templates/(?:console|ops|exchange/(?!site/)|pairings/(?!why|reach)|results/(?:attendance|rating_lists|rulings)/"
    r"|adjudication/lexicons)"
)
# The modules whose words are on pages and papers that players meet.
MODULES = (
    ROLES, BOOKS, "adjudication/challenges/engine", "adjudication/challenges/forms.py",
    "adjudication/challenges/models.py", "adjudication/challenges/pages.py", "adjudication/challenges/services",
    "adjudication/challenges/views/buttons.py", "adjudication/challenges/views/player.py",
    "adjudication/challenges/views/station.py", "adjudication/challenges/waiting.py",
    "adjudication/lexicons/engine/alphabets.py", "adjudication/lexicons/engine/lookup.py", "adjudication/reports.py",
    "pairings/engine", "pairings/reports.py", "pairings/services/boards.py", "pairings/services/drafts.py",
    "pairings/services/prize_chances.py", "pairings/services/tables.py", "pairings/views/round_pages.py",
    "results/games/engine/entry_line.py", "results/games/services/outcomes.py", "results/prizes/models.py",
    "results/prizes/engine", "results/prizes/forms.py", "results/prizes/services/ceremony.py",
    "results/prizes/services/event_rules.py", "results/prizes/services/high_claims.py",
    "results/prizes/services/statistics.py", "results/ratings/engine", "results/reports",
    "results/rulings/engine/clock_readings.py", "results/rulings/engine/forfeits.py",
    "results/rulings/services/ejection.py", "results/rulings/services/left_early.py",
    "results/rulings/services/late_entry.py", "results/rulings/labels.py", "results/sheets", "tdsuite/ops/server",
    "tdsuite/platform/access/errors.py", "tdsuite/platform/access/forms.py", "tdsuite/platform/access/guard.py",
    "tdsuite/platform/access/players.py", "tdsuite/platform/access/reports.py",
    "tdsuite/platform/access/services/links.py", "tdsuite/platform/access/services/second_factor.py",
    "tdsuite/platform/access/services/sign_in.py", "tdsuite/platform/access/services/stations.py",
    "tdsuite/platform/access/views/refused.py", "tdsuite/platform/drawing/charts.py",
    "tdsuite/platform/words/sentences.py", "tdsuite/public", "tdsuite/tournaments/gone.py",
    "tdsuite/tournaments/engine", "tdsuite/tournaments/models/games.py", "tdsuite/tournaments/rulebooks/choices.py",
    "tdsuite/tournaments/rulebooks/penalties.py", "tdsuite/tournaments/rulebooks/reasons.py",
    "tdsuite/tournaments/rulebooks/registry.py", "tdsuite/tournaments/rulebooks/summary.py",
    "tdsuite/tournaments/rulebooks/word_lists.py", "tdsuite/tournaments/services/games.py",
    "tdsuite/tournaments/services/rounds.py", "tdsuite/tournaments/services/rules.py",
    "tdsuite/tournaments/services/score_there.py", "tdsuite/tournaments/still_open.py",
)  # fmt: skip
# What their first argument is, or which of their arguments are message, plural and context.
FUNCTIONS: dict[str, tuple[int, int | None, int | None]] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop", "Sentence", "catalogued"), (0, None, None)),
    **dict.fromkeys(("ngettext", "ngettext_lazy", "counted"), (0, 1, None)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), (1, None, 0)),
    "npgettext": (1, 2, 0),
}
TEXT = r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
IN_TEMPLATES = re.compile(rf"\b(n?p?gettext|_)\({TEXT}(?:, {TEXT})?(?:, {TEXT})?(?:, ?count)?\)")
NAMED = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w+\}")
# What is no text of ours: tags, placeholders, addresses, times, formats of dates.
PLACES = re.compile(r"<[^>]+>|%\(\w+\)[sd]|%[sd%]|\{\w+\}|&\w+;|https?://\S+|\d+:\d+|H:i")
SIGNS = {  # how a language writes what it has no words for (docs/glossary)
    "fr": {
        "no fixed space before a sign": re.compile(r"(?<![\u00a0\u202f;:!?])[;:!?]"),
        "no fixed space inside of quotation marks": re.compile(r"«(?![\u00a0\u202f])|(?<![\u00a0\u202f])»"),
        "another language's quotation marks": re.compile(r"[“”\"]"),
        "a straight apostrophe": re.compile(r"\w'\w"),
    },
    "es": {
        "a space before a sign": re.compile(r"\s[;:!?»]|«\s"),
        "a question or a cry without both signs": re.compile(r"^[^¿]*\?|^[^¡]*!"),
        "another language's quotation marks": re.compile(r"[“”\"]"),
    },
}
Found = tuple[str, str | None, str | None]  # message, plural, context


def in_template(text: str) -> Iterator[Found]:
    """What Django's own reader of templates finds to translate."""
    for function, *words in IN_TEMPLATES.findall(templatize(text)):
        texts = [str(ast.literal_eval(word)) for word in words if word]
        context = texts.pop(0) if "p" in function.removesuffix("gettext") else None
        yield texts[0], texts[1] if len(texts) > 1 else None, context


def in_module(code: bytes) -> Iterator[Found]:
    """The texts that a module marks; whatever is not written there as a text is marked elsewhere."""
    for call in (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)):
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if name in FUNCTIONS:
            places = (place if place is not None and place < len(call.args) else None for place in FUNCTIONS[name])
            message, plural, context = (None if place is None else _text(call.args[place]) for place in places)
            if message:
                yield message, plural, context


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def in_rulebooks() -> Iterator[Found]:
    """What the books say that stands on pages of players: the rules of slips and of the event, the titles of incidents on sheets."""
    for book in RULEBOOKS.values():
        told = [place for _title, places in GROUPS for place in places]
        for _section, title, path, provision in provisions(book):
            if any(path[: len(place)] == place for place in told):
                yield title, None, None
                yield provision.explain.message, None, None  # type: ignore[attr-defined]
                for choice in provision.choices:
                    yield in_force(choice).message, None, None
                    yield (choice.label.message if isinstance(choice.label, Sentence) else choice.label), None, None
        for explain in (getattr(book.during.slips, field.name).explain for field in fields(book.during.slips)):
            yield explain, None, None
    for incident in TYPES.values():
        yield incident.title, None, None
    for option in OPTIONS:
        yield option.label, None, None


def in_roles() -> Iterator[Found]:
    """What somebody may not do, and who may."""
    yield from ((can.value, None, None) for can in Can)
    yield from ((role.value, None, "role") for role in Role)


def sources() -> Iterator[tuple[str, list[Found]]]:
    """The path of each source, from the root, with its messages."""
    for path in sorted(shipped("templates").rglob("*.html")):
        yield path.relative_to(ROOT).as_posix(), list(in_template(path.read_text(encoding="utf-8")))
    for place in PRODUCT:
        for path in sorted((ROOT / place).rglob("*.py")):
            if path.parent.name != "migrations":
                yield path.relative_to(ROOT).as_posix(), list(in_module(path.read_bytes()))
    yield ROLES, list(in_roles())
    yield BOOKS, list(in_rulebooks())


def for_players(message: Message) -> bool:
    """Whether players and spectators meet it: some source of it is not the officials' alone."""
    return any(
        not PAGES_OF_OFFICIALS.match(path) if path.endswith(".html") else path.startswith(MODULES)
        for path, _line in message.locations
    )


def path_of(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def read(language: str) -> Catalog:
    path = path_of(language)
    catalog = read_po(io.BytesIO(path.read_bytes() if path.exists() else b""), locale=language)
    catalog.creation_date = catalog.revision_date = DATE
    return catalog


def as_sources_say(known: Catalog, language: str) -> Catalog:
    """The catalogue of what the sources hold now, with the translations that are known."""
    catalog = Catalog(locale=language, project="tdsuite", version="1", charset="utf-8", header_comment="")
    for path, messages in sources():
        for message, plural, context in messages:
            before = known.get(message, context)
            said = before.string if before is not None and "fuzzy" not in before.flags else None
            said = said if isinstance(said, tuple) == (plural is not None) else None
            catalog.add((message, plural) if plural else message, said, [(path, 0)], context=context)
    return catalog


def as_po(catalog: Catalog) -> bytes:
    file = io.BytesIO()
    write_po(file, catalog, width=120, sort_output=True, omit_header=False, include_lineno=False, ignore_obsolete=True)
    lines = file.getvalue().decode().splitlines(keepends=True)
    dated = (
        '"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By', '"Last-Translator', '"Report-Msgid',
        '"Language-Team',
    )  # fmt: skip
    return "".join(line for line in lines if not line.startswith(dated)).encode()


def as_mo(catalog: Catalog) -> bytes:
    for message in catalog:  # Babel would write the empty forms of a plural, and pages say nothing then
        message.string = message.string if any(message.string) else ""
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def flaws_of(message: Message, language: str) -> Iterator[str]:
    """What is wrong with one translation, in words."""
    said = message.string if isinstance(message.string, tuple) else (message.string,)
    meant = message.id if isinstance(message.id, tuple) else (message.id,)
    if "fuzzy" in message.flags or not said or not all(said):
        yield UNTRANSLATED
        return
    wanted = {name for text in meant for name in NAMED.findall(text)}
    if not {name for text in said for name in NAMED.findall(text)} <= wanted:
        yield "a placeholder that the message has not"
    if not message.pluralizable and sorted(NAMED.findall(meant[0])) != sorted(NAMED.findall(said[0])):
        yield "not the placeholders of the message"
    if re.findall(r"</?(\w+)", meant[-1]) != re.findall(r"</?(\w+)", said[-1]):
        yield "not the tags of the message"
    for text in said:
        yield from (flaw for flaw, pattern in SIGNS[language].items() if pattern.search(PLACES.sub("x", text)))


def update() -> None:
    """Write both files of every language anew."""
    for language in LANGUAGES:
        text = as_po(as_sources_say(read(language), language))
        path_of(language).parent.mkdir(parents=True, exist_ok=True)
        path_of(language).write_bytes(text)
        path_of(language).with_suffix(".mo").write_bytes(as_mo(read(language)))


def main() -> int:
    """Name what is missing or out of date; 1 where that is so and a release is checked."""
    if "--update" in sys.argv[1:]:
        update()
    flaws = []
    for language in LANGUAGES:
        catalog, path, officials = read(language), path_of(language), 0
        if not path.exists() or path.read_bytes() != as_po(as_sources_say(catalog, language)):
            flaws.append(f"{path.relative_to(ROOT)} is out of date. Type: make messages")
        elif path.with_suffix(".mo").read_bytes() != as_mo(catalog):
            flaws.append(f"{path.relative_to(ROOT).with_suffix('.mo')} is out of date. Type: make messages")
        for message in catalog:
            if message.id:
                found = list(flaws_of(message, language))
                if found == [UNTRANSLATED] and not for_players(message):
                    officials += 1
                else:
                    flaws += [f"{language}: {flaw}: {message.id!r}" for flaw in found]
        if officials:
            print(f"{language}: {officials} messages of officials' pages have no translation.")
    print("\n".join(flaws) or "The catalogues are whole.")
    return 1 if flaws and "--release" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
