"""What a shared Redis keeps: data with a signature. What somebody else put there is never run, and counts for nothing."""

import os
import pickle
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches

from tdsuite.platform.live import kept_pages
from tdsuite.platform.live.signed_values import NotOurs, SignedValues

PAGE = (b"", b"packed", "text/html", {"division:1": 4})


class Runs:
    """Unpickled, it makes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.path),)


def test_a_page_comes_back_as_it_was_and_a_number_stays_one_that_redis_adds_to() -> None:
    values = SignedValues()
    assert tuple(values.loads(values.dumps(PAGE))) == PAGE
    assert (values.dumps(7), values.loads(b"8")) == (7, 8)


def test_what_somebody_else_wrote_is_not_read(tmp_path: Path, settings: Any) -> None:
    values = SignedValues()
    ours = values.dumps(PAGE)
    assert isinstance(ours, bytes)
    for planted in (pickle.dumps(Runs(tmp_path / "ran")), ours[:-1] + b"5", ours[1:], b"", b"-1"):
        with pytest.raises(NotOurs):
            values.loads(planted)
    settings.SECRET_KEY = "another installation's key, as long as a key is"
    with pytest.raises(NotOurs):
        values.loads(ours)
    assert not (tmp_path / "ran").exists()


@pytest.mark.redis
def test_a_page_that_somebody_put_into_redis_is_made_anew(tmp_path: Path, settings: Any) -> None:
    settings.CACHES = settings.CACHES | {
        "pages": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": os.environ["TDSUITE_TEST_REDIS_URL"],
            "KEY_PREFIX": f"test-{tmp_path.name}",
            "OPTIONS": {"serializer": "tdsuite.platform.live.signed_values.SignedValues"},
        }
    }
    kept_pages.put("a", b"first", "text/html", {})
    assert (kept_pages._stored("a") or PAGE)[0] == b"first"
    client, key = caches["pages"]._cache.get_client(write=True), caches["pages"].make_key(kept_pages._hashed("a"))  # type: ignore[attr-defined]
    for planted in (pickle.dumps(Runs(tmp_path / "ran")), b"5"):
        client.set(key, planted)
        assert kept_pages._stored("a") is None
    assert not (tmp_path / "ran").exists()
    client.delete(key)
