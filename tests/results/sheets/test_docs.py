"""docs/sheets.md shows the table that the engine works by."""

import re
from pathlib import Path

from results.sheets.engine.states import TABLE, Event, State

TEXT = (Path(__file__).resolve().parents[3] / "docs" / "sheets.md").read_text(encoding="utf-8")


EVENT_SAYS: dict[Event, str] = {
    Event.ENTERS: "enters figures nobody else has signed otherwise",
    Event.DIFFERS: "enters other figures than the opponent signed",
    Event.GIVES_IN: "enters the opponent's figures after all", Event.SIGNS: "signs; the other has not",
    Event.BOTH_SIGNED: "signs; the other has", Event.DISPUTES: "disputes the figures shown",
    Event.HANDS_IN: "hands the sheet in", Event.AGREED: "agree on a correction",
    Event.ACCEPTED: "accepts what both players petitioned for",
    Event.REKEYED: "types again what the paper says that both signed",
    Event.POSTS: "enters or mends figures at the keyboard",
    Event.PAPER: "enters the paper sheet and has seen both signatures",
    Event.LINES: "a line is added or removed, or the start turned round",
    Event.RECOUNTED: "closes a recount of figures not signed yet",
    Event.RULES: "rules, or decides how the game ended", Event.TAKEN_BACK: "takes the result back",
    Event.WAIVES: "waives the missing signatures, with a reason", Event.BOARD: "other players are put on the board",
}  # fmt: skip


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


def test_every_state_is_explained_in_the_docs() -> None:
    explained = {states(name)[0]: says for name, says in rows_of("state", "what it means")}
    assert set(explained) == {str(state) for state in State} and all(explained.values())
