"""What was found wrong stays mended: each finding names its tests, and every one of them is there."""

import re
from pathlib import Path

import pytest

from results.rulings.engine.forfeits import neither_arrived
from results.rulings.services.forfeits import HowItEnded, work_out
from tdsuite.tournaments.rulebooks.choices import ChoiceNotAllowed, effective
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.results.rulings.cases import make_event
from tests.rulebook.test_places import functions_in, lines

DOCS = Path(__file__).parents[2] / "docs"
FINDINGS = {
    cells[0]: cells[2].split()
    for cells in ([cell.strip() for cell in line.split("|")] for line in lines("findings.txt"))
}
ASKED = [
    *(f"W{number}" for number in range(1, 20)), *(f"M{number}" for number in range(1, 13) if number != 11),
    *(f"C{number}" for number in range(1, 8)), "D2", "D4", "D7", "D9", "D11",
]  # fmt: skip


def test_every_finding_is_listed_once() -> None:
    assert list(FINDINGS) == ASKED
    assert len(lines("findings.txt")) == len(ASKED)


def test_every_finding_has_its_tests() -> None:
    assert [finding for finding, names in FINDINGS.items() if not names] == []
    named = [(finding, name.partition("::")) for finding, names in FINDINGS.items() for name in names]
    assert [(finding, name) for finding, (file, _, name) in named if name not in functions_in(file)] == []


# ── findings that have no other place ────────────────────────────────────────────────────────────────────────────────


def test_nsa_iii_g_1_both_absent_lose_by_50_and_the_organiser_chooses_no_other_margin() -> None:
    award = neither_arrived(RULEBOOKS["nsa-2004"])
    assert (award.offender.spread, award.opponent.spread, award.reasons[0].rule) == (-50, -50, "III.G.1")
    with pytest.raises(ChoiceNotAllowed, match=r"III\.G\.1"):
        effective(RULEBOOKS["nsa-2004"], {"absent_margin": "200"})


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("choice", "kind", "halves"), [("win", "bye", 2), ("half", "half_bye", 1), ("none", "zero_bye", 0)]
)
def test_a_bye_by_hand_is_worth_what_the_events_bye_is_worth(choice: str, kind: str, halves: int) -> None:
    event = make_event(players=5, choices={"bye_result": choice})
    outcome = work_out(event.bye(), HowItEnded("bye", "")).outcome
    assert (outcome.kind, outcome.first_halves) == (kind, halves)


def documents() -> list[tuple[str, str]]:
    """Every document with its sentences, line breaks gone."""
    return [(page.name, " ".join(page.read_text(encoding="utf-8").split())) for page in sorted(DOCS.rglob("*.md"))]


def test_wespa_1_2_b_says_nothing_of_rating_and_no_document_has_it_say_so() -> None:
    wrong = re.compile(r"ratable(?:(?!\. [A-Z])[^|])*1\.2\(b\)")  # in one sentence
    assert [name for name, text in documents() if wrong.search(text)] == []
    assert wrong.search("may make the event non-ratable: a penalty (3.10.15(d)), another word source (1.2(b)).")


def test_wespa_5_4_1_no_document_offers_a_recount_of_a_signed_sheet() -> None:
    assert [name for name, text in documents() if "signed or not" in text] == []
