"""Lines that the program under test has logged, for helpers that outlive pytest's caplog."""

import logging
from collections import UserList

RECORDS: list[logging.LogRecord] = []


class _Recorder(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        RECORDS.append(record)


logging.getLogger("firmware").addHandler(_Recorder())
logging.getLogger("firmware").setLevel(logging.INFO)


class LogLines(UserList[str]):
    """What was logged since this was made; `wrong` is what `journalctl -p warning` would show."""

    def __init__(self) -> None:
        self._begin = len(RECORDS)

    @property  # always the newest, which a list that is kept is not
    def data(self) -> list[str]:  # type: ignore[override]
        return [record.getMessage() for record in RECORDS[self._begin :]]

    @property
    def wrong(self) -> list[str]:
        records = RECORDS[self._begin :]
        return [record.getMessage() for record in records if record.levelno >= logging.WARNING]
