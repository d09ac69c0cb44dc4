"""The second factor: RFC 6238, asked wherever a password is, each code once, recovery, reset, and who must have one."""

import re
import time
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from tdsuite.platform.access import codes
from tdsuite.platform.access.models import RecoveryCode, Tries, User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.access.services import second_factor
from tdsuite.platform.access.tokens import make_token
from tdsuite.platform.audit.models import ReasonText, Record
from tdsuite.platform.audit.services import verify
from tests.factories import PASSWORD, make_tournament, make_user

pytestmark = pytest.mark.django_db
ACCOUNT, FACTOR = "/account/", "/account/second-factor/"
RIGHT = {"username": "director", "password": PASSWORD}


@pytest.fixture(autouse=True)
def clock_that_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """No step ends between a code and the answer to it."""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)


@pytest.fixture
def director() -> User:
    return make_user(tournament=make_tournament())


def code_of(user: User, steps: int = 0) -> str:
    """What the app shows, so many steps from now."""
    user.refresh_from_db()
    return codes.factor_code(codes.factor_secret(user.factor_nonce), int(time.time()) // 30 + steps)


def switched_on(user: User, steps: int = -1) -> list[str]:
    nonce = codes.new_nonce()
    first = codes.factor_code(codes.factor_secret(nonce), int(time.time()) // 30 + steps)
    return second_factor.switch_on(by=user, nonce=nonce, code=first)


def entered(code: str, client: Client | None = None) -> Any:
    """The answer to a code, after the right password."""
    client = client or Client()
    asked = client.post("/log-in/?next=/account/", RIGHT)
    assert asked.headers["Location"] == "/log-in/code/?next=%2Faccount%2F"
    assert client.get(ACCOUNT).status_code == 302  # the password alone opens nothing
    return client.post(asked.headers["Location"], {"code": code, "next": ACCOUNT})


def ask_token(**values: Any) -> Any:
    return APIClient().post("/api/v1/token/", RIGHT | values, format="json")


@pytest.mark.parametrize(("seconds", "digits"), [(59, "287082"), (1111111109, "081804"), (20000000000, "353130")])
def test_rfc_6238_appendix_b_the_codes_of_sha_1(seconds: int, digits: str) -> None:
    assert codes.factor_code(b"12345678901234567890", seconds // 30) == digits


def test_it_counts_after_the_first_code_and_then_password_and_code_are_asked(client: Client, director: User) -> None:
    key, elsewhere = make_token(by=director, name="API"), Client()
    elsewhere.force_login(director)
    client.force_login(director)
    page = client.get(FACTOR)
    assert page.context["secret"] == client.get(FACTOR).context["secret"] and "no-store" in page["Cache-Control"]
    assert client.post(FACTOR, {"code": "000000"}).status_code == 422
    director.refresh_from_db()
    assert not director.has_second_factor
    nonce = client.session["second_factor_nonce"]
    first = codes.factor_code(codes.factor_secret(nonce), int(time.time()) // 30 - 1)
    shown = client.post(FACTOR, {"code": f"{first[:3]} {first[3:]}"}).context["codes"]
    assert len(set(shown)) == 10 and len(shown[0]) == 19
    assert client.get(ACCOUNT).status_code == 200  # this session goes on, others and tokens are over
    assert elsewhere.get(ACCOUNT).status_code == 302
    assert APIClient().get("/api/v1/tournaments/", headers={"Authorization": f"Token {key}"}).status_code == 401
    assert entered(first).status_code == 422  # it was taken
    assert entered(code_of(director)).headers["Location"] == ACCOUNT
    rows = str([*User.objects.values(), *RecoveryCode.objects.values(), *Record.objects.values()])
    assert not [word for word in (*shown, page.context["secret"]) if word.replace("-", "").replace(" ", "") in rows]
    assert verify(None).flaws == ()


@pytest.mark.parametrize(("steps", "status"), [(-2, 422), (-1, 302), (0, 302), (1, 302), (2, 422)])
def test_a_clock_may_be_one_step_off(director: User, steps: int, status: int) -> None:
    switched_on(director)
    User.objects.update(factor_step=0)
    assert entered(code_of(director, steps)).status_code == status


def test_a_code_opens_once_whoever_sends_it_again(director: User) -> None:
    switched_on(director)
    code = code_of(director)
    assert [entered(code).status_code, entered(code).status_code, ask_token(otp=code).status_code] == [302, 422, 400]
    assert ask_token(otp=code_of(director, 1)).status_code == 200
    assert entered(code_of(director)).status_code == 422  # an older one than that


def test_a_recovery_code_opens_once_is_recorded_and_new_ones_replace_the_rest(client: Client, director: User) -> None:
    recovery_codes = switched_on(director)
    assert entered(recovery_codes[0].lower().replace("-", " "), client).status_code == 302
    assert entered(recovery_codes[0]).status_code == 422
    assert Record.objects.get(action="recovery_codes.used").after == {"left": 9}
    assert "9 of 10 recovery codes" in client.get(ACCOUNT).content.decode()
    assert client.post(f"{FACTOR}recovery-codes/", {"renewal-code": "000000"}).status_code == 422
    renewed = client.post(f"{FACTOR}recovery-codes/", {"renewal-code": recovery_codes[1]}).context["codes"]
    assert [entered(recovery_codes[2]).status_code, entered(renewed[0]).status_code] == [422, 302]


def test_codes_that_are_guessed_wait_as_passwords_do_and_a_right_password_frees_nobody(director: User) -> None:
    switched_on(director)
    answers = [entered("000000") for _ in range(6)]
    assert ["Too many wrong tries" in answer.content.decode() for answer in answers] == [False] * 5 + [True]
    assert [answer.status_code for answer in answers] == [422] * 5 + [429]  # as a wrong PIN is answered
    assert entered(code_of(director)).status_code == 429
    (says,) = ask_token(otp=code_of(director)).json()["fields"]["otp"]
    assert re.fullmatch(
        r"Too many wrong tries\. Wait [0-9]+ seconds\.", says
    )  # an account has neither link nor station
    assert Record.objects.filter(action="log_in.throttled", object_id=str(director.pk)).count() == 1
    Tries.objects.update(blocked_until=timezone.now() - timedelta(seconds=1))
    assert entered(code_of(director)).status_code == 302


def test_the_step_between_ends_with_its_time_and_with_a_new_password(client: Client, director: User) -> None:
    switched_on(director)
    for end in ("time", "password"):
        client.post("/log-in/", RIGHT)
        if end == "time":
            session = client.session
            pk, mark, _until = session["password_fits"]
            session["password_fits"] = [pk, mark, timezone.now().isoformat()]
            session.save()
        else:
            director.set_password("Harmonic-Tile-Rack-9")
            director.save()
        assert client.post("/log-in/code/", {"code": code_of(director)}).headers["Location"] == "/log-in/"


def test_a_token_by_the_call_needs_the_code_too(director: User) -> None:
    assert ask_token().status_code == 200
    switched_on(director)
    answer = ask_token()
    assert (answer.status_code, answer.json()["code"]) == (409, "second_factor_needed")
    assert ask_token(otp="000000").json()["fields"]["otp"][0].startswith("This code is wrong")
    assert ask_token(otp=code_of(director), password="wrong").status_code == 400
    assert ask_token(otp=code_of(director)).status_code == 200


def test_it_is_switched_off_for_password_and_code_together(client: Client, director: User) -> None:
    switched_on(director)
    entered(code_of(director), client)
    late = code_of(director, 1)
    for password, code in (("wrong", late), (PASSWORD, "000000")):
        assert client.post(f"{FACTOR}off/", {"off-password": password, "off-code": code}).status_code == 422
    assert client.post(f"{FACTOR}off/", {"off-password": PASSWORD, "off-code": late}).headers["Location"] == ACCOUNT
    assert "the password alone opens this account" in client.get(ACCOUNT).content.decode()
    assert Client().post("/log-in/", RIGHT).headers["Location"] == "/console/"
    assert not RecoveryCode.objects.exists() and verify(None).flaws == ()


def test_an_administrator_resets_it_with_a_reason_and_nobody_else_does(client: Client, director: User) -> None:
    switched_on(director)
    address = f"/console/lakeside-open/people/{director.pk}/second-factor/"
    client.force_login(make_user("organiser", tournament=director.memberships.get().tournament, role=Role.ORGANISER))
    assert client.post(address, {"reason": "x"}).status_code == 403
    assert "Reset the second factor" not in client.get("/console/lakeside-open/people/").content.decode()
    client.force_login(make_user("administrator", is_superuser=True))
    assert "Reset the second factor" in client.get("/console/lakeside-open/people/").content.decode()
    client.post(address, {"reason": " "})
    assert Client().post("/log-in/", RIGHT).headers["Location"].startswith("/log-in/code/")
    client.post(address, {"reason": "Phone lost, showed a passport"})
    assert Client().post("/log-in/", RIGHT).headers["Location"] == "/console/"
    assert ReasonText.objects.get(record__action="second_factor.reset").text == "Phone lost, showed a passport"


def test_the_command_lets_a_locked_out_administrator_in(director: User) -> None:
    switched_on(director)
    out = StringIO()
    for words in (["adda", "lost"], ["director", " "]):
        with pytest.raises(CommandError):
            call_command("reset_second_factor", *words)
    call_command("reset_second_factor", "director", "phone lost", stdout=out)
    assert "The password alone opens the account director now" in out.getvalue()
    assert Client().post("/log-in/", RIGHT).headers["Location"] == "/console/"


def test_with_another_key_recovery_codes_still_open(director: User, settings: Any) -> None:
    recovery_codes = switched_on(director)
    settings.SECRET_KEY = "another installation's key, as long as a key is"
    assert "another key" in entered(code_of(director)).content.decode()
    assert entered(recovery_codes[0]).status_code == 302


@pytest.mark.parametrize(
    ("asked", "who"), [("offered", set()), ("administrators", {"root"}), ("accounts", {"root", "director"})]
)
def test_who_must_have_one_is_led_to_set_it_up_and_is_not_locked_out(
    director: User, settings: Any, asked: str, who: set[str]
) -> None:
    settings.SECOND_FACTOR = asked
    make_user("root", is_superuser=True)
    for name in ("root", "director"):
        client = Client()
        client.post("/log-in/", RIGHT | {"username": name})
        led = client.get("/console/").headers.get("Location") == FACTOR
        api = client.get("/api/v1/tournaments/")
        token = ask_token(username=name)
        assert (led, api.status_code == 403, token.status_code == 409) == ((name in who,) * 3)
        assert client.get(FACTOR).status_code == 200
        if led:
            assert api.json()["code"] == token.json()["code"] == "second_factor_needed"
            first = codes.factor_code(
                codes.factor_secret(client.session["second_factor_nonce"]), int(time.time()) // 30
            )
            client.post(FACTOR, {"code": first})
            assert client.get("/console/").status_code == 200
        assert client.post("/log-out/").status_code == 302
