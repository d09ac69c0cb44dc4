"""What Windows lacks, refused to the suite's own files in every process that starts with this folder on PYTHONPATH.

The standard library and other packages keep it: on Windows they have other ways, which cannot be tried here. What was refused is
written to `refused` in the folder of WITHHELD, a line each: what, file, line. There too lies a file a process, named by its number.
"""

import builtins
import errno
import functools
import os
import signal
import socket
import subprocess
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from windows_names import NO_NAME

FOLDER, ROOT, DATA = os.environ["WITHHELD"], os.environ["WITHHELD_ROOT"], os.environ["TDSUITE_DATA"]
OURS = tuple(f"{ROOT}/{name}/" for name in ("tdsuite", "pairings", "results", "adjudication"))
STANDARD = (os.path.dirname(os.__file__) + "/", "<frozen ", __file__)
MODULES = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "readline", "crypt"}
NAMES: dict[types.ModuleType, str] = {
    os: "chown chroot ctermid environb fchdir fchmod fchown fork forkpty fstatvfs getegid geteuid getgid getgroups getloadavg "
    "getpgid getpgrp getpriority getsid getuid initgroups killpg lchown lockf major mkfifo mknod nice openpty posix_fadvise "
    "posix_spawn pread pwrite register_at_fork sched_getaffinity sched_setaffinity sched_yield sendfile setgid setpgid "
    "setpriority setsid setuid statvfs sync sysconf tcgetpgrp ttyname uname wait wait3 wait4 waitid O_CLOEXEC O_DIRECTORY "
    "O_DSYNC O_NOFOLLOW O_NONBLOCK O_SYNC WNOHANG WIFEXITED WEXITSTATUS",
    signal: "SIGALRM SIGCHLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 SIGUSR2 SIGWINCH alarm getitimer "
    "pause pthread_kill pthread_sigmask setitimer siginterrupt sigpending sigtimedwait sigwait",
    socket: "AF_UNIX SO_REUSEPORT SCM_RIGHTS MSG_DONTWAIT MSG_NOSIGNAL CMSG_LEN CMSG_SPACE send_fds recv_fds sethostname",
}
REAL: Any = types.SimpleNamespace(
    listdir=os.listdir, readlink=os.readlink, open=os.open, write=os.write, close=os.close, stat=os.stat
)
MAKES = os.O_CREAT


def ours(frame: types.FrameType | None) -> types.FrameType | None:
    """The suite's own frame that asks, through the standard library or not; None where another package does."""
    while frame is not None and frame.f_code.co_filename.startswith(STANDARD):
        frame = frame.f_back
    return frame if frame is not None and frame.f_code.co_filename.startswith(OURS) else None


def refused(what: str, frame: types.FrameType) -> None:
    line = f"{what} {frame.f_code.co_filename.removeprefix(ROOT + '/')} {frame.f_lineno}\n"
    number = REAL.open(f"{FOLDER}/refused", os.O_WRONLY | os.O_APPEND | MAKES)
    REAL.write(number, line.encode())
    REAL.close(number)


def take_names(module: types.ModuleType, names: str) -> None:
    """For our files the module has them no more."""
    taken = frozenset(names.split())

    class Without(types.ModuleType):
        def __getattribute__(self, name: str) -> Any:
            if name in taken and (frame := sys._getframe(1)).f_code.co_filename.startswith(OURS):
                refused(name, frame)
                raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")
            return super().__getattribute__(name)

    module.__class__ = Without


def imported(name: str, *args: Any, real: Callable[..., Any] = builtins.__import__, **options: Any) -> Any:
    if name in MODULES and (frame := sys._getframe(1)).f_code.co_filename.startswith(OURS):
        refused(name, frame)
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return real(name, *args, **options)


def held(path: str) -> bool:
    """Whether a process of the suite has the file open, or one in that folder."""
    path = os.path.realpath(path)
    return any(each == path or each.startswith(f"{path}/") for each in open_files())


def open_files() -> Iterator[str]:
    for pid in REAL.listdir(f"{FOLDER}/processes"):
        try:
            for number in REAL.listdir(f"/proc/{pid}/fd"):
                yield REAL.readlink(f"/proc/{pid}/fd/{number}")
        except OSError:  # it has ended, or has closed the file
            continue


