"""A player who joins late, or leaves: what the missed rounds count, and what becomes of the open game.

The event's choice for missed rounds stands in the division's `standings_options` as
{"missed_rounds": {"as": "zero_bye" | "half_bye" | "bye" | "loss", "spread": points}}; nothing chosen: a bye that scores
nothing (our default; every rulebook is silent). See docs/rulebook/outcomes.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Q

from results.games.services.outcomes import SCORE_LIMIT, MarginRefused
from results.rulings.actions import RulingAction
from results.rulings.engine.forfeits import MarginNotAllowed, lateness_forfeit
from results.rulings.services import forfeits
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.services.accounts import save_account
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.entries import withdraw_entry
from tdsuite.tournaments.services.events import update_division
from tdsuite.tournaments.services.games import GameOutcome, facts_of
from tdsuite.tournaments.services.roads import Road

OPTION = "missed_rounds"
LOSS = "loss"
WORTH = {"bye": 2, "half_bye": 1, "zero_bye": 0, LOSS: 0}
KIND = {
    "bye": Game.Outcome.BYE,
    "half_bye": Game.Outcome.HALF_BYE,
    "zero_bye": Game.Outcome.ZERO_BYE,
    LOSS: Game.Outcome.NO_SHOW,
}
MISSED = "joined late"


@dataclass(frozen=True, slots=True)
class MissedRounds:
    """What a missed round counts.

    spread: signed points; None: 0, and for a loss what the rulebook takes of a player who did not come.
    """

    as_: str = "zero_bye"  # a key of WORTH ("zero_bye": neither win nor loss)
    spread: int | None = None

    def check(self) -> None:
        """Raises Refused for a worth or a spread that there is not."""
        if self.as_ not in WORTH:
            raise Refused(f"A missed round counts as one of: {', '.join(WORTH)}.", code="unknown_worth")
        if abs(self.spread or 0) > SCORE_LIMIT:
            raise Refused(f"{self.spread} is no spread.", code="spread_out_of_range")

    def outcome(self, book: Rulebook) -> GameOutcome:
        """The same as an outcome; a loss is a game the player did not come to (WESPA 2.3.6; NSA III.G.1). Raises Refused."""
        self.check()
        if self.as_ != LOSS:
            return GameOutcome(KIND[self.as_], first_halves=WORTH[self.as_], first_spread=self.spread or 0, rated=False)
        try:
            award = lateness_forfeit(book=book, margin=None if self.spread is None else -self.spread)
        except MarginNotAllowed as wrong:
            raise MarginRefused(str(wrong)) from wrong
        side = award.offender
        return GameOutcome(KIND[LOSS], first_halves=side.half_wins, first_spread=side.spread, rated=award.rated)


def missed_rounds(division: Division) -> MissedRounds:
    """The event's choice. Raises Refused when what is stored cannot be read."""
    stored = division.standings_options.get(OPTION)
    if stored is None:
        return MissedRounds()
    try:
        spread = stored.get("spread")
        choice = MissedRounds(str(stored["as"]), None if spread is None else int(spread))
    except (TypeError, KeyError, ValueError) as error:
        raise Refused(
            f"The division's choice for missed rounds cannot be read: {stored!r}.", code="choice_unreadable"
        ) from error
    choice.check()
    if choice.as_ != LOSS or choice.spread:
        return choice
    # A loss by 0 as it was kept before margins were asked of the rulebook: its margin, where it does not allow 0.
    try:
        choice.outcome(division.tournament.rules.rulebook)
    except MarginRefused:
        return replace(choice, spread=None)
    return choice


def choose_missed_rounds(*, by: Actor, division: Division, choice: MissedRounds, reason: str = "") -> Division:
    """Set what a missed round counts, for late entries from now on. Raises Refused, NotAllowed."""
    choice.outcome(division.tournament.rules.rulebook)
    stored = {"as": choice.as_} if choice.spread is None else {"as": choice.as_, "spread": choice.spread}
    options = {**division.standings_options, OPTION: stored}
    return update_division(by=by, division=division, values={"standings_options": options}, reason=reason)


