"""Putting a player out of the event, or annulling the games of one who left: shown first, done at once, taken back as it was.

Every row changed is kept as it was and as it became. Rules: WESPA 6.2.4, 6.3.3(b)(v), 6.5(c); NSA Guidelines 20-21;
see docs/rulebook/ejection.md.
"""

import copy
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from results.games.services import outcomes
from results.rulings.actions import RulingAction
from results.rulings.engine import forfeits as engine
from results.rulings.engine.forfeits import EjectionCause
from results.rulings.models import Appeal, Ejection, Incident, Ruling
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.digests import canonical
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments import reads
from tdsuite.tournaments.models import Division, Entry, Game
from tdsuite.tournaments.reads import History
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import EjectedGames
from tdsuite.tournaments.rulebooks.reasons import OURS, NeedsRuling, Reason, cited
from tdsuite.tournaments.services.accounts import put_outcome, save_account
from tdsuite.tournaments.services.decision import Refused, deciding, require_reason
from tdsuite.tournaments.services.games import (
    FACTS,
    GameOutcome,
    ScoreLine,
    add_line,
    bye,
    line_facts,
    remove_all_lines,
)
from tdsuite.tournaments.services.roads import Road
from . import left_early, rulings

Kind = Game.Outcome
ENTRY_FIELDS = ("withdrawn_from", "at_bottom", "unranked", "absences")
BOARD_FIELDS = ("board", "table_name", "match_game", "first_id", "second_id", "starts_by", "reason")
GAME_FIELDS = (*BOARD_FIELDS, *FACTS, "decided_at")
ENTERED_FIELDS = ("entered_by_kind", "entered_by", "entered_road")
EJECTED = Sentence("opponent ejected")


@dataclass(frozen=True, slots=True)
class Case:
    """What is to be done.

    fate, award: the director's where the book leaves the played games to a ruling.  awards_kept: the director leaves
    the player the awards earned, where the book may take them (NSA Guideline 20).
    """

    cause: EjectionCause = EjectionCause.GRAVEST
    from_round: int = 1  # the first round the player is out of
    round_robin: bool | None = None  # None = by the division's pairing plan
    fate: EjectedGames | None = None
    award: int = 150
    awards_kept: bool = False


@dataclass(frozen=True, slots=True)
class GameChange:
    """One game as it stands and as it will.  before, after: results in words, seen from the opponent (None: a bye)."""

    game: Game
    opponent: Entry | None
    outcome: GameOutcome
    becomes_bye_of: Entry | None
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class EjectionPreview:
    """Everything an ejection will change."""

    entry: Entry
    case: Case
    fate: EjectedGames
    round_robin: bool
    games: tuple[GameChange, ...]
    rounds_paired_before: tuple[int, ...]
    at_bottom: bool
    prizes_lost: bool
    must_report: bool
    warnings: int
    warnings_due: int
    reasons: tuple[Reason, ...]
    digest: str  # names this very preview; `apply` refuses another


# ── preview ──────────────────────────────────────────────────────────────────────────────────────────────────