def guard(name: str, check: Callable[..., OSError | None]) -> None:
    """Have a function of `os` ask the check first, where the suite's own files ask for it."""
    real = getattr(os, name)

    @functools.wraps(real)
    def guarded(*args: Any, **options: Any) -> Any:
        frame = ours(sys._getframe(1))
        if frame is not None and (error := check(*args, **options)) is not None:
            refused(f"{name}:{error.strerror}:{args[0]}".replace(" ", "_"), frame)
            raise error
        return real(*args, **options)

    setattr(os, name, guarded)


def denied(path: Any) -> OSError:
    return PermissionError(errno.EACCES, "used by another process", str(path))


def of_removal(path: Any, **_options: Any) -> OSError | None:
    return denied(path) if not isinstance(path, int) and held(os.fspath(path)) else None


def of_replacing(source: Any, target: Any, **_options: Any) -> OSError | None:
    return of_removal(source) or of_removal(target)


def of_renaming(source: Any, target: Any, **_options: Any) -> OSError | None:
    if os.path.lexists(target):
        return FileExistsError(errno.EEXIST, "is there", str(target))
    return of_removal(source)


def of_opening(path: Any, *_args: Any, **_options: Any) -> OSError | None:
    return PermissionError(errno.EACCES, "is a folder", str(path)) if os.path.isdir(path) else None


def of_looking(path: Any, *_args: Any, **_options: Any) -> OSError | None:
    gone = not isinstance(path, int) and str(path).startswith(("/proc", "/sys"))
    return FileNotFoundError(errno.ENOENT, "not there", str(path)) if gone else None


def of_flushing(number: Any) -> OSError | None:
    import fcntl

    number = number if isinstance(number, int) else number.fileno()
    reads = fcntl.fcntl(number, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY
    return OSError(errno.EBADF, "opened for reading") if reads else None


def of_links(path: Any, *_args: Any, **_options: Any) -> OSError | None:
    return OSError(errno.EPERM, "a privilege is not held", str(path))


def heard(event: str, args: tuple[Any, ...]) -> None:
    """No file of a name that Windows refuses, whoever makes it; and no /proc for our files."""
    if (
        event == "open"
        and isinstance(args[0], str)
        and args[0].startswith("/proc/")
        and (frame := ours(sys._getframe(1)))
    ):
        refused(args[0], frame)
        raise FileNotFoundError(errno.ENOENT, "not there", args[0])
    makes = event == "os.mkdir" or (event == "open" and isinstance(args[2], int) and args[2] & MAKES)
    path = os.fspath(args[0]) if makes and not isinstance(args[0], int) else ""
    if (
        isinstance(path, str)
        and path.startswith(DATA + "/")
        and any(map(NO_NAME.search, path[len(DATA) + 1 :].split("/")))
    ):
        refused(f"name:{path}".replace(" ", "_"), sys._getframe(1))
        raise OSError(errno.EINVAL, "no name for a file", path)


class Popen(subprocess.Popen[Any]):
    def __init__(self, *args: Any, **options: Any) -> None:
        frame = sys._getframe(1)
        for name in ("pass_fds", "preexec_fn"):
            if options.get(name) and frame.f_code.co_filename.startswith(OURS):
                refused(name, frame)
                raise ValueError(f"{name} is not supported on Windows platforms")
        super().__init__(*args, **options)


os.makedirs(f"{FOLDER}/processes", exist_ok=True)
open(f"{FOLDER}/processes/{os.getpid()}", "wb").close()
subprocess.Popen = Popen  # type: ignore[misc]
for _name, _check in {
    "unlink": of_removal, "remove": of_removal, "rmdir": of_removal, "replace": of_replacing, "rename": of_renaming,
    "open": of_opening, "stat": of_looking, "fsync": of_flushing, "symlink": of_links,
}.items():  # fmt: skip
    guard(_name, _check)
for _module, _names in NAMES.items():
    take_names(_module, _names)
builtins.__import__ = imported
sys.addaudithook(heard)
warnings.filterwarnings("ignore", category=EncodingWarning)
warnings.filterwarnings("error", category=EncodingWarning, module=r"(tdsuite|pairings|results|adjudication)(\.|$)")
