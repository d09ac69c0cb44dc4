"""Make and change tournaments and divisions."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from tdsuite.platform.access.guard import require
from tdsuite.platform.access.models import Membership
from tdsuite.platform.access.roles import Can, Role
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.services import deciding_on
from ..actions import EventAction
from ..engine.standings import StandingsError
from ..engine.tables import BadTablePlan, plan_from
from ..engine.tie_breaks import tie_breaks_of
from ..models import Division, Tournament
from ..rulebooks.registry import RULEBOOKS
from .decision import Refused, changed_fields, check, deciding, deciding_event, tell_event
from .finishing import require_finishable
from .practice import has_results

RULES_FIELDS = ("rulebook", "rulebook_file", "choices", "game_minutes")
EVENT_FIELDS = (*Tournament.SETTINGS, *RULES_FIELDS)
DIVISION_FIELDS = (*Division.SETTINGS, "pairing_plan", "standings_options", "table_plan")
CODE_LENGTH = 20  # Division.code


def short_name(name: str, taken: Collection[str]) -> str:
    """A division's short name, cut at the end of a word where one leaves half of it: "B-Gruppe für Anfänger" -> "b-gruppe-fur".

    taken: short names of other divisions; where the words cut so are among them, all 20 letters stand.
    """
    whole = slugify(name)
    letters = whole[:CODE_LENGTH].strip("-_") or "division"
    words = whole[: CODE_LENGTH + 1].rpartition("-")[0] if len(whole) > CODE_LENGTH else letters
    return words if len(words) >= CODE_LENGTH // 2 and words not in taken else letters


def create_tournament(
    *, by: Actor, slug: str, values: Mapping[str, Any], divisions: Sequence[Mapping[str, Any]] = ()
) -> Tournament:
    """A new event with its divisions. Whoever makes it becomes its organiser and director. Raises Refused, NotAllowed."""
    require(by, None, Can.CREATE_TOURNAMENT)
    with transaction.atomic():
        if Tournament.objects.filter(slug=slug).exists():
            raise Refused(f"There is an event called {slug!r} already; choose another short name.", code="slug_taken")
        if unknown := values.keys() - EVENT_FIELDS:
            raise Refused(f"No event has the setting {min(unknown)}.", code="unknown_setting")
        tournament = Tournament(slug=slug, **values)
        check_event(tournament)
        tournament.save()
        if by.pk is not None:
            roles = (Role.ORGANISER, Role.DIRECTOR)
            Membership.objects.bulk_create(
                Membership(user_id=by.pk, tournament=tournament, role=role) for role in roles
            )
        facts = {"slug": slug, "rulebook": tournament.rulebook, "choices": tournament.choices, **hash_of(tournament)}
        with deciding_on(tournament, by=by, action=EventAction.TOURNAMENT_CREATED) as decision:
            decision.record(tournament, after=facts)
        for position, division in enumerate(divisions, start=1):
            add_division(by=by, tournament=tournament, values={"position": position, **division})
    return tournament


def update_tournament(*, by: Actor, tournament: Tournament, values: Mapping[str, Any], reason: str = "") -> Tournament:
    """Change an event's settings; the record keeps what they were. Raises Refused, NotAllowed."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    with deciding_event(tournament, by=by, action=EventAction.TOURNAMENT_CHANGED, reason=reason) as decision:
        row = decision.event  # nobody signs, or unsigns, meanwhile
        known = {name: values[name] for name in EVENT_FIELDS if name in values}
        if known.get("rulebook") in RULEBOOKS:
            known.setdefault("rulebook_file", "")  # one of the suite's books takes a file's off the event
        was = row.status
        before, after = changed_fields(row, known)
        if after:
            if was == row.status == Tournament.Status.FINISHED and not after.keys().isdisjoint(RULES_FIELDS):
                raise Refused("The event is finished: it keeps the rules it was played by.", code="event_finished")
            if "status" in after and row.status != Tournament.Status.FINISHED:
                _open_again(row, was, reason.strip())
            if after.get("club_evening") and has_results(row):
                raise Refused("An event that has had a result cannot become a club evening.", code="first_result_given")
            check_event(row)
            if after.get("status") == Tournament.Status.FINISHED:
                require_finishable(row)
            row.save()
            decision.record(row, before=before, after=after)
    return row


def _open_again(row: Tournament, was: str, reason: str) -> None:
    """The status moves by itself, and by the button that finishes the event; any other change by hand says why."""
    if not reason:
        why = "the finished event is opened again" if was == Tournament.Status.FINISHED else f"it is {row.status} now"
        raise Refused(f"Say why {why}.", code="reason_needed")
    if was == Tournament.Status.FINISHED:
        row.add_notice(f"This event is open again: {reason}", timezone.now())


def hash_of(tournament: Tournament) -> dict[str, str]:
    """For the record: the SHA-256 of the file that the event's rulebook was loaded from, where it was."""
    return {"rulebook_sha256": tournament.book.sha256} if tournament.rulebook_file else {}


def check_event(tournament: Tournament) -> None:
    """Refused where a field, the rulebook or a choice cannot be kept."""
    check(tournament)
    choices = tournament.choices
    if not isinstance(choices, dict) or not all(isinstance(value, str) for value in choices.values()):
        raise Refused("Choices are texts by their key, as the rules page lists them.", code="bad_rules")
    if "game_minutes" in choices:
        raise Refused(
            "Give the minutes as the event's own field game_minutes, not among its choices.", code="bad_rules"
        )
    try:
        _ = tournament.rules
    except (LookupError, ValueError) as error:
        raise Refused(str(error), code="bad_rules") from error


def add_division(*, by: Actor, tournament: Tournament, values: Mapping[str, Any]) -> Division:
    """A new division; its code follows from its name unless given. Raises Refused, NotAllowed."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    with deciding_on(tournament, by=by, action=EventAction.DIVISION_CREATED) as decision:
        known = {name: values[name] for name in DIVISION_FIELDS if name in values}
        taken = set(tournament.divisions.values_list("code", flat=True))
        known.setdefault("code", short_name(str(known.get("name", "")), taken))
        division = Division(tournament=tournament, **known)
        _check_division(division)
        division.save()
        decision.record(division, after={"code": division.code})
        tell_event(tournament)
    return division


def update_division(*, by: Actor, division: Division, values: Mapping[str, Any], reason: str = "") -> Division:
    """Change a division's settings. The number of rounds never falls below a published round. Raises Refused."""
    with deciding(
        division, by=by, can=Can.MANAGE_TOURNAMENT, action=EventAction.DIVISION_CHANGED, reason=reason
    ) as decision:
        row = decision.division
        before, after = changed_fields(row, {name: values[name] for name in DIVISION_FIELDS if name in values})
        _check_division(row)
        played = row.rounds.exclude(status="draft").order_by("-number").values_list("number", flat=True).first() or 0
        if row.planned_rounds < played:
            raise Refused(
                f"Round {played} is published already; the division needs at least {played} rounds.",
                code="too_few_rounds",
            )
        if after:
            row.save()
            decision.record(row, before=before, after=after)
    return row


def _check_division(division: Division) -> None:
    caps = division.spread_caps
    if not isinstance(caps, list) or not all(isinstance(cap, int) and cap >= 0 for cap in caps):
        raise Refused(
            "Spread caps are whole numbers from 0, one a round, the last one repeating: for example 100, 150, 250.",
            code="bad_spread_caps",
        )
    try:
        tie_breaks_of(division.standings_options)
        plan_from(division.table_plan)
    except (StandingsError, BadTablePlan) as error:
        raise Refused(str(error), code="bad_division_settings") from error
    check(division)
