"""What the suite's own forked processes do: as those that load everything for themselves."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.loaded import Loaded

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loaded]:
    data = tmp_path_factory.mktemp("loaded") / "data"
    loaded = Loaded(
        {**os.environ, "DJANGO_SETTINGS_MODULE": "tdsuite.settings", "TDSUITE_DATA": str(data), "DATABASE_URL": ""}
    )
    yield loaded
    loaded.close()


def test_a_command_has_its_words_its_log_and_its_exit_code(loaded: Loaded, tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert loaded.start(["manage.py", "diffsettings", "--default", "tdsuite.settings"], log=log).wait() == 0
    assert log.read_text(encoding="utf-8") == ""
    assert loaded.start(["manage.py", "no_such_command"], log=log).wait() == 1
    assert "Unknown command: 'no_such_command'" in log.read_text(encoding="utf-8")


def test_one_that_talks_is_heard_and_killed_alone(loaded: Loaded, tmp_path: Path) -> None:
    word, other = (loaded.start(["-m", "tests.ops.parrot"], log=tmp_path / "log", talks=True) for _ in range(2))
    for said in ("one", "two"):
        print(said, file=word.stdin, flush=True)
        assert word.stdout.readline() == f"{word.pid} {said}\n"
    word.kill()
    assert (word.wait(), other.poll()) == (-signal.SIGKILL, None)
    other.stdin.close()
    assert other.wait() == 0


def test_code_runs_in_a_process_of_its_own(loaded: Loaded) -> None:
    assert loaded.python("import builtins; builtins.left = 1; print(json.dumps(1))") == "1\n"
    with pytest.raises(AssertionError, match="module 'builtins' has no attribute 'left'"):
        loaded.python("import builtins; builtins.left")
