"""What directors, scorers and players decide in a hall, each drawn by the luck of an event."""

from collections.abc import Callable
from datetime import date, timedelta

from django.utils import timezone

from adjudication.challenges.services import slips, verdicts
from adjudication.models import ChallengeSlip
from pairings.models import PairingRun
from pairings.services import boards, drafts, numbering, planning, publishing, rules, tables
from results.attendance.services import attendance, check_in, lateness, starts, time as extra_time
from results.games.services import outcomes
from results.models import Accommodation, Appeal, Ejection, Incident, Petition, PlayerRequest, Prize, Ruling, TableCall
from results.prizes.services import high_claims, prizes
from results.rulings.engine.forfeits import EjectionCause
from results.rulings.services import ejection, endgame, forfeits, incidents, late_entry, rulings
from results.sheets.engine.facts import Figures
from results.sheets.services import corrections, entering, officials, recounts, requests
from tdsuite.console.division_moves import move_players
from tdsuite.tournaments.models import GameAdjustment, TableNeed
from tdsuite.tournaments.rulebooks.incidents import TYPES
from tdsuite.tournaments.services import entries, events, games, rounds
from tdsuite.tournaments.services.games import GameOutcome
from tests.factories import made_up_name
from tests.platform.audit.event_of_luck import BY, ROUNDS, WHY, Decide, FuzzedEvent


def draft(event: FuzzedEvent) -> PairingRun:
    method = event.luck.choice((None, "swiss", "random"))
    return drafts.make_draft(by=BY, division=event.division(), seed=event.luck.randrange(99), method=method)


def publish(event: FuzzedEvent) -> None:
    runs = PairingRun.objects.drafts().filter(division__tournament=event.tournament)
    publishing.publish_run(by=BY, run=event.one(runs), reason=WHY)


def next_round(event: FuzzedEvent) -> None:
    for row in publishing.publish_run(by=BY, run=draft(event), reason=WHY):
        rounds.start_round(by=BY, round=row)


def start(event: FuzzedEvent) -> None:
    decide = event.luck.choice((rounds.start_round, rounds.start_round, rounds.close_round))
    decide(by=BY, round=event.round("published", "playing"))


def undo_start(event: FuzzedEvent) -> None:
    undo = event.luck.choice((rounds.undo_start, rounds.reopen_round))
    undo(by=BY, round=event.round("playing", "closed"), reason=WHY)


def enter(event: FuzzedEvent) -> None:
    first, second = event.scores()
    outcomes.record_result(by=BY, game=event.open_game(), first_score=first, second_score=second, with_lines=False)


def correct(event: FuzzedEvent) -> None:
    outcome = GameOutcome("played", *event.scores())
    outcomes.correct_result(by=BY, game=event.decided_game(), outcome=outcome, reason=WHY, with_lines=False)


def end(event: FuzzedEvent) -> None:
    first, second = event.scores()
    left = endgame.SideAnswers(second, clock=event.luck.choice(("", "-0:40", "-2:10")))
    endgame.apply(
        by=BY, game=event.open_game(), answers=endgame.EndAnswers("went-out", endgame.SideAnswers(first), left, "first"), reason=WHY,
    )  # fmt: skip


def forfeit(event: FuzzedEvent) -> None:
    told = forfeits.forfeit_by(event.luck.choice(("first", "second", "both")), begun=False)
    forfeits.decide(by=BY, game=event.game(second__isnull=False), ended=told, reason=WHY)


def ended(event: FuzzedEvent) -> None:
    kind = event.luck.choice(("postponed", "void", "resigned", "left_early", "adjourned"))
    told = forfeits.HowItEnded(kind, "first", *event.scores(), begun=True, all_agree=True, margin=70, emergency=False)
    forfeits.decide(by=BY, game=event.open_game(), ended=told, reason=WHY)


