"""Why a command could not be carried out, as a sentence instead of a traceback."""

from firmware.common.system.exit_status import UNUSABLE


class CommandFailed(Exception):
    """The text says why, and what to do; `status` is what a shell is told."""

    def __init__(self, why: str, status: int = UNUSABLE) -> None:
        super().__init__(why)
        self.status = status
