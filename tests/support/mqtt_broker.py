"""A real mosquitto on a port of its own, a table that tells it, and somebody who hears all that."""

import json
import os
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt import client
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from support.processes import child_of
from support.table_program import ProgramTable, okanjo, written
from support.waiting import free_port, until

from firmware.cli.parser import carry_out

MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin") or ""
needs_mosquitto = pytest.mark.skipif(not MOSQUITTO, reason="mosquitto is not installed")


TOLD = ("availability", "state", "event", "result")


class Broker:
    """It can be killed and started again, on the same port and with what it has kept."""

    def __init__(
        self, folder: Path, config: str = "allow_anonymous true", address: str = "127.0.0.1"
    ) -> None:
        self.port, self.folder = free_port(), folder
        folder.mkdir(exist_ok=True)
        self.config = folder / "mosquitto.conf"
        kept = f"persistence true\npersistence_location {folder}/\n"
        if "autosave_interval" not in config:
            kept += "autosave_interval 1\nautosave_on_changes true\n"
        self.config.write_text(f"listener {self.port} {address}\n{kept}user root\n{config}\n")
        self.child: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.child = subprocess.Popen([MOSQUITTO, "-c", self.config], stdout=log, stderr=log)
        until(self.answers)

    def reload(self) -> None:
        """Read the accounts and what they may do anew."""
        assert self.child
        self.child.send_signal(signal.SIGHUP)

    def answers(self) -> bool:
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self, *, kill: bool = False) -> None:
        """Mosquitto forgets a SIGTERM that comes just before its loop: its port is open by then."""
        while self.child:
            (self.child.kill if kill else self.child.terminate)()
            with suppress(subprocess.TimeoutExpired):
                self.child.wait(5)
                self.child = None


def passwords(folder: Path, **accounts: str) -> str:
    """Accounts, as a line of a broker's configuration."""
    file = folder / "passwords"
    file.touch()
    for user, password in accounts.items():
        subprocess.run(["mosquitto_passwd", "-b", file, user, password], check=True)
    return f"password_file {file}\n"


class Listener:
    """All messages below `okanjo/`, in order, and the newest of each topic; it can speak, too.

    Its session waits for it: a result that comes while it is away is kept by the broker.
    """

    def __init__(
        self,
        broker: Broker,
        user: str = "",
        password: str = "",
        name: str = "listener",
        topic: str = "okanjo/#",
    ) -> None:
        self.heard: list[tuple[str, Any, bool]] = []
        self.newest: dict[str, Any] = {}
        self.described: dict[str, bytes] = {}  # to Home Assistant, by topic
        kind = CallbackAPIVersion.VERSION2
        self.paho = client.Client(kind, client_id=name, protocol=client.MQTTv5)
        if user:
            self.paho.username_pw_set(user, password)
        self.paho.reconnect_delay_set(1, 1)
        self.paho.on_connect = lambda paho, *arguments: paho.subscribe(
            [(topic, 1), ("homeassistant/device/#", 1)]
        )
        self.paho.on_message = self._on_message
        self.subscribed = threading.Event()
        self.paho.on_subscribe = lambda *arguments: self.subscribed.set()
        lasting = Properties(PacketTypes.CONNECT)
        lasting.SessionExpiryInterval = 3600
        self.paho.connect("127.0.0.1", broker.port, clean_start=False, properties=lasting)
        self.paho.loop_start()

    def _on_message(self, paho: Any, data: Any, message: Any) -> None:
        if message.topic.startswith("homeassistant"):
            self.described[message.topic] = message.payload
            return
        topic, payload = message.topic.split("/", 2)[2], message.payload.decode("utf-8", "replace")
        if topic not in TOLD:  # what others say to the table
            return
        content = json.loads(payload) if payload.startswith("{") else payload
        self.heard.append((topic, content, message.retain))
        self.newest[topic] = content

    def of(self, topic: str) -> list[Any]:
        """What was said there since we listen; not what the broker had kept."""
        return [content for name, content, kept in self.heard if name == topic and not kept]

    def state(self, **fields: Any) -> dict[str, Any]:
        """Wait for a state that has these values."""
        until(lambda: fields.items() <= self.newest.get("state", {}).items())
        return self.newest["state"]

    def say(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        self.paho.publish(topic, payload, 1, retain).wait_for_publish(5)

    def close(self) -> None:
        self.paho.disconnect()
        self.paho.loop_stop()


def table_of(
    folder: Path,
    broker: Broker | None,
    more: str = "",
    password: str = "",
    host: str = "127.0.0.1",
    under: Sequence[str] = (),
    id: str = "t",
) -> ProgramTable:
    """The program with a broker in its settings; without one it speaks to none."""
    address = f'host = "{host}"\nport = {broker.port}\n' if broker else ""
    settings = f'[web]\non = false\n[mqtt]\n{address}id = "{id}"\n{more}'
    if password:
        give(written(folder, settings), password)
    return ProgramTable(folder, settings, under)


def give(config: Path, password: str) -> None:
    """The broker's password to the table of these settings."""
    words = "--config", str(config), "mqtt", "--password"
    assert okanjo(config.parent, *words, stdin=password.encode()).returncode == 0


def doctor_of(table: ProgramTable) -> dict[str, Any]:
    """What `okanjo doctor` says of its broker."""
    with redirect_stdout(StringIO()) as output:  # here, as it is asked until something is so
        carry_out(["--config", str(table.config), "doctor", "--json"])
    lines = json.loads(output.getvalue())["lines"]
    return next(line for line in lines if line["part"] == "MQTT")


def client_of(table: ProgramTable) -> int:
    """The number of the process that speaks to its broker."""
    return until(lambda: child_of(table.pid, "--ends-with-input"))


def pull_the_plug(table: ProgramTable) -> None:
    """Of both processes."""
    client = client_of(table)
    os.kill(table.pid, signal.SIGKILL)
    os.kill(client, signal.SIGKILL)
    table.kill()


@contextmanager
def at_broker(
    folder: Path,
    more: str = "",
    config: str = "allow_anonymous true",
    address: str = "127.0.0.1",
    **table_is: Any,
) -> Iterator[tuple[ProgramTable, Broker, Listener]]:
    broker = Broker(folder / "broker", config, address)
    listener = Listener(broker)
    table = table_of(folder / "table", broker, more, **table_is)
    try:
        yield table, broker, listener
    finally:
        if table.child.returncode is None:
            table.leave()
        listener.close()
        broker.stop()
