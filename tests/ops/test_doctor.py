"""What `tdsuite doctor` says of a computer, and what to do."""

import os
import socket
from pathlib import Path

import pytest

from tdsuite.ops.launcher import doctor, network, serving
from tests.ports import free_port

NOW = 1_780_000_000.0


def test_data_that_cannot_be_written_stops_and_little_room_is_pointed_out(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert doctor.data(tmp_path / "file" / "data").stops
    full = doctor.data(tmp_path / "data", lambda _root: (0, 0, 499_000_000))
    assert (full.stops, full.says, full.remedy[:9]) == (False, f"{tmp_path / 'data'}, 499 MB free.", "Make room")
    assert doctor.data(tmp_path / "data", lambda _root: (0, 0, 500_000_000)).remedy == ""


def test_a_port_is_free_or_the_next_free_one_is_named() -> None:
    port = free_port()
    assert doctor.served(port) == doctor.Finding("Port", f"{port} is free.")
    with socket.socket() as silent:
        silent.bind((network.EVERYWHERE, port))
        taken = doctor.served(port)
    assert (taken.stops, taken.says) == (False, f"{port} is taken by another program.")
    assert taken.remedy.startswith("The suite takes ")


def test_without_a_network_the_hall_is_not_reached() -> None:
    assert doctor.hall(["192.168.1.20"], 8000).says == "Phones in the same network open http://192.168.1.20:8000/."
    assert doctor.hall([], 8000).remedy.startswith("Connect this computer")


@pytest.mark.parametrize(
    ("platform", "file", "text", "remedy"),
    [
        ("linux", "", "", ""),
        ("linux", "etc/ufw/ufw.conf", "ENABLED=no\n", ""),
        ("linux", "etc/ufw/ufw.conf", "LOGLEVEL=low\nENABLED=yes\n", "sudo ufw allow 8000/tcp"),
        ("linux", "run/firewalld.pid", "17\n", "sudo firewall-cmd --add-port=8000/tcp"),
        ("win32", "", "", "At the first start Windows asks whether Python may be reached: allow private networks."),
        ("darwin", "", "", "If phones do not reach the suite: System Settings, Network, Firewall, and allow Python."),
    ],
)
def test_a_firewall_comes_with_the_line_that_opens_the_port(
    platform: str, file: str, text: str, remedy: str, tmp_path: Path
) -> None:
    if file:
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    assert doctor.firewall(8000, tmp_path, platform).remedy == remedy


def test_a_clock_behind_the_data_is_pointed_out(tmp_path: Path) -> None:
    (tmp_path / "record_heads").touch()
    os.utime(tmp_path / "record_heads", (NOW, NOW))
    assert doctor.clock(tmp_path, NOW - 60).remedy == ""
    assert doctor.clock(tmp_path, NOW - 61).remedy.endswith(": set the clock.")


def test_every_finding_is_printed_and_the_exit_code_says_whether_it_can_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TDSUITE_DATA", str(tmp_path / "data"))
    assert doctor.main(free_port()) == 0
    printed = capsys.readouterr().out.splitlines()
    words = ["Data", "Computer", "Port", "Network", "Firewall", "PDF", "Clock"]
    assert [line.split()[1] for line in printed if line.startswith((" ok ", "look"))] == words
    (tmp_path / "file").touch()
    monkeypatch.setenv("TDSUITE_DATA", str(tmp_path / "file" / "data"))
    assert doctor.main(free_port()) == 1 and "STOP  Data" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("platform", "variables", "seen"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ":10", "SSH_CONNECTION": "192.0.2.1 22"}, False),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_a_browser_opens_where_the_person_sees_it(platform: str, variables: dict[str, str], seen: bool) -> None:
    assert serving.has_screen(variables, platform) is seen
