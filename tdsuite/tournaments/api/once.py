"""Calls with an `Idempotency-Key` are done once: who sends one again with its key gets the answer of the first (docs/api.md).

The key, what was sent with it and the answer are rows of the decision's own transaction: either all of it happened or nothing, whenever a
process ends. Of two at the same time the second waits, and is answered as the first.
"""

import base64
import hashlib
import re
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import transaction
from django.http import Http404, HttpResponse
from django.utils import timezone
from rest_framework import status
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.platform.access.models import AnsweredCall
from tdsuite.platform.audit.digests import fingerprint
from tdsuite.tournaments.services.decision import Refused

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

HEADER, REPLAYED = "Idempotency-Key", "Idempotency-Replayed"
KEY = re.compile(r"[!-~]{1,200}")
MOST, LOOKED_AFTER_EVERY = 2000, 100  # answers of one account; new ones until the oldest go
TOO_LARGE = "A call with an Idempotency-Key may have 20 MB. Send this one without a key."
REFUSALS = (Refused, PermissionDenied, SuspiciousOperation, Http404, APIException)


class KeyUsed(APIException):
    """The key was sent with another call."""

    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    default_code = "key_used"
    default_detail = "This Idempotency-Key was sent with another call. Make a new key for each call, and keep it for its repetitions alone."


def once(request: Request, act: Callable[[], Any]) -> Any:
    """What `act` answers; with a key that was answered before, that answer, and `act` is not called.

    A call that was refused changed nothing and leaves no key behind.

    Raises:
        KeyUsed: the account sent the key with another call.
        Refused: code ``answer_lost`` where the call was done, and its answer was locked under an older key of the installation.
        ValidationError: the key is none.
    """
    key = request.headers.get(HEADER)
    if key is None or not request.user.is_authenticated:
        return act()
    if not KEY.fullmatch(key):
        raise ValidationError({HEADER: ["Send 1 to 200 printable ASCII characters without spaces, such as a UUID."]})
    answer: HttpResponse | None = None
    digest, refused = digest_of(request), None
    with transaction.atomic():
        call, is_new = AnsweredCall.objects.get_or_create(
            user=request.user, key_hash=fingerprint(key), defaults={"sent": digest, "made_at": timezone.now()}
        )
        if not is_new:
            if call.sent != digest:
                raise KeyUsed
            return _opened(call, key)
        try:
            answer = _plain(act())
        except REFUSALS as error:  # what the call let stand stands, as without a key
            refused = error
        if answer is None or answer.status_code >= status.HTTP_400_BAD_REQUEST:
            call.delete()
        else:
            _keep(call, key, answer)
    if refused is not None:
        raise refused
    return answer


def digest_of(request: Request) -> str:
    """SHA-256 of the call: method, address and body, without the boundary that is another one for every form."""
    plain = request._request
    boundary = (plain.content_params or {}).get("boundary", "").encode()
    body = plain.body.replace(boundary, b"") if boundary else plain.body
    return hashlib.sha256(b"\n".join([str(plain.method).encode(), plain.get_full_path().encode(), body])).hexdigest()


def _plain(response: Any) -> HttpResponse:
    """The response with its bytes, which are made while the transaction lasts."""
    if not isinstance(response, Response):
        file: HttpResponse = response
        return file
    body = JSONRenderer().render(response.data)
    return _response(response.status_code, JSONRenderer.media_type if body else "", body)


def _response(code: int, media_type: str, body: bytes) -> HttpResponse:
    answer = HttpResponse(body, status=code, content_type=media_type)
    if not media_type:
        del answer["Content-Type"]
    return answer


def _keep(call: AnsweredCall, key: str, answer: HttpResponse) -> None:
    call.status, call.media_type, call.answer = (
        answer.status_code,
        answer.get("Content-Type", ""),
        _lock(key).encrypt(zlib.compress(answer.content)),
    )
    call.save()
    if call.pk % LOOKED_AFTER_EVERY == 0:
        of_account = AnsweredCall.objects.filter(user=call.user_id).order_by("-pk")
        of_account.filter(pk__in=list(of_account.values_list("pk", flat=True)[MOST:])).delete()


def _opened(call: AnsweredCall, key: str) -> HttpResponse:
    from cryptography.fernet import InvalidToken

    try:
        body = zlib.decompress(_lock(key).decrypt(bytes(call.answer)))
    except InvalidToken as error:
        raise Refused(
            "This call was done, and its answer can be read no more: the key of this installation is another one since. "
            "Read what stands, and go on with new keys.",
            code="answer_lost",
        ) from error
    answer = _response(call.status, call.media_type, body)
    answer[REPLAYED] = "true"
    return answer


def _lock(key: str) -> "Fernet":
    """Locks an answer, which may hold a token or a name: who reads the database and has not the caller's key reads none."""
    from cryptography.fernet import Fernet  # no start waits for it

    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(f"answer {settings.SECRET_KEY} {key}".encode()).digest()))
