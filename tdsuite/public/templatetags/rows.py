"""Rows of the tables that a hall of phones asks for after each result: strings, because a hundred rows are thousands of template nodes.

Nothing is decided here. Whatever is not a number or our own words goes through `escape`.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from pairings.engine.reason_words import reason_words
from results.attendance.services.tables import TableView
from results.sheets.pages.own_games import OwnGame
from tdsuite.platform.languages import translated
from tdsuite.public.reads import Call, PublicBoard, PublicSeat
from tdsuite.public.tables import StandingsLine, StandingsPage
from tdsuite.tournaments.models import Division, Round

from .figures import record, result_word, signed, tone

register = template.Library()

Words = dict[str, str]


def start_badges() -> Words:
    """What a player does before the game, in the reader's language."""
    return {
        "first": f'<span class="start first">{_("Starts")}</span>',
        "second": f'<span class="start">{_("Second")}</span>',
        "draw": f'<span class="start draw">{_("Draw tiles")}</span>',
        "compare": f'<span class="start draw">{_("Compare records")}</span>',
    }


def side_words() -> Words:
    """What else a board says of its players, in the reader's language."""
    return {"rated": _("rated %(rating)d"), "started": _("started"), "won": _("won")}


def players_url(division: Division) -> str:
    """Where the addresses of a division's players begin; their number and a slash follow."""
    return _players_url(division.tournament.slug, division.code)


@lru_cache(1024)
def _players_url(slug: str, code: str) -> str:
    return reverse("public:player", args=[slug, code, 0]).removesuffix("0/")


@register.simple_tag
def standings_rows(page: StandingsPage, division: Division, round_shown: Round | None) -> SafeString:
    """`{% standings_rows page division round %}`: the lines of the table; those above the line under the prizes are marked."""
    players, below = players_url(division), page.cut.below if page.cut else 0
    moves = (_("up %(places)d"), _("down %(places)d")) if round_shown and round_shown.number > 1 else None
    rows = []
    for place, line in enumerate(page.lines, start=1):
        standing, entry = line.standing, line.entry
        classes = f"{'prize' if place <= below else ''}{' last-prize' if place == below else ''}"
        shared = f'<span class="pin" aria-label="{_("shared")}">=</span>' if standing.shared else ""
        settled = f' <span class="under">{escape(capfirst(translated(line.settled)))}</span>' if line.settled else ""
        figures = f'<td class="num">{entry.rating or _("unrated")}</td>'
        if round_shown:
            figures = _figures(line, moves, runs=page.any_run)
        rows.append(
            f'<tr class="{classes}"><td class="rank"><b>{standing.rank}</b>{shared}</td>'
            f'<th scope="row" class="name"><a href="{players}{entry.number}/">{escape(entry.player.name)}</a> '
            f'<span class="pin">{entry.number}</span>{settled}</th>{figures}</tr>\n'
        )
    return SafeString("".join(rows))


def _figures(line: StandingsLine, moves: tuple[str, str] | None, *, runs: bool) -> str:
    """moves: how places up and places down are said; None where they are not shown."""
    spread = line.standing.spread
    cells = f'<td class="num">{record(line.standing)}</td><td class="num {tone(spread)}">{signed(spread)}</td>'
    if moves:
        moved = _moved(line.moved, moves) if line.moved else ""
        cells += f'<td class="num quiet wide-only">{moved}</td>'
    if runs:
        cells += f'<td class="quiet wide-only">{line.run}</td>'
    return f'{cells}<td class="num quiet wide-only">{line.entry.rating or "–"}</td>'


def _moved(places: int, words: tuple[str, str]) -> str:
    up = places > 0
    text = words[0 if up else 1] % {"places": abs(places)}
    return (
        f'<span class="moved {"up" if up else "down"}"><span aria-hidden="true">{"▲" if up else "▼"}{abs(places)}</span>'
        f'<span class="visually-hidden">{text}</span></span>'
    )


@register.filter
def in_words(reason: str) -> str:
    """Why a board stands, is played where it is, or starts as it does, in the reader's language."""
    return translated(reason_words(reason))


@register.simple_tag
def board_rows(boards: Iterable[PublicBoard], division: Division, clocks: Any = "") -> SafeString:
    """`{% board_rows lines division clocks %}`: the boards of a round, each with both players.

    Args:
        clocks: the tables whose players are late, by game (`clocks_of`); "" without any.
    """
    players = players_url(division)
    late: Mapping[int, TableView] = clocks or {}
    words, rows = start_badges() | side_words(), []
    table_word, bye_word, why_bye, why_board = _("Table"), _("Bye"), _("Why this bye"), _("Why this board")
    for board in boards:
        game, table = board.game, escape(board.game.table)
        sides = "".join(_side(seat, players, words, alone=len(board.seats) == 1) for seat in board.seats)
        timed = _clocks(late[game.pk]) if game.pk in late else ""
        outcome = f'<p class="said">{escape(capfirst(board.outcome_words))}</p>' if board.outcome_words else ""
        why = ""
        if game.reason:
            asked, reason = why_bye if game.is_bye else why_board, escape(in_words(game.reason))
            why = f'<details class="why"><summary>{asked}</summary><p>{reason}</p></details>'
        rows.append(
            f'<li class="board" data-find="{escape(board.find)}">'
            f'<p class="table-number{" long" if len(game.table) > 3 else ""}"><small>{table_word if table else bye_word}</small>'
            f'{table}</p><div class="sides">{sides}{timed}{outcome}{why}</div></li>\n'
        )
    return SafeString("".join(rows))


