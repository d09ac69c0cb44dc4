"""How a lower package tells a higher one, or asks it, without importing it.

The lower package declares a `Hook` (listeners that are called) or a `Registry` (entries that are found by name) beside the
code that uses it. A higher package connects in its `AppConfig.ready`, or declares entries in the module that the registry
names. docs/architecture.md lists them all.
"""

import threading
from collections.abc import Callable, Iterable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Generic, ParamSpec, TypeVar

from django.apps import apps
from django.utils.module_loading import autodiscover_modules, import_string, module_has_submodule

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class Hook(Generic[P, R]):
    """Listeners of higher packages, called in the order in which they were connected.

    Attributes:
        name: as docs/architecture.md lists it; the name of the variable that holds the hook.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._connected: list[Callable[P, R] | str] = []

    def connect(self, listener: Callable[P, R] | str) -> None:
        """Have `listener` called from now on; a second time changes nothing.

        Args:
            listener: or its dotted path, which is imported at first need: a command that never comes to the hook is spared it.
        """
        self._connected.append(listener)

    @property
    def listeners(self) -> list[Callable[P, R]]:
        """Who is called, in order; the list itself."""
        listeners: Any = self._connected
        listeners[:] = dict.fromkeys(import_string(each) if isinstance(each, str) else each for each in listeners)
        return listeners

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        """Call every listener and return the answers in order. What a listener raises goes to the caller."""
        return [listener(*args, **kwargs) for listener in self.listeners]

    def rows(self: "Hook[P, Iterable[T]]", *args: P.args, **kwargs: P.kwargs) -> list[T]:
        """Call every listener and return what they answer with in one list."""
        return [row for answer in self(*args, **kwargs) for row in answer]


class Registry(Generic[T]):
    """Entries that higher packages declare under a name.

    Attributes:
        name: as docs/architecture.md lists it; the name of the variable that holds the registry.
        module: which module of every installed app declares entries, "" when they are added in `AppConfig.ready`. It is
            imported at first need, because apps are still loading at start; where it is a package, all its modules are.
    """

    def __init__(self, name: str, module: str = "") -> None:
        self.name, self.module = name, module
        self._entries: dict[str, T] = {}
        self._discovering = threading.RLock()
        self._discovered = not module

    def add(self, key: str, entry: T) -> None:
        """Declare an entry.

        Raises:
            ValueError: another entry has this key.
        """
        if self._entries.get(key, entry) != entry:
            raise ValueError(f"{self.name}: {key} is declared already, as {self._entries[key]}")
        self._entries[key] = entry

    def get(self, key: str) -> T | None:
        """The entry of a key, or None."""
        self.discover()
        return self._entries.get(key)

    def items(self) -> list[tuple[str, T]]:
        """All entries with their keys, by key."""
        self.discover()
        return sorted(self._entries.items(), key=lambda item: item[0])

    def remove(self, key: str) -> None:
        """Take an entry out again."""
        self._entries.pop(key, None)

    def discover(self) -> None:
        """Import the modules that declare entries, once."""
        with self._discovering:
            if self._discovered:
                return
            autodiscover_modules(self.module)
            for config in apps.get_app_configs():
                if config.module is not None and module_has_submodule(config.module, self.module):
                    shelf = import_module(f"{config.name}.{self.module}")
                    for module in iter_modules(getattr(shelf, "__path__", []), f"{shelf.__name__}."):
                        import_module(module.name)
            self._discovered = True
