"""A real SFTP server on loopback, over a folder of the test, whose wire can be cut in the middle of a file."""

import asyncio
import contextlib
import threading
from pathlib import Path

import asyncssh

USER, SECRET = "organiser", "Tile-Bag-7310-secret"


class Cut:
    """Cuts the wire once, when the given number of files has begun to arrive."""

    def __init__(self):
        self.at, self.seen = None, 0

    def after(self, files):
        self.at, self.seen = files, 0

    def now(self):
        """Asked once a file: is this the one in whose middle the wire goes?"""
        self.seen += 1
        if self.at is not None and self.seen > self.at:
            self.at = None
            return True
        return False


class Loop:
    """An asyncio loop in a thread of its own."""

    def __enter__(self):
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        return self

    def do(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(180)

    def __exit__(self, *error):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(60)
        self.loop.close()


class OnePassword(asyncssh.SSHServer):
    def __init__(self, connections):
        self.connections = connections

    def connection_made(self, conn):
        self.connections.append(conn)

    def begin_auth(self, username):
        return True

    def password_auth_supported(self):
        return True

    def validate_password(self, username, password):
        return (username, password) == (USER, SECRET)


def tree(root: Path):
    """The files of a target by their names."""
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@contextlib.contextmanager
def sftp_server(root: Path, cut: Cut | None = None, port: int = 0, key=None):
    """Yields (port, key)."""
    cut, key, connections = cut or Cut(), key or asyncssh.generate_private_key("ssh-ed25519"), []

    class Files(asyncssh.SFTPServer):
        def __init__(self, chan):
            super().__init__(chan, chroot=str(root).encode())

        def write(self, file_obj, offset, data):
            if cut.now():
                super().write(file_obj, offset, data[: len(data) // 2])
                self.channel.get_connection().abort()
                return len(data)
            return super().write(file_obj, offset, data)

    with Loop() as loop:

        async def listen():
            how = {"server_factory": lambda: OnePassword(connections), "server_host_keys": [key], "sftp_factory": Files}
            return await asyncssh.listen("127.0.0.1", port, **how)

        listener = loop.do(listen())
        try:
            yield listener.get_port(), key
        finally:

            async def stop():
                listener.close()
                for one in connections:
                    one.abort()
                    await one.wait_closed()

            loop.do(stop())
