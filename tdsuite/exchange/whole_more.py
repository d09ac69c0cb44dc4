"""What an event's document holds besides its players and games: how places are decided and rounds paired, prizes, claims,
tables, and who helped."""

from collections.abc import Mapping
from typing import Any

from adjudication.models import WordJudging
from pairings.models import PairingSettings
from pairings.services.rules import SETTINGS_FIELDS
from results.awards_models import HighClaim, Prize
from results.services.late_entry import OPTION as MISSED_ROUNDS
from results.services.prizes import OPTION as PRIZE_RULES
from results.services.prizes import terms_of
from results.services.ratings import OPTION as RATING_SYSTEM
from tdsuite.access.models import Membership
from tdsuite.access.roles import Role
from tdsuite.tournaments.engine.tie_breaks import OPTION as TIE_BREAKS
from tdsuite.tournaments.models import Division, TableNeed, Tournament
from tdsuite.tournaments.reads import History

from .whole_lines import instant

OPTIONS: Mapping[str, Any] = {TIE_BREAKS: None, RATING_SYSTEM: "", PRIZE_RULES: None, MISSED_ROUNDS: None}
ROLES = [role.value for role in Role]  # most powers first
AS_WRITTEN: Mapping[str, str] = {PRIZE_RULES: "prize_rules"}  # options whose word in the document is another


def of_event(tournament: Tournament) -> dict[str, Any]:
    """Who may read it and who helped to run it, how words are judged, terms and prizes of the whole event."""
    terms, judging = terms_of(tournament), WordJudging.objects.filter(tournament=tournament).first()
    ways = {"runner": judging.runner, "self_run": judging.self_run, "station": judging.station} if judging else None
    return {
        "visibility": tournament.visibility,
        **({"word_judging": ways} if ways else {}),
        "officials": _officials(tournament),
        "prize_terms": {
            "one_each": terms.one_each, "round_to": terms.round_to, "currency": terms.currency, "mentions": terms.mentions,
        },
        "prizes": _event_prizes(tournament),
    }  # fmt: skip


def _officials(tournament: Tournament) -> list[dict[str, str]]:
    """By role and name, as people call them: the name of an account is for signing in, and stays here."""
    rows = Membership.objects.filter(tournament=tournament).select_related("user")
    named = [(ROLES.index(row.role), row.user.get_full_name().strip(), row.role) for row in rows]
    return [{"name": name, "role": role} for _, name, role in sorted(named)]


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
        **_pairing_rules(division),
        "table_plan": division.table_plan,
        "table_needs": _needs(division),
        "prizes": [_prize(row) | {"winners": row.winners} for row in Prize.objects.filter(division=division)],
        "high_claims": _claims(past),
    }


def _pairing_rules(division: Division) -> dict[str, Any]:
    row = PairingSettings.objects.filter(division=division).first()
    return {"pairing_rules": {name: getattr(row, name) for name in SETTINGS_FIELDS}} if row else {}


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
            "reason": one.reason, "claimed_at": instant(one.claimed_at), "decided_at": instant(one.decided_at),
        }
        for one in rows
        if one.game.round.is_published
    ]  # fmt: skip
