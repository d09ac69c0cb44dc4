"""Options of the methods."""

from dataclasses import asdict

import pytest

from pairings.engine.errors import BadOption
from pairings.engine.options import CopRules, Eliminated, Groups, Halves, MethodOptions, options_from


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"factor": -1}, "The option factor must be at least 0"),
        ({"group_size": 1}, "group_size must be at least 2"),
        ({"best_of": 0}, "best_of must be at least 1"),
        ({"fontes_rounds": 4}, "fontes_rounds must be odd"),
        ({"flight_caps": "sky"}, "flight_caps must be one of default, nsc_before_2008, nsc_2008, none, not 'sky'"),
        ({"prize_bands": [8, 3]}, "prize_bands must name the last place of each band, lowest number first"),
        ({"spread_swings": []}, "spread_swings needs at least one number"),
        ({"groups": "round"}, "The option groups cannot be 'round'"),
        ({"factor": "many"}, "The option factor cannot be 'many'"),
        ({"place_prizes": 0}, "The option place_prizes must be at least 1, not 0"),
        ({"trials": 0}, "trials must be at least 1"),
        ({"gibson_spreads": []}, "gibson_spreads needs at least one number"),
        ({"hopefulness": [0.1, 0]}, "hopefulness needs at least one share, each above 0 and at most 1"),
        ({"hopefulness": [1.5]}, "hopefulness needs at least one share, each above 0 and at most 1"),
        ({"control_loss": 1.5}, "control_loss must be a share from 0 to 1, not 1.5"),
        ({"class_prizes": [["B", 0]]}, "class_prizes needs a class and at least 1 prize"),
        ({"class_prizes": [3]}, "The option class_prizes cannot be"),
        ({"trials": 1_000_001}, "trials must be at most 1,000,000, not 1,000,001"),
        ({"control_trials": 10**11}, "control_trials must be at most 1,000,000, not 100,000,000,000"),
        ({"repeat_byes": "perhaps"}, "The option repeat_byes cannot be 'perhaps'. Write yes or no."),
        ({"faint_hope": 1}, "The option faint_hope cannot be 1. Write yes or no."),
        ({"factor": True}, "The option factor cannot be True"),
        ({"prize_bands": "3 last"}, "The option prize_bands cannot be '3 last'"),
        ({"hopefulness": "0.1, 0.2"}, "The option hopefulness cannot be '0.1, 0.2'. Write for example 0.1 0.05."),
        ({"equal_places": "1 2"}, "The option equal_places cannot be '1 2'. Write for example 1-2 3-4."),
        ({"equal_places": "4-3"}, "equal_places must name groups of places as first-last"),
        ({"class_prizes": "B 1"}, "The option class_prizes cannot be 'B 1'. Give each class with its prizes."),
        ({"class_prizes": [["", 2]]}, "class_prizes needs a class and at least 1 prize"),
        ({"faktor": 2}, "The option faktor is no option of a pairing method. Known: factor, "),
    ],
)
def test_an_option_that_cannot_be_followed_is_named(facts, message):
    with pytest.raises(BadOption, match=message):
        options_from(facts)


@pytest.mark.parametrize(
    ("name", "written", "kept"),
    [
        ("prize_bands", 3, (3,)), ("prize_bands", "3 8", (3, 8)), ("gibson_spreads", 250, (250,)),
        ("spread_swings", [500, 700], (500, 700)), ("hopefulness", 0.1, (0.1,)),
        ("hopefulness", "0.1 0.05", (0.1, 0.05)), ("equal_places", "1-2 3-5", ((1, 2), (3, 5))),
        ("class_prizes", [["Under 1200", 2], ["C", 1]], (("Under 1200", 2), ("C", 1))),
        ("trials", "1000000", 1_000_000), ("repeat_byes", True, True),
    ],
)  # fmt: skip
def test_one_value_or_several_are_read_as_a_director_writes_them(name, written, kept):
    assert getattr(options_from({name: written}), name) == kept


def test_options_come_back_out_of_json():
    options = MethodOptions(
        factor=3, groups=Groups.SPREAD, halves=Halves.TOP_BOTTOM, prize_bands=(2, 5), equal_places=((1, 2),),
        eliminated=Eliminated.SWISS, faint_hope=False, class_prizes=(("B", 2), ("C", 1)), hopefulness=(0.2, 0.1), cop_rules=CopRules.MID_2026,
    )  # fmt: skip
    assert options_from(asdict(options)) == options
    assert options_from({}) == MethodOptions()
