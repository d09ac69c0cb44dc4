"""A round's pairings and a table of standings as plain text, to be copied into a chat."""

from collections.abc import Iterable, Iterator, Sequence

from django.http import HttpResponse
from django.utils.translation import gettext as _

from tdsuite.public.templatetags.figures import record, signed
from tdsuite.tournaments.models import Division, Round
from tdsuite.tournaments.reads import StandingRow
from .reads import Call, PublicBoard, PublicSeat

DASH = "–"


def plain_text(division: Division, title: str, lines: Iterable[str]) -> HttpResponse:
    """The answer: event and division, what it is, then a line each."""
    head = f"{division.tournament}, {division}{_(':')} {title}"
    return HttpResponse("\n".join([head, "", *lines, ""]), content_type="text/plain; charset=utf-8")


def pairings_text(division: Division, row: Round | None, lines: Sequence[PublicBoard] | Sequence[Call]) -> HttpResponse:
    """The boards of a round by table, or by name where they are calls.  row: None before the first round is published."""
    return plain_text(
        division,
        _("Round %(number)d") % {"number": row.number} if row else _("No pairings yet"),
        (text for line in lines for text in ([_call(line)] if isinstance(line, Call) else map(_board, line.games))),
    )


def standings_text(division: Division, row: Round | None, lines: Iterable[StandingRow]) -> HttpResponse:
    """Rank, name, wins and losses, spread.  row: the round after which it stands so."""
    title = _("Standings after round %(number)d") % {"number": row.number} if row else _("Standings")
    return plain_text(division, title, _standings(lines))


def _standings(lines: Iterable[StandingRow]) -> Iterator[str]:
    for line in lines:
        standing = line.standing
        yield f"{standing.rank}. {line.entry.player} {record(standing)} {signed(standing.spread)}"


def _board(board: PublicBoard) -> str:
    if len(board.seats) == 1:
        return f"{board.seats[0].entry.player}{_(':')} {board.outcome_words or _('bye')}"
    first, second = board.seats
    between = DASH if first.score is None or second.score is None else f"{first.score}{DASH}{second.score}"
    words = "".join(f" ({word})" for word in (_("kept table") if board.keepers else "", board.outcome_words) if word)
    return f"{board.game.table}. {first.entry.player} {between} {second.entry.player}{words}"


def _call(call: Call) -> str:
    if call.opponent is None:
        return f"{call.seat.entry.player}{_(':')} {call.board.outcome_words or _('bye')}"
    place = _("%(player)s: table %(table)s, v %(opponent)s") % {
        "player": call.seat.entry.player,
        "table": call.board.game.table,
        "opponent": call.opponent.entry.player,
    }
    games = [_last(game.seat, game.opponent) for game in call.games if game.opponent]
    last = call.board.outcome_words if call.board.gone else ", ".join(games)
    return ", ".join(filter(None, (place, _("kept table") if call.keeps else "", last)))


def _last(seat: PublicSeat, opponent: PublicSeat) -> str:
    """The result, else who starts."""
    if seat.score is not None:
        return f"{seat.score}{DASH}{opponent.score}"
    return {"first": _("starts"), "second": _("second")}.get(seat.start, "")
