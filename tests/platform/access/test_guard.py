import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from tdsuite.platform.access.actors import Means, PlayerActor
from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed, allowed, require, roles_of, visible_tournaments
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import CAPABILITIES, Can, Role
from tests.factories import make_tournament, make_user

pytestmark = pytest.mark.django_db


def test_every_capability_has_a_row_in_the_table():
    assert set(CAPABILITIES) == set(Can)


def test_a_stranger_reads_a_public_event_and_an_unlisted_one_but_not_a_private_one():
    answers = [
        allowed(AnonymousUser(), make_tournament(who, visibility=who), Can.SEE_EVENT)
        for who in ("public", "unlisted", "private")
    ]
    assert answers == [True, True, False]


def test_the_administrator_and_the_command_line_may_do_everything():
    administrator = User.objects.create_superuser("ada", password="x")
    assert all(allowed(administrator, None, action) and allowed(COMMAND_LINE, None, action) for action in Can)


def test_a_refusal_says_what_and_who_may():
    with pytest.raises(NotAllowed, match=r"may not publish pairings .* done by: assistant, director"):
        require(AnonymousUser(), make_tournament(), Can.PUBLISH_PAIRINGS)
    assert issubclass(NotAllowed, PermissionDenied)


def test_lists_hold_public_events_and_ones_own():
    for slug, visibility in (("one", "public"), ("two", "unlisted"), ("three", "private")):
        make_tournament(slug, visibility=visibility)
    helper = make_user(tournament=make_tournament("four", visibility="private"), role=Role.SCORER)
    listed = [{one.slug for one in visible_tournaments(user)} for user in (AnonymousUser(), helper, COMMAND_LINE)]
    assert listed == [{"one"}, {"one", "four"}, {"one", "two", "three", "four"}]


def test_roles_are_asked_once_a_tournament(django_assert_num_queries):
    tournament = make_tournament()
    user = User.objects.get(pk=make_user(tournament=tournament).pk)
    with django_assert_num_queries(1):
        assert [allowed(user, tournament, action) for action in (Can.PAIR, Can.RULE, Can.PRINT)] == [True, True, True]


def test_a_signed_in_player_has_the_players_role_in_their_own_event_only():
    own, other = make_tournament(), make_tournament("riverside")
    player = PlayerActor(pk=1, tournament_id=own.pk, division_id=1, means=Means.LINK)
    assert roles_of(player, own) == {Role.PUBLIC, Role.PLAYER}
    assert roles_of(player, other) == {Role.PUBLIC}
    assert allowed(player, own, Can.SIGN) and not allowed(player, other, Can.SIGN)
    assert not allowed(player, own, Can.ENTER_RESULTS)


ROOT = Path(__file__).parents[3]
OPEN_DECISIONS = {"deciding", "deciding_event", "deciding_on", "deciding_sheet", "_owning", "_issue"}
ASKS_ELSEWHERE = {  # and where
    "make_token": "one's own", "revoke_token": "one's own", "change_password": "one's own", "switch_on": "one's own",
    "switch_off": "one's own", "renew_recovery_codes": "one's own", "request_cancel": "the page of jobs", "retry": "the page of jobs",
    "erase_player": "in every event of the person", "export_person": "in every event of the person", "export": "preview",
    "_delete": "who deletes", "_owning": "who changes prizes", "_issue": "who makes links", "fill_division": "who imports",
    "_fill_tables_and_claims": "who imports", "_deciding": "test_requests.py", "deciding_on_challenge": "test_path.py",
}  # fmt: skip


def decisions_without_a_right() -> Iterator[str]:
    """The functions that decide in the name of who asks, by `by`, and neither name the right nor require one."""
    for package in ("tdsuite", "pairings", "results", "adjudication"):
        for path in (ROOT / package).rglob("*.py"):
            for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(function, ast.FunctionDef):
                    calls = [call for call in ast.walk(function) if isinstance(call, ast.Call)]
                    names = {ast.unparse(call.func).rpartition(".")[2] for call in calls}
                    opened = [call for call in calls if ast.unparse(call.func) in OPEN_DECISIONS]
                    given = [{word.arg: ast.unparse(word.value) for word in call.keywords} for call in opened]
                    asks = any(name.startswith("require") for name in names) or "_may_say" in names
                    if not asks and any(words.get("by") == "by" and "can" not in words for words in given):
                        yield function.name


def test_every_service_that_decides_asks_the_guard_itself() -> None:
    """Whom a page or call lets in is the table's (test_matrix.py); behind them no service takes another's word for it."""
    assert set(decisions_without_a_right()) == set(ASKS_ELSEWHERE)
