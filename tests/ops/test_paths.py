from pathlib import Path

import pytest

from tdsuite.ops import paths

HOME = Path("/home/ada")


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {}, "/home/ada/.local/share/tdsuite"),
        ("linux", {"XDG_DATA_HOME": "/srv/data"}, "/srv/data/tdsuite"),
        ("linux", {"XDG_DATA_HOME": "relative/is/invalid"}, "/home/ada/.local/share/tdsuite"),
        ("linux", {"XDG_DATA_HOME": "", "TDSUITE_DATA": "  "}, "/home/ada/.local/share/tdsuite"),
        ("freebsd14", {}, "/home/ada/.local/share/tdsuite"),
        ("darwin", {}, "/home/ada/Library/Application Support/tdsuite"),
        ("darwin", {"XDG_DATA_HOME": "/srv/data"}, "/home/ada/Library/Application Support/tdsuite"),
        ("win32", {}, "/home/ada/AppData/Local/tdsuite"),
        ("win32", {"LOCALAPPDATA": "/c/Users/ada/AppData/Local"}, "/c/Users/ada/AppData/Local/tdsuite"),
    ],
)
def test_data_lives_where_the_system_keeps_a_users_data(platform: str, environ: dict[str, str], expected: str) -> None:
    assert paths.data_dir(environ, platform, HOME) == Path(expected)


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
@pytest.mark.parametrize(
    ("chosen", "expected"),
    [("/mnt/usb/event", "/mnt/usb/event"), ("~/event", "/home/ada/event"), ("~", "/home/ada"), (" /x/../y ", "/y")],
)
def test_tdsuite_data_decides_on_every_system(platform: str, chosen: str, expected: str) -> None:
    environ = {"TDSUITE_DATA": chosen, "XDG_DATA_HOME": "/srv/data", "LOCALAPPDATA": "/c/local"}
    assert paths.data_dir(environ, platform, HOME) == Path(expected)


def test_a_relative_choice_is_taken_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert paths.data_dir({"TDSUITE_DATA": "event"}, "linux", HOME) == tmp_path / "event"


def test_a_made_data_directory_is_private_and_has_a_place_for_logs(tmp_path: Path) -> None:
    root = paths.make_usable(tmp_path / "deep" / "tdsuite")
    assert root.stat().st_mode & 0o777 == 0o700
    assert [each.name for each in root.iterdir()] == ["logs"]
    (root / "event.txt").write_text("kept", encoding="utf-8")
    assert paths.make_usable(root) == root and (root / "event.txt").read_text(encoding="utf-8") == "kept"


def test_a_data_directory_that_cannot_be_is_refused_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(paths.DataDirUnusable) as refused:
        paths.make_usable(tmp_path / "file" / "tdsuite")
    assert str(refused.value) == (
        f"Cannot write to the data directory {tmp_path / 'file' / 'tdsuite'}: Not a directory. "
        "Set TDSUITE_DATA to a folder you can write to, or free some space, and start again."
    )
