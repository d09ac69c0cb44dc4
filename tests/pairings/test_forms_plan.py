"""How one round is to be paired: a field for every option that the method reads, and what is usual is not kept."""

from typing import Any

import pytest

from pairings.engine.methods.registry import METHODS
from pairings.engine.options import options_from
from pairings.forms.methods import GROUPS, OPTIONS
from pairings.forms.plan import ChangeForm, RoundPlanForm
from tdsuite.platform.web.next_page import fields_before


def test_every_method_has_its_sentence_and_every_option_that_a_method_reads_its_field() -> None:
    listed = [key for _group, rows in GROUPS for key, _says in rows]
    assert sorted(listed) == sorted(METHODS)
    assert set(OPTIONS) == {name for method in METHODS.values() for name in method.reads}


@pytest.mark.parametrize("method", METHODS)
def test_a_form_sent_as_it_is_shown_has_no_options_of_its_own(method: str) -> None:
    form = RoundPlanForm(dict(fields_before(RoundPlanForm(method=method))))
    assert form.is_valid(), form.errors
    assert (form.values()["method"], form.values()["options"]) == (method, {})


@pytest.mark.parametrize(
    ("method", "sent", "kept"),
    [
        ("cop", {"gibson_spreads": "250"}, {"gibson_spreads": [250]}),
        ("cop", {"hopefulness": "0.1, 0.05"}, {"hopefulness": [0.1, 0.05]}),
        (
            "chew",
            {"prize_bands": "3 8", "equal_places": "1-2 3-4"},
            {"prize_bands": [3, 8], "equal_places": [[1, 2], [3, 4]]},
        ),
        (
            "cop",
            {"class_prizes_0": "Under 1200", "class_prizes_1": "2", "class_prizes_2": "C", "class_prizes_3": "1"},
            {"class_prizes": [["Under 1200", 2], ["C", 1]]},
        ),
        ("chew", {"victim_class": "12 34"}, {"victim_class": "12 34"}),
        ("cop", {"repeat_byes": "on", "control_loss": "0.5"}, {"repeat_byes": True, "control_loss": 0.5}),
        ("swiss", {"even_starts": ""}, {"even_starts": False}),
        ("knockout", {"best_of": "3", "eliminated": "swiss"}, {"best_of": 3, "eliminated": "swiss"}),
        ("factor", {"factor": "3", "trials": "5"}, {"factor": 3}),  # what the method does not read is not kept
    ],
)
def test_options_that_differ_are_kept_and_shown_again(method: str, sent: dict[str, str], kept: dict[str, Any]) -> None:
    usual = dict(fields_before(RoundPlanForm(method=method)))
    form = RoundPlanForm({name: value for name, value in (usual | sent).items() if value or name not in sent})
    assert form.is_valid(), form.errors
    assert form.values()["options"] == kept
    options_from(kept)
    again = RoundPlanForm(dict(fields_before(RoundPlanForm(initial={"method": method, "options": kept}))))
    assert again.is_valid() and again.values()["options"] == kept


@pytest.mark.parametrize(
    ("method", "sent", "says"),
    [
        ("cop", {"trials": "99999999999"}, "The option trials must be at most 1,000,000, not 99,999,999,999."),
        ("cop", {"gibson_spreads": "many"}, "Write numbers with spaces between them."),
        ("cop", {"class_prizes_0": "B", "class_prizes_1": ""}, "Write how many prizes each class has."),
        ("chew", {"equal_places": "1-2 3"}, "Write the first and the last place of each group, such as 1-2 3-4."),
        ("initial_fontes", {"fontes_rounds": "4"}, "must be odd, as a group has one player more; not 4."),
    ],
)
def test_what_no_method_can_follow_is_told(method: str, sent: dict[str, str], says: str) -> None:
    form = RoundPlanForm(dict(fields_before(RoundPlanForm(method=method))) | sent)
    assert not form.is_valid()
    assert says in " ".join(str(error) for errors in form.errors.values() for error in errors)


def test_another_method_shows_its_own_options_and_none_of_the_stored() -> None:
    form = ChangeForm(initial={"method": "factor", "options": {"factor": 4}}, method="knockout")
    assert (form["method"].value(), "factor" in form.fields, form["best_of"].value()) == ("knockout", False, 1)
    same = ChangeForm(initial={"method": "factor", "options": {"factor": 4}}, method="factor")
    assert same["factor"].value() == 4
