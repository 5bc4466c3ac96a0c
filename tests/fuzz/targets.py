"""The parsers of bytes that come from elsewhere, and what is required of each.

What reads is given the bytes. It swallows what the parser may answer: a refusal that is a sentence.
Any other exception is a fault; so is more memory or time than a target has.
"""

from collections.abc import Callable
from typing import NamedTuple

from fuzz import formats, of_files, of_network, of_scanners
from fuzz.mutator import Damage
from fuzz.reading import Read


class Target(NamedTuple):
    """`begin` imports what it needs and returns what reads. `memory` bytes are what reading may
    take beside the program, `cpu_s` what a case may; `cases` is how many a run tries, a
    hundred times as many by `make soak`.
    """

    begin: Callable[[], Read]
    formats: tuple[Damage, ...]
    cases: int
    memory: int = 24 << 20
    cpu_s: float = 3.0


# What several of them import.
SHARED = ("support.table_app", "firmware.hall.feed", "firmware.hall.pages.context")

JSON, LINES = (formats.json_text,), (formats.text_lines,)
TARGETS = {
    "backup": Target(
        of_files.backup, (formats.zip_parts, formats.journal_rows), 300, memory=96 << 20, cpu_s=10
    ),
    "board-backup": Target(
        of_files.board_backup, (formats.gzip_lines,), 30, memory=64 << 20, cpu_s=10
    ),
    "photo": Target(of_files.photo, (formats.picture_parts,), 150, memory=150 << 20, cpu_s=20),
    "settings": Target(of_files.settings, LINES, 700),
    "stickers": Target(of_files.stickers, LINES, 700, cpu_s=10),
    "names": Target(of_files.names, LINES, 1500, cpu_s=10),
    "table-messages": Target(of_network.table_messages, (formats.with_topic,), 700),
    "seats": Target(of_network.seats, JSON, 3000),
    "commands": Target(of_network.commands, JSON, 3000),
    "local-socket": Target(of_network.local_socket, JSON, 1500),
    "http": Target(of_network.http, LINES, 400),
    "serial-scanner": Target(of_scanners.serial_scanner, LINES, 200),
    "keyboard-scanner": Target(of_scanners.keyboard_scanner, (), 200),
    "typed-lines": Target(of_scanners.typed_lines, LINES, 200),
}