def preview(entry: Entry, case: Case) -> EjectionPreview:
    """What the ejection will change; nothing is. Raises Refused where the director must first say more."""
    division = entry.division
    book = division.book_in_force
    round_robin = left_early.planned_as_round_robin(division) if case.round_robin is None else case.round_robin
    left_early.refuse_twice(entry, case.cause)
    if case.cause is EjectionCause.LEFT:
        left_early.require(entry, round_robin)
    history = reads.history(division)
    book_in_force = ruled_book(book, case)
    mine = [game for game in history.games if entry.pk in game.entry_ids]
    # Byes and games forfeited before they began were not played (our reading of 6.2.4).
    unplayed = Game.UNCOUNTED | Game.NOT_BEGUN
    played = [game for game in mine if game.second_id is not None and game.outcome not in unplayed]
    margins = [history.values_of(game)[3 if game.first_id == entry.pk else 1] for game in played]
    try:
        result = engine.ejection(
            [engine.PlayedGame(game.pk, margin, game.rated) for game, margin in zip(played, margins, strict=True)],
            round_robin=round_robin, book=book_in_force, cause=case.cause,
        )  # fmt: skip
    except NeedsRuling as needed:
        raise Refused(str(needed), code="needs_ruling") from needed
    value = engine.ejection_rule(book_in_force, case.cause).value
    fate = value.round_robin if round_robin else value.otherwise
    changes = [
        *_played_changes(history, played, result, entry),
        *_other_changes(history, [game for game in mine if game not in played], result, entry, fate),
    ]
    number_of = history.round_numbers
    changes.sort(key=lambda change: (number_of[change.game.round_id], change.game.match_game, change.game.pk))
    first = number_of[changes[0].game.round_id] if changes else None
    return EjectionPreview(
        entry=entry,
        case=case,
        fate=fate,
        round_robin=round_robin,
        games=tuple(changes),
        rounds_paired_before=outcomes.rounds_paired_from(division, first) if first is not None else (),
        at_bottom=result.bottom_of_standings,
        prizes_lost=result.prizes_lost and not case.awards_kept,
        must_report=result.must_report,
        warnings=Incident.objects.warned().filter(entry=entry).count(),
        warnings_due=value.warnings_first,
        reasons=(*result.reasons, *_our_reasons(result, changes), *left_early.byes_left(history, entry, case.cause)),
        digest=_digest(changes, result.bottom_of_standings, case),
    )


def ruled_book(book: Rulebook, case: Case) -> Rulebook:
    """The book with the director's ruling put in where it leaves the played games to one."""
    provision = engine.ejection_rule(book, case.cause)
    rule = provision.value
    if EjectedGames.RULING not in (rule.round_robin, rule.otherwise) or case.fate is None:
        return book
    awarded = case.fate is EjectedGames.AWARDED
    if awarded and not 0 < case.award <= outcomes.SCORE_LIMIT:
        raise Refused("Give the margin at which games are awarded: above 0.", code="margin_needed")
    value = replace(
        rule, round_robin=case.fate, otherwise=case.fate, award=case.award if awarded else 0,
        bottom_of_standings=awarded, remaining_are_byes=True,
    )  # fmt: skip
    provision_ruled = replace(provision, value=value, explain="The director rules on the games of the player.")
    return replace(
        book,
        results=replace(book.results, ejection=replace(book.results.ejection, **{case.cause.value: provision_ruled})),
    )


def _our_reasons(result: engine.EjectionResult, changes: Sequence[GameChange]) -> tuple[Reason, ...]:
    stated = result.later_opponents_have_a_bye or result.later_games_forfeited or result.later_games_void
    if stated or not any(change.becomes_bye_of for change in changes):
        return ()
    return (Reason("Published games still to come become byes of the opponents.", OURS),)


def _played_changes(
    history: History, played: Sequence[Game], result: engine.EjectionResult, entry: Entry
) -> Iterable[GameChange]:
    for game, fate in zip(played, result.games, strict=True):
        if not fate.changed:
            continue
        if fate.offender is None or fate.opponent is None:
            outcome = GameOutcome(Kind.VOID, first_score=game.first_score, second_score=game.second_score, rated=False)
        else:
            first, second = fate.offender, fate.opponent
            if game.first_id != entry.pk:
                first, second = second, first
            outcome = GameOutcome(
                Kind.AWARDED, game.first_score, game.second_score, first.half_wins, second.half_wins, first.spread,
                second.spread, fate.rated,
            )  # fmt: skip
        yield _change(history, game, outcome, None, entry)


