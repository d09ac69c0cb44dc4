"""A folder of this computer: a web server's, a synchronised one, a stick."""

import contextlib
import os
from pathlib import Path

from .base import Address, TransportError, folders_of, temporary


class FolderTransport:
    fingerprint = ""

    def __init__(self, address: Address) -> None:
        self._root = Path(address.folder)
        if not self._root.is_dir():  # a stick that is not in must not become a folder of this computer
            raise TransportError(f"There is no folder {self._root}. Make it, or put the stick in.")

    def put(self, name: str, data: bytes) -> None:
        path, part = self._root / name, self._root / temporary(name)
        try:
            for folder in map(self._root.joinpath, folders_of(name)):
                if not folder.is_dir():
                    folder.mkdir()
                    folder.chmod(0o755)  # the web server is somebody else
            with part.open("wb") as file:
                part.chmod(0o644)
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except OSError as error:
            raise TransportError(f"{path} cannot be written: {error.strerror or error}.") from error

    def remove(self, name: str) -> None:
        try:
            with contextlib.suppress(FileNotFoundError):
                (self._root / name).unlink()
        except OSError as error:
            raise TransportError(f"{self._root / name} cannot be removed: {error.strerror or error}.") from error

    def close(self) -> None:
        pass
