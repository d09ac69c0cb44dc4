"""Files that leave this computer are sealed: AES-256-GCM in parts, with a key that scrypt makes of a passphrase.

A sealed file is `MAGIC`, the salt of the passphrase (16 bytes), the file's own salt (16), then the parts, each with its tag. A part's place
and whether it is the last are authenticated: no part can be changed, left out or put elsewhere.
"""

import hashlib
import os
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO

MAGIC = b"tdsuite sealed 1\n"
SALT, TAG, PART = 16, 16, 1 << 20
COST = 1 << 16  # of scrypt: 64 MB and about 0.2 s a try


class CannotOpen(Exception):
    """A sealed file that the passphrase does not open, or that is damaged."""


@dataclass(frozen=True, slots=True)
class Key:
    """salt: public, stands in every file; secret: 32 bytes."""

    salt: bytes
    secret: bytes


def key_of(passphrase: str, salt: bytes | None = None) -> Key:
    """The key of a passphrase, a new one without a salt.  Case counts; spaces at the ends and between words do not."""
    salt = os.urandom(SALT) if salt is None else salt
    words = " ".join(unicodedata.normalize("NFKC", passphrase).split()).encode()
    return Key(salt, hashlib.scrypt(words, salt=salt, n=COST, r=8, p=1, maxmem=1 << 27, dklen=32))


def seal(source: BinaryIO, target: BinaryIO, key: Key) -> None:
    header = MAGIC + key.salt + os.urandom(SALT)
    target.write(header)
    cipher, part, number, last = _cipher(key, header), source.read(PART), 0, False
    while not last:
        following = source.read(PART)
        last = not following
        target.write(cipher.encrypt(number.to_bytes(12), part, header + bytes([last])))
        part, number = following, number + 1


def unseal(source: BinaryIO, take: Callable[[bytes], object], key: Key) -> None:
    """Hand over what was sealed, part by part.  Raises CannotOpen, perhaps after some parts."""
    from cryptography.exceptions import InvalidTag

    header = source.read(len(MAGIC) + 2 * SALT)
    cipher, part, number, last = _cipher(key, header), source.read(PART + TAG), 0, False
    while not last:
        following = source.read(PART + TAG)
        last = not following
        try:
            take(cipher.decrypt(number.to_bytes(12), part, header + bytes([last])))
        except (InvalidTag, ValueError) as error:
            raise CannotOpen("The passphrase is another one, or the file is damaged.") from error
        part, number = following, number + 1


def salt_of(source: BinaryIO) -> bytes | None:
    """The salt of a sealed file's passphrase, None for one that is not sealed; the file is at its start again."""
    header = source.read(len(MAGIC) + SALT)
    source.seek(0)
    return header[len(MAGIC) :] if header.startswith(MAGIC) else None


def _cipher(key: Key, header: bytes) -> Any:
    """The cipher of one file.  cryptography is loaded here: few processes need it."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return AESGCM(HKDF(SHA256(), 32, salt=header[-SALT:], info=MAGIC).derive(key.secret))
