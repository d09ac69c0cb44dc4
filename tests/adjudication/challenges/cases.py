"""A game being played, its two players, officials, and a word list of a dozen words."""

from dataclasses import dataclass
from typing import Any

from adjudication.challenges.engine.slips import Way
from adjudication.challenges.services.slips import NewChallenge, write_slip
from adjudication.challenges.services.verdicts import adjudicate
from adjudication.lexicons.services import import_list, read_file
from adjudication.models import ChallengeSlip, DivisionLexicon, Lexicon, Verdict
from tdsuite.platform.access.actors import Means, PlayerActor
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import Station, User
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Division, Entry, Game, GameAdjustment, Round
from tests.factories import make_division, make_round, make_tournament, make_user

GOOD = ("AXLE", "BRIG", "CWM", "DOZY", "EMU", "FJORD", "GNU", "HAJ", "IVY", "JINX")
BAD = ("AXXLE", "BRIGG", "CWMM", "DOZYX", "EMUU", "FJORDD", "GNUU", "HAJJX", "IVVY", "JINXX")


def lexicon(name: str = "Test Words", words: tuple[str, ...] = GOOD) -> Lexicon:
    reading = read_file("\n".join(words).encode(), "english")
    return import_list(by=COMMAND_LINE, lexicon=Lexicon(name=name, licence="made up"), reading=reading)


@dataclass
class Table:
    """One game being played under one rulebook."""

    division: Division
    row: Round
    game: Game
    director: User
    judge: User
    other_judge: User

    @property
    def first(self) -> Entry:
        return self.game.first

    @property
    def second(self) -> Entry:
        assert self.game.second is not None
        return self.game.second

    @property
    def station(self) -> Station:
        return Station.objects.get_or_create(tournament=self.division.tournament, name="Judging table")[0]

    def player(self, entry: Entry) -> PlayerActor:
        return PlayerActor(entry.pk, self.division.tournament_id, self.division.pk, Means.PIN)

    def written(self, *words: str, **more: Any) -> NewChallenge:
        """The starter is challenged by the second player, unless said otherwise."""
        return NewChallenge(**{"challenger": self.second.pk, "words": words, **more})

    def slip(self, *words: str, by: Any = None, game: Game | None = None, **more: Any) -> ChallengeSlip:
        """A slip at the adjudicator, written by an official."""
        made = self.written(*words, **{"handed_over": True, "agreed": True, "another_turn": True, **more})
        return write_slip(by=by or self.judge, game=game or self.game, challenge=made)

    def judged(self, *words: str, by: Any = None, **more: Any) -> tuple[ChallengeSlip, Verdict]:
        slip = self.slip(*words, **more)
        answer = adjudicate(by=by or self.judge, slip=slip, words=words)
        return ChallengeSlip.objects.get(pk=slip.pk), answer

    def lines(self, game: Game | None = None) -> list[tuple[str, int, int, bool, str]]:
        rows = GameAdjustment.objects.filter(game=game or self.game, source__startswith="challenge:").order_by("pk")
        return [(one.side, one.points, one.seconds, one.lost_turn, one.rule) for one in rows]


def table(rulebook: str = "wespa-2010", **choices: str) -> Table:
    tournament = make_tournament(rulebook=rulebook, choices=choices)
    division = make_division(tournament, players=4, rounds=3)
    DivisionLexicon.objects.create(division=division, lexicon=lexicon())
    row = make_round(division, 1, status=Round.Status.PLAYING)
    return Table(
        division, row, Game.objects.with_people().get(round=row, board=1), make_user(tournament=tournament),
        make_user("judge", tournament=tournament, role=Role.JUDGE),
        make_user("other-judge", tournament=tournament, role=Role.JUDGE),
    )  # fmt: skip


STATION = {"way": Way.STATION}


def fresh(slip: ChallengeSlip) -> ChallengeSlip:
    return ChallengeSlip.objects.with_people().get(pk=slip.pk)
