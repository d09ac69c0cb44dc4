"""Enter, sign, hand in: what makes the game's result, and what does not."""

import pytest

from results.games.services.outcomes import record_result
from results.models import Signature
from results.rulings.services import rulings
from results.sheets.engine.facts import SheetLine, sha256
from results.sheets.services import entering
from results.sheets.services.decisions import SheetChanged
from results.sheets.services.entering import KeyReused, issue_key
from results.sheets.services.officials import rule_sheet
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Game, Round
from tdsuite.tournaments.services.decision import Refused
from tests.results.rulings.cases import lines, total
from tests.results.sheets.desk import Hall, make_hall

pytestmark = pytest.mark.django_db


def test_a_signature_keeps_the_hash_of_the_very_bytes_means_device_and_instant(hall: Hall) -> None:
    hall.enters(1)
    signed = Signature.objects.get()
    latest = hall.latest()
    assert (signed.entry_id, signed.sha256, signed.means, signed.device) == (
        hall.event.entry(1).pk, sha256(latest.text), "link", "phone",
    )  # fmt: skip


def test_a_mended_slip_voids_the_own_signature_before_the_other_signs(hall: Hall) -> None:
    hall.enters(1, 341, 388)
    assert (hall.enters(1).state, hall.sheet().number) == ("entered", 2)
    assert hall.signs(4).state == "signed"
    assert hall.scores() == (431, 388)


def test_the_scores_belong_to_players_not_to_sides(hall: Hall) -> None:
    hall.enters(4)
    hall.signs(1)
    latest = hall.latest().facts
    assert (latest.score(hall.event.entry(1).pk), latest.winner) == (431, hall.event.entry(1).pk)


def test_the_same_scores_with_another_tick_are_no_dispute_but_to_be_looked_at(hall: Hall) -> None:
    hall.enters(1, tiles_counted=True)
    with pytest.raises(SheetChanged, match="entered the same scores"):
        hall.enters(4)
    assert (hall.sheet().state, hall.sheet().number, hall.latest().facts.tiles_counted) == ("entered", 1, True)
    assert hall.signs(4).state == "signed"


def test_a_draw_is_recorded_from_the_signed_sheet() -> None:
    hall = make_hall()
    Game.objects.filter(pk=hall.game().pk).update(starts_by=Game.StartsBy.DRAW)
    hall.enters(1, started=hall.event.entry(4).pk)
    hall.signs(4)
    game = hall.game()
    assert (game.starts_by, game.first.number, hall.scores(), hall.sheet().number) == ("drawn", 4, (388, 431), 1)


def test_wespa_5_4_2_handing_in_is_a_step_of_its_own(hall: Hall) -> None:
    hall.both_sign()
    assert entering.hand_in(by=hall.player(1), game=hall.game()).state == "handed_in"
    assert entering.hand_in(by=hall.scorer, game=hall.game()).message == "This sheet was handed in already."


@pytest.mark.parametrize("first", ["the keyboard", "a player"])
def test_a_keyboard_result_of_the_same_figures_is_signed_before_or_afterwards(hall: Hall, first: str) -> None:
    if first == "a player":
        hall.enters(1)
    record_result(by=hall.scorer, game=hall.game(), first_score=431, second_score=388)
    if first == "the keyboard":
        assert hall.enters(1).state == "posted"
    assert (hall.sheet().state, hall.sheet().number) == ("posted", 1)
    assert hall.signs(4).state == "handed_in"
    assert (hall.sheet().number, Game.objects.filter(outcome="played").count()) == (1, 1)


def test_a_keyboard_result_on_an_open_sheet_makes_a_version_that_counts_unsigned(hall: Hall) -> None:
    hall.enters(1)
    record_result(by=hall.scorer, game=hall.game(), first_score=430, second_score=388)
    version, maker = hall.latest(), ("user", hall.scorer.pk, "result.entered")
    assert (version.number, (version.made_by_kind, version.made_by, version.cause)) == (2, maker)
    assert (hall.sheet().state, version.signatures.count()) == ("posted", 0)


def test_no_score_beyond_any_game_and_nothing_before_the_round_is_published_is_entered(hall: Hall) -> None:
    for score in (1501, -1501):
        with pytest.raises(Refused, match="is no score"):
            hall.enters(1, score, 388)
    Round.objects.update(status=Round.Status.DRAFT)
    with pytest.raises(Refused, match="not published yet"):
        hall.enters(1)


def test_the_same_key_with_other_figures_is_refused(hall: Hall) -> None:
    key = issue_key(by=hall.player(1), game=hall.game())
    hall.enters(1, key=key)
    with pytest.raises(KeyReused):
        hall.enters(1, 400, 388, key=key)
    assert hall.sheet().number == 1


