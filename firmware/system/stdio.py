"""A descriptor in, whether somebody is there to be given a desk out."""

import os
import stat


def somebody_there(stdin_fd: int) -> bool:
    """Whether to open a desk at all: not under a service, whose input is /dev/null."""
    try:
        seen = os.fstat(stdin_fd)
    except OSError:
        return False
    return not (stat.S_ISCHR(seen.st_mode) and seen.st_rdev == os.stat(os.devnull).st_rdev)