def _other_changes(
    history: History, games: Sequence[Game], result: engine.EjectionResult, entry: Entry, fate: EjectedGames
) -> Iterable[GameChange]:
    """Games still to come, and those never played: byes for the opponents, forfeits, or void."""
    book = history.division.book_in_force
    for game in games:
        if not game.round.is_published:
            continue
        if fate is EjectedGames.VOID:
            if game.outcome != Kind.VOID:
                yield _change(history, game, GameOutcome(Kind.VOID, rated=False), None, entry)
        elif game.outcome not in Game.UNFINISHED or game.second_id is None:
            continue
        elif result.later_games_forfeited:
            award = engine.lateness_forfeit(book=book)
            first, second = award.offender, award.opponent
            if game.first_id != entry.pk:
                first, second = second, first
            yield _change(
                history, game,
                GameOutcome(
                    Kind.PENALTY_UNPLAYED, first_halves=first.half_wins, second_halves=second.half_wins,
                    first_spread=first.spread, second_spread=second.spread,
                    rated=engine.is_rated(engine.ForfeitKind.EJECTION, begun=False, book=book),
                ),
                None, entry,
            )  # fmt: skip
        else:
            opponent = history.by_id[game.second_id if game.first_id == entry.pk else game.first_id]
            yield _change(history, game, bye(history.division.tournament.rules), opponent, entry)


def _change(history: History, game: Game, outcome: GameOutcome, becomes: Entry | None, entry: Entry) -> GameChange:
    after = _changed(game, outcome, becomes)
    opponent = None
    if game.second_id is not None:
        opponent = history.by_id[game.second_id if game.first_id == entry.pk else game.first_id]
    return GameChange(
        game, opponent, outcome, becomes, _in_words(history, game, entry), _in_words(history, after, entry)
    )


def _changed(game: Game, outcome: GameOutcome, becomes: Entry | None) -> Game:
    """A copy of the row with the outcome on it; nothing is saved."""
    row = copy.copy(game)
    if becomes is not None:
        _make_bye(row, becomes)
    return put_outcome(row, outcome, road=Road.EJECTION)


def _make_bye(game: Game, opponent: Entry) -> None:
    game.first_id, game.second_id = opponent.pk, None
    game.board, game.table_name = None, ""
    game.starts_by, game.reason = Game.StartsBy.NONE, EJECTED


def _in_words(history: History, game: Game, entry: Entry) -> str:
    """ "won by 150", "lost by 20", "void", from the opponent's side; byes say so."""
    if game.outcome in Game.UNCOUNTED:
        return str(game.get_outcome_display())
    values = history.values_of(game)
    opponent_is_first = game.first_id != entry.pk
    halves, spread = (values[0], values[1]) if opponent_is_first or game.second_id is None else (values[2], values[3])
    result = {0: f"lost by {-spread}", 1: "tied", 2: f"won by {spread}"}[halves]
    if halves == 1 and spread:
        result = f"tied, {spread:+d}"
    return result if game.outcome == Kind.PLAYED else f"{result} ({game.get_outcome_display()})"


def _digest(changes: Sequence[GameChange], at_bottom: bool, case: Case) -> str:
    facts = [
        [change.game.pk, change.before, change.after, change.becomes_bye_of.pk if change.becomes_bye_of else None]
        for change in changes
    ]
    chosen = [case.from_round, case.cause, case.awards_kept]
    return hashlib.sha256(canonical([facts, at_bottom, *chosen]).encode()).hexdigest()[:16]


def forfeited_awards(divisions: Sequence[Division]) -> dict[int, dict[int, str]]:
    """Who gets no award, by division: the player's number and the rule (NSA Guideline 20); in one query."""
    taken: dict[int, dict[int, str]] = {division.pk: {} for division in divisions}
    books = {division.pk: division.book_in_force for division in divisions}
    events = {division.tournament_id for division in divisions}
    forfeited = Ejection.objects.in_force().filter(entry__division__tournament__in=events, awards_lost=True)
    for division, number, cause in forfeited.values_list("entry__division", "entry__number", "cause"):
        if division in taken:
            taken[division][number] = cited(engine.ejection_rule(books[division], EjectionCause(cause)))
    return taken


# ── applying and reversing ───────────────────────────────────────────────────────────────────────────────────


