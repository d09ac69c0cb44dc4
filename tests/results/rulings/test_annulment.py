"""A round robin that a player left before half of it: the director may annul the games, shown first, taken back as they were."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from pairings.services.boards import turn_into_bye
from results.games.services.outcomes import correct_result, played
from results.models import Ejection, Ruling
from results.rulings.engine.forfeits import EjectionCause, left_early
from results.rulings.services import ejection, rulings
from results.rulings.services.left_early import annulled
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.tournaments.models import Game, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import withdraw_entry
from tests.factories import make_round, play
from tests.results.rulings.cases import Event, logged_in, make_event, records, text, url

pytestmark = pytest.mark.django_db
ROBIN = [{"first": 1, "last": 5, "method": "round_robin"}]
WHY = "one game of five was played"


def robin(*, left_from: int | None = 2, plan: list[dict] = ROBIN) -> Event:
    """Six players, five published rounds, the first of them played; player 1 is out from round 2."""
    event = make_event(players=6, rounds=5, published=0)
    event.division.pairing_plan = plan
    event.division.save()
    make_round(event.division, 1, status=Round.Status.CLOSED)
    for number in range(2, 6):
        make_round(event.division, number)
    if left_from:
        withdraw_entry(by=event.director, entry=event.entry(1), from_round=left_from, reason="Called away")
    return event


def games_of(event: Event, number: int = 1) -> list[Game]:
    games = Game.objects.of_division(event.division).with_people().order_by("round__number", "board")
    return [game for game in games if number in (game.first.number, game.second and game.second.number)]


def everything(event: Event) -> tuple[str, list[dict], list[dict]]:
    """Every standing after every round, every game and every entry, to the last field."""
    rows = list(Game.objects.order_by("pk").values()), list(event.division.entries.order_by("pk").values())
    return repr(history(event.division).standings_by_round(5)), *rows


@pytest.mark.parametrize(
    ("first_missed", "rounds", "early"), [(None, 5, False), (1, 5, True), (3, 5, True), (4, 5, False), (3, 4, False)]
)
def test_early_is_less_than_half_of_the_rounds(first_missed, rounds, early):
    assert left_early(first_missed=first_missed, rounds=rounds) is early


def test_every_game_of_the_player_is_void_and_the_others_count_as_if_the_player_had_never_come():
    event = robin()
    without = robin_without(event)
    made = ejection.annul(by=event.director, entry=event.entry(1), reason=WHY)
    assert [(game.outcome, game.rated) for game in games_of(event)] == [("void", False)] * 5
    table = [(row.number, row.games, row.record, row.spread) for row in history(event.division).standings(5)]
    assert [row for row in table if row[0] != 1] == without
    assert (event.entry(1).withdrawn_from, event.entry(1).at_bottom, made.awards_lost) == (2, False, False)


def robin_without(event: Event) -> list[tuple[int, int, str, int]]:
    """The table of the four games of round 1 that player 1 was not in."""
    mine = [game.pk for game in games_of(event)]
    with transaction.atomic():
        Game.objects.filter(pk__in=mine).delete()
        table = history(event.division).standings(5)
        transaction.set_rollback(True)
    return [(row.number, row.games, row.record, row.spread) for row in table if row.number != 1]


def test_the_preview_says_why_and_names_games_and_standings_and_changes_nothing():
    event = robin()
    was = everything(event)
    plan = ejection.preview(event.entry(1), ejection.case_of_left(event.entry(1)))
    assert [change.game.round.number for change in plan.games] == [1, 2, 3, 4, 5]
    assert {change.after for change in plan.games} == {"void"} and plan.games[1].before == "awaited"
    assert [(reason.text.split(":")[0], reason.rule) for reason in plan.reasons] == [
        ("The player left the round robin before half of the rounds", "our default")
    ]
    assert everything(event) == was


def test_byes_that_stand_for_later_games_are_named():
    event = robin()
    game = games_of(event)[2]
    opponent = game.second if game.first.number == 1 else game.first
    turn_into_bye(by=event.director, game=game, entry=opponent, reason="Called away")
    plan = ejection.preview(event.entry(1), ejection.case_of_left(event.entry(1)))
    assert plan.reasons[-1].text.startswith("The byes that opponents have in later rounds still count.")


def test_it_is_one_decision_with_its_ruling_and_taken_back_everything_is_as_it_was():
    event = robin()
    was = everything(event)
    made = ejection.annul(by=event.director, entry=event.entry(1), reason=WHY)
    ruling = Ruling.objects.get()
    assert (ruling.text.finding, ruling.adverse, ruling.report_to, ruling.subject) == (WHY, False, "", "outcome")
    assert ejection.reverse(by=event.director, ejection=made, reason="the player is back") == ()
    assert everything(event) == was
    assert [record.action for record in records(made)] == ["entry.games_annulled", "entry.annulment_reversed"]
    ejection.annul(by=event.director, entry=event.entry(1), reason=WHY)
    assert annulled(event.entry(1)) != made


def test_a_game_changed_since_is_not_overwritten():
    event = robin()
    made = ejection.annul(by=event.director, entry=event.entry(1), reason=WHY)
    correct_result(by=event.director, game=games_of(event)[0], outcome=played(350, 400), reason="recount")
    with pytest.raises(Refused, match="Changed since the annulment: Round 1"):
        ejection.reverse(by=event.director, ejection=made, reason="the player is back")


def test_games_of_an_ejected_player_that_stand_may_be_annulled_as_well():
    event = robin(left_from=None)
    case = ejection.Case(EjectionCause.LESSER, 2)
    finding = rulings.RulingFacts("Rude.")
    put_out = ejection.apply(by=event.director, entry=event.entry(1), case=case, ruling=finding, reason="rude")
    was = everything(event)
    made = ejection.annul(by=event.director, entry=event.entry(1), reason=WHY)
    assert games_of(event)[0].outcome == "void"
    ejection.reverse(by=event.director, ejection=made, reason="they stand")
    assert everything(event) == was and list(Ejection.objects.in_force()) == [put_out]


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"left_from": None}, "has not left"),
        ({"left_from": 4}, "half of the rounds or more"),
        ({"plan": [{"first": 1, "last": 5, "method": "swiss"}]}, "in a round robin alone"),
    ],
)
def test_games_of_others_stand(said, says):
    event = robin(**said)
    with pytest.raises(Refused, match=says):
        ejection.annul(by=event.director, entry=event.entry(1), reason=WHY)
    assert games_of(event)[0].outcome == "played" and not Ruling.objects.exists()


def test_only_the_director_annuls_with_a_reason_and_once():
    event = robin()
    with pytest.raises(NotAllowed):
        ejection.annul(by=event.scorer, entry=event.entry(1), reason=WHY)
    with pytest.raises(Refused, match="Say why the games are annulled"):
        ejection.annul(by=event.director, entry=event.entry(1), reason=" ")
    made = ejection.annul(by=event.director, entry=event.entry(1), reason=WHY)
    with pytest.raises(Refused, match="are annulled already"):
        ejection.annul(by=event.director, entry=event.entry(1), reason=WHY)
    made.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        made.save()


def test_the_choice_stands_where_the_player_is_withdrawn_and_the_page_shows_it_first():
    event = robin(left_from=None)
    director, page = logged_in(event.director), reverse("console:entry", args=["lakeside-open", "a", 1])
    out = {"out-from_round": 2, "out-reason": "Called away"}
    assert "annul" not in text(director.get(page))
    assert director.post(f"{page}withdraw/", out).url == f"{page}#left"
    assert "left this round robin before half of the rounds" in text(director.get(page))
    shown = director.get(url("annul", 1))
    assert "The player left the round robin" in text(shown)
    play(games_of(event, 2)[0], 500, 300)
    seen = shown.context["plan"].digest
    assert director.post(url("annul", 1), {"seen": "0" * 16, "reason": WHY}).status_code == 422
    done = director.post(url("annul", 1), {"seen": seen, "reason": WHY})
    assert done.url == url("ejection", Ejection.objects.get().pk)
    assert "Annulled games of" in text(director.get(done.url)) and "The games are annulled" in text(director.get(page))
    assert director.get(url("annul", 1)).url == page
    director.post(done.url, {"reason": "the player is back"})
    assert games_of(event)[0].outcome == "played"


def test_a_player_who_is_put_back_is_still_shown_with_the_annulled_games():
    event = robin()
    ejection.annul(by=event.director, entry=event.entry(1), reason=WHY)
    withdraw_entry(by=event.director, entry=event.entry(1), from_round=None, reason="Back")
    page = reverse("console:entry", args=["lakeside-open", "a", 1])
    assert "The games are annulled" in text(logged_in(event.director).get(page))
