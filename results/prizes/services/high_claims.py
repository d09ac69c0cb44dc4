"""High plays and high words: claimed by the player or at the desk, confirmed by an official; only then do they count."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from results.prizes.actions import PrizeAction
from results.prizes.models import HIGHEST_PLAY, LONGEST_WORD, HighClaim
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Division, Entry, Game
from tdsuite.tournaments.services.decision import Refused, deciding, require_reason
from tdsuite.tournaments.services.games import owned_game


@dataclass(frozen=True, slots=True)
class Ranked:
    """A confirmed claim with its place among those of its kind; equal points share one."""

    place: int
    claim: HighClaim


def claim(*, by: Actor, game: Game, entry: Entry, kind: str, points: int, word: str) -> HighClaim:
    """Write a claim down. A player claims own plays; an official any. Raises Refused, NotAllowed."""
    tournament = game.round.division.tournament
    if isinstance(by, PlayerActor):
        require(by, tournament, Can.SIGN)
        if by.pk != entry.pk:
            raise Refused(Sentence("You can claim your own plays only."), code="not_your_play")
    else:
        require(by, tournament, Can.ENTER_RESULTS)
    with deciding(game.round.division, by=by, action=PrizeAction.HIGH_CLAIM_MADE) as decision:
        row = owned_game(decision.division, game)
        text = word.strip().upper()
        _check(row, entry, kind, points, text)
        if HighClaim.objects.exclude(status=HighClaim.Status.REFUSED).filter(
            game=row, entry=entry, kind=kind, word=text, points=points
        ):
            raise Refused(Sentence("This is claimed already."), code="already_claimed")
        high_claim = HighClaim.objects.create(
            division=decision.division, entry=entry, game=row, kind=kind, points=points, word=text,
            claimed_at=timezone.now(),
        )  # fmt: skip
        decision.record(high_claim, after=_facts(high_claim))
    return high_claim


def _check(game: Game, entry: Entry, kind: str, points: int, word: str) -> None:
    if kind not in HighClaim.Kind.values:
        raise Refused(Sentence("Claim a high play or a high word."), code="unknown_claim")
    if entry.pk not in game.entry_ids or game.second_id is None:
        raise Refused(Sentence("The player did not play this game."), code="not_in_game")
    if not game.round.is_published or game.outcome in Game.NOT_BEGUN:
        raise Refused(Sentence("This game has not been played."), code="not_played")
    if not 1 <= points <= HIGHEST_PLAY:
        raise Refused(Sentence("A play is worth 1 to {most} points.", most=HIGHEST_PLAY), code="bad_points")
    if not 1 < len(word) <= LONGEST_WORD or not word.isalpha():
        raise Refused(
            Sentence("Write the word in 2 to {most} letters, without spaces.", most=LONGEST_WORD), code="bad_word"
        )


def confirm(*, by: Actor, claim: HighClaim) -> HighClaim:
    """An official has seen the play on the sheet or the board. Raises Refused, NotAllowed."""
    return _decide(by, claim, HighClaim.Status.CONFIRMED, PrizeAction.HIGH_CLAIM_CONFIRMED, "")


def refuse(*, by: Actor, claim: HighClaim, reason: str) -> HighClaim:
    """Refuse a claim, or take a confirmation back, with a reason. Raises Refused, NotAllowed."""
    require_reason(reason, Sentence("Say why the claim is refused: the player reads it."))
    return _decide(by, claim, HighClaim.Status.REFUSED, PrizeAction.HIGH_CLAIM_REFUSED, reason.strip())


def _decide(by: Actor, claim: HighClaim, status: str, action: PrizeAction, reason: str) -> HighClaim:
    with deciding(claim.division, by=by, can=Can.ENTER_RESULTS, action=action, reason=reason) as decision:
        row = HighClaim.objects.select_for_update().get(pk=claim.pk, division=decision.division)
        if row.status == status:
            raise Refused(f"This claim is {row.get_status_display()} already.", code="already_decided")
        if row.status == HighClaim.Status.REFUSED:
            raise Refused(Sentence("This claim was refused: have it claimed again."), code="claim_refused")
        before = {"status": row.status}
        row.status, row.decided_at, row.reason = status, timezone.now(), reason[:300]
        row.save(update_fields=["status", "decided_at", "reason"])
        decision.record(row, before=before, after=_facts(row))
    return row


def _facts(row: HighClaim) -> dict[str, Any]:
    return {
        "kind": row.kind, "entry": row.entry_id, "game": row.game_id, "points": row.points, "word": row.word,
        "status": row.status,
    }  # fmt: skip


def ranked(claims: Iterable[HighClaim]) -> dict[str, list[Ranked]]:
    """Claims by kind, best first, both kinds named even if empty."""
    by_kind: dict[str, list[Ranked]] = {kind: [] for kind in HighClaim.Kind.values}
    for high_claim in sorted(claims, key=lambda claim: (-claim.points, claim.claimed_at, claim.pk)):
        rows = by_kind[high_claim.kind]
        same = bool(rows) and rows[-1].claim.points == high_claim.points
        rows.append(Ranked(rows[-1].place if same else len(rows) + 1, high_claim))
    return by_kind


def confirmed(division: Division, number: int | None = None) -> dict[str, list[Ranked]]:
    """What counts, of the event or of one round, by kind."""
    rows = (
        HighClaim.objects.confirmed()
        .filter(division=division)
        .select_related("entry__player", "game__round")
        .order_by()
    )
    return ranked(rows if number is None else rows.filter(game__round__number=number))
