"""The roads driven through their own edges, as people use them: keyboard, pages, API, phones and paper.

A driver tells one ending of one board, and hands back what the edge showed of it before it was saved ("" where it shows
nothing first), which must be what counts afterwards.
"""

from collections.abc import Callable
from typing import Any

from django.test import Client
from django.urls import reverse

from results.rulings.engine.forfeits import begun_decides
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.roads import Road
from tests.results.games.keyboard import Keyboard, parked
from tests.results.looking import field, text
from tests.results.roads.hall import REASON, Board
from tests.results.roads.situations import RACK, Ending, Kind

Typed = tuple[int, int]
Driver = Callable[[Board, Ending, Typed, bool], str]


class NotTaken(AssertionError):
    """The edge did not take what it should have taken; the message is what it answered."""


def taken(answer: Any, *codes: int) -> Any:
    if answer.status_code not in (codes or (200, 201, 302)):
        raise NotTaken(f"{answer.status_code}: {text(answer)[:3000]}")
    return answer


# ── the keyboard ─────────────────────────────────────────────────────────────────────────────────────────────


def line_typed(board: Board, ending: Ending, typed: Typed) -> str:
    game = board.game
    if ending.told != "spread":
        return f"t{game.table} {typed[0]} {typed[1]}"
    assert game.second is not None
    winner = game.first if typed[0] > typed[1] else game.second
    return f"p{winner.number} {abs(typed[0] - typed[1])}"


def keyboard(board: Board, ending: Ending, typed: Typed, within: bool) -> str:
    """Every question is answered; why a result is changed is said where it is asked."""
    desk = Keyboard(board.game.round, board.hall.desk)
    desk.types("m spread" if ending.told == "spread" else "m table")
    answer = taken(desk.types(line_typed(board, ending, typed)))
    shown = ""
    for _ in range(3):
        if not parked(answer):
            break
        shown = shown or text(answer)
        with_lines = within and "With the corrections" in text(answer)
        answer = taken(desk.answers(answer, f"{'w' if with_lines else 'y'} {REASON}"))
    if 'data-kind="saved"' not in answer.content.decode():
        raise NotTaken(text(answer)[:2000])
    return text(answer)  # the echo, which the next line typed takes away


# ── the API ──────────────────────────────────────────────────────────────────────────────────────────────────


def api(board: Board, ending: Ending, typed: Typed, within: bool) -> str:
    """POST where a result is waited for, else PUT with a reason."""
    client, there = board.hall.api, board.game.outcome not in Game.UNFINISHED
    send = client.put if there else client.post
    address = f"/api/v1/tournaments/{board.hall.slug}/games/{board.key}/"
    if ending.scored:
        values: dict[str, Any] = {"first_score": typed[0], "second_score": typed[1], "reason": REASON}
        values |= {"with_lines": within, "keep_lines": False}
        answer = send(f"{address}result/", values, format="json")
    else:
        values = {"absent": ending.offender, "begun": ending.begun, "margin": ending.margin, "reason": REASON}
        values |= {"emergency": ending.emergency}
        values |= {"first_score": typed[0], "second_score": typed[1]} if ending.has_scores else {}
        answer = send(f"{address}forfeit/", values, format="json")
    taken(answer, 200, 201)
    return ""


# ── pages that show first ────────────────────────────────────────────────────────────────────────────────────


def begun_fields(board: Board, ending: Ending) -> dict[str, Any]:
    if ending.begun is None:
        return {}
    said = "yes" if ending.begun else "no"
    if begun_decides(board.hall.rulebook):
        return {"tile_drawn": said, "opponent_alerted": said}
    return {"begun": said}


def emergency_fields(ending: Ending) -> dict[str, Any]:
    return {} if ending.emergency is None else {"emergency": "yes" if ending.emergency else "no"}


def correction_fields(board: Board, ending: Ending, typed: Typed, within: bool) -> dict[str, Any]:
    if ending.told == "spread":
        sent: dict[str, Any] = {"kind": "spread", "margin": typed[0] - typed[1]}
    elif ending.scored:
        sent = {"kind": "played", "first_score": typed[0], "second_score": typed[1]}
    else:
        sent = {"kind": ending.offender, "margin": "" if ending.margin is None else ending.margin}
        sent |= begun_fields(board, ending) | emergency_fields(ending)
        sent |= {"first_score": typed[0], "second_score": typed[1]} if ending.has_scores else {}
    if board.asked_lines and (ending.scored or ending.has_scores):
        sent["lines"] = "within" if within else "on_top"
    return sent | {"reason": REASON}


def looked_and_saved(client: Client, address: str, sent: dict[str, Any]) -> str:
    """Send a form, look at what it shows, and send it again with the button; what was shown."""
    looked = taken(client.post(address, sent), 200)
    value = field(looked, "save")
    if not value:
        raise NotTaken(text(looked)[:3000])
    taken(client.post(address, sent | {"save": value}), 302)
    return text(looked)


def correction(board: Board, ending: Ending, typed: Typed, within: bool) -> str:
    sent = correction_fields(board, ending, typed, within)
    return looked_and_saved(board.hall.desk, board.hall.url("correct", board.key), sent)


