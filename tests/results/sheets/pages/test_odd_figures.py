"""Figures out of the ordinary on a player's sheet: asked once before they are signed, shown to whoever signs next."""

import re
from typing import Any

import pytest

from results.games.engine.entry_line import score_questions
from results.models import Sheet, Submission
from tdsuite.platform.audit.models import Record
from tests.results.looking import field, text
from tests.results.sheets.pages.hall import Pages, Phone

ASKS, WARNS, BUTTON = "Nothing is signed yet.", "Check this before you sign:", "It is right: send and sign"
ODD = [(400, -5), (1400, 388), (431, 1), (431, 99), (851, 388), (811, 301), (400, 400)]
USUAL = [(431, 388), (850, 600), (300, 100), (401, 400)]


def question(pages: Pages, mine: int, theirs: int) -> str:
    """What the desk asks about these figures."""
    names = pages.game.first.player.name, pages.game.second.player.name  # type: ignore[union-attr]
    (asked,) = score_questions(names, (mine, theirs), mine - theirs)
    return asked.text


def asked_form(answer: Any) -> dict[str, str]:
    """The fields that the button under the question sends."""
    body = answer.content.decode()
    form = body[body.index('id="sheet-told"') : body.index(BUTTON)]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    del sent["csrfmiddlewaretoken"]
    return sent


def confirms(phone: Phone, answer: Any, **more: Any) -> Any:
    return phone.posts("sheet_enter", **(asked_form(answer) | more))


@pytest.mark.parametrize(("mine", "theirs"), ODD)
def test_an_odd_figure_is_asked_about_once_and_a_yes_is_one_decision(pages: Pages, mine: int, theirs: int) -> None:
    ada, before = pages.phone(1), Record.objects.count()
    answer = ada.enters(mine, theirs)
    assert answer.status_code == 422
    said = text(answer)
    assert said.index(question(pages, mine, theirs)) < said.index(ASKS) < said.index(BUTTON)
    assert (Record.objects.count(), Submission.objects.count(), Sheet.objects.count()) == (before, 0, 0)
    assert "No result yet" in text(pages.phone(4).sees())
    told = confirms(ada, answer)
    assert told.status_code == 200
    assert "Entered and signed by you." in text(told) and ASKS not in text(told)
    assert (pages.sheet.number, Record.objects.count() - before) == (1, 1)
    assert {side.score for side in pages.hall.latest().facts.sides} == {mine, theirs}


@pytest.mark.parametrize(("mine", "theirs"), USUAL)
def test_a_usual_score_is_asked_about_nowhere(pages: Pages, mine: int, theirs: int) -> None:
    answer = pages.phone(1).enters(mine, theirs)
    assert answer.status_code == 200 and ASKS not in text(answer)
    assert WARNS not in text(pages.phone(4).sees())


def test_everything_typed_is_kept_on_the_way_through_the_question(pages: Pages) -> None:
    ada = pages.phone(1)
    answer = ada.enters(1400, 388, tiles_counted="on", **{f"left_{ada.entry.pk}": 6})
    body = answer.content.decode()
    for kept in ('value="1400"', 'value="388"', 'value="6"'):
        assert body.count(kept) == 2  # in the form to change, and under the button
    confirms(ada, answer)
    facts = pages.hall.latest().facts
    assert (facts.tiles_counted, facts.started, facts.total(ada.entry.pk)) == (True, pages.game.first_id, 1394)


def test_a_yes_covers_the_question_that_was_asked_and_no_other(pages: Pages) -> None:
    ada = pages.phone(1)
    answer = ada.enters(1400, 388)
    again = confirms(ada, answer, **{f"score_{ada.entry.pk}": "-140"})
    assert again.status_code == 422
    assert question(pages, -140, 388) in text(again)
    assert ada.posts("sheet_enter", **(asked_form(answer) | {"confirmed": "yes"})).status_code == 422
    mended = confirms(ada, answer, **{f"score_{ada.entry.pk}": "440"})
    assert mended.status_code == 200
    assert pages.hall.latest().facts.total(ada.entry.pk) == 440


def test_what_counts_is_asked_about_not_what_stands_before_the_lines(pages: Pages) -> None:
    ada = pages.phone(1)
    assert "scored only 94?" in text(ada.enters(100, 388, **{f"left_{ada.entry.pk}": 6}))
    assert ada.enters(855, 600, **{f"left_{ada.entry.pk}": 6}).status_code == 200


def test_a_sheet_that_is_final_says_so_and_asks_nothing(pages: Pages) -> None:
    ada = pages.phone(1)
    late = ada.figures(400, -5)
    pages.both_sign()
    answer = ada.posts("sheet_enter", **(late | {"key": field(ada.sees(), "key")}))
    assert answer.status_code == 409 and BUTTON not in text(answer)


@pytest.mark.parametrize(("mine", "theirs"), ODD)
def test_the_second_player_is_warned_beside_the_button_and_signs_with_one_press(
    pages: Pages, mine: int, theirs: int
) -> None:
    ada, other = pages.phone(1), pages.phone(4)
    confirms(ada, ada.enters(mine, theirs))
    said = text(other.sees())
    warned = said.index(WARNS)
    assert said.index("Is this right?") < warned < said.index("Yes, I sign")
    assert said[warned:].startswith(f"{WARNS} {question(pages, mine, theirs)}")
    assert WARNS not in text(ada.sees())
    assert "Both players signed" in text(other.signs())
    assert pages.hall.scores() == (mine, theirs)


def test_the_second_player_who_types_the_same_is_asked_like_the_first(pages: Pages) -> None:
    ada, other = pages.phone(1), pages.phone(4)
    confirms(ada, ada.enters(400, -5))
    answer = other.enters(-5, 400)
    assert answer.status_code == 422 and pages.hall.scores() == (None, None)
    assert '<details class="card" open>' in answer.content.decode()
    assert "Both players signed" in text(confirms(other, answer))


def test_a_card_signed_after_all_is_warned_about_and_not_asked_again(pages: Pages) -> None:
    ada, other = pages.phone(1), pages.phone(4)
    confirms(ada, ada.enters(1400, 388))
    other.enters(388, 413)
    assert text(other.sees()).count(WARNS) == 1
    assert other.gives_in().status_code == 200
    assert pages.sheet.state == "entered"


def test_whoever_is_to_agree_to_a_correction_is_warned_of_its_figures(pages: Pages) -> None:
    ada, other = pages.both_sign()
    ada.posts("sheet_correct", **ada.figures(1431, 388))
    assert WARNS in text(other.sees()) and WARNS not in text(ada.sees())
