"""The palette: a command in tsh's words, a player, a table, a page; what is typed for it and where it leads."""

import re

import pytest

from tdsuite.console.palette import COMMANDS, suggestions
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Game, Round
from tests.factories import make_division, make_round
from tests.statements import statements_of_page

pytestmark = pytest.mark.django_db

EVENT = "/console/lakeside-open"


def first(division, text, **place):
    return suggestions(division.tournament, text, may=lambda _can: True, **place)[0]


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("missing", f"{EVENT}/round/?division=a&round=4"), ("miss 3", f"{EVENT}/round/?division=a&round=3"),
        ("sp", f"{EVENT}/round/?division=a&round=4"), ("SP 2", f"{EVENT}/round/?division=a&round=2"),
        ("p 5", f"{EVENT}/a/round/5/"), ("st 3", "/t/lakeside-open/a/standings/3/"),
        ("st", "/t/lakeside-open/a/standings/"), ("st 2 b", "/t/lakeside-open/b/standings/"),
        ("wc", "/t/lakeside-open/a/wall-chart/"), ("t 2", None), ("print", f"{EVENT}/print/?division=a&round=4"),
        ("Record", f"{EVENT}/record/"), ("word lists", f"{EVENT}/words/"),
        ("p 99", f"{EVENT}/a/round/7/"), ("st 6", "/t/lakeside-open/a/standings/"), ("pri", f"{EVENT}/prizes/"),
        ("pr", f"{EVENT}/print/?division=a&round=4"), ("settings", f"{EVENT}/settings/"),
    ],
)  # fmt: skip
def test_words_lead_to_their_page(under_way, text, url):
    make_division(under_way.tournament, players=2, code="b", rounds=3)
    game = Game.objects.get(round__number=4, board=2)
    assert first(under_way, text).url == (url or f"{EVENT}/a/table/{game.pk}/")


def test_the_page_where_it_is_typed_says_which_division_and_round(under_way):
    make_division(under_way.tournament, players=2, code="b", rounds=3)
    assert first(under_way, "sp", code="b", number=2).url == f"{EVENT}/round/?division=b&round=2"
    assert first(under_way, "sp a", code="b", number=2).url == f"{EVENT}/round/?division=a&round=2"


def test_players_are_known_by_name_and_by_number_and_a_number_is_a_table_too(under_way):
    entry = under_way.entries.get(number=3)
    labels = [line.label for line in suggestions(under_way.tournament, "3", may=lambda _can: True)]
    assert labels[0].startswith("Table 3: ") and labels[1] == str(entry.player)
    assert first(under_way, str(entry.player)[:5]).url == f"{EVENT}/a/roster/3/"


def test_the_name_of_a_page_leads_there_whoever_has_it_in_their_name(under_way):
    entry = under_way.entries.get(number=3)
    entry.player.name = "Greta Peoples"
    entry.player.save()
    assert first(under_way, "people").label == "People"
    labels = [line.label for line in suggestions(under_way.tournament, "peoples", may=lambda _can: True)]
    assert labels == ["Greta Peoples"]


def test_a_result_is_typed_into_the_keyboard_page_and_saved_there(under_way, as_role):
    scorer = as_role(Role.SCORER)
    game = Game.objects.awaiting_result().first()
    body = scorer.get(f"{EVENT}/palette/?q=a {game.first.number} 431 388").content.decode()
    form = re.search(r'action="(/console[^"]+)">.*?name="line" value="([^"]+)"', body, re.DOTALL)
    assert form and form.groups() == (f"{EVENT}/round/line/?whose=a&amp;round=4", f"{game.first.number} 431 388")
    assert str(game.first.player) in body
    scorer.post(form[1].replace("&amp;", "&"), {"line": form[2]})
    game.refresh_from_db()
    assert (game.first_score, game.second_score) == (431, 388)


def test_who_may_not_is_offered_neither_results_nor_pages_that_refuse(under_way, as_role):
    reader = as_role(Role.READER)
    for text in ("a 3 431 388", "miss", "people", "print"):
        assert "Nothing of that name." in reader.get(f"{EVENT}/palette/?q={text}").content.decode(), text
    for command in COMMANDS:
        body = reader.get(f"{EVENT}/palette/?q={command.words[0]} 3").content.decode()
        for url in re.findall(r'<li>\s*<a href="([^"]+)"', body):
            assert reader.get(url.replace("&amp;", "&")).status_code in (200, 302), url


@pytest.mark.parametrize("text", ["", " ", "%", "a", "a x", "-1", "9" * 70, "st 99999999999", "\0", "<b>", "t 0"])
def test_whatever_is_typed_is_answered(under_way, as_role, text):
    answer = as_role(Role.DIRECTOR).get(f"{EVENT}/palette/", {"q": text, "division": "zz", "round": "x"})
    assert answer.status_code == 200 and "<b>" not in answer.content.decode()


def test_the_answer_takes_as_many_queries_for_thirty_divisions_as_for_one(under_way, as_role):
    def counts():
        texts = ("3", "st 2", "player", "a 3 400 300")
        return [statements_of_page(director, f"{EVENT}/palette/?q={text}", **{"HX-Request": "true"}) for text in texts]

    director = as_role(Role.DIRECTOR)
    before = counts()
    for number in range(10):
        make_round(make_division(under_way.tournament, players=6, code=f"d{number}"), 1, status=Round.Status.PLAYING)
    assert counts() == before
