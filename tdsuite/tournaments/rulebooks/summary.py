"""The rules of an event as its players read them: from the rulebook's data with the organiser's choices put in.

For any rulebook: what stands here is found by where it stands in the model, never by which book it is.
Sources: WESPA 5.1.4 (all players know which option is in force), 3.10.15.
"""

import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Any

from tdsuite.platform.words.sentences import Sentence, catalogued
from .choices import OPTIONS, EffectiveRules, in_force, provisions
from .deriving import Path
from .model import Provision, Rulebook
from .penalties import PenaltyKind
from .registry import RULEBOOKS, word_source
from .terms import StartSystem

SHORT_HASH = 12  # hex digits that two prints are compared by

# What players are told, by heading: the places in a Rulebook whose provisions stand under it, in the book's order.
GROUPS: tuple[tuple[str, tuple[Path, ...]], ...] = (
    (catalogued("Words"), (("before", "word_source"),)),
    (
        catalogued("Time"),
        (("before", "game_time"), ("before", "no_clocks"), ("ending", "overtime"), ("ending", "overtime_forfeit")),
    ),
    (catalogued("Who starts"), (("starting", "who_starts"), ("starting", "tile_draw"))),
    (
        catalogued("Lateness"),
        (
            ("starting", "late"),
            ("starting", "may_elect"),
            ("starting", "must_forfeit"),
            ("starting", "lateness_forfeit"),
            ("starting", "both_absent"),
        ),
    ),
    (catalogued("Challenges"), (("during", "challenge"), ("during", "opinions"))),
    (catalogued("Exchanging tiles"), (("during", "exchange", "least_in_bag"),)),
    (
        catalogued("End of the game"),
        (
            ("ending", "tiles_left"),
            ("ending", "six_zeros"),
            ("ending", "tie_half_wins"),
            ("ending", "recount"),
            ("results", "signed_sheet"),
            ("results", "hands_in"),
        ),
    ),
    (
        catalogued("Byes, forfeits and leaving"),
        (("results", "bye"), ("results", "forfeit_rated"), ("results", "resigning"), ("results", "ejection")),
    ),
    (catalogued("Appeals and what the book leaves open"), (("results", "appeal"), ("director_fills_gaps",))),
)


@dataclass(frozen=True, slots=True)
class PlayersRule:
    """One rule as players read it."""

    title: str  # its subject
    text: str  # a sentence
    rule: str = ""  # its number, "" where there is none
    ours: bool = False  # the book is silent and nobody has chosen; the director may rule otherwise (†)
    chosen: bool = False  # the organiser's own, without a rule


@dataclass(frozen=True, slots=True)
class PlayersRules:
    """A heading with its rules."""

    title: str
    rules: tuple[PlayersRule, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the rules come from."""

    name: str  # the rulebook's
    source: str  # the document, its edition and address
    changes: str = ""  # the name of the book that a loaded file changes
    sha256: str = ""  # of that file; both "" for the suite's own books


def summary(rules: EffectiveRules, ends: date, *, by_the_books_list: bool = True) -> tuple[PlayersRules, ...]:
    """What players are told of the rules in force at an event that ends on `ends`.

    by_the_books_list: whether the list that the book names for that day judges; where another does, its division says which.
    """
    book, keys = rules.rulebook, {choice.key for choice in rules.chosen}
    chosen = {path for option in OPTIONS if option.key in keys for path in (option.path, *option.follows)}
    rows = [(path, title, provision) for _, title, path, provision in provisions(book) if _concerns(book, path)]
    groups = []
    for title, places in GROUPS:
        lines = [
            _rule_of(name, provision, path in chosen)
            for place in places
            for path, name, provision in rows
            if path[: len(place)] == place
        ]
        if places[0] == ("before", "word_source") and by_the_books_list:
            words = word_source(book, ends)
            names = Sentence("{lists}.", lists=words.name)
            lines.append(PlayersRule(Sentence("In force at this event"), names, words.rule))
        groups.append(PlayersRules(Sentence(title), tuple(lines)))
    return tuple(groups)


def origin_of(book: Rulebook) -> Origin:
    """The rulebook's name and source and, where it was loaded from a file, the book it changes and the file's SHA-256."""
    source = ", ".join(filter(None, (book.source.document, book.source.edition, book.source.address)))
    base = RULEBOOKS.get(book.based_on) if book.sha256 else None
    return Origin(book.name, source, base.name if base else "", book.sha256)


def as_facts(groups: Collection[PlayersRules]) -> list[Any]:
    """The groups as plain JSON, for `fingerprint`."""
    return [[group.title, [[rule.title, rule.text, rule.rule, rule.ours] for rule in group.rules]] for group in groups]


def fingerprint(*facts: Any) -> str:
    """The first digits of the SHA-256 of what is in force, so that two prints can be compared.  facts: plain JSON."""
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:SHORT_HASH]


def _concerns(book: Rulebook, path: Path) -> bool:
    """Whether a rule can matter at this event: how tiles are drawn does not where the software names every starter."""
    system = book.starting.who_starts.system.value
    if path == ("starting", "who_starts", "balance"):
        return system is StartSystem.BALANCE
    if path[:2] == ("starting", "tile_draw"):
        return system is not StartSystem.ASSIGNED
    if path == ("starting", "lateness_forfeit", "elected_margin"):
        forfeit = book.starting.lateness_forfeit
        return forfeit.elected_margin.value != forfeit.margin.value
    penalty = book.during.challenge.scheme.value.kind
    if path == ("during", "challenge", "counted_over"):
        return penalty is PenaltyKind.RISING
    if path[:2] == ("during", "challenge") and path[2] != "scheme":
        return penalty is not PenaltyKind.SINGLE
    return True


def _rule_of(title: str, provision: Provision[Any], chosen: bool) -> PlayersRule:
    """The sentence of one provision.  Of several choices the one in force is said, after the book's words if nobody chose."""
    text, rule = provision.explain, provision.rule
    for choice in provision.choices:
        if choice.value == provision.value:
            in_words = in_force(choice)
            text = (
                in_words
                if chosen or in_words == text
                else Sentence("{text} In force: {choice}", text=text, choice=in_words)
            )
            rule = choice.rule or provision.rule
    return PlayersRule(Sentence(title), text, rule, ours=provision.ours and not chosen, chosen=chosen and not rule)
