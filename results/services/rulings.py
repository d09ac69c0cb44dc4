"""Rulings and appeals: what the director decided, after hearing whom, by which rule; what was reported; what an appeal changed.

The words are private to officials and erasable; the record of decisions holds only what was decided.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.services import record
from tdsuite.tournaments.models import BY_BOARD, Division, Entry, Game, Tournament
from tdsuite.tournaments.rulebooks.outcomes import AppealTo
from tdsuite.tournaments.rulebooks.reasons import cited
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.games import GameOutcome
from tdsuite.tournaments.services.games import facts_of as facts_of_game
from tdsuite.tournaments.services.roads import Road

from ..models import Appeal, AppealText, Ruling, RulingText
from . import outcomes

T = TypeVar("T")

WORDS = ("question", "one_side", "other_side", "witnesses", "finding")
ERASED = "(erased)"
JURY = "the jury"  # final on what is permitted, where the book has one (guide, Others)
LONGEST_RULE, LONGEST_REMEDY = 60, 200


@dataclass(frozen=True, slots=True)
class RulingFacts:
    """What a ruling says.  finding: on the balance of probabilities, required (WESPA 6.1.2(c)).  rule: a citation, ""
    where the book is silent.  report_to: a Ruling.ReportTo.  adverse: it finds against a player's conduct."""

    finding: str
    rule: str = ""
    remedy: str = ""
    question: str = ""
    one_side: str = ""
    other_side: str = ""
    witnesses: str = ""
    report_to: str = Ruling.ReportTo.NOBODY
    adverse: bool = False


def make_ruling(
    *,
    by: Any,
    division: Division,
    facts: RulingFacts,
    subject: str = Ruling.Subject.OTHER,
    game: Game | None = None,
    entry: Entry | None = None,
    round_number: int | None = None,
) -> Ruling:
    """Write down a ruling. Raises Refused without a finding, NotAllowed."""
    require(by, division.tournament, Can.RULE)
    with deciding(division, changes_state=False) as owned:
        return write_ruling(owned, facts, by=by, subject=subject, game=game, entry=entry, round_number=round_number)


