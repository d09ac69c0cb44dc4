"""What an event's document holds besides its players and games: how places are decided, prizes, claims, tables."""

from collections.abc import Mapping
from typing import Any

from results.awards_models import HighClaim, Prize
from results.services.late_entry import OPTION as MISSED_ROUNDS
from results.services.prizes import OPTION as PRIZE_RULES
from results.services.prizes import terms_of
from results.services.ratings import OPTION as RATING_SYSTEM
from tdsuite.tournaments.engine.tie_breaks import OPTION as TIE_BREAKS
from tdsuite.tournaments.models import Division, TableNeed, Tournament
from tdsuite.tournaments.reads import History

OPTIONS: Mapping[str, Any] = {TIE_BREAKS: None, RATING_SYSTEM: "", PRIZE_RULES: None, MISSED_ROUNDS: None}
AS_WRITTEN: Mapping[str, str] = {PRIZE_RULES: "prize_rules"}  # options whose word in the document is another


def of_event(tournament: Tournament) -> dict[str, Any]:
    """Terms and prizes of the whole event."""
    terms = terms_of(tournament)
    return {
        "visibility": tournament.visibility,
        "prize_terms": {
            "one_each": terms.one_each, "round_to": terms.round_to, "currency": terms.currency, "mentions": terms.mentions,
        },
        "prizes": _event_prizes(tournament),
    }  # fmt: skip


def _event_prizes(tournament: Tournament) -> list[dict[str, Any]]:
    rows = list(Prize.objects.filter(tournament=tournament))
    if not rows:
        return []
    divisions = tournament.divisions.prefetch_related("entries")
    who = {entry.pk: (one.code, entry.number) for one in divisions for entry in one.entries.all()}
    found = []
    for row in rows:
        winners = [who[pk] for pk in row.winners if pk in who]
        found.append(_prize(row) | {"winners": [{"division": code, "number": number} for code, number in winners]})
    return found


def _prize(row: Prize) -> dict[str, Any]:
    return {
        "title": row.title, "basis": row.basis, "place": row.place, "class": row.class_name, "round": row.round_number,
        "team_size": row.team_size, "money": row.money, "text": row.text, "besides": row.besides,
    }  # fmt: skip


def of_division(past: History) -> dict[str, Any]:
    """How places are decided, the plans, the prizes, the claims and the tables of one division."""
    division = past.division
    options = division.standings_options
    chosen = {AS_WRITTEN.get(key, key): options[key] for key in OPTIONS if options.get(key)}
    return {
        **chosen,
        "prize_places": division.prize_places,
        "pairing_plan": division.pairing_plan,
        "table_plan": division.table_plan,
        "table_needs": _needs(division),
        "prizes": [_prize(row) | {"winners": row.winners} for row in Prize.objects.filter(division=division)],
        "high_claims": _claims(past),
    }


def _needs(division: Division) -> list[dict[str, Any]]:
    return [
        {
            "player": one.entry.number, "table": one.table, "features": one.features, "first_round": one.first_round,
            "last_round": one.last_round,
        }
        for one in TableNeed.objects.of_division(division).select_related("entry")
    ]  # fmt: skip


def _claims(past: History) -> list[dict[str, Any]]:
    """In the order in which they were made; those of rounds that were taken back stay here."""
    rows = HighClaim.objects.filter(division=past.division).select_related("game__round").order_by("claimed_at", "pk")
    return [
        {
            "kind": one.kind, "player": past.by_id[one.entry_id].number, "round": one.game.round.number,
            "match_game": one.game.match_game, "points": one.points, "word": one.word, "status": one.status,
            "reason": one.reason,
        }
        for one in rows
        if one.game.round.is_published
    ]  # fmt: skip
