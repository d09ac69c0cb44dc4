"""A whole event as one JSON document.  Schema: static/schemas/event-1.json, published with the suite."""

from typing import Any

from tdsuite.tournaments.engine.standings import Standing
from tdsuite.tournaments.models import Entry, Game, Round, Tournament
from tdsuite.tournaments.reads import History, history

from . import whole_lines, whole_more
from .as_file import said_of
from .tables_out import in_order
from .whole_lines import Lines, instant

VERSION = 1


def whole_event(tournament: Tournament) -> dict[str, Any]:
    """An event for its own directors: divisions, players, rounds, games and the lines of their scores, standings, prizes,
    claims, tables, officials' names.

    Instants are in UTC.  Half wins are counted in halves so that no number is a fraction.  Rounds not published yet stand
    without games.  What players need of a table is in it, so it is not for publishing as it is.
    """
    return {
        "format": "tdsuite-event",
        "version": VERSION,
        "name": tournament.name,
        "slug": tournament.slug,
        "venue": tournament.venue,
        "starts_on": tournament.starts_on.isoformat(),
        "ends_on": tournament.ends_on.isoformat(),
        "time_zone": tournament.time_zone,
        "rulebook": tournament.rulebook,
        **({"rulebook_file": tournament.rulebook_file} if tournament.rulebook_file else {}),
        "choices": tournament.choices,
        "game_minutes": tournament.game_minutes,
        "status": tournament.status,
        "entry_mode": tournament.entry_mode,
        "starts_by_schedule": tournament.starts_by_schedule,
        "practice": tournament.is_practice,
        **whole_more.of_event(tournament),
        "divisions": [_division(history(division)) for division in tournament.divisions.all()],
    }


def _division(past: History) -> dict[str, Any]:
    division = past.division
    rounds = list(Round.objects.filter(division=division).order_by("number"))
    lines = whole_lines.by_game(division)
    return {
        "code": division.code,
        "name": division.name,
        "planned_rounds": division.planned_rounds,
        "spread_caps": division.spread_caps,
        "lexicon": division.lexicon,
        "players": [_player(entry) for entry in past.entries],
        "rounds": [_round(past, row, lines) for row in rounds],
        "spread_adjustments": whole_lines.spread_adjustments(division),
        **whole_more.of_division(past),
        "standings": {"after": past.last_round, "table": [_standing(row) for row in past.standings()]},
    }


def _player(entry: Entry) -> dict[str, Any]:
    one = entry.player
    return {
        "number": entry.number, "name": one.name, "filing_name": one.filing_name, "rating": entry.rating,
        "lifetime_games": entry.lifetime_games, "class": entry.class_name, "team": entry.team, "club": one.club,
        "country": one.country, "national_id": one.national_id, "naspa_id": one.naspa_id, "wespa_id": one.wespa_id,
        "absp_id": one.absp_id, "withdrawn_from": entry.withdrawn_from, "absences": entry.absences,
        "unranked": entry.unranked, "at_bottom": entry.at_bottom, "seed": entry.seed,
        "extras": said_of(entry),
    }  # fmt: skip


def _round(past: History, row: Round, lines: Lines) -> dict[str, Any]:
    shown = row.status != Round.Status.DRAFT
    return {
        "number": row.number,
        "status": row.status,
        "scheduled_at": instant(row.scheduled_at),
        "started_at": instant(row.started_at),
        "closed_at": instant(row.closed_at),
        "paired_after": row.paired_after,
        "games": [
            _game(past, game) | {"lines": lines.get(game.pk, [])}
            for game in in_order(past.games)
            if game.round_id == row.pk and shown
        ],
    }


def _game(past: History, game: Game) -> dict[str, Any]:
    account, final = past.account(game), past.final_score(game)
    halves, other_halves = account.half_wins or (None, None)
    spread, other_spread = account.spread or (None, None)
    return {
        "board": game.board,
        "table": game.table,
        "match_game": game.match_game,
        "first": past.by_id[game.first_id].number,
        "second": past.by_id[game.second_id].number if game.second_id else None,
        "starts_by": game.starts_by,
        "outcome": game.outcome or "awaited",
        "rated": game.rated,
        "first_score": final.first,
        "second_score": final.second,
        "first_halves": halves,
        "second_halves": other_halves if game.second_id else None,
        "first_spread": spread,
        "second_spread": other_spread if game.second_id else None,
        "reason": game.reason,
        "table_reason": game.table_reason,
        "decided_at": instant(game.decided_at),
    }


def _standing(row: Standing) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "player": row.number,
        "halves": row.halves,
        "losing_halves": row.losing_halves,
        "spread": row.spread,
    }
