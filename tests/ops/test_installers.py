"""What is double-clicked on Windows and macOS, from made-up packages and Pythons: what is in it, and the same bytes twice."""

import hashlib
import io
import re
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from deploy.desktop import installers
from tests.ops.withheld.windows_names import NO_NAME

WHEEL = {
    "tdsuite/__init__.py": "", "tdsuite/templates/a page $1.html": "<p>é</p>", "x-1.dist-info/METADATA": "Version: 1.2",
}  # fmt: skip
PYTHONS = {
    "windows": {"python.exe": "MZ", "python313._pth": "python313.zip\n.\n"},
    "macos": {"python/bin/python3.13": "#!", "python/lib/x.dylib": ""},
}
START = {"windows": "tdsuite.cmd", "macos": "tdsuite.command"}


def get(folder: Path, platform: str, version: str) -> None:
    """Packages that say for what they were asked."""
    (folder / "asked").mkdir()
    (folder / "asked" / "for.txt").write_text(f"{platform} {version}", encoding="utf-8")


def given(folder: Path, system: str) -> tuple[Path, Path, str]:
    """(wheel, Python, its SHA-256), made up, with other dates each time."""
    folder.mkdir()
    wheel, python = folder / "suite-1.2-py3-none-any.whl", folder / "python"
    with zipfile.ZipFile(wheel, "w") as packed:
        for name, text in WHEEL.items():
            packed.writestr(name, text)
    if system == "windows":
        with zipfile.ZipFile(python, "w") as packed:
            for name, text in PYTHONS[system].items():
                packed.writestr(zipfile.ZipInfo(name), text)
    else:
        with tarfile.open(python, "w:gz") as archive:
            for name, text in PYTHONS[system].items():
                member = tarfile.TarInfo(name)
                member.size, member.mode = len(text), 0o755
                archive.addfile(member, io.BytesIO(text.encode()))
    return wheel, python, hashlib.sha256(python.read_bytes()).hexdigest()


def laid(tmp_path: Path, system: str) -> Path:
    folder = tmp_path / "tdsuite"
    assert installers.lay(folder, system, *given(tmp_path / "given", system), get=get) == "1.2"
    return folder


@pytest.mark.parametrize("system", ["windows", "macos"])
def test_what_is_installed_is_python_the_packages_the_suite_and_what_is_double_clicked(
    system: str, tmp_path: Path
) -> None:
    folder = laid(tmp_path, system)
    ours = [f"packages/{name}" for name in ("asked/for.txt", *WHEEL)]
    pythons = [f"python/{name}" if system == "windows" else name for name in PYTHONS[system]]
    assert [path.as_posix() for path in installers.installed(folder)] == sorted(
        [*ours, *pythons, START[system]], key=Path
    )
    assert (folder / "packages/asked/for.txt").read_text() == f"{installers.PLATFORMS[system]} 3.13"
    assert "-P -m tdsuite" in (folder / START[system]).read_text() and (folder / START[system]).stat().st_mode & 0o111
    assert {path.stat().st_mtime for path in folder.rglob("*")} == {installers.INSTANT}


def test_the_embedded_python_finds_the_packages(tmp_path: Path) -> None:
    expected = b"python313.zip\r\n.\r\n..\\packages\r\n"
    assert (laid(tmp_path, "windows") / "python/python313._pth").read_bytes() == expected


@pytest.mark.parametrize("system", ["windows", "macos"])
def test_another_python_than_was_meant_is_refused(system: str, tmp_path: Path) -> None:
    wheel, python, sha256 = given(tmp_path / "given", system)
    with pytest.raises(installers.Refused, match="another SHA-256"):
        installers.lay(tmp_path / "a", system, wheel, python, sha256[::-1], get=get)
    with pytest.raises(installers.Refused, match=r"is no \w+ Python"):
        PYTHONS[system], kept = {"readme": ""}, PYTHONS[system]
        try:
            installers.lay(tmp_path / "b", system, *given(tmp_path / "other", system), get=get)
        finally:
            PYTHONS[system] = kept


def test_no_line_of_the_windows_installer_touches_the_data() -> None:
    """It lies in $LOCALAPPDATA\\tdsuite; what is removed is named, and a folder that is not the program's own only when it is empty."""
    text = (installers.HERE / "windows.nsi").read_text(encoding="utf-8")
    code = "\n".join(line for line in text.splitlines() if not line.startswith(";"))
    assert re.findall(r"\$LOCALAPPDATA\S*", code) == ['$LOCALAPPDATA\\Programs\\tdsuite"']
    assert sorted(set(re.findall(r"(?:RMDir|Delete) .*", code))) == [
        'Delete "$INSTDIR\\tdsuite.cmd"', 'Delete "$INSTDIR\\uninstall.exe"', 'Delete "$SMPROGRAMS\\tdsuite.lnk"', 'RMDir "$INSTDIR"',
        'RMDir /r "$INSTDIR\\packages"', 'RMDir /r "$INSTDIR\\python"',
    ]  # fmt: skip


def test_every_file_of_an_archive_for_macos_is_in_it_and_two_are_the_same(tmp_path: Path) -> None:
    made = [
        installers.make("macos", *given(tmp_path / name, "macos"), tmp_path / name / "out", get=get).read_bytes()
        for name in ("one", "two")
    ]
    assert made[0] == made[1]
    with tarfile.open(fileobj=io.BytesIO(made[0])) as archive:
        modes = {member.name: member.mode for member in archive}
    assert modes["tdsuite/tdsuite.command"] == modes["tdsuite/python/bin/python3.13"] == 0o755
    assert len(modes) == len(WHEEL) + len(PYTHONS["macos"]) + 2


@pytest.mark.deploy
def test_the_windows_installer_holds_every_file_byte_for_byte_and_two_are_the_same(tmp_path: Path) -> None:
    made = [
        installers.make("windows", *given(tmp_path / name, "windows"), tmp_path / name / "out", get=get)
        for name in ("one", "two")
    ]
    assert made[0].read_bytes() == made[1].read_bytes() and made[0].name == "tdsuite-1.2-windows-setup.exe"
    subprocess.run(("7z", "x", "-bd", f"-o{tmp_path / 'there'}", str(made[0])), check=True, capture_output=True)
    folder = laid(tmp_path, "windows")
    there = {
        path.as_posix(): (tmp_path / "there" / path).read_bytes() for path in installers.installed(tmp_path / "there")
    }
    there = {name: data for name, data in there.items() if name != "uninstall.exe" and not name.startswith("$")}
    assert there == {path.as_posix(): (folder / path).read_bytes() for path in installers.installed(folder)}
    assert [name for name in there if any(map(NO_NAME.search, name.split("/")))] == []