def write_ruling(
    division: Division,
    facts: RulingFacts,
    *,
    by: Any,
    subject: str,
    game: Game | None = None,
    entry: Entry | None = None,
    round_number: int | None = None,
    departs: bool = False,
) -> Ruling:
    """The row and its record, inside a decision that owns the division."""
    _check(division, facts, game, entry)
    if game is not None and round_number is None:
        round_number = game.round.number
    ruling = Ruling.objects.create(
        division=division,
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
    RulingText.objects.create(ruling=ruling, **{name: getattr(facts, name).strip() for name in WORDS})
    record(
        "ruling.made", obj=ruling, tournament=division.tournament, scope=division.live_topic, by=by, after=facts_of(ruling)
    )  # fmt: skip
    return ruling


def facts_of(ruling: Ruling) -> dict[str, Any]:
    """What the record keeps of a ruling: everything but the words."""
    return {
        "round": ruling.round_number, "game": ruling.game_id, "entry": ruling.entry_id, "subject": ruling.subject,
        "rule": ruling.rule, "remedy": ruling.remedy, "departs": ruling.departs, "adverse": ruling.adverse,
        "report_to": ruling.report_to,
    }  # fmt: skip


def _check(division: Division, facts: RulingFacts, game: Game | None, entry: Entry | None) -> None:
    if not facts.finding.strip():
        raise Refused("Write down what you find, on the balance of probabilities (WESPA 6.1.2(c)).")
    if len(facts.rule.strip()) > LONGEST_RULE or len(facts.remedy.strip()) > LONGEST_REMEDY:
        raise Refused(
            f"The rule has at most {LONGEST_RULE} characters, the remedy {LONGEST_REMEDY}; put more in words."
        )
    if facts.report_to not in Ruling.ReportTo.values:
        raise Refused("Say to whom it is reported: one of those listed, or nobody.")
    if game is not None and game.round.division_id != division.pk:
        raise Refused("That game is of another division.")
    if entry is not None and entry.division_id != division.pk:
        raise Refused(f"{entry.player} plays in another division.")


def rulings_to_report(tournament: Tournament) -> Sequence[Ruling]:
    """What is still to be told to the Rules Committee or an association, oldest first."""
    rulings = Ruling.objects.of_tournament(tournament).to_report()
    return list(
        rulings.select_related("division", "entry__player", "text", "game__first__player", "game__second__player")
    )


def mark_reported(*, by: Any, ruling: Ruling) -> Ruling:
    """Say that a ruling was sent to whom it is to be reported. Raises Refused when there is nothing to send."""
    require(by, ruling.division.tournament, Can.RULE)
    with deciding(ruling.division, changes_state=False) as division:
        row = Ruling.objects.get(pk=ruling.pk)
        if not row.report_to:
            raise Refused("This ruling is to be reported to nobody.")
        if row.reported_at is not None:
            raise Refused("This ruling was reported already.")
        row.reported_at = timezone.now()
        row.save(update_fields=["reported_at"])
        record(
            "ruling.reported", obj=row, tournament=division.tournament, scope=division.live_topic, by=by,
            after={"report_to": row.report_to},
        )  # fmt: skip
    return row


def erase_words(*, by: Any, ruling: Ruling, reason: str) -> None:
    """Erase what people said in a ruling; that it was made, by which rule and with what remedy stays."""
    require(by, ruling.division.tournament, Can.RULE)
    if not reason.strip():
        raise Refused("Say why these words are erased.")
    with deciding(ruling.division, changes_state=False) as division:
        text = RulingText.objects.get(ruling=ruling)
        for name in WORDS:
            setattr(text, name, ERASED if getattr(text, name) else "")
        text.save()
        record(
            "ruling.words_erased", obj=ruling, tournament=division.tournament, scope=division.live_topic, by=by,
            reason=reason,
        )  # fmt: skip


# ── appeals ──────────────────────────────────────────────────────────────────────────────────────────────────


def lodge_appeal(*, by: Any, ruling: Ruling, entry: Entry, grounds: str, on: date) -> Appeal:
    """A player appeals against a ruling. Refused where the rulebook gives no appeal, or not yet (WESPA 6.5(a))."""
    division = ruling.division
    tournament = division.tournament
    require(by, tournament, Can.RULE)
    if not grounds.strip():
        raise Refused("Write down the grounds of the appeal.")
    body = who_hears(ruling, on)
    with deciding(division, changes_state=False) as owned:
        if Appeal.objects.filter(ruling=ruling, by_entry=entry).exists():
            raise Refused(f"{entry.player} has appealed against this ruling already; there is no further appeal.")
        if ruling.entry is not None and ruling.entry != entry:
            raise Refused(f"Only the player found against may appeal: {ruling.entry.player}.")
        appeal = Appeal.objects.create(ruling=ruling, by_entry=entry, body=body, lodged_on=on)
        AppealText.objects.create(appeal=appeal, grounds=grounds.strip())
        record(
            "appeal.lodged", obj=appeal, tournament=owned.tournament, scope=owned.live_topic, by=by,
            after={"ruling": ruling.pk, "entry": entry.pk, "body": body, "on": on.isoformat()},
        )  # fmt: skip
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
        raise Refused(f"{provision.explain} There is no appeal ({cited(provision)}).")
    if rule.conduct_only and not ruling.adverse:
        raise Refused(f"Only a finding against a player's conduct can be appealed ({provision.rule}).")
    if rule.after_event and on <= tournament.ends_on:
        raise Refused(
            f"An appeal is heard after the event, which ends on {tournament.ends_on:%d %B %Y} ({provision.rule})."
        )
    return rule.body


def decide_appeal(*, by: Any, appeal: Appeal, result: str, on: date, answer: str = "") -> Appeal:
    """Write down what came of an appeal. Amending results is a step of its own (`amend`, `ejection.reverse`)."""
    division = appeal.ruling.division
    require(by, division.tournament, Can.RULE)
    if result not in (Appeal.Result.UPHELD, Appeal.Result.PARTLY, Appeal.Result.DISMISSED):
        raise Refused("An appeal is upheld, partly upheld or dismissed.")
    with deciding(division, changes_state=False) as owned:
        row = Appeal.objects.get(pk=appeal.pk)
        if row.result:
            raise Refused(f"This appeal was {row.get_result_display()} already; there is no further appeal.")
        if on < row.lodged_on:
            raise Refused("An appeal is decided on the day it was lodged, or later.")
        row.result, row.decided_on = result, on
        row.save(update_fields=["result", "decided_on"])
        AppealText.objects.filter(appeal=row).update(answer=answer.strip())
        record(
            "appeal.decided", obj=row, tournament=owned.tournament, scope=owned.live_topic, by=by,
            after={"result": result, "on": on.isoformat()},
        )  # fmt: skip
    return row


def amended(appeal: Appeal, what: str, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Keep with the appeal what was changed because of it, inside the decision that changes it.

    Raises Refused unless the appeal was upheld and its body may have results amended (WESPA 6.5(c)).
    """
    row = Appeal.objects.select_related("ruling__division__tournament").get(pk=appeal.pk)
    provision = row.ruling.division.tournament.rules.rulebook.results.appeal
    if not provision.value.may_amend_results:
        raise Refused(f"An appeal amends no results here ({cited(provision)}).")
    if row.result not in (Appeal.Result.UPHELD, Appeal.Result.PARTLY):
        raise Refused("Results are amended only once the appeal is upheld, wholly or partly.")
    row.amendments = [*row.amendments, {"what": what, "before": before, "after": after}]
    row.save(update_fields=["amendments"])


def amendable(ruling: Ruling) -> list[Game]:
    """The decided games that an upheld appeal against a ruling may amend: the game ruled on, else those of its player."""
    games = Game.objects.of_division(ruling.division).filter(second__isnull=False).exclude(outcome__in=Game.UNFINISHED)
    if ruling.game_id:
        games = games.filter(pk=ruling.game_id)
    elif ruling.entry_id:
        games = games.filter(Q(first=ruling.entry_id) | Q(second=ruling.entry_id))
    return list(games.with_people().order_by("round__number", *BY_BOARD))


def amend_result(
    *,
    by: Any,
    appeal: Appeal,
    game: Game,
    outcome: GameOutcome,
    reason: str,
    with_lines: bool | None = None,
    keep_own: bool = False,
) -> outcomes.Corrected:
    """Correct one result because an appeal was upheld; the appeal keeps what it was and what it became.

    with_lines, keep_own: as for `correct_result`.
    """
    return amend_with(
        by=by, appeal=appeal, game=game,
        correct=lambda: outcomes.correct_result(
            by=by, game=game, outcome=outcome, reason=reason, with_lines=with_lines, keep_own=keep_own, road=Road.APPEAL
        ),
    )  # fmt: skip


def amend_with(*, by: Any, appeal: Appeal, game: Game, correct: Callable[[], T]) -> T:
    """Take the correction `correct` of one result because an appeal was upheld; the appeal keeps both results."""
    require(by, appeal.ruling.division.tournament, Can.CORRECT_RESULTS)
    with transaction.atomic():
        before = facts_of_game(Game.objects.get(pk=game.pk))
        corrected = correct()
        amended(appeal, f"result of game {game.pk}", before, facts_of_game(Game.objects.get(pk=game.pk)))
    return corrected