def sheet(event: FuzzedEvent) -> None:
    """One player enters; the other signs, disputes, or neither."""
    game = event.open_game()
    scores = dict(zip((game.first_id, game.second_id), event.scores(), strict=True))
    entering.enter_sheet(by=event.actor(game.first), game=game, figures=Figures(scores))
    version = game.sheet.versions.latest("number")
    answer = event.luck.random()
    if answer < 0.7:
        entering.sign(by=event.actor(game.second), game=game, version=version.number, sha256=version.sha256)
    elif answer < 0.85:
        entering.dispute(by=event.actor(game.second), game=game, version=version.number, note="Not so")


def hand_in(event: FuzzedEvent) -> None:
    game = event.game(sheet__state="signed")
    entering.hand_in(by=event.actor(event.side(game)), game=game)


def petition(event: FuzzedEvent) -> None:
    game = event.game(sheet__state__in=("signed", "handed_in"))
    scores = dict(zip((game.first_id, game.second_id), event.scores(), strict=True))
    corrections.propose_correction(by=event.actor(game.first), game=game, figures=Figures(scores))
    asked = Petition.objects.latest("pk")
    answer = event.luck.random()
    if answer < 0.6:
        corrections.agree_correction(by=event.actor(game.second), petition=asked, sha256=asked.sha256)
    elif answer < 0.8:
        corrections.withdraw_correction(by=event.actor(game.first), petition=asked)


def decide_petition(event: FuzzedEvent) -> None:
    asked = event.row(Petition, "sheet__division__tournament")
    if event.luck.random() < 0.5:
        corrections.accept_petition(by=BY, petition=asked, reason=WHY)
    else:
        corrections.refuse_petition(by=BY, petition=asked, reason=WHY)


def paper(event: FuzzedEvent) -> None:
    game = event.game(second__isnull=False)
    scores = dict(zip((game.first_id, game.second_id), event.scores(), strict=True))
    officials.enter_from_paper(by=BY, game=game, figures=Figures(scores), both_seen=event.luck.random() < 0.7)


def rule_sheet(event: FuzzedEvent) -> None:
    game = event.game(sheet__isnull=False, second__isnull=False)
    scores = dict(zip((game.first_id, game.second_id), event.scores(), strict=True))
    facts = rulings.RulingFacts(question="Who is right?", finding="The card.", rule="5.4", remedy="As counted.")
    officials.rule_sheet(by=BY, game=game, figures=Figures(scores), facts=facts)


def recount(event: FuzzedEvent) -> None:
    game = event.decided_game()
    row = recounts.request(by=BY, game=game, asked_by=event.side(game))
    answer = event.luck.random()
    if answer < 0.4:
        recounts.finish(by=BY, recount=row, first_total=400, second_total=390, verified=True, reason=WHY)
    elif answer < 0.6:
        recounts.halt(by=BY, recount=row, reason=WHY, agreed=(400, 390))
    elif answer < 0.7:
        recounts.bar(by=BY, recount=row, entry=event.side(game), reason=WHY)


def check_people_in(event: FuzzedEvent) -> None:
    entry = event.entry()
    tries: list[Callable[[], object]] = [
        lambda: check_in.mark_check_in(by=BY, entry=entry, status=event.luck.choice(["here", "late", "", "tentative"])),
        lambda: check_in.settle_gate(
            by=BY,
            tournament=event.tournament,
            choices={each.entry.pk: "pair" for each in check_in.missing_at_the_gate(event.tournament)},
        ),
    ]
    event.luck.choice(tries)()


def attend(event: FuzzedEvent) -> None:
    game = event.open_game()
    event.luck.choice((
        lambda: attendance.arrive(by=BY, game=game, entry=event.side(game)),
        lambda: attendance.mark(by=BY, game=game, entry=event.side(game), status="on_way"),
        lambda: attendance.rest_is_here(by=BY, round=game.round),
        lambda: attendance.start_clock(by=BY, game=game, entry=event.side(game), opponent_ready=True, reason=WHY),
        lambda: attendance.undo_arrival(by=BY, game=game, entry=event.side(game)),
        lambda: attendance.undo_clock(by=BY, game=game, entry=event.side(game)),
    ))()  # fmt: skip


