"""What a release and a forge need (docs/release.md)."""

import re

import pytest
import yaml

from tests.release import ROOT, flaws


@pytest.mark.parametrize(
    ("name", "old", "new", "wrong"),
    [
        ("README.md", "$", "", []),
        ("README.md", "Status: 0", "Status: 9", ["README.md: “9.1.0”"]),
        ("README.md", "suite-0", "suite-9", ["README.md: names the file of 9.1.0"]),
        ("CHANGELOG.md", r"\(2027.*\)", "(soon)", ["CHANGELOG.md: “0.1.0 (soon)”"]),
        (
            "pyproject.toml",
            '^version = "',
            'version = "v',
            ["README.md: names the file of 0.1.0", "pyproject.toml: “”"],
        ),
        ("requirements.txt", r"^segno==.*\n.*", "segno>=1", ["requirements.txt: segno is not pinned with its hash"]),
        ("pyproject.toml", '"segno', '"new", "segno', ["requirements.txt: new is not pinned with its hash"]),
    ],
)
def test_a_release_has_every_package_pinned_and_the_same_version_everywhere(name, old, new, wrong) -> None:
    def read(path: str) -> str:
        text = (ROOT / path).read_text(encoding="utf-8").replace(", not released yet", "")
        text = text.replace("(not released yet)", "(2027-01-01)")
        return re.sub(old, new, text, count=1, flags=re.MULTILINE) if path == name else text

    assert flaws(read) == wrong


def test_the_workflow_runs_what_there_is_and_fetches_what_the_whole_check_fetches() -> None:
    jobs, ci = (yaml.safe_load((ROOT / ".github/workflows/check.yml").read_text()), (ROOT / ".ci/run").read_text())
    assert set(jobs["env"]["PACKAGES"].split()) <= set(re.findall(r"[\w.-]+", ci))
    steps = [step for job in jobs["jobs"].values() for step in job["steps"]]
    assert {name for step in steps for name in step.get("env", ()) if f"{name}=" not in ci} == set()
    commands = {step["run"] for step in steps if "run" in step and "apt-get" not in step["run"]}
    assert commands == {"make check", "make test", ".ci/newest"} and (ROOT / ".ci/newest").stat().st_mode & 0o100