def _side(seat: PublicSeat, players: str, words: Words, *, alone: bool) -> str:
    known = f" · {words['rated'] % {'rating': seat.entry.rating}}" if seat.entry.rating else ""
    if seat.before:
        known = f" · {record(seat.before)} · {signed(seat.before.spread)}"
    started = f" · {words['started']}" if seat.result and seat.start == "first" else ""
    score = ""
    if seat.score is not None or seat.spread is not None:
        score = f'<b class="score">{signed(seat.spread) if seat.score is None else seat.score}</b>'
    won = f'<span class="visually-hidden">{words["won"]}</span>' if seat.result == "won" and not alone else ""
    return (
        f'<div class="side {seat.result}"><span class="name"><a href="{players}{seat.entry.number}/">'
        f'{escape(seat.entry.player.name)}</a> <span class="under">{seat.entry.number}{known}{started}</span></span> '
        f"{'' if seat.result else words.get(seat.start, '')} {score}{won}</div>"
    )


def _clocks(table: TableView) -> str:
    seats = [seat for seat in table.seats if seat.clock.assigned is not None]
    return render_to_string("results/attendance/_clocks.html", {"seats": seats})


@register.simple_tag
def call_rows(calls: Iterable[Call], division: Division) -> SafeString:
    """`{% call_rows lines division %}`: the same boards by name: where to go, whom to meet."""
    players = players_url(division)
    badges, against, rows = start_badges(), _("v %(player)s"), []
    results = {result: result_word(result) for result in ("won", "tied", "lost")}
    for call in calls:
        seat, opponent, outcome = call.seat, call.opponent, call.board.outcome_words
        versus = name = ""
        if opponent:
            versus = escape(against % {"player": opponent.entry.player.name})
            name = f'{escape(opponent.entry.player.name)} <span class="pin">{opponent.entry.number}</span>'
        last = badges.get(seat.start, "")
        if seat.score is not None and opponent:
            last = (
                f'<span class="result {seat.result}">{results.get(seat.result, "")}</span> '
                f'<span class="scoreline">{seat.score}–{opponent.score}</span>'
            )
        elif outcome:
            last = f'<span class="muted">{escape(capfirst(outcome))}</span>'
        rows.append(
            f'<tr data-find="{escape(call.find)}"><td class="mid call-table">{escape(call.board.game.table) or "–"}</td>'
            f'<th scope="row" class="name"><a href="{players}{seat.entry.number}/">'
            f'{escape(seat.entry.player.filing_name)}</a> <span class="pin">{seat.entry.number}</span> '
            f'<span class="under narrow-only">{versus}</span></th><td class="wide-only">{name}</td>'
            f'<td class="num">{last}</td></tr>\n'
        )
    return SafeString("".join(rows))


@register.simple_tag
def wall_call(call: Call, keeps: bool = False, division: Division | None = None) -> SafeString:
    """`{% wall_call call %}`: on a wall screen, who goes where, meets whom and who starts.

    Args:
        keeps: the player keeps this table.
        division: named where several are shown.
    """
    table, opponent = call.board.game.table, call.opponent
    starts = _start_words(call.seat.start) if opponent else ""
    under = [escape(str(division))] if division else []
    if opponent:
        under.append(escape(_("v %(player)s") % {"player": opponent.entry.player.name}))
    if under and keeps:
        under.append(f'<i class="kept">{_("kept table")}</i>')
    small = f" <small>{' · '.join(under)}</small>" if under else ""
    return SafeString(
        f'<li><span class="key{"" if table else " word"}">{escape(table) or _("Bye")}</span> '
        f'<b dir="auto">{escape(call.seat.entry.player.filing_name)}</b> <span class="end">{starts}</span>'
        f"{small}</li>\n"
    )


def _start_words(start: str) -> str:
    if start == "first":
        return _("starts")
    if start == "draw":
        return _("draw tiles")
    return _("compare records") if start == "compare" else _("second")


@register.simple_tag
def own_rows(games: Iterable[OwnGame], division: Division) -> SafeString:
    """`{% own_rows mine.done division %}`: a player's own decided games, each with its sheet."""
    players = players_url(division)
    sheets = reverse("results:sheet", args=[division.tournament.slug, 0]).removesuffix("0/")
    starts, rows = {"first": _("you started"), "second": _("you were second")}, []
    for game in games:
        number, outcome = game.game.round.number, escape(capfirst(game.outcome))
        with_whom, score = outcome, ""
        if game.opponent:
            started = starts.get(game.start, "")
            with_whom = (
                f'<a href="{players}{game.opponent.number}/">{escape(game.opponent.player.name)}</a> '
                f'<span class="under">{outcome or started}</span><a class="sheet-state" href="{sheets}{game.game.pk}/">'
                f"{_sheet(number, game.brief)}</a>"
            )
            score = f'<span class="scoreline">{game.mine}–{game.theirs}</span>'
            score = f'<br class="narrow-only"> {signed(game.spread) if game.mine is None else score}'
        result = f'<span class="result {game.result}">{result_word(game.result)}</span>' if game.result else ""
        rows.append(
            f'<tr><td>{number}</td><th scope="row" class="name">{with_whom}</th><td class="num">{result}{score}</td></tr>\n'
        )
    return SafeString("".join(rows))


def _sheet(number: int, brief: str) -> str:
    """What the link to a sheet says: how it stands, and for who only hears it of which round."""
    words = _('Sheet<span class="visually-hidden"> of round %(number)d</span>: %(brief)s')
    return words % {"number": number, "brief": escape(brief)}