def rounds_without(entry: Entry) -> list[Round]:
    """Published rounds in which the player has no board, earliest first."""
    seated = Game.objects.of_division(entry.division).filter(Q(first=entry) | Q(second=entry)).values("round")
    published = entry.division.rounds.exclude(status=Round.Status.DRAFT)
    return list(published.exclude(pk__in=seated).order_by("number"))


def enter_late(
    *, by: Actor, entry: Entry, plays_from: int, reason: str, choice: MissedRounds | None = None
) -> Sequence[Game]:
    """Give a late player the missed rounds before `plays_from`, as the event chose or as said. Returns the rows made.

    A published round from `plays_from` on is left for the director to seat the player in. Raises Refused, NotAllowed.
    """
    require(by, entry.division.tournament, Can.RULE)
    if not reason.strip():
        raise Refused("Say why these rounds are given.", code="reason_needed")
    with deciding(entry.division, by=by, action=RulingAction.ENTRY_JOINED_LATE, reason=reason) as decision:
        division = decision.division
        row = Entry.objects.select_related("player", "division").get(pk=entry.pk)
        outcome = (choice or missed_rounds(division)).outcome(division.tournament.rules.rulebook)
        missed = [missed_round for missed_round in rounds_without(row) if missed_round.number < plays_from]
        if not missed:
            raise Refused(f"{row.player} has missed no round before round {plays_from}.", code="no_missed_round")
        games = [Game(round=each, first=row, starts_by=Game.StartsBy.NONE, reason=MISSED) for each in missed]
        for game in games:
            save_account(game, outcome, road=Road.LATE_ENTRY, by=by)
        decision.record(row, after={"rounds": [each.number for each in missed], "each": facts_of(games[0])})
    return games


# ── leaving ──────────────────────────────────────────────────────────────────────────────────────────────────


def open_games(entry: Entry) -> list[Game]:
    """The player's games of published rounds that have no result yet, earliest first."""
    games = Game.objects.of_division(entry.division).exclude(round__status=Round.Status.DRAFT)
    mine = games.filter(Q(first=entry) | Q(second=entry), outcome__in=Game.UNFINISHED)
    return list(mine.with_people().order_by("round__number", "match_game", "pk"))


def withdraw(
    *, by: Actor, entry: Entry, from_round: int, reason: str, endings: Sequence[tuple[Game, forfeits.HowItEnded]] = ()
) -> Sequence[forfeits.DecidedGame]:
    """Take a player out from a round on and end the open games, all or nothing.

    endings: how each open game ended (left early, resigned, forfeited, postponed ...); all of those before `from_round`
    must be named. Boards of later published rounds are named in the refusal of their own pages, not changed here.
    """
    require(by, entry.division.tournament, Can.RULE)
    if not reason.strip():
        raise Refused("Say why the player leaves.", code="reason_needed")
    with deciding(entry.division, by=by, action=EventAction.ENTRY_CHANGED, reason=reason) as decision:
        row = Entry.objects.select_related("player", "division__tournament").get(pk=entry.pk)
        named = {game.pk for game, _ in endings}
        left = [game for game in open_games(row) if game.round.number < from_round and game.pk not in named]
        if left:
            numbers = ", ".join(str(game.round.number) for game in left)
            raise Refused(f"{row.player} has an open game in round {numbers}: say how it ended.", code="open_game")
        for game, _ in endings:
            if row.pk not in (game.first_id, game.second_id):
                raise Refused(f"{row.player} is not at that board.", code="not_at_this_board")
        withdraw_entry(by=by, entry=row, from_round=from_round, reason=reason)
        row.division = decision.division
        return [
            forfeits.decide(by=by, game=game, ended=ended, reason=reason, road=Road.LEAVING) for game, ended in endings
        ]
