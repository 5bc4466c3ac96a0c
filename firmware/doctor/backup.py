"""Say when the last whole backup was made, and which evenings the device keeps by itself."""

from collections.abc import Iterator
from contextlib import suppress

from engine.message import gettext, ngettext
from firmware.common.system.text import quoted
from firmware.doctor.machine import MISSING, OK, WRONG, Case, Finding
from firmware.records.backup.evenings import kept
from firmware.records.backup.last import last_backup
from firmware.words.dates import day, day_at


def backup(case: Case) -> Iterator[Finding]:
    """Whether there is a whole backup, and of which day; and those of the last evenings."""
    made_at = last_backup(case.state_folder)
    if made_at is None:
        do = gettext("save one: okanjo backup FILE, or on the page under Setup")
        yield Finding(
            "backup", MISSING, gettext("you have saved no whole backup yet"), do, wanted=False
        )
    else:
        made = day_at(made_at)
        text = gettext("the last whole backup you saved is of {day}", day=made)
        yield Finding("backup", OK, text)
    evenings = list[str]()
    with suppress(OSError):  # without sudo, say
        evenings = kept(case.state_folder)
    if evenings:
        on_device = ngettext(
            "kept on the device: {count} evening, the last of {day}",
            "kept on the device: {count} evenings, the last of {day}",
            len(evenings),
            day=day(evenings[-1]),
        )
        yield Finding("backup", OK, on_device)
    if case.status and (why := case.status.get("backup_trouble")):
        text = gettext("the last game's backup on the device: {why}", why=quoted(why))
        do = gettext("the game continues; see disk and journal, above")
        yield Finding("backup", WRONG, text, do)
