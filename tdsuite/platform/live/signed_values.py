"""What a Redis server that others can write to keeps for us: data, never code, behind a signature of this installation."""

from hmac import compare_digest
from typing import Any

import msgspec
from django.utils.crypto import salted_hmac

SALT, DIGEST = "tdsuite.platform.live.signed_values", "sha256"
SIZE = 32  # bytes of a signature


class NotOurs(ValueError):
    """A value that this installation did not write."""


class SignedValues:
    """The serializer of Django's Redis cache. Whole numbers stay as they are: Redis itself adds to them."""

    def dumps(self, value: Any) -> bytes | int:
        if type(value) is int:
            return value
        data = msgspec.msgpack.encode(value)
        return _signature(data) + data

    def loads(self, stored: bytes) -> Any:
        """Raises NotOurs."""
        if stored.isdigit():
            return int(stored)
        data = stored[SIZE:]
        if not compare_digest(stored[:SIZE], _signature(data)):
            raise NotOurs("a value in the shared cache is not of this installation")
        return msgspec.msgpack.decode(data)


def _signature(data: bytes) -> bytes:
    return salted_hmac(SALT, data, algorithm=DIGEST).digest()
