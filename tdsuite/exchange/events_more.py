"""Rows of what the suite's own document says besides players and games: choices, prizes, claims, tables."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from adjudication.services.settings import choose_ways
from pairings.engine.plan import BadPlan, parse_plan
from pairings.services.rules import save_settings
from results.awards_models import HighClaim
from results.formats.event_json_games import instant
from results.services.late_entry import OPTION as MISSED_ROUNDS
from results.services.late_entry import missed_rounds
from results.services.prizes import OPTION as PRIZE_RULES
from results.services.prizes import save_prize, set_terms
from results.services.ratings import OPTION as RATING_SYSTEM
from tdsuite.tournaments.engine.tie_breaks import OPTION as TIE_BREAKS
from tdsuite.tournaments.models import Division, Entry, Game, TableNeed, Tournament
from tdsuite.tournaments.services.decision import Refused

OPTIONS = {
    TIE_BREAKS: TIE_BREAKS,
    RATING_SYSTEM: RATING_SYSTEM,
    PRIZE_RULES: "prize_rules",
    MISSED_ROUNDS: MISSED_ROUNDS,
}
Entries = Mapping[int, Entry]


def division_values(more: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of the division that is to be made.  Raises Refused for a pairing plan that cannot be read."""
    values = {name: more[name] for name in ("prize_places", "pairing_plan", "table_plan", "lexicon") if name in more}
    options = {key: more[name] for key, name in OPTIONS.items() if more.get(name)}
    try:
        parse_plan(values.get("pairing_plan", []))
    except BadPlan as error:
        raise Refused(str(error)) from error
    missed_rounds(Division(standings_options=options))
    return values | {"standings_options": options} if options else values


def fill_more(*, by: Any, division: Division, entries: Entries, more: Mapping[str, Any]) -> None:
    """Rules of its rounds, tables that are kept, claims and prizes of a division just filled.  Raises Refused."""
    if "pairing_rules" in more:
        try:
            save_settings(by=by, division=division, values=more["pairing_rules"])
        except Refused as refused:
            raise Refused(f"Pairing rules of {division}: {refused}") from refused
    TableNeed.objects.bulk_create(
        TableNeed(
            entry=entries[one["player"]], table=one.get("table", ""), features=one.get("features", []),
            first_round=one.get("first_round", 1), last_round=one.get("last_round"), position=position,
        )
        for position, one in enumerate(more.get("table_needs", ()))
    )  # fmt: skip
    _claims(by, division, entries, more)
    for prize in more.get("prizes", ()):
        save_prize(by=by, division=division, values=_prize_values(prize) | {"winners": prize["winners"]})


def _claims(by: Any, division: Division, entries: Entries, more: Mapping[str, Any]) -> None:
    claims = more.get("high_claims", ())
    if not claims:
        return
    games: dict[tuple[int, int, int], Game] = {}
    for game in Game.objects.of_division(division).select_related("round"):
        for side in (game.first_id, game.second_id or 0):
            games[game.round.number, game.match_game, side] = game
    now, kind = timezone.now(), getattr(by, "audit_kind", "user")
    rows = []
    for one in claims:
        entry, decided = entries[one["player"]], one["status"] != HighClaim.Status.CLAIMED
        rows.append(
            HighClaim(
                division=division, entry=entry, game=games[one["round"], one["match_game"], entry.pk], kind=one["kind"],
                points=one["points"], word=one["word"], status=one["status"], reason=one["reason"], claimed_by_kind=kind,
                claimed_by=by.pk, claimed_at=instant(one.get("claimed_at")) or now, decided_by=by.pk if decided else None,
                decided_at=(instant(one["decided_at"]) if "decided_at" in one else now) if decided else None,
            )
        )  # fmt: skip
    HighClaim.objects.bulk_create(rows)


def fill_event(*, by: Any, tournament: Tournament, entries: Mapping[str, Entries], more: Mapping[str, Any]) -> None:
    """Ways of judging words, terms and prizes of the whole event.  entries: by the codes that the document uses.  Raises Refused."""
    if "word_judging" in more:
        choose_ways(by=by, tournament=tournament, **more["word_judging"])
    if "prize_terms" in more:
        set_terms(by=by, tournament=tournament, **more["prize_terms"])
    for prize in more.get("prizes", ()):
        winners = [entries[one["division"]][one["number"]].pk for one in prize["winners"]]
        save_prize(by=by, tournament=tournament, values=_prize_values(prize) | {"winners": winners})


def _prize_values(prize: Mapping[str, Any]) -> dict[str, Any]:
    renamed = {"class": "class_name", "round": "round_number"}
    return {renamed.get(key, key): value for key, value in prize.items()}