def forfeit_late(event: FuzzedEvent) -> None:
    game = event.open_game()
    later = timezone.now() + timedelta(hours=1)
    attendance.start_clock(by=BY, game=game, entry=game.first, opponent_ready=True, reason=WHY)
    lateness.forfeit_late(by=BY, game=game, entry=game.first, at=later, margin=100, reason=WHY)
    if event.luck.random() < 0.3:
        lateness.withdraw_forfeit(by=BY, game=game, reason=WHY)


def draw(event: FuzzedEvent) -> None:
    game = event.game(second__isnull=False)
    if event.luck.random() < 0.5:
        starts.report_starter(by=BY, game=game, says=event.side(game))
    else:
        starts.record_draw(by=BY, game=game, starter=event.side(game))


def allow_time(event: FuzzedEvent) -> None:
    extra_time.accommodate(
        by=BY, entry=event.entry(), what="Extra time", seconds=300, reason="As agreed", agreed_before=True
    )


def end_time(event: FuzzedEvent) -> None:
    extra_time.end_accommodation(
        by=BY, accommodation=event.row(Accommodation, "entry__division__tournament"), reason=WHY
    )


def adjust(event: FuzzedEvent) -> None:
    games.adjust_game(
        by=BY, game=event.game(second__isnull=False), side=event.luck.choice(("first", "second")), kind="ruling",
        points=event.luck.choice((-50, -10, 20)), rule="4.1", source="director", reason=WHY,
    )  # fmt: skip


def unadjust(event: FuzzedEvent) -> None:
    games.remove_adjustment(
        by=BY, adjustment=event.row(GameAdjustment, "game__round__division__tournament"), reason=WHY
    )


def incident(event: FuzzedEvent) -> None:
    game = event.game(second__isnull=False)
    told = incidents.Happened(event.luck.choice(sorted(TYPES)), game=game, entry=event.side(game), text="It was loud.")
    incidents.log(by=BY, division=game.round.division, happened=told)


def incident_away(event: FuzzedEvent) -> None:
    row = event.row(Incident, "division__tournament")
    event.luck.choice((incidents.withdraw, incidents.erase_text))(by=BY, incident=row, reason=WHY)


def ruling(event: FuzzedEvent) -> None:
    entry = event.entry()
    facts = rulings.RulingFacts(question="What happened?", finding="This.", rule="6.1.2", remedy="None")
    rulings.make_ruling(by=BY, division=entry.division, facts=facts, entry=entry)


def appeal(event: FuzzedEvent) -> None:
    row = event.row(Ruling, "division__tournament")
    rulings.lodge_appeal(by=BY, ruling=row, entry=event.entry(), grounds="It was not so.", on=date(2026, 5, 20))


def decide_appeal(event: FuzzedEvent) -> None:
    row = event.row(Appeal, "ruling__division__tournament")
    result = event.luck.choice([value for value in Appeal.Result.values if value])
    rulings.decide_appeal(by=BY, appeal=row, result=result, on=date(2026, 5, 21), answer="Read again.")


def withdraw(event: FuzzedEvent) -> None:
    entry = event.entry()
    entries.withdraw_entry(by=BY, entry=entry, from_round=event.luck.choice((None, 2, 3)), reason=WHY)


def join(event: FuzzedEvent) -> None:
    name = made_up_name(event.luck.randrange(10_000))[0]
    values = {"name": name, "rating": 1200}
    entry = entries.add_entry(by=BY, division=event.division(), values=values, another_person=True)
    late_entry.enter_late(by=BY, entry=entry, plays_from=event.luck.randint(2, 3), reason=WHY)


def change_entry(event: FuzzedEvent) -> None:
    rating, name = event.luck.randint(0, 2000), made_up_name(event.luck.randrange(10_000))[0]
    values = {"rating": rating, "team": "Blue", "name": name}
    entries.update_entry(by=BY, entry=event.entry(), values=values, reason=WHY)