def apply(
    *, by: Actor, entry: Entry, case: Case, ruling: rulings.RulingFacts, reason: str, seen: str | None = None
) -> Ejection:
    """Eject the player: every game and the entry, one transaction, one record, with the ruling behind it.

    seen: the digest of the preview the director looked at. Raises Refused, NotAllowed.
    """
    tournament = entry.division.tournament
    require(by, tournament, Can.RULE)
    require(by, tournament, Can.CORRECT_RESULTS)
    annuls = case.cause is EjectionCause.LEFT
    require_reason(reason, "Say why the games are annulled." if annuls else "Say why the player is ejected.")
    action = RulingAction.ENTRY_GAMES_ANNULLED if annuls else RulingAction.ENTRY_EJECTED
    with deciding(entry.division, by=by, action=action, reason=reason) as decision:
        division = decision.division
        row = Entry.objects.select_related("player").get(pk=entry.pk)
        row.division = division
        if not 1 <= case.from_round <= division.planned_rounds + 1:
            raise Refused(
                f"The player is out from a round between 1 and {division.planned_rounds + 1} on.", code="no_such_round"
            )
        plan = preview(row, case)
        if seen is not None and seen != plan.digest:
            what = "annulment" if annuls else "ejection"
            raise Refused(
                f"Something changed since you looked at what this {what} does: look again.", code="ejection_changed"
            )
        facts = replace(
            ruling,
            adverse=not annuls,
            report_to=ruling.report_to or (Ruling.ReportTo.ASSOCIATION if plan.must_report else ""),
        )
        subject = Ruling.Subject.OUTCOME if annuls else Ruling.Subject.EJECTION
        written = rulings.make_ruling(by=by, division=division, facts=facts, subject=subject, entry=row)
        before, after = _put_into_effect(row, plan, by)
        ejection = Ejection.objects.create(
            entry=row, ruling=written, cause=case.cause.value, fate=plan.fate.value, round_robin=plan.round_robin,
            from_round=case.from_round, awards_lost=plan.prizes_lost, before=before, after=after,
            applied_at=timezone.now(),
        )  # fmt: skip
        decision.record(ejection, before=before, after=after | {"entries": [row.pk]})
    return ejection


def annul(*, by: Actor, entry: Entry, reason: str, seen: str | None = None) -> Ejection:
    """Annul the games of a player who left a round robin before half of it; `reason` is the finding. Raises as `apply`."""
    return apply(
        by=by, entry=entry, case=case_of_left(entry), ruling=rulings.RulingFacts(reason), reason=reason, seen=seen
    )


def case_of_left(entry: Entry) -> Case:
    return Case(EjectionCause.LEFT, entry.withdrawn_from or 1)


def _put_into_effect(entry: Entry, plan: EjectionPreview, by: Actor) -> tuple[dict[str, Any], dict[str, Any]]:
    """Change the games and the entry as previewed; what each row was, and what it is now."""
    before: dict[str, Any] = {"entry": _fields(entry, ENTRY_FIELDS), "games": {}, "lines": {}}
    after: dict[str, Any] = {"games": {}}
    for change in plan.games:
        game = Game.objects.get(pk=change.game.pk)
        before["games"][str(game.pk)] = _fields(game, (*GAME_FIELDS, *ENTERED_FIELDS))
        if change.becomes_bye_of is not None:  # lines of a game that is not played any more are not the bye's
            before["lines"][str(game.pk)] = line_facts(game)
            remove_all_lines(game, road=Road.EJECTION)
            _make_bye(game, change.becomes_bye_of)
        save_account(game, change.outcome, road=Road.EJECTION, by=by, keep_own=True)
        after["games"][str(game.pk)] = _fields(game, GAME_FIELDS)
    if plan.case.cause is not EjectionCause.LEFT:
        from_round = plan.case.from_round
        entry.withdrawn_from = min(from_round, entry.withdrawn_from or from_round)
        entry.at_bottom = plan.at_bottom
        entry.save(update_fields=["withdrawn_from", "at_bottom"])
    return before, {"entry": _fields(entry, ENTRY_FIELDS), **after}


