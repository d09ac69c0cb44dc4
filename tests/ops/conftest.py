"""A data directory and a stick of the test's own."""

from pathlib import Path
from typing import Any

import pytest

from tdsuite.ops.backups import sealing, services
from tdsuite.platform.access.guard import COMMAND_LINE
from tests.ops.installations import PASSPHRASE


@pytest.fixture
def quick_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """A passphrase costs a tenth of a second: here it is the same, cheaper."""
    monkeypatch.setattr(sealing, "COST", 1 << 4)


@pytest.fixture
def data(tmp_path: Path, settings: Any, quick_key: None) -> Path:
    """A data directory of the test's own."""
    folder = tmp_path / "data"
    (folder / "files" / "sheets").mkdir(parents=True)
    settings.DATA_DIR, settings.MEDIA_ROOT, settings.RECORD_HEADS = folder, folder / "files", folder / "record_heads"
    return folder


@pytest.fixture
def stick(tmp_path: Path, data: Path) -> Path:
    """A chosen folder, as that of a USB stick."""
    folder = tmp_path / "stick"
    folder.mkdir()
    services.choose_folder(by=COMMAND_LINE, folder=str(folder), passphrase=PASSPHRASE)
    return folder
