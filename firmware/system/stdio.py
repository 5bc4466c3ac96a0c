"""What stands at the other end of standard input."""

import os
import stat


def has_input(stdin_fd: int) -> bool:
    """Whether lines may come: not under a service, whose standard input is /dev/null."""
    try:
        seen = os.fstat(stdin_fd)
    except OSError:
        return False
    return not (stat.S_ISCHR(seen.st_mode) and seen.st_rdev == os.stat(os.devnull).st_rdev)