def number_or_remove(event: FuzzedEvent) -> None:
    if event.luck.random() < 0.3:
        numbering.number_by_rating(by=BY, division=event.division(), reason=WHY)
    entries.remove_entry(by=BY, entry=event.entry(), reason=WHY)


def move(event: FuzzedEvent) -> None:
    entry = event.entry()
    move_players(by=BY, division=entry.division, players=[entry], to=event.division(), reason=WHY)


def eject(event: FuzzedEvent) -> None:
    case = ejection.Case(event.luck.choice(list(EjectionCause)), event.luck.randint(1, 3))
    facts = rulings.RulingFacts(finding="Found so.", rule="6.2.1")
    ejection.apply(by=BY, entry=event.entry(), case=case, ruling=facts, reason=WHY)


def take_in(event: FuzzedEvent) -> None:
    ejection.reverse(
        by=BY, ejection=event.row(Ejection, "entry__division__tournament"), reason=WHY, keep_later_changes=True
    )


def prize(event: FuzzedEvent) -> None:
    values = {"title": "First", "basis": "place", "place": 1, "money": event.luck.randint(1, 900)}
    division = event.division() if event.luck.random() < 0.7 else None
    prizes.save_prize(by=BY, division=division, tournament=None if division else event.tournament, values=values)


def claim(event: FuzzedEvent) -> None:
    game = event.decided_game()
    row = high_claims.claim(
        by=BY, game=game, entry=event.side(game), kind="high_word", points=event.luck.randint(60, 180), word="QUIZ"
    )
    answer = event.luck.random()
    if answer < 0.4:
        high_claims.confirm(by=BY, claim=row)
    elif answer < 0.6:
        high_claims.refuse(by=BY, claim=row, reason=WHY)


def board(event: FuzzedEvent) -> None:
    game, other = event.open_game(), event.game()
    event.luck.choice((
        lambda: boards.swap_tables(by=BY, game=game, other=other, reason=WHY),
        lambda: boards.move_game(by=BY, game=game, table_name=f"T{event.luck.randint(1, 9)}", reason=WHY),
        lambda: boards.set_starter(by=BY, game=game, starter=event.side(game), reason=WHY),
        lambda: boards.follow_plan(by=BY, round=game.round),
        lambda: boards.turn_into_bye(by=BY, game=game, entry=game.first, reason=WHY),
        lambda: boards.dissolve(by=BY, game=game, reason=WHY, drop_results=True),
        lambda: boards.seat(by=BY, round=game.round, entry=event.entry(), opponent=event.entry(), reason=WHY),
        lambda: boards.swap_players(
            by=BY, game=game, entry=event.side(game), other_game=other, other_entry=event.side(other), reason=WHY, drop_results=True
        ),
    ))()  # fmt: skip


def keep_table(event: FuzzedEvent) -> None:
    tables.keep_table(by=BY, entry=event.entry(), table=str(event.luck.randint(1, 4)), reason="near the door")


def give_up_table(event: FuzzedEvent) -> None:
    need = event.row(TableNeed, "entry__division__tournament")
    tables.give_up_table(by=BY, need=need)


def settings(event: FuzzedEvent) -> None:
    division, luck = event.division(), event.luck
    luck.choice((
        lambda: rules.save_settings(by=BY, division=division, values={"volunteers": [1], "reasons_public": luck.random() < 0.5}),
        lambda: tables.save_plan(by=BY, division=division, values={"tables": "1-9"}),
        lambda: planning.override_round(by=BY, division=division, number=luck.randint(2, ROUNDS), values={"method": "king_of_the_hill"}),
        lambda: planning.add_round(by=BY, division=division, values={"method": "swiss"}),
        lambda: planning.remove_round(by=BY, division=division, number=division.planned_rounds),
        lambda: events.update_division(by=BY, division=division, values={"prize_places": luck.randint(1, 4)}),
        lambda: events.update_tournament(by=BY, tournament=event.tournament, values={"venue": f"Hall {luck.randint(1, 9)}"}),
        lambda: rounds.schedule_rounds(by=BY, division=division, times={luck.randint(1, ROUNDS): timezone.now()}),
    ))()  # fmt: skip


