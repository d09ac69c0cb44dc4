"""A player who joins late: what the missed rounds count.

Every rulebook is silent: nothing said, a missed round is a bye that scores nothing (our default). See
docs/rulebook/outcomes.md.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from results.games.services.outcomes import SCORE_LIMIT, MarginRefused
from results.rulings.actions import RulingAction
from results.rulings.engine.forfeits import MarginNotAllowed, lateness_forfeit
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Entry, Game, Round, Tournament
from tdsuite.tournaments.reads import counts_of
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.services.accounts import save_account
from tdsuite.tournaments.services.decision import Refused, deciding, require_reason
from tdsuite.tournaments.services.games import GameOutcome, facts_of
from tdsuite.tournaments.services.roads import Road

LOSS = "loss"
WORTH = {"bye": 2, "half_bye": 1, "zero_bye": 0, LOSS: 0}
MISSED = Sentence("joined late")


@dataclass(frozen=True, slots=True)
class MissedRounds:
    """What a missed round counts.

    spread: signed points; None: 0, and for a loss what the rulebook takes of a player who did not come.
    """

    as_: str = "zero_bye"  # a key of WORTH ("zero_bye": neither win nor loss)
    spread: int | None = None

    def outcome(self, book: Rulebook) -> GameOutcome:
        """The same as an outcome; a loss is a game the player did not come to (WESPA 2.3.6; NSA III.G.1). Raises Refused."""
        if self.as_ not in WORTH:
            raise Refused(f"A missed round counts as one of: {', '.join(WORTH)}.", code="unknown_worth")
        if abs(self.spread or 0) > SCORE_LIMIT:
            raise Refused(f"{self.spread} is no spread.", code="spread_out_of_range")
        if self.as_ != LOSS:
            return GameOutcome(self.as_, first_halves=WORTH[self.as_], first_spread=self.spread or 0, rated=False)
        try:
            award = lateness_forfeit(book=book, margin=None if self.spread is None else -self.spread)
        except MarginNotAllowed as wrong:
            raise MarginRefused(str(wrong)) from wrong
        side = award.offender
        return GameOutcome(
            Game.Outcome.NO_SHOW, first_halves=side.half_wins, first_spread=side.spread, rated=award.rated
        )


def rounds_without(entry: Entry) -> list[Round]:
    """Published rounds in which the player has no board, earliest first."""
    seated = Game.objects.of_division(entry.division).of_player(entry).values("round")
    return list(entry.division.rounds.published().exclude(pk__in=seated).order_by("number"))


def unaccounted_rounds(tournament: Tournament) -> list[tuple[Entry, list[int]]]:
    """Players without a game, a bye or a forfeit in a published round before they left, with those rounds; three queries."""
    published = Round.objects.filter(division__tournament=tournament).published()
    rounds: dict[int, list[int]] = defaultdict(list)
    for division, number in published.order_by("number").values_list("division", "number"):
        rounds[division].append(number)
    seated: dict[int, set[int]] = defaultdict(set)
    for number, *players in Game.objects.filter(round__in=published).values_list("round__number", "first", "second"):
        for pk in players:
            seated[pk].add(number)
    entries = Entry.objects.filter(division__tournament=tournament).with_people().order_by("division", "number")
    missed = []
    for entry in entries:
        last = entry.withdrawn_from or max(rounds[entry.division_id], default=0) + 1
        missed.append(
            (
                entry,
                [number for number in rounds[entry.division_id] if number < last and number not in seated[entry.pk]],
            )
        )
    return [(entry, numbers) for entry, numbers in missed if numbers]


def enter_late(
    *, by: Actor, entry: Entry, plays_from: int, reason: str, choice: MissedRounds | None = None
) -> Sequence[Game]:
    """Give a late player the missed rounds before `plays_from`. Returns the rows made.

    A published round from `plays_from` on is left for the director to seat the player in. Raises Refused, NotAllowed.
    """
    require(by, entry.division.tournament, Can.RULE)
    require_reason(reason, "Say why these rounds are given.")
    with deciding(entry.division, by=by, action=RulingAction.ENTRY_JOINED_LATE, reason=reason) as decision:
        division = decision.division
        row = Entry.objects.select_related("player", "division").get(pk=entry.pk)
        outcome = (choice or MissedRounds()).outcome(division.book_in_force)
        missed = [missed_round for missed_round in rounds_without(row) if missed_round.number < plays_from]
        if not missed:
            raise Refused(f"{row.player} has missed no round before round {plays_from}.", code="no_missed_round")
        games = [
            Game(round=each, match_game=number, first=row, starts_by=Game.StartsBy.NONE, reason=MISSED)
            for each in missed
            for number in range(1, counts_of(each.games.all()).match + 1)
        ]
        for game in games:
            save_account(game, outcome, road=Road.LATE_ENTRY, by=by)
        decision.record(row, after={"rounds": [each.number for each in missed], "each": facts_of(games[0])})
    return games
