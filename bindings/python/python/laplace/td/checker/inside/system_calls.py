"""Limits that the kernel keeps: memory, processor time, files, and on Linux the system calls of the process.

The filter (seccomp) allows what a computation needs: memory, time, reading files, the pipes that are open. Everything else,
such as sockets, new processes and threads, other programs, files that are written, created or removed, fails with EPERM. A
list of what is allowed is safe against calls that it does not know.
"""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import struct
import sys
from typing import Any

# The numbers of x86-64 (asm/unistd_64.h).
ALLOWED = (
    0, 1, 3, 4, 5, 6, 7, 8,  # read write close stat fstat lstat poll lseek
    9, 10, 11, 12, 25, 28,  # mmap mprotect munmap brk mremap madvise
    13, 14, 15, 131,  # rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack
    17, 19, 20, 21, 23, 24,  # pread64 readv writev access select sched_yield
    32, 33, 292,  # dup dup2 dup3
    35, 230, 37, 36, 38,  # nanosleep clock_nanosleep alarm getitimer setitimer
    39, 110, 186, 102, 104, 107, 108,  # getpid getppid gettid getuid getgid geteuid getegid
    60, 231,  # exit exit_group
    63, 79, 80, 89, 267, 78, 217,  # uname getcwd chdir readlink readlinkat getdents getdents64
    96, 201, 228, 229, 97, 98, 100,  # gettimeofday time clock_gettime clock_getres getrlimit getrusage times
    158, 202, 204, 218, 219, 273, 324, 334,  # arch_prctl futex sched_getaffinity set_tid_address restart_syscall
    # set_robust_list membarrier rseq
    262, 269, 439, 332,  # newfstatat faccessat faccessat2 statx
    270, 271, 318,  # pselect6 ppoll getrandom
)  # fmt: skip
OPEN, OPENAT, PRLIMIT64 = 2, 257, 302
# Calls that do many things, by their second argument; only these are allowed. Others send signals (F_SETOWN, F_SETSIG) or change
# files that are open for reading (FS_IOC_SETFLAGS).
ALLOWED_COMMANDS = {
    72: (0, 1030, 1, 2, 3),  # fcntl: F_DUPFD F_DUPFD_CLOEXEC F_GETFD F_SETFD F_GETFL
    16: (0x5401, 0x5451),  # ioctl: TCGETS FIOCLEX
}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

AUDIT_ARCH_X86_64 = 0xC000003E
LOAD, JUMP_EQUAL, JUMP_SET, RETURN = 0x20, 0x15, 0x45, 0x06
ALLOW, FAIL_EPERM, KILL = 0x7FFF0000, 0x00050001, 0x80000000
NUMBER, ARCHITECTURE = 0, 4
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, MODE_FILTER = 38, 22, 2
PR_SET_PDEATHSIG, PR_SET_DUMPABLE = 1, 4
CAPABILITY_VERSION_3 = 0x20080522


def _argument(index: int, half: int = 0) -> int:
    """Where an argument of the call is: its low half, then its high half."""
    return 16 + 8 * index + 4 * half


def _program() -> bytes:
    """The filter in the kernel's packet-filter language: (code, jump if true, jump if false, value)."""
    steps: list[tuple[int, int, int, int]] = [
        (LOAD, 0, 0, ARCHITECTURE),
        (JUMP_EQUAL, 1, 0, AUDIT_ARCH_X86_64),
        (RETURN, 0, 0, KILL),
    ]

    def reload() -> None:
        steps.append((LOAD, 0, 0, NUMBER))

    for call, flags in ((OPEN, 1), (OPENAT, 2)):
        reload()
        # Another call: past the four steps below.
        steps.append((JUMP_EQUAL, 0, 4, call))
        steps.append((LOAD, 0, 0, _argument(flags)))
        steps.append((JUMP_SET, 0, 1, WRITING))
        steps.append((RETURN, 0, 0, FAIL_EPERM))
        steps.append((RETURN, 0, 0, ALLOW))
    reload()
    # prlimit64 may read limits: its third argument, the new limit, is a null pointer then.
    steps.append((JUMP_EQUAL, 0, 6, PRLIMIT64))
    steps.append((LOAD, 0, 0, _argument(2)))
    steps.append((JUMP_EQUAL, 0, 3, 0))
    steps.append((LOAD, 0, 0, _argument(2, half=1)))
    steps.append((JUMP_EQUAL, 0, 1, 0))
    steps.append((RETURN, 0, 0, ALLOW))
    steps.append((RETURN, 0, 0, FAIL_EPERM))
    for call, commands in ALLOWED_COMMANDS.items():
        reload()
        # Another call: past the steps below, two for each command and two more.
        steps.append((JUMP_EQUAL, 0, 2 * len(commands) + 2, call))
        steps.append((LOAD, 0, 0, _argument(1)))
        for command in commands:
            steps.append((JUMP_EQUAL, 0, 1, command))
            steps.append((RETURN, 0, 0, ALLOW))
        steps.append((RETURN, 0, 0, FAIL_EPERM))
    reload()
    for call in ALLOWED:
        steps.append((JUMP_EQUAL, 0, 1, call))
        steps.append((RETURN, 0, 0, ALLOW))
    steps.append((RETURN, 0, 0, FAIL_EPERM))
    return b"".join(struct.pack("HBBI", *step) for step in steps)


def _library() -> Any:
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
    return library


def shield() -> None:
    """On Linux: the process ends with the checker, and no other solution can look into it, even if root runs both."""
    if sys.platform != "linux":
        return
    library = _library()
    nothing = struct.pack("6I", 0, 0, 0, 0, 0, 0)
    library.capset(struct.pack("Ii", CAPABILITY_VERSION_3, 0), nothing)
    library.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    library.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def install_filter() -> dict[str, bool]:
    """Installs the filter for the rest of the process; whether that could be done."""
    if not (sys.platform == "linux" and platform.machine() == "x86_64" and struct.calcsize("P") == 8):
        return {"system_calls": False}
    program = ctypes.create_string_buffer(_program())
    header = struct.pack("HxxxxxxP", len(program.raw) // 8, ctypes.addressof(program))
    library = _library()
    buffer = ctypes.create_string_buffer(header, len(header))
    if library.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return {"system_calls": False}
    done = library.prctl(PR_SET_SECCOMP, MODE_FILTER, ctypes.addressof(buffer), 0, 0) == 0
    return {"system_calls": done}


def limit(megabytes: int, cpu_seconds: float) -> dict[str, bool]:
    """Sets the limits of the process; which of them the system has."""
    try:
        import resource
    except ImportError:
        return {"memory": False, "file_size": False, "processes": False}
    limits: dict[str, tuple[Any, int]] = {
        "memory": (getattr(resource, "RLIMIT_AS", None), megabytes << 20),
        "file_size": (resource.RLIMIT_FSIZE, 0),
        # Root is not limited by this one: there the filter of system calls is needed.
        "processes": (getattr(resource, "RLIMIT_NPROC", None), 0),
        "core": (resource.RLIMIT_CORE, 0),
        "open_files": (resource.RLIMIT_NOFILE, 32),
        "cpu": (resource.RLIMIT_CPU, int(cpu_seconds) + 1),
    }
    done = {}
    for name, (number, value) in limits.items():
        done[name] = number is not None
        if number is not None:
            try:
                resource.setrlimit(number, (value, value))
            except (OSError, ValueError):
                done[name] = False
    if os.getuid() == 0:
        done["processes"] = False
    return done
