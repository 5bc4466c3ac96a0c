"""What the client keeps: its ID at a broker, and what it has sent there."""

from __future__ import annotations

import glob
import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress

from firmware.common.system.files import replace
from firmware.common.system.machine_id import id_of_machine
from firmware.common.system.state_dir import read_text

FILE = "sent.json"
ADDRESSES = "/sys/class/net/*/device/../address"  # of adapters that are a device


class Kept:
    """`games` has, by ID, the checksum of the row that was sent; None: it is never sent."""

    def __init__(self, folder: str) -> None:
        self._path = os.path.join(folder, FILE)
        kept: Mapping[str, object] = {}
        with suppress(ValueError, RecursionError):
            kept = json.loads(read_text(self._path))
        if not isinstance(kept, dict):
            kept = {}
        games = kept.get("games")
        self.games: dict[str, int | None] = games if isinstance(games, dict) else {}
        self.is_new = games is None
        self.id = str(kept.get("id") or id_of_machine())
        self.key = str(kept.get("key") or os.urandom(5).hex())
        self.described = str(kept.get("described") or "")  # the topic that Home Assistant reads

    @property
    def twin_key(self) -> str:
        """A key of this machine, which a copied SD card does not share."""
        addresses = [read_text(path).strip() for path in sorted(glob.glob(ADDRESSES))]
        return hashlib.sha256("".join((self.key, *addresses)).encode()).hexdigest()[:12]

    def begin(self, games: Iterable[str]) -> None:
        """Note the games played before there was a broker: they are never sent. Raises OSError."""
        self.games, self.is_new = dict.fromkeys(games), False
        self.save()

    def save(self) -> None:
        """Sync it to the disk; raises OSError."""
        content = {"id": self.id, "key": self.key, "games": self.games}
        content |= {"described": self.described}
        replace(self._path, json.dumps(content).encode())
