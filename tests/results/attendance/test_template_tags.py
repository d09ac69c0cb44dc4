"""Times of clocks in templates."""

import pytest
from django.template import Context, Template

from results.attendance.services.attendance import arrive, start_clock
from results.templatetags.clocks import mmss, signed_mmss
from tests.results.attendance.hall import Hall


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (59, "0:59"), (1050, "17:30"), (6000, "100:00"), (-30, "-0:30"), (None, "")]
)
def test_seconds_as_minutes_and_seconds(seconds: int | None, text: str) -> None:
    assert mmss(seconds) == text


@pytest.mark.parametrize(("seconds", "text"), [(60, "+1:00"), (-90, "-1:30"), (0, "+0:00")])
def test_seconds_given_or_taken(seconds: int, text: str) -> None:
    assert signed_mmss(seconds) == text


def rendered(hall: Hall, clocks: str = "{% clocks_of round as clocks %}") -> str:
    source = "{% load clocks %}" + clocks + "{% table_clocks clocks game %}"
    return Template(source).render(Context({"round": hall.round, "game": hall.game()})).strip()


def test_a_table_without_a_late_player_shows_nothing_for_one_query(
    hall: Hall, django_assert_num_queries: object
) -> None:
    context = Context({"round": hall.round, "game": hall.game()})
    source = Template("{% load clocks %}{% clocks_of round as clocks %}{% table_clocks clocks game %}")
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert source.render(context).strip() == ""


def test_a_late_player_is_shown_running_and_then_assigned(hall: Hall) -> None:
    start_clock(by=hall.director, game=hall.game(), entry=hall.player(2), opponent_ready=True)
    assert 1440 < int(rendered(hall).partition('data-left="')[2].partition('"')[0]) <= 1500
    arrive(by=hall.director, game=hall.game(), entry=hall.player(2))
    assert "assigned" in rendered(hall) and "data-left" not in rendered(hall)


def test_a_page_that_asked_for_no_clocks_shows_none(hall: Hall) -> None:
    assert rendered(hall, "") == ""