def challenge(event: FuzzedEvent) -> None:
    game = event.open_game()
    written = slips.NewChallenge(
        challenger=game.second_id or 0, words=("AXLE",), handed_over=True, agreed=True, another_turn=True
    )
    slips.write_slip(by=BY, game=game, challenge=written)


def judge(event: FuzzedEvent) -> None:
    slip = event.row(ChallengeSlip, "division__tournament")
    event.luck.choice((
        lambda: verdicts.adjudicate(by=BY, slip=slip, words=("AXLE",), stated=event.luck.random() < 0.5),
        lambda: slips.void_slip(by=BY, slip=slip, reason=WHY),
        lambda: slips.close_slip(by=BY, slip=slip),
    ))()  # fmt: skip


def call(event: FuzzedEvent) -> None:
    game = event.open_game()
    officials.call_director(by=event.actor(event.side(game)), game=game, note="The clock stopped")


def ask(event: FuzzedEvent) -> None:
    entry = event.entry()
    kind = event.luck.choice(PlayerRequest.Kind.values)
    requests.ask_director(by=event.actor(entry), entry=entry, kind=kind, words="It is the wrong one")


def end_request(event: FuzzedEvent) -> None:
    row = event.row(PlayerRequest, "entry__division__tournament")
    if event.luck.random() < 0.5:
        requests.settle_request(by=BY, player_request=row, answer="Done")
    else:
        requests.take_request_back(by=event.actor(row.entry), player_request=row)


DECISIONS: dict[str, tuple[int, Decide]] = {
    "draft": (2, draft), "publish": (2, publish), "start": (2, start), "undo start": (2, undo_start),
    "unpublish": (2, lambda event: publishing.unpublish_round(by=BY, round=event.round("published"), reason=WHY)),
    "next round": (4, next_round), "enter": (20, enter), "correct": (4, correct),
    "take back": (3, lambda event: outcomes.withdraw_result(by=BY, game=event.decided_game(), reason=WHY)),
    "end of the game": (4, end), "forfeit": (2, forfeit), "how it ended": (3, ended),
    "sheet": (8, sheet), "hand in": (3, hand_in), "petition": (3, petition), "decide petition": (2, decide_petition),
    "paper": (3, paper), "rule on a sheet": (1, rule_sheet), "recount": (2, recount), "attendance": (6, attend), "check-in": (3, check_people_in),
    "late": (2, forfeit_late), "starter": (3, draw), "allow time": (1, allow_time), "end time": (1, end_time),
    "adjust": (3, adjust), "take a line back": (2, unadjust), "incident": (3, incident),
    "incident away": (1, incident_away), "ruling": (2, ruling),
    "erase a ruling": (1, lambda event: rulings.erase_words(by=BY, ruling=event.row(Ruling, "division__tournament"), reason=WHY)),
    "appeal": (2, appeal), "decide appeal": (2, decide_appeal), "withdraw": (1, withdraw), "join": (2, join),
    "change entry": (2, change_entry), "remove entry": (2, number_or_remove), "move": (2, move), "eject": (1, eject),
    "take in": (1, take_in), "prize": (2, prize),
    "prize away": (1, lambda event: prizes.remove_prize(by=BY, prize=event.one(Prize.objects.of_event(event.tournament)))),
    "prize terms": (1, lambda event: prizes.set_terms(by=BY, tournament=event.tournament, round_to=event.luck.randint(1, 5))),
    "claim": (2, claim), "board": (5, board), "keep table": (2, keep_table), "give up table": (1, give_up_table),
    "settings": (4, settings), "challenge": (2, challenge), "judge": (2, judge), "call": (1, call),
    "answer call": (1, lambda event: officials.answer_call(by=BY, call=event.row(TableCall, "game__round__division__tournament"))),
    "ask": (2, ask), "end request": (2, end_request),
}  # fmt: skip
