"""Say when the last whole backup was made."""

from collections.abc import Iterator
from datetime import UTC, datetime

from engine.message import gettext
from firmware.doctor.machine import MISSING, OK, Case, Finding
from firmware.records.backup.last import last_backup


def backup(case: Case) -> Iterator[Finding]:
    """Whether there is a whole backup, and of which day."""
    made_at = last_backup(case.state_folder)
    if made_at is None:
        do = gettext("save one: okanjo backup FILE, or on the page under Setup")
        yield Finding("backup", MISSING, gettext("no whole backup yet"), do, wanted=False)
    else:
        day = datetime.fromtimestamp(made_at, UTC).astimezone().date().isoformat()
        yield Finding("backup", OK, gettext("the last whole backup is of {day}", day=day))
