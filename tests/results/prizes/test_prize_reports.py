"""The ceremony's sheet and the treasurer's receipts: what stands on them, and when there is nothing to print."""

import pytest
from django.utils import translation

from results.models import Prize
from results.prizes.services.ceremony import division_page
from results.reports.common import NothingToPrint
from results.reports.prizes import lines_of
from tdsuite.console.forms.printing import reports_for
from tdsuite.platform.printing import registry
from tdsuite.tournaments.models import Entry
from tests.english import english_words
from tests.factories import make_division, make_played_event, make_user
from tests.paper import Paper
from tests.results.prizes.pages import name

pytestmark = pytest.mark.django_db
NAMES = ("ceremony", "ceremony-event", "prize-receipts")


def built(name, division):
    known = registry.find(name)
    return known.build(division if known.scope == "division" else division.tournament, {})


def test_without_a_prize_there_is_no_sheet(division):
    for one in NAMES:
        with pytest.raises(NothingToPrint, match="has no prize to give yet"):
            built(one, division)


def test_before_the_first_result_there_is_no_sheet():
    made = make_division(players=2)
    Prize.objects.create(division=made, title="First", basis="place", money=1)
    for one in NAMES:
        with pytest.raises(NothingToPrint, match="no result is in"):
            built(one, made)


def test_a_list_that_cannot_be_awarded_is_said_instead_of_printed(division):
    Prize.objects.create(division=division, title="Spirit", basis="by_hand", money=1, winners=[4])
    Entry.objects.filter(division=division, number=4).update(unranked=True)
    for one in NAMES:
        with pytest.raises(NothingToPrint, match="cannot be awarded: Spirit: Dmitri Quillfeather is not"):
            built(one, division)


def test_each_winner_of_a_shared_prize_signs_on_a_line_of_their_own(division):
    Prize.objects.create(division=division, title="First", basis="place", money=5000, text="the cup")
    Prize.objects.create(division=division, title="Second", basis="place", place=2, money=3001)
    lines = lines_of(division_page(division))
    assert [(one.prize, one.winner, one.number, one.money, one.things) for one in lines] == [
        ("First, Second", name(division, 1), 1, "40.00", "the cup (shared)"),
        ("First, Second", name(division, 3), 3, "40.00", "the cup (shared)"),
    ]


def test_a_team_signs_as_a_team(division):
    Entry.objects.filter(division=division, number__in=(1, 2)).update(team="Owls")
    Prize.objects.create(tournament=division.tournament, title="Best team", basis="team", money=700)
    text = Paper("prize-receipts", division.tournament).text
    assert "Best team Owls 7 Together 7" in text


FRENCH = (
    "Rang 1=, 1-0 +100", "10,00 + 0,01 = 10,01 à partager entre 2 : 5,00 chacun",
    "0,01 ne peut se partager et reste à l’organisateur", "Ada Winterbourne a déjà un prix (First)", "Attribué par l’organisateur",
    "Class Z : personne n’y a droit", "Ronde 1 : 350-450 contre Ada Winterbourne", "est absent", "ensemble : Ada Winterbourne",
)  # fmt: skip


def test_why_a_prize_went_to_somebody_is_in_the_readers_language(division):
    Prize.objects.create(division=division, title="First", basis="place", money=1000)
    Prize.objects.create(division=division, title="Second", basis="place", place=2, money=1)
    Prize.objects.create(division=division, title="High win", basis="high_win", money=100)
    Prize.objects.create(division=division, title="High loss", basis="high_loss", money=100)
    Prize.objects.create(division=division, title="Spirit", basis="by_hand", money=100, winners=[2])
    Prize.objects.create(division=division, title="Class Z", basis="class", class_name="Z", money=100)
    Prize.objects.create(tournament=division.tournament, title="Best team", basis="team", money=100)
    Entry.objects.filter(division=division, number=1).update(team="Owls")
    division.standings_options = {"prizes": {"one_each": True, "absent": [4]}}
    division.save()
    with translation.override("fr"):
        text = Paper("ceremony-event", division.tournament).text.replace("\N{NO-BREAK SPACE}", " ")
    assert [words for words in FRENCH if words not in text] == [], text
    titles = ("First", "Second", "High win", "High loss", "Spirit", "Class Z", "Best team", "Division A")
    people = [entry.player.name for entry in division.entries.select_related("player")]
    assert english_words([text], [*titles, *people, division.tournament.name]) == []


def test_a_final_sheet_does_not_say_that_it_is_not(division):
    Prize.objects.create(division=division, title="First", basis="place", text="the cup")
    text = Paper("ceremony", division).text
    assert "Not final" not in text and "Shared: the organiser decides who gets what is not money." in text


def test_a_division_without_a_prize_is_left_off_the_sheet_of_the_event(division):
    make_division(division.tournament, players=2, rounds=1, code="b")
    Prize.objects.create(division=division, title="First", basis="place", money=100)
    text = Paper("ceremony-event", division.tournament).text
    assert "Division A" in text and "Division B" not in text and "The whole event" not in text
    assert "Not final" in text  # division B has a round to come


def test_the_three_sheets_are_offered_to_whoever_may_print(division):
    user = make_user(tournament=division.tournament)
    assert set(NAMES) <= set(reports_for(user, division.tournament))


def test_a_long_list_of_prizes_fills_several_whole_pages():
    made = make_played_event(players=30, played=2, rounds=2)
    Prize.objects.bulk_create(
        Prize(division=made, title=f"Place {place}", basis="place", place=place, money=100 * place)
        for place in range(1, 31)
    )
    for one, subject in (("ceremony", made), ("prize-receipts", made.tournament)):
        printed = Paper(one, subject)
        assert len(printed.texts) >= 2
        printed.assert_whole()
