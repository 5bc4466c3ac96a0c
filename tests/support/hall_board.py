"""`okanjo board` as a child, at a real broker, and what its database holds."""

import json
import resource
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from support.mqtt_broker import Broker
from support.table_program import OKANJO, ROOT, environ
from support.waiting import free_port, until

SAMPLE = ROOT / "config/board/mosquitto.conf"
DESCRIPTORS = 8192  # a broker of a thousand tables takes more than the usual 1024


def broker(folder: Path) -> Broker:
    """A broker with the sample's settings, but for where it listens."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    enough = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (enough, hard))
    lines = SAMPLE.read_text().splitlines()
    own = [line for line in lines if not line.startswith(("listener", "persistence"))]
    return Broker(folder, "\n".join(own))


class BoardProgram:
    def __init__(self, folder: Path, broker: Broker, *more: str) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.port, self._broker = folder, free_port(), broker
        self._words = ["board", "--broker", f"127.0.0.1:{broker.port}", "--data", f"{folder}/data"]
        self._words += "--port", str(self.port), *more
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.child = subprocess.Popen(
                [*OKANJO, *self._words], stderr=log, env=environ(self.folder), cwd=self.folder
            )

    @property
    def log(self) -> Path:
        return self.folder / "log"

    def wait_until_it_hears(self) -> None:
        until(lambda: self.logged("the broker answers"))

    def wait_until_it_is_waited_for(self) -> None:
        """The broker has saved that it is to keep results for this board."""
        saved = self._broker.folder / "mosquitto.db"
        until(lambda: saved.exists() and b"okanjo-board-" in saved.read_bytes())

    def logged(self, words: str) -> int:
        """How many lines of the log have these words."""
        return sum(words in line for line in self.log.read_text().splitlines())

    def kill(self) -> None:
        self.child.kill()
        self.child.wait(10)

    def end(self) -> int:
        self.child.send_signal(signal.SIGTERM)
        return self.child.wait(20)

    def rows(self, query: str, *values: str) -> list[Any]:
        with closing(
            sqlite3.connect(f"file:{self.folder}/data/board.db?mode=ro", uri=True)
        ) as base:
            return base.execute(query, values).fetchall()

    def tiles(self) -> dict[str, Any]:
        """What the pages show, by the devices' IDs."""
        with urlopen(f"http://127.0.0.1:{self.port}/state", timeout=20) as answer:
            return {tile["device"]: tile for tile in json.load(answer)["tiles"]}

    def results(self) -> dict[tuple[str, str], Any]:
        """What is kept, by device and its ID of the game."""
        query = "SELECT device, id, withdrawn, payload FROM results"
        return {
            (device, game): (bool(gone), json.loads(payload))
            for device, game, gone, payload in self.rows(query)
        }
