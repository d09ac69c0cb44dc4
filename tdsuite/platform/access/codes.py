"""Tokens, PINs and pairing codes: how they are made, and what is kept of them. Nothing here touches the database.

A link's token is not kept: it is computed anew from a random number beside the entry and the installation's key, which is not in the
database. So a card can be printed again, and neither a copy of the database nor the key alone opens a player's page.
"""

import base64
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.utils.crypto import salted_hmac

TOKEN_BYTES = 18  # 144 bits
CODE_LETTERS = "ABCDEFGHJKLMNPQRTUVWXYZ2346789"  # none that look alike on paper or are read out alike
CODE_LENGTH = 8
RECOVERY_LENGTH = 16
SECRET_BYTES, FACTOR_DIGITS, STEP_SECONDS = 20, 6, 30  # what every authenticator app takes


class PinHasher(PBKDF2PasswordHasher):
    """A PIN has a million values, so the slow hash is peppered with the installation's key: the database alone says nothing.

    About 25 ms a PIN on a laptop: a hall of 200 signs in within five seconds of processor time.
    """

    iterations = 50_000


def new_nonce() -> str:
    return secrets.token_hex(16)


def link_token(nonce: str) -> str:
    """The token of a link: 24 letters that fit an address."""
    digest = salted_hmac("tdsuite.platform.access.link", nonce, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def new_key() -> str:
    """A random key for a cookie, 192 bits."""
    return secrets.token_urlsafe(24)


def factor_secret(nonce: str) -> bytes:
    """The secret of a second factor, 160 bits (RFC 4226, 4)."""
    return salted_hmac("tdsuite.platform.access.second_factor", nonce, algorithm="sha256").digest()[:SECRET_BYTES]


def shown_secret(secret: bytes) -> str:
    """As an app takes it: base 32, in groups of four."""
    return grouped(base64.b32encode(secret).decode())


def factor_address(secret: bytes, account: str, issuer: str) -> str:
    """What an app reads from the picture: `otpauth://totp/...`."""
    return str(_totp(secret).get_provisioning_uri(account, issuer))


def factor_code(secret: bytes, step: int) -> str:
    """The six digits of a time step, counted from 1970 (RFC 6238)."""
    return str(_totp(secret).generate(step * STEP_SECONDS).decode())


def _totp(secret: bytes) -> Any:
    """cryptography is loaded here: few processes need it."""
    from cryptography.hazmat.primitives.hashes import SHA1
    from cryptography.hazmat.primitives.twofactor.totp import TOTP

    return TOTP(secret, FACTOR_DIGITS, SHA1(), STEP_SECONDS)


def new_recovery_code() -> str:
    """16 letters and digits, 78 bits."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(RECOVERY_LENGTH))


def new_pin() -> str:
    """Six digits."""
    return f"{secrets.randbelow(10**6):06d}"


def new_code() -> str:
    """A pairing code of eight letters and digits, 39 bits, good for minutes."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def plain_code(typed: str) -> str:
    """A pairing or recovery code as it was made, however it was typed."""
    return "".join(typed.upper().split()).replace("-", "")


def shown_code(code: str) -> str:
    """ABCD-EFGH."""
    return grouped(code, "-")


def grouped(text: str, between: str = " ") -> str:
    """In fours, which are read and typed more easily."""
    return between.join(text[start : start + 4] for start in range(0, len(text), 4))


def _peppered(pin: str) -> str:
    return salted_hmac("tdsuite.platform.access.pin", pin, algorithm="sha256").hexdigest()


def hash_pin(pin: str) -> str:
    hasher: Any = PinHasher()
    return str(hasher.encode(_peppered(pin), hasher.salt()))


def hash_pins(pins: Sequence[str]) -> list[str]:
    """The same for many: hashing lets other threads run."""
    with ThreadPoolExecutor(max_workers=4) as threads:
        return list(threads.map(hash_pin, pins))


@cache
def _hash_of_nobody() -> str:
    return hash_pin(secrets.token_urlsafe(24))


def pin_fits(pin: str, stored: str) -> bool:
    """Whether a PIN is the one that was hashed.  stored: "" where there is none, which takes as long to find out."""
    hasher: Any = PinHasher()
    return bool(hasher.verify(_peppered(pin), stored or _hash_of_nobody())) and bool(stored)
