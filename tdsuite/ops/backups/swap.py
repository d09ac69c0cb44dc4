"""Put a restored installation in the place of the old one, while nothing runs.  Standard library only: the launcher does it.

The restored data waits whole in `restore/`; the file `ready` in it names the folder that takes the old data. Everything is renamed, never
copied or deleted, and a swap that is broken off goes on at the next start.
"""

from pathlib import Path

RESTORE, READY, SWAPPING = "restore", "ready", "swapping"
DATA = (
    "tdsuite.sqlite3", "tdsuite.sqlite3-wal", "tdsuite.sqlite3-shm", "files", "publish", "secret_key", "record_key",
    "record_heads", "broker", "backups", "backup_folder.json", "restored.json",
)  # fmt: skip


def is_ready(root: Path) -> bool:
    """Whether restored data waits to be put in its place."""
    return any((root / RESTORE / name).exists() for name in (READY, SWAPPING))


def swap(root: Path) -> Path | None:
    """Put the old data aside and the restored data in its place; the folder of the old data, None where nothing waits."""
    if not is_ready(root):
        return None
    waiting = root / RESTORE
    ready, swapping = waiting / READY, waiting / SWAPPING
    aside = root / (ready if ready.exists() else swapping).read_text(encoding="utf-8").strip()
    aside.mkdir(exist_ok=True, mode=0o700)
    if ready.exists():
        for name in DATA:
            if (root / name).exists():
                (root / name).rename(aside / name)
        ready.replace(swapping)  # from here on what stands in the data directory is the restored data
    for name in DATA:
        if (waiting / name).exists():
            (waiting / name).rename(root / name)
    swapping.unlink()
    waiting.rmdir()
    return aside