def take_back(board: Board, ending: Ending, typed: Typed, within: bool) -> str:
    taken(board.hall.desk.post(board.hall.url("withdraw", board.key), {"reason": REASON}), 302)
    return ""


def how_it_ended(board: Board, ending: Ending, typed: Typed, within: bool) -> str:
    sent: dict[str, Any] = {"offender": ending.offender, "reason": REASON, "all_agree": "on"}
    sent |= begun_fields(board, ending) | emergency_fields(ending)
    sent |= {"first_score": typed[0], "second_score": typed[1]}
    sent |= {"margin": ending.margin} if ending.margin is not None else {}
    sent |= {"elected": "on"} if ending.elected else {}
    if any(ending.over):
        sent |= {"over": minutes(ending.over[0]), "opponent_over": minutes(ending.over[1])}
    kind = Kind.PLAYED if ending.told == "tie" else ending.told
    return looked_and_saved(board.hall.desk, board.hall.url("ended", board.key, kind), sent)


def minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"


def end_of_game(board: Board, ending: Ending, typed: Typed, within: bool) -> str:
    sent: dict[str, Any] = {"how": ending.how, "reason": REASON, "first_score": typed[0], "second_score": typed[1]}
    if ending.how == "went-out":
        sent["out"] = "first"
    if ending.how == "six-zeros":
        sent |= {f"turn_{at}": "pass" for at in range(1, 7)}
    sent |= {"second_rack": RACK} if ending.rack else {}
    for side, seconds in zip(("first", "second"), ending.over, strict=True):
        sent |= {f"{side}_clock": f"-{minutes(seconds)}"} if seconds else {}
    client, address = board.hall.desk, board.hall.url("end", board.key)
    looked = text(taken(client.post(address, sent), 200))
    taken(client.post(address, sent | {"save": "1"}), 302)
    return looked


# ── players and paper ────────────────────────────────────────────────────────────────────────────────────────


def sheet_url(board: Board, name: str = "sheet", *more: Any) -> str:
    return reverse(f"results:{name}", args=[board.hall.slug, board.key, *more])


def sheet_fields(board: Board, ending: Ending, typed: Typed, page: Any) -> dict[str, Any]:
    game = board.game
    sent = {f"score_{game.first_id}": typed[0], f"score_{game.second_id}": typed[1], "started": game.first_id}
    for entry, seconds in zip((game.first_id, game.second_id), ending.over, strict=True):
        sent |= {f"overtime_{entry}": minutes(seconds)} if seconds else {}
    return sent | {"key": field(page, "key")}


def players_sheet(board: Board, ending: Ending, typed: Typed, within: bool) -> str:
    """The first player enters, the second reads it and signs."""
    game = board.game
    one, other = board.hall.phone(game.first_id), board.hall.phone(game.second_id or 0)
    sent = sheet_fields(board, ending, typed, one.get(sheet_url(board)))
    answer = one.post(sheet_url(board, "sheet_enter"), sent)
    if answer.status_code == 422 and field(answer, "confirmed"):
        sent |= {"confirmed": field(answer, "confirmed"), "key": field(answer, "key")}
        answer = one.post(sheet_url(board, "sheet_enter"), sent)
    taken(answer, 302)
    return signed_by(board, other)


def signed_by(board: Board, client: Client) -> str:
    page = client.get(sheet_url(board))
    shown = {name: field(page, name) for name in ("version", "sha256", "key")}
    taken(client.post(sheet_url(board, "sheet_sign"), shown), 302)
    return text(page)


def paper(board: Board, ending: Ending, typed: Typed, within: bool, *, seen: str = "y") -> str:
    """A paper sheet at the keyboard; the page shows what is typed as it would count."""
    game = board.game
    sent = {"table": game.table, "first_score": typed[0], "second_score": typed[1], "seen": seen}
    sent |= {"lines": "w" if within else "y"} if board.asked_lines else {}
    over = zip(("over_one", "over_two"), ending.over, strict=True)
    sent |= {name: minutes(seconds) for name, seconds in over if seconds}
    address = board.hall.url("sheets_paper", game.round.number)
    shown = text(taken(board.hall.typist.get(board.hall.url("paper_typing", game.round.number), sent), 200))
    taken(board.hall.typist.post(address, sent, headers={"X-Sheet": "1"}), 200)
    return shown


# ── where scores are typed ───────────────────────────────────────────────────────────────────────────────────


def page_of(board: Board, road: Road, ending: Ending) -> Any:
    """The page on which the ending's scores are typed, before they are; None where there is none (the line of the board asks), or no score."""
    desk, game = board.hall.desk, board.game
    if game.second_id is None or not (ending.scored or ending.has_scores):
        return None
    if road is Road.PAPER_SHEET:
        return desk.get(board.hall.url("sheets_paper", game.round.number))
    if road in (Road.PLAYERS_SHEET, Road.PETITION):
        return board.hall.phone(game.first_id).get(sheet_url(board))
    ends = {
        Road.CORRECTION: "", Road.SHEET_RULING: "", Road.END_OF_GAME: "calculator",
        Road.HOW_IT_ENDED: Kind.PLAYED if ending.told == "tie" else ending.told,
    }  # fmt: skip
    return desk.get(board.hall.url("table", board.key), {"end": ends[road]}) if road in ends else None
