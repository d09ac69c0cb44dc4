"""Rows of what the suite's own document says besides players and games: choices, prizes, claims, tables."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from msgspec import UNSET, to_builtins
from msgspec.structs import asdict

from adjudication.challenges.services.slips import choose_ways
from pairings.engine.plan import BadPlan, parse_plan
from pairings.services.rules import save_settings
from results.prizes.models import HighClaim
from results.prizes.services.prizes import save_prize, set_terms
from tdsuite.formats.event_json.checks import table_plan_values
from tdsuite.formats.event_json.document import DocumentClaim, DocumentDivision, EventDocument
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Entry, Game, TableNeed, Tournament
from tdsuite.tournaments.services.decision import Refused, deciding
from .actions import ExchangeAction
from .event_document import OPTIONS

Entries = Mapping[int, Entry]


def division_values(document: DocumentDivision | None) -> dict[str, Any]:
    """Fields of the division that is to be made.  Raises Refused for a pairing plan that cannot be read."""
    if document is None:
        return {}
    names = ("prize_places", "pairing_plan", "lexicon")
    values = {name: value for name in names if (value := getattr(document, name)) is not UNSET}
    if document.table_plan is not UNSET:
        values["table_plan"] = table_plan_values(document)
    options = {key: to_builtins(value) for key, name in OPTIONS.items() if (value := getattr(document, name))}
    try:
        parse_plan(values.get("pairing_plan", []))
    except BadPlan as error:
        raise Refused(str(error), code="bad_pairing_plan") from error
    return values | {"standings_options": options} if options else values


def fill_division_details(
    *, by: Actor, division: Division, entries: Entries, document: DocumentDivision | None
) -> None:
    """Rules of pairing, tables that players need, claims and prizes of a division just filled.  Raises Refused."""
    if document is None:
        return
    if document.pairing_rules is not UNSET:
        try:
            save_settings(by=by, division=division, values=to_builtins(document.pairing_rules))
        except Refused as refused:
            raise Refused(f"Pairing rules of {division}: {refused}", code="bad_pairing_rules") from refused
    _fill_tables_and_claims(by, division, entries, document)
    for prize in document.prizes:
        save_prize(by=by, division=division, values=asdict(prize))


def _fill_tables_and_claims(by: Actor, division: Division, entries: Entries, document: DocumentDivision) -> None:
    needs = [
        TableNeed(
            entry=entries[need.player], table=need.table, first_round=need.first_round, last_round=need.last_round
        )
        for need in document.table_needs
        if need.table
    ]
    if not needs and not document.high_claims:
        return
    with deciding(division, by=by, action=ExchangeAction.ROSTER_IMPORTED) as decision:
        TableNeed.objects.bulk_create(needs)
        games = {
            (game.round.number, game.match_game, player): game
            for game in Game.objects.of_division(division).select_related("round")
            for player in (game.first_id, game.second_id)
        }
        HighClaim.objects.bulk_create(
            _claim(claim, entry, games[claim.round, claim.match_game, entry.pk])
            for claim in document.high_claims
            for entry in (entries[claim.player],)
        )
        decision.record(division, after={"tables": len(needs), "claims": len(document.high_claims)})


def _claim(claim: DocumentClaim, entry: Entry, game: Game) -> HighClaim:
    now = timezone.now()
    row = HighClaim(
        division=entry.division, entry=entry, game=game, kind=claim.kind, points=claim.points, word=claim.word,
        status=claim.status, reason=claim.reason, claimed_at=claim.claimed_at or now,
    )  # fmt: skip
    if claim.status != HighClaim.Status.CLAIMED:
        row.decided_at = now if claim.decided_at is UNSET else claim.decided_at
    return row


def fill_event_details(
    *, by: Actor, tournament: Tournament, entries: Mapping[str, Entries], document: EventDocument | None
) -> None:
    """How words are judged, terms and prizes of the whole event.

    Args:
        entries: by the codes that the document uses, then by number.

    Raises:
        Refused: a prize that cannot be kept.
    """
    if document is None:
        return
    if document.word_judging is not UNSET:
        choose_ways(by=by, tournament=tournament, **asdict(document.word_judging))
    if document.prize_terms is not UNSET:
        set_terms(by=by, tournament=tournament, **asdict(document.prize_terms))
    for prize in document.prizes:
        winners = [entries[winner.division][winner.number].pk for winner in prize.winners]
        save_prize(by=by, tournament=tournament, values=asdict(prize) | {"winners": winners})
