"""In: what a program logs. Out: the lines, and those of them that tell of something gone wrong."""

from firmware.system.log import INFO, WARNING


class LogLines(list[str]):
    """A log that keeps all it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []  # what `journalctl -p warning` would show

    def __call__(self, line: str, weight: int = INFO, /) -> None:
        self.append(line)
        if weight <= WARNING:
            self.wrong.append(line)
