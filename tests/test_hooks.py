"""Hooks and registries, and the table of docs/architecture.md that lists them."""

import os
import re
import subprocess
import sys
from importlib import import_module
from posixpath import basename

import pytest

from tdsuite.platform.hooks.hooks import Hook, Registry
from tests.test_architecture import ROOT, module_of, sources

DECLARATION = re.compile(r"^(\w+): (?:Hook|Registry)\[.*\] = (?:Hook|Registry)\(\"(\w+)\"", re.MULTILINE)
ROW = re.compile(r"^\| `(\w+)` \| `([\w.]+)` \| (.*?) \| (.+) \|$", re.MULTILINE)


def declared() -> dict[str, tuple[str, Hook[..., object] | Registry[object]]]:
    """Every hook of the source: name -> (module, hook)."""
    hooks = {}
    for path in sources():
        for variable, name in DECLARATION.findall(path.read_text(encoding="utf-8")):
            hook = getattr(import_module(module_of(path)), variable)
            assert (variable, name) == (hook.name, hook.name)
            hooks[name] = (module_of(path), hook)
    return hooks


def connected_by(hook: Hook[..., object] | Registry[object]) -> str:
    if isinstance(hook, Registry):
        return f"registry, `{hook.module}`" if hook.module else "registry, in `apps.py`"
    return ", ".join(sorted({f"`{listener.__module__}`" for listener in hook.listeners}))


def test_the_documentation_lists_every_hook_with_who_declares_and_who_listens() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("## Hooks")[1].split("\n## ")[0]
    table = {name: (module, listeners) for name, module, listeners, _ in ROW.findall(text)}
    assert table == {name: (module, connected_by(hook)) for name, (module, hook) in declared().items()}


def test_no_hook_is_made_without_a_name_that_the_table_can_find() -> None:
    count = sum(len(re.findall(r"= (?:Hook|Registry)\(", path.read_text(encoding="utf-8"))) for path in sources())
    assert count == len(declared())


def test_listeners_are_called_in_order_and_connected_once() -> None:
    hook: Hook[[int], int] = Hook("sums")
    double, triple = (lambda number: 2 * number), (lambda number: 3 * number)
    for listener in (triple, double, triple):
        hook.connect(listener)
    assert hook(5) == [15, 10]


def test_a_listener_named_by_its_path_is_imported_at_first_need_and_connected_once() -> None:
    hook: Hook[[str], object] = Hook("paths")
    hook.connect("tests.no_such_module.listener")
    with pytest.raises(ImportError):
        hook("a/b")
    hook = Hook("paths")
    for listener in ("posixpath.basename", basename, "posixpath.basename"):
        hook.connect(listener)
    assert (hook("a/b"), hook.listeners) == (["b"], [basename])


@pytest.mark.parametrize(
    ("start", "spared"),
    [
        ("import django; django.setup()", {"numpy", "pairings.engine", "results.prizes.services", "results.ratings"}),
        ("from tdsuite.celery import app; app.loader.import_default_modules()", {"tdsuite.urls", "tdsuite.api"}),
    ],
    ids=["any", "worker"],
)
def test_a_process_does_not_load_what_it_may_never_use(start: str, spared: set[str]) -> None:
    code = f"{start}; import sys; print(*sys.modules)"
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tdsuite.settings"}
    loaded = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, env=environment, text=True).split()
    assert "tdsuite.platform.jobs.models" in loaded
    assert spared.intersection(loaded) == set()


def test_a_hook_without_listeners_answers_nothing() -> None:
    assert Hook("nobody")() == []


def test_what_a_listener_raises_reaches_the_caller() -> None:
    hook: Hook[[], None] = Hook("fails")
    hook.connect(lambda: 1 / 0)  # type: ignore[arg-type,return-value]
    with pytest.raises(ZeroDivisionError):
        hook()


def test_entries_of_a_registry_have_one_name_each() -> None:
    registry: Registry[int] = Registry("numbers")
    registry.add("two", 2)
    registry.add("one", 1)
    registry.add("one", 1)
    with pytest.raises(ValueError, match="numbers: one is declared already, as 1"):
        registry.add("one", 3)
    registry.remove("two")
    assert (registry.items(), registry.get("two")) == ([("one", 1)], None)
