"""How one round is to be paired, as a director writes it into the form and finds it there again."""

from typing import Any

import pytest

from pairings.engine.options import options_from
from pairings.forms.plan import RoundPlanForm

EXAMPLE = 'Write for example B:2 C:1, and a name with spaces in quotes: "Under 1200":2.'
ASKED = {"method": "cop", "lag": "0", "repeats": "avoid", "when_ready": "draft"}


def asked(options: str) -> RoundPlanForm:
    return RoundPlanForm({**ASKED, "options": options})


@pytest.mark.parametrize(
    ("written", "field", "means"),
    [
        ("gibson_spreads=250", "gibson_spreads", (250,)),
        ("gibson_spreads=250 200", "gibson_spreads", (250, 200)),
        ("hopefulness=0.1 0.05", "hopefulness", (0.1, 0.05)),
        ("prize_bands=3", "prize_bands", (3,)),
        ("equal_places=1-2 3-4", "equal_places", ((1, 2), (3, 4))),
        ("class_prizes=B:2 C:1", "class_prizes", (("B", 2), ("C", 1))),
        ('class_prizes="Under 1200":2 C:1, factor=2', "class_prizes", (("Under 1200", 2), ("C", 1))),
        ('class_prizes="a, b=c":1', "class_prizes", (("a, b=c", 1),)),
        ('factor=3, class_prizes=5"6:1', "class_prizes", (('5"6', 1),)),
        ("victim_class=Under 1200", "victim_class", "Under 1200"),
        ('victim_class="12 34"', "victim_class", "12 34"),
        ("repeat_byes=yes", "repeat_byes", True),
    ],
)
def test_every_kind_of_option_can_be_written(written: str, field: str, means: Any) -> None:
    form = asked(written)
    assert form.is_valid(), form.errors
    assert getattr(options_from(form.values()["options"]), field) == means


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("repeat_byes=perhaps", "The option repeat_byes cannot be 'perhaps'. Write yes or no."),
        ("trials=99999999999", "The option trials must be at most 1,000,000, not 99,999,999,999."),
        ("factor", "“factor”: write for example factor=3."),
        ("class_prizes=B 1", f"The option class_prizes cannot be 'B 1'. {EXAMPLE}"),
        ("factor=2, class_prizes=Under 1200:2", f"The option class_prizes cannot be 'Under 1200:2'. {EXAMPLE}"),
        (
            'factor=2, class_prizes="Under 1200:2',
            '“class_prizes="Under 1200:2”: a quote is open; close it behind the name.',
        ),
    ],
)
def test_what_no_method_can_follow_is_said_at_the_field(written: str, says: str) -> None:
    form = asked(written)
    assert not form.is_valid()
    assert form.errors == {"options": [says]}


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ({"class_prizes": [["B", 2], ["C", 1]]}, "class_prizes=B:2 C:1"),
        ({"equal_places": [[1, 2], [3, 4]], "factor": 2}, "equal_places=1-2 3-4, factor=2"),
        ({"hopefulness": [0.1, 0.05], "repeat_byes": False}, "hopefulness=0.1 0.05, repeat_byes=no"),
        ({"prize_bands": [3, 8]}, "prize_bands=3 8"),
        ({"class_prizes": [["Under 1200", 2], ["C", 1]]}, 'class_prizes="Under 1200":2 C:1'),
        ({"class_prizes": '"Under 1200":2 "a, b":1', "factor": 2}, 'class_prizes="Under 1200":2 "a, b":1, factor=2'),
        ({"class_prizes": [['the "best"', 2], ["a:b", 1], ["“x", 3]]}, 'class_prizes="the ""best""":2 "a:b":1 "“x":3'),
        ({"victim_class": "12 34"}, 'victim_class="12 34"'),
        ({"victim_class": "yes"}, 'victim_class="yes"'),
        ({"victim_class": "a, b"}, 'victim_class="a, b"'),
        ({"victim_class": "Under 1200"}, "victim_class=Under 1200"),
    ],
)
def test_stored_options_are_shown_as_they_are_written(stored: dict[str, Any], shown: str) -> None:
    assert RoundPlanForm(initial={"options": stored})["options"].value() == shown
    form = asked(shown)
    assert form.is_valid(), form.errors
    assert options_from(form.values()["options"]) == options_from(stored)
