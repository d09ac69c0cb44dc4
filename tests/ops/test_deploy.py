"""The files in deploy/ say what the suite is: its commands, queues, settings and addresses."""

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy import run_here
from tdsuite.platform.jobs.queues import QUEUES
from tdsuite.platform.live.stream import PATH as STREAM

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
SETTINGS = (DEPLOY.parent / "tdsuite" / "settings.py").read_text(encoding="utf-8")
VARIABLES = run_here.settings_of(DEPLOY / "tdsuite.env")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def queues_of(commands: list[list[str]]) -> list[str]:
    workers = [words for words in commands if "worker" in words]
    return sorted(name for words in workers for name in words[words.index("-Q") + 1].split(","))


def test_units_and_containers_serve_every_queue_once_and_beat_runs_once() -> None:
    units = [run_here.command(unit, VARIABLES) for unit in run_here.wanted()]
    containers = [service["command"] for service in COMPOSE["services"].values() if "command" in service]
    for commands in (units, containers):
        assert queues_of(commands) == sorted(QUEUES)
        assert sum("beat" in words for words in commands) == 1
    assert sum("serve" in words for words in units) == 2
    assert {"web1", "web2"} <= set(COMPOSE["services"])


def test_every_variable_is_a_setting() -> None:
    names = {name for name in {*VARIABLES, *COMPOSE["x-tdsuite"]["environment"]} if name.isupper()}
    others = {"TDSUITE_DATA", "DJANGO_SETTINGS_MODULE", "PYTHONUNBUFFERED"}
    assert {name for name in names - others if f'"{name}"' not in SETTINGS} == set()


def test_proxies_pass_on_what_the_suite_serves() -> None:
    nginx, caddy = ((DEPLOY / name).read_text(encoding="utf-8") for name in ("nginx.conf", "Caddyfile"))
    units = [run_here.command(unit, VARIABLES) for unit in run_here.wanted()]
    ports = {words[words.index("--port") + 1] for words in units if "serve" in words}
    assert set(re.findall(r"127\.0\.0\.1:(\d+)", nginx)) == set(re.findall(r"127\.0\.0\.1:(\d+)", caddy)) == ports
    assert f"location = {STREAM} " in nginx
    assert "/livez" in nginx and "/livez" in caddy


@pytest.mark.deploy
def test_systemd_understands_every_unit(tmp_path: Path) -> None:
    units = []
    for unit in (DEPLOY / "systemd").iterdir():
        copy = tmp_path / unit.name
        copy.write_text(
            unit.read_text(encoding="utf-8")
            .replace("/opt/tdsuite/bin/python", "/bin/true")
            .replace("/opt/tdsuite/bin/tdsuite", "/bin/true")
        )
        units.append(str(copy.with_name(unit.name.replace("@.", "@8001."))))
    checked = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert [line for line in checked.stderr.splitlines() if "tdsuite" in line] == []


@pytest.mark.deploy
@pytest.mark.parametrize("unit", sorted((DEPLOY / "systemd").glob("*.service")), ids=lambda unit: unit.name)
def test_units_may_do_little(unit: Path) -> None:
    words = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit)]  # 2.0 of 10, where 10 is all
    checked = subprocess.run(words, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_containers_may_do_little_and_redis_asks_for_a_password() -> None:
    for name, service in COMPOSE["services"].items():
        confined = (service["cap_drop"], service["security_opt"], service["read_only"], bool(service["mem_limit"]))
        assert confined == (["ALL"], ["no-new-privileges:true"], True, True), name
    assert "--requirepass" in COMPOSE["services"]["broker"]["command"]
    addresses = [
        values[name]
        for values in (VARIABLES, COMPOSE["x-tdsuite"]["environment"])
        for name in values
        if "redis" in values[name]
    ]
    assert len(addresses) == 4 and all(re.match(r"redis://:\S+@", address) for address in addresses)


@pytest.mark.deploy
def test_nginx_understands_its_file(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    make = f"openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=test -keyout {key} -out {certificate}"
    subprocess.run(shlex.split(make), check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = text.replace("/etc/ssl/tdsuite/privkey.pem", str(key)).replace(
        "/etc/ssl/tdsuite/fullchain.pem", str(certificate)
    )
    text = re.sub(r"listen (\d+)", r"listen 127.0.0.1:1\1", text)
    whole = tmp_path / "nginx.conf"
    whole.write_text(f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {text} }}")
    checked = subprocess.run(["nginx", "-t", "-c", str(whole)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