def reverse(
    *, by: Actor, ejection: Ejection, reason: str, appeal: Appeal | None = None, keep_later_changes: bool = False
) -> tuple[Game, ...]:
    """Put every row back as it was; both versions stay on the ejection. Returns the games left as they are now.

    A game changed since the ejection is not overwritten: Refused names it, unless keep_later_changes. appeal: the one
    that was upheld, where there was one (WESPA 6.5(c)); else the director's own decision.
    """
    division = ejection.entry.division
    require(by, division.tournament, Can.RULE)
    require(by, division.tournament, Can.CORRECT_RESULTS)
    require_reason(reason, f"Say why the {ejection.what} is taken back.")
    action = RulingAction.ENTRY_ANNULMENT_REVERSED if ejection.annuls else RulingAction.ENTRY_EJECTION_REVERSED
    with deciding(division, by=by, action=action, reason=reason) as decision:
        row = Ejection.objects.select_related("entry__player", "ruling").get(pk=ejection.pk)
        if row.reversed_at is not None:
            raise Refused(f"This {row.what} was taken back already.", code="ejection_reversed")
        changed = changed_since(row)
        if changed and not keep_later_changes:
            names = "; ".join(outcomes.where(game) for game in changed)
            raise Refused(
                f"Changed since the {row.what}: {names}. Say that those stay as they are, or change them back.",
                code="games_changed_since",
            )
        if appeal is not None and appeal.ruling_id != row.ruling_id:
            raise Refused("That appeal is against another ruling.", code="appeal_of_another_ruling")
        _restore(row, {game.pk for game in changed}, by)
        row.reversed_at = timezone.now()
        row.save(update_fields=["reversed_at"])
        if appeal is not None:
            rulings.amended(appeal, f"ejection {row.pk} reversed", row.after, row.before)
        decision.record(row, before=row.after, after=row.before | {"entries": [row.entry_id]})
    return tuple(changed)


def changed_since(ejection: Ejection) -> list[Game]:
    """Games that are not as the ejection left them, by round."""
    games = Game.objects.with_people().filter(pk__in=[int(key) for key in ejection.after["games"]])
    changed = [game for game in games if _fields(game, GAME_FIELDS) != ejection.after["games"][str(game.pk)]]
    return sorted(changed, key=lambda game: (game.round.number, game.pk))


def _restore(ejection: Ejection, skipped: set[int], by: Actor) -> None:
    there = Game.objects.in_bulk([int(key) for key in ejection.before["games"]])
    for key, fields in ejection.before["games"].items():
        game = there.get(int(key))
        if game is None or game.pk in skipped:
            continue
        for name in BOARD_FIELDS:
            setattr(game, name, fields[name])
        _check_where_it_stood(game)
        outcome = GameOutcome.of(fields)
        decided = parse_datetime(fields["decided_at"]) if fields["decided_at"] else None
        for *plain, source in ejection.before.get("lines", {}).get(key, ()):
            add_line(game, ScoreLine(*plain), source=source, road=Road.EJECTION_REVERSED, ruled_by=by.pk)
        save_account(game, outcome, road=Road.EJECTION_REVERSED, by=by, keep_own=True, decided_at=decided)
        Game.objects.filter(pk=game.pk).update(**{name: fields[name] for name in ENTERED_FIELDS if name in fields})
    for name, value in ejection.before["entry"].items():
        if _fields(ejection.entry, (name,))[name] == ejection.after["entry"][name]:
            setattr(ejection.entry, name, value)
    ejection.entry.save(update_fields=list(ENTRY_FIELDS))


def _check_where_it_stood(game: Game) -> None:
    """Refused when somebody sits at its board, or one of its players elsewhere, by now."""
    people = {*game.entry_ids} - {None}
    others = Game.objects.with_people().filter(round_id=game.round_id, match_game=game.match_game).exclude(pk=game.pk)
    for other in others:
        seated = people & {*other.entry_ids}
        if seated or (game.board is not None and other.board == game.board):
            raise Refused(
                f"{outcomes.where(other)} was changed since then: take that board apart first.", code="board_changed"
            )


def _fields(row: Any, names: Iterable[str]) -> dict[str, Any]:
    """Plain facts of a row; an instant as text."""
    facts = {name: getattr(row, name) for name in names}
    return {name: value.isoformat() if hasattr(value, "isoformat") else value for name, value in facts.items()}
