"""Rulings and appeals: what the director decided, after hearing whom, by which rule; what was reported; what an appeal changed.

The words are private to officials and erasable; the record of decisions holds only what was decided.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from django.db import transaction
from django.utils import timezone

from results.rulings.actions import RulingAction
from results.rulings.models import Appeal, AppealText, Ruling, RulingText
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import BY_BOARD, Division, Entry, Game
from tdsuite.tournaments.rulebooks.outcomes import AppealTo
from tdsuite.tournaments.rulebooks.reasons import cited
from tdsuite.tournaments.services.decision import Refused, check, deciding, require_reason
from tdsuite.tournaments.services.games import facts_of as facts_of_game

T = TypeVar("T")

WORDS = ("question", "one_side", "other_side", "witnesses", "finding")
ERASED = "(erased)"
JURY = "the jury"  # final on what is permitted, where the book has one (guide, Others)


@dataclass(frozen=True, slots=True)
class RulingFacts:
    """What a ruling says."""

    finding: str  # on the balance of probabilities, required (WESPA 6.1.2(c))
    rule: str = ""  # a citation, "" where the book is silent
    remedy: str = ""
    question: str = ""
    one_side: str = ""
    other_side: str = ""
    witnesses: str = ""
    report_to: str = Ruling.ReportTo.NOBODY  # a Ruling.ReportTo
    adverse: bool = False  # it finds against a player's conduct


def make_ruling(
    *, by: Actor, division: Division, facts: RulingFacts, subject: str = Ruling.Subject.OTHER, game: Game | None = None,
    entry: Entry | None = None, round_number: int | None = None, departs: bool = False,
) -> Ruling:  # fmt: skip
    """Write down a ruling: a decision, or a part of one. Raises Refused without a finding, NotAllowed."""
    require(by, division.tournament, Can.RULE)
    if not facts.finding.strip():
        raise Refused(
            "Write down what you find, on the balance of probabilities (WESPA 6.1.2(c)).", code="finding_needed"
        )
    refuse_other_division(division, game, entry)
    if game is not None and round_number is None:
        round_number = game.round.number
    with deciding(division, by=by, action=RulingAction.RULING_MADE) as decision:
        ruling = Ruling(
            division=decision.division,
            round_number=round_number,
            game=game,
            entry=entry,
            subject=subject,
            rule=facts.rule.strip(),
            remedy=facts.remedy.strip(),
            departs=departs,
            adverse=facts.adverse,
            report_to=facts.report_to,
            made_by=by.pk,
            made_by_name=str(by)[:150],
            made_at=timezone.now(),
        )
        check(ruling)
        ruling.save()
        RulingText.objects.create(ruling=ruling, **{name: getattr(facts, name).strip() for name in WORDS})
        decision.record(ruling, after=facts_of(ruling))
    return ruling


def facts_of(ruling: Ruling) -> dict[str, Any]:
    """What the record keeps of a ruling: everything but the words."""
    return {
        "round": ruling.round_number, "game": ruling.game_id, "entry": ruling.entry_id, "subject": ruling.subject,
        "rule": ruling.rule, "remedy": ruling.remedy, "departs": ruling.departs, "adverse": ruling.adverse,
        "report_to": ruling.report_to,
    }  # fmt: skip


def refuse_other_division(division: Division, game: Game | None, *people: Entry | None) -> None:
    """Raises Refused where a game or a player is of another division."""
    if game is not None and game.round.division_id != division.pk:
        raise Refused("That game is of another division.", code="another_division")
    for person in people:
        if person is not None and person.division_id != division.pk:
            raise Refused(f"{person.player} plays in another division.", code="another_division")


def erase_words(*, by: Actor, ruling: Ruling, reason: str) -> None:
    """Erase what people said in a ruling; that it was made, by which rule and with what remedy stays."""
    require(by, ruling.division.tournament, Can.RULE)
    require_reason(reason, "Say why these words are erased.")
    with deciding(ruling.division, by=by, action=RulingAction.RULING_WORDS_ERASED, reason=reason) as decision:
        text = RulingText.objects.filter(ruling=ruling).first()
        if text is None:  # with a person
            raise Refused("These words are erased already.", code="erased_already")
        for name in WORDS:
            setattr(text, name, ERASED if getattr(text, name) else "")
        text.save()
        decision.record(ruling)


# ── appeals ──────────────────────────────────────────────────────────────────────────────────────────────────


def lodge_appeal(*, by: Actor, ruling: Ruling, entry: Entry, grounds: str, on: date) -> Appeal:
    """A player appeals against a ruling. Refused where the rulebook gives no appeal, or not yet (WESPA 6.5(a))."""
    division = ruling.division
    require(by, division.tournament, Can.RULE)
    if not grounds.strip():
        raise Refused("Write down the grounds of the appeal.", code="grounds_needed")
    body = who_hears(ruling, on)
    with deciding(division, by=by, action=RulingAction.APPEAL_LODGED) as decision:
        if Appeal.objects.filter(ruling=ruling, by_entry=entry).exists():
            raise Refused(
                f"{entry.player} has appealed against this ruling already; there is no further appeal.",
                code="appealed_already",
            )
        if ruling.entry is not None and ruling.entry != entry:
            raise Refused(
                f"Only the player found against may appeal: {ruling.entry.player}.", code="not_the_players_appeal"
            )
        appeal = Appeal.objects.create(ruling=ruling, by_entry=entry, body=body, lodged_on=on)
        AppealText.objects.create(appeal=appeal, grounds=grounds.strip())
        decision.record(appeal, after={"ruling": ruling.pk, "entry": entry.pk, "body": body, "on": on.isoformat()})
    return appeal


def who_hears(ruling: Ruling, on: date) -> str:
    """Who hears an appeal against this ruling. Raises Refused with the rule where nobody does.

    What is permitted is the jury's where the book has one, during the event too (guide, Others); else as the book says.
    """
    tournament = ruling.division.tournament
    provision = tournament.rules.rulebook.results.appeal
    rule = provision.value
    if rule.jury_on_permissibility and ruling.subject == Ruling.Subject.PERMITTED:
        return JURY
    if rule.to is not AppealTo.ASSOCIATION:
        raise Refused(f"{provision.explain} There is no appeal ({cited(provision)}).", code="no_appeal")
    if rule.conduct_only and not ruling.adverse:
        raise Refused(
            f"Only a finding against a player's conduct can be appealed ({provision.rule}).", code="no_appeal"
        )
    if rule.after_event and on <= tournament.ends_on:
        raise Refused(
            f"An appeal is heard after the event, which ends on {tournament.ends_on:%d %B %Y} ({provision.rule}).",
            code="appeal_after_event",
        )
    return rule.body


def decide_appeal(*, by: Actor, appeal: Appeal, result: str, on: date, answer: str = "") -> Appeal:
    """Write down what came of an appeal. Amending results is a step of its own (`amend`, `ejection.reverse`)."""
    division = appeal.ruling.division
    require(by, division.tournament, Can.RULE)
    if result not in (Appeal.Result.UPHELD, Appeal.Result.PARTLY, Appeal.Result.DISMISSED):
        raise Refused("An appeal is upheld, partly upheld or dismissed.", code="unknown_result")
    with deciding(division, by=by, action=RulingAction.APPEAL_DECIDED) as decision:
        row = Appeal.objects.get(pk=appeal.pk)
        if row.result:
            raise Refused(
                f"This appeal was {row.get_result_display()} already; there is no further appeal.",
                code="appeal_decided",
            )
        if on < row.lodged_on:
            raise Refused("An appeal is decided on the day it was lodged, or later.", code="day_before_appeal")
        row.result, row.decided_on = result, on
        row.save(update_fields=["result", "decided_on"])
        AppealText.objects.filter(appeal=row).update(answer=answer.strip())
        decision.record(row, after={"result": result, "on": on.isoformat()})
    return row


def amended(appeal: Appeal, what: str, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Keep with the appeal what was changed because of it, inside the decision that changes it.

    Raises Refused unless the appeal was upheld and its body may have results amended (WESPA 6.5(c)).
    """
    row = Appeal.objects.select_related("ruling__division__tournament").get(pk=appeal.pk)
    provision = row.ruling.division.book_in_force.results.appeal
    if not provision.value.may_amend_results:
        raise Refused(f"An appeal amends no results here ({cited(provision)}).", code="appeal_amends_nothing")
    if row.result not in (Appeal.Result.UPHELD, Appeal.Result.PARTLY):
        raise Refused("Results are amended only once the appeal is upheld, wholly or partly.", code="appeal_not_upheld")
    row.amendments = [*row.amendments, {"what": what, "before": before, "after": after}]
    row.save(update_fields=["amendments"])


def amendable(ruling: Ruling) -> list[Game]:
    """The decided games that an upheld appeal against a ruling may amend: the game ruled on, else those of its player."""
    games = Game.objects.of_division(ruling.division).filter(second__isnull=False).exclude(outcome__in=Game.UNFINISHED)
    if ruling.game_id:
        games = games.filter(pk=ruling.game_id)
    elif ruling.entry_id:
        games = games.of_player(ruling.entry_id)
    return list(games.with_people().order_by("round__number", *BY_BOARD))


def amend_with(*, by: Actor, appeal: Appeal, game: Game, correct: Callable[[], T]) -> T:
    """Take the correction `correct` of one result because an appeal was upheld; the appeal keeps both results.

    Raises Refused with the code ``not_ruled_on`` for a game that the ruling is not about.
    """
    require(by, appeal.ruling.division.tournament, Can.CORRECT_RESULTS)
    if game not in amendable(appeal.ruling):
        raise Refused("The ruling is of another game or player, or this game has no result.", code="not_ruled_on")
    with transaction.atomic():
        before = facts_of_game(Game.objects.get(pk=game.pk))
        corrected = correct()
        amended(appeal, f"result of game {game.pk}", before, facts_of_game(Game.objects.get(pk=game.pk)))
    return corrected
