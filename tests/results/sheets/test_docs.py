"""docs/sheets.md shows the table that the engine works by."""

import re
from pathlib import Path

from results.engine.sheet_states import EVENT_SAYS, STATE_SAYS, TABLE, Event, State

TEXT = (Path(__file__).resolve().parents[3] / "docs" / "sheets.md").read_text(encoding="utf-8")


def rows_of(*heads: str) -> list[list[str]]:
    """The cells of the table with these column heads."""
    lines = TEXT.splitlines()
    start = lines.index("| " + " | ".join(heads) + " |") + 2
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def states(cell: str) -> list[str]:
    return re.findall(r"`([a-z_]+)`", cell)


def test_the_table_in_the_docs_is_the_engines_table() -> None:
    shown = {
        (state, what, who, state if becomes == "stays" else states(becomes)[0], signatures == "void")
        for of, what, who, becomes, signatures in rows_of(
            "from", "what happens", "who", "becomes", "earlier signatures"
        )
        for state in states(of)
    }
    assert shown == {(str(r.state), EVENT_SAYS[r.event], str(r.who), str(r.becomes), r.voids) for r in TABLE}


def test_every_state_is_explained_in_the_docs_as_in_the_suite() -> None:
    assert {states(name)[0]: says for name, says in rows_of("state", "what it means")} == {
        str(state): says for state, says in STATE_SAYS.items()
    }


def test_every_event_has_words_of_its_own() -> None:
    assert (set(EVENT_SAYS), len(set(EVENT_SAYS.values()))) == (set(Event), len(Event))
    assert set(STATE_SAYS) == set(State)
