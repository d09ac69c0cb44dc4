"""Folder and SFTP: whole files or none, keys looked at before the password is said, secrets never in a message."""

import pytest

from tdsuite.exchange.transports.base import Address, TransportError, folders_of, temporary
from tdsuite.exchange.transports.folder import FolderTransport
from tdsuite.exchange.transports.sftp import SftpTransport, explained, under
from tests.exchange.publishing.servers import SECRET, USER, sftp_server, tree
from tests.ports import free_port

BIG = bytes(range(256)) * 800  # more than one packet


@pytest.fixture(params=["folder", "sftp"])
def way(request, root, cut):
    """A function that opens the transport, whatever it is."""
    if request.param == "folder":
        yield lambda folder="": FolderTransport(Address(folder=str(root / folder)))
    else:
        with sftp_server(root, cut) as (port, _):
            yield lambda folder="": SftpTransport(Address("127.0.0.1", port, USER, folder), SECRET)


def test_files_are_put_replaced_and_removed(way, root):
    open_way = way()
    open_way.put("index.html", b"one")
    open_way.put("a/b/standings.html", BIG)
    open_way.put("index.html", b"two")
    open_way.put("empty.html", b"")
    open_way.remove("a/never-was.html")
    assert tree(root) == {"index.html": b"two", "a/b/standings.html": BIG, "empty.html": b""}
    open_way.remove("index.html")
    open_way.close()
    assert tree(root) == {"a/b/standings.html": BIG, "empty.html": b""}


def test_a_target_may_begin_in_a_folder(way, root):
    (root / "site").mkdir()
    open_way = way("site")
    open_way.put("a/index.html", b"one")
    open_way.close()
    assert tree(root) == {"site/a/index.html": b"one"}


@pytest.mark.parametrize("way", ["sftp"], indirect=True)
def test_a_cut_in_the_middle_leaves_the_old_file_whole(way, root, cut):
    open_way = way()
    open_way.put("index.html", b"old")
    cut.after(0)
    with pytest.raises(TransportError, match=r"127\.0\.0\.1 cannot be reached or broke off"):
        open_way.put("index.html", BIG)
    open_way.close()
    assert (root / "index.html").read_bytes() == b"old"
    again = way()
    again.put("index.html", BIG)
    again.close()
    assert tree(root) == {"index.html": BIG}


def test_nobody_there_is_a_sentence():
    port = free_port()
    with pytest.raises(TransportError, match="cannot be reached"):
        SftpTransport(Address("127.0.0.1", port, USER), SECRET)


def test_the_key_of_an_sftp_server_is_shown_and_another_is_refused(root):
    with sftp_server(root) as (port, key):
        first = SftpTransport(Address("127.0.0.1", port, USER), SECRET)
        first.close()
        assert first.fingerprint == f"ssh-ed25519 {key.get_fingerprint()}"
        SftpTransport(Address("127.0.0.1", port, USER, pinned=first.fingerprint), SECRET).close()
        with pytest.raises(TransportError, match="shows another key"):
            SftpTransport(Address("127.0.0.1", port, USER, pinned="ssh-ed25519 SHA256:another"), SECRET)


def test_a_stick_that_is_out_is_no_folder(tmp_path):
    with pytest.raises(TransportError, match="put the stick in"):
        FolderTransport(Address(folder=str(tmp_path / "stick")))


def test_a_folder_that_cannot_be_written_is_said(root):
    (root / "a").write_bytes(b"a file where a folder should be")
    with pytest.raises(TransportError, match="cannot be written"):
        FolderTransport(Address(folder=str(root))).put("a/index.html", b"x")


def test_names():
    assert temporary("a/standings.html") == "a/.standings.html.part"
    assert folders_of("/www/a/index.html") == ["/www", "/www/a"] and folders_of("index.html") == []
    assert [under(folder, "x") for folder in ("", "/", "www/", "/www")] == ["x", "/x", "www/x", "/www/x"]


def test_an_echoed_secret_is_blotted_out():
    assert explained(OSError(f"login {SECRET}\nfailed"), SECRET) == "login … failed"
    assert explained(EOFError(), SECRET) == "EOFError"