def test_a_key_of_somebody_else_of_another_game_or_of_no_server_is_refused(hall: Hall) -> None:
    issued = [issue_key(by=hall.player(number), game=hall.game(board)) for number, board in ((4, 1), (1, 2))]
    for key in (*issued, "made-up"):
        with pytest.raises(Refused, match="too old to send"):
            hall.enters(1, key=key)


def test_every_step_is_in_the_record(hall: Hall) -> None:
    hall.both_sign(handed_in=True)
    actions = list(Record.objects.order_by("seq").values_list("action", flat=True))
    assert actions == ["sheet.entered", "sheet.signed", "result.entered", "sheet.handed_in"]
    assert verify(hall.division.tournament).whole


@pytest.mark.parametrize(
    ("book", "kind", "points", "seconds", "says"),
    [
        ("wespa-2010", "overtime", -110, 0, r"loses the game .* \(5\.3\.3\): the director enters it as lost on time"),
        ("wespa-2010", "overtime", -10, 61, "1:01 over costs 20 points"),
        ("nsa-2004", "overtime", -5, 0, r"5 points cannot be for overtime .* \(III\.C\.2\)"),
        ("scrabble-guide", "overtime", -20, 0, "overtime costs no points: leave it empty"),
        ("nsa-2004", "tiles_left", -6, 0, r"only where nobody went out, and then off both players \(III\.C\.1\)"),
        ("sowpods-club", "tiles_left", -6, 0, r"then off both players \(Scoring 11\)"),
        ("scrabble-guide", "tiles_left", -6, 0, r"own tiles left come off nobody's score.*\(Ending\)"),
        ("nsa-2004", "tiles_gained", 7, 0, r"an even number, not 7 \(III\.C\.1\)"),
        ("wespa-2010", "tiles_left", 6, 0, "own tiles left come off"),
    ],
)
def test_wespa_5_3_2_5_3_3_nsa_iii_c_a_line_that_no_rule_gives_is_refused_by_the_one_service(
    book: str, kind: str, points: int, seconds: int, says: str
) -> None:
    hall = make_hall(book)
    line = SheetLine(hall.event.entry(1).pk, kind, points, seconds)
    with pytest.raises(Refused, match=says):
        hall.enters(1, 500, 380, lines=(line,))
    facts = rulings.RulingFacts("so found")
    with pytest.raises(Refused, match=says):
        rule_sheet(by=hall.director, game=hall.game(), figures=hall.figures(500, 380, lines=(line,)), facts=facts)
    assert (hall.game().outcome, lines(hall.game())) == ("", [])


@pytest.mark.parametrize(
    ("book", "own", "counted"),
    [
        ("wespa-2010", [("tiles_gained", 7), ("tiles_left", -7)], (407, 373)),
        ("nsa-2004", [("tiles_gained", 14), None], (414, 380)),
        ("sowpods-club", [("tiles_gained", 14), None], (414, 380)),
        ("scrabble-guide", [("tiles_gained", 14), None], (414, 380)),
        ("nsa-2004", [("tiles_left", -11), ("tiles_left", -4)], (389, 376)),
        ("wespa-2010", [("tiles_left", -11), ("tiles_left", -4)], (389, 376)),
    ],
)
def test_wespa_5_1_4_5_2_nsa_iii_c_1_tiles_left_as_the_book_counts_them(book, own, counted) -> None:
    hall = make_hall(book)
    people = [hall.game().first_id, hall.game().second_id]
    written = [SheetLine(entry, *line) for entry, line in zip(people, own, strict=True) if line]
    hall.enters(1, 400, 380, lines=tuple(written))
    hall.signs(4)
    assert total(hall.game()) == counted
    assert all(rule for *_line, rule in lines(hall.game()))


def test_wespa_5_1_4_a_what_one_gains_is_what_the_other_loses(hall: Hall) -> None:
    people = [hall.game().first_id, hall.game().second_id]
    one, other = SheetLine(people[0], "tiles_gained", 7), SheetLine(people[1], "tiles_left", -8)
    with pytest.raises(Refused, match=r"what the other loses for the same tiles \(5\.1\.4\)"):
        hall.enters(1, lines=(one, other))
    with pytest.raises(Refused, match=r"went out and has none left \(5\.1\.4\)"):
        hall.enters(1, lines=(one, SheetLine(people[0], "tiles_left", -8)))
    with pytest.raises(Refused, match="Only the player who went out gains"):
        hall.enters(1, lines=(one, SheetLine(people[1], "tiles_gained", 8)))
