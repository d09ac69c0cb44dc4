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
