from typing import Any

import pytest


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Any, settings: Any) -> None:
    settings.MEDIA_ROOT = tmp_path / "files"
