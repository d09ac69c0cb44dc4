"""Two players, a director, a scorer, lost answers and restarts, in any order: nothing acknowledged ever disappears.

Every step is a transaction of its own on real connections. What may be refused is up to the table of docs/sheets.md; what
was acknowledged is remembered here and looked for after every step, and the game's score is compared with the last figures
that were made final or ruled.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from hypothesis import event, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from results.games.services.outcomes import correct_result, played, record_result, withdraw_result
from results.models import Petition, Sheet, SheetVersion, Signature
from results.rulings.services.rulings import RulingFacts
from results.sheets.engine.states import COUNTS, State
from results.sheets.services import corrections, entering, officials
from results.sheets.services.entering import Answer, issue_key
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import adjust_game
from tests.factories import make_round
from tests.results.rulings.cases import Event
from tests.results.sheets.desk import Hall, make_hall

Score = tuple[int, int]
SCORES = st.sampled_from([(431, 388), (413, 388), (400, 400)])
WHO = st.sampled_from([1, 4])
BOOKS = st.sampled_from(["wespa-2010", "nsa-2004"])
PROFILE = settings()
WALKS = settings(max_examples=max(8, PROFILE.max_examples // 8), stateful_step_count=25)


class SheetMachine(RuleBasedStateMachine):
    """The walk, and what was acknowledged on it."""

    events = 0

    @initialize(book=BOOKS)
    def a_published_game(self, book: str) -> None:
        SheetMachine.events += 1
        self.slug = f"walk-{SheetMachine.events}"
        self.hall = make_hall(book, slug=self.slug)
        self.versions: dict[int, str] = {}
        self.signatures: set[tuple[int, int, str]] = set()
        self.said: dict[int, Score] = {}
        self.expected: Score | None = None
        self.sent: tuple[Callable[[], Answer], Answer] | None = None

    # ── what the two players do ──────────────────────────────────────────────────────────────────────────────

    @rule(who=WHO, score=SCORES, lost=st.booleans())
    def a_player_enters(self, who: int, score: Score, lost: bool) -> None:
        key = issue_key(by=self.hall.player(who), game=self.hall.game())
        answer = self.sends(lambda: self.hall.enters(who, *score, key=key), lost)
        if answer is not None:
            self.said.setdefault(answer.version, score)
            self.made_final(answer)

    @rule(who=WHO, lost=st.booleans())
    def a_player_signs_what_is_shown(self, who: int, lost: bool) -> None:
        newest = self.newest()
        if newest is None:
            return
        key = issue_key(by=self.hall.player(who), game=self.hall.game())

        def send() -> Answer:
            return entering.sign(
                by=self.hall.player(who), game=self.hall.game(), version=newest.number, sha256=newest.sha256, key=key
            )

        answer = self.sends(send, lost)
        if answer is not None:
            self.made_final(answer)

    @rule(score=SCORES, handed_in=st.booleans())
    def both_enter_the_same(self, score: Score, handed_in: bool) -> None:
        for who in (1, 4):
            self.a_player_enters(who, score, lost=False)
        if handed_in:
            self.a_player_hands_in(1)

    @rule(score=SCORES, accepted=st.booleans())
    def both_petition(self, score: Score, accepted: bool) -> None:
        self.a_player_proposes(1, score)
        self.the_other_agrees(4)
        if accepted:
            self.the_director_accepts()

    @rule(who=WHO)
    def a_player_signs_a_page_from_before(self, who: int) -> None:
        newest = self.newest()
        if newest is not None and newest.number > 1:
            old = SheetVersion.objects.get(sheet=newest.sheet_id, number=newest.number - 1)
            refused = self.tries(
                lambda: entering.sign(
                    by=self.hall.player(who), game=self.hall.game(), version=old.number, sha256=old.sha256
                )
            )
            assert refused is None

    @rule(who=WHO)
    def a_player_disputes(self, who: int) -> None:
        number = getattr(self.newest(), "number", 0)
        self.tries(lambda: entering.dispute(by=self.hall.player(who), game=self.hall.game(), version=number, note="no"))

    @rule(who=WHO)
    def a_player_hands_in(self, who: int) -> None:
        self.tries(lambda: entering.hand_in(by=self.hall.player(who), game=self.hall.game()))

    @rule(who=WHO, score=SCORES)
    def a_player_proposes(self, who: int, score: Score) -> None:
        self.tries(lambda: self.hall.proposes(who, *score))

    @rule(who=WHO)
    def the_other_agrees(self, who: int) -> None:
        petition = self.petition()
        if petition is not None and self.tries(lambda: self.hall.agrees(petition, who)) is not None:
            petition.refresh_from_db()
            if petition.status == Petition.Status.DONE:
                self.expected = self.scores_of(petition)

    @precondition(lambda self: self.sent is not None)
    @rule()
    def the_answer_was_lost_and_it_is_sent_again(self) -> None:
        assert self.sent is not None
        send, first = self.sent
        count = self.counted()
        again = send()
        assert again == replace(first, again=True)
        assert self.counted() == count

    # ── what officials do: one rule, so that a walk is mostly the players' ──────────────────────────────────────

    @rule(
        what=st.sampled_from(["types", "corrects", "paper", "rules", "takes_back", "line", "waives"]),
        score=SCORES, flag=st.booleans(),
    )  # fmt: skip
    def an_official(self, what: str, score: Score, flag: bool) -> None:
        game, director, scorer = self.hall.game(), self.hall.director, self.hall.scorer
        by, figures = director if flag else scorer, self.hall.figures(*score)
        works: dict[str, Callable[[], Any]] = {
            "types": lambda: record_result(by=by, game=game, first_score=score[0], second_score=score[1]),
            "corrects": lambda: correct_result(by=director, game=game, outcome=played(*score), reason="slip"),
            "paper": lambda: officials.enter_from_paper(by=scorer, game=game, figures=figures, both_seen=flag),
            "rules": lambda: officials.rule_sheet(by=director, game=game, figures=figures, facts=RulingFacts("So.")),
            "takes_back": lambda: withdraw_result(by=director, game=game, reason="wrong table"),
            "line": lambda: adjust_game(by=director, game=game, side="first", kind="ruling", points=-10, reason="r"),
            "waives": lambda: officials.waive_unsigned(by=director, game=game, reason="verified"),
        }
        if self.tries(works[what]) and what not in ("line", "waives"):
            self.expected = None if what == "takes_back" else score

    @rule()
    def the_director_accepts(self) -> None:
        petition = self.petition()
        if petition and self.tries(lambda: corrections.accept_petition(by=self.hall.director, petition=petition)):
            self.expected = self.scores_of(petition)

    @rule()
    def the_director_refuses(self) -> None:
        petition = self.petition()
        if petition:
            self.tries(lambda: corrections.refuse_petition(by=self.hall.director, petition=petition, reason="no"))

    @rule()
    def the_next_round_plays(self) -> None:
        if not Round.objects.filter(division=self.hall.division, number=2).exists():
            make_round(self.hall.division, 2, status=Round.Status.PLAYING)

    @rule()
    def the_server_restarts(self) -> None:
        connection.close()
        division = Tournament.objects.get(slug=self.slug).divisions.get()
        users = User.objects
        self.hall = Hall(Event(division, users.get(username="director"), users.get(username="scorer")))

    # ── what must hold after every step ──────────────────────────────────────────────────────────────────────

    @invariant()
    def no_acknowledged_version_or_signature_disappeared(self) -> None:
        versions = dict(self.all_versions().values_list("number", "text"))
        assert {number: versions.get(number) for number in self.versions} == self.versions
        assert self.signatures <= set(self.all_signatures())

    @invariant()
    def the_score_is_that_of_the_latest_final_sheet_or_ruling(self) -> None:
        game = self.hall.game()
        assert ((game.first_score, game.second_score) if game.outcome else None) == self.expected
        sheet = Sheet.objects.filter(game=game).first()
        event(f"state: {sheet.state if sheet else 'none'}")
        if sheet is None or sheet.state not in COUNTS:
            return
        facts = self.hall.latest().facts
        assert (facts.score(game.first_id), facts.score(game.second_id or 0)) == self.expected
        if sheet.state in (State.SIGNED, State.HANDED_IN):
            assert self.hall.latest().signatures.count() == 2

    def teardown(self) -> None:
        if hasattr(self, "slug"):
            verdict = verify(Tournament.objects.get(slug=self.slug))
            assert (verdict.faults, verdict.flaws) == ((), ())

    # ── words ────────────────────────────────────────────────────────────────────────────────────────────────

    def tries(self, work: Callable[[], Any]) -> Any:
        """What it answered; None where it was refused, which must leave no trace."""
        before = self.counted()
        try:
            answer = work()
        except (Refused, PermissionDenied):
            assert self.counted() == before
            return None
        self.versions |= dict(self.all_versions().values_list("number", "text"))
        self.signatures |= set(self.all_signatures())
        return answer if answer is not None else True

    def sends(self, send: Callable[[], Answer], lost: bool) -> Answer | None:
        """A submission with a key; where its answer is lost, the page still has it and may send it again."""
        answer: Answer | None = self.tries(send)
        if answer is not None and lost:
            self.sent = (send, answer)
        return answer

    def made_final(self, answer: Answer) -> None:
        if answer.state in (State.SIGNED, State.HANDED_IN) and self.expected is None:
            self.expected = self.said[answer.version] if answer.version in self.said else self.newest_score()

    def newest_score(self) -> Score:
        game, facts = self.hall.game(), self.hall.latest().facts
        return facts.score(game.first_id) or 0, facts.score(game.second_id or 0) or 0

    def counted(self) -> tuple[int, int]:
        return self.all_versions().count(), len(self.all_signatures())

    def all_versions(self) -> Any:
        return SheetVersion.objects.filter(sheet__division=self.hall.division)

    def all_signatures(self) -> list[tuple[int, int, str]]:
        rows = Signature.objects.filter(version__sheet__division=self.hall.division)
        return list(rows.values_list("version__number", "entry_id", "sha256"))

    def newest(self) -> SheetVersion | None:
        return self.all_versions().order_by("-number").first()

    def petition(self) -> Petition | None:
        return Petition.objects.open().filter(sheet__division=self.hall.division).first()

    def scores_of(self, petition: Petition) -> Score:
        game = Game.objects.get(pk=self.hall.game().pk)
        facts = petition.facts
        return facts.score(game.first_id) or 0, facts.score(game.second_id or 0) or 0


@pytest.mark.django_db(transaction=True)
def test_no_acknowledged_version_or_signature_disappears_and_the_score_is_the_latest_final_sheet_or_ruling() -> None:
    run_state_machine_as_test(SheetMachine, settings=WALKS)
