"""What keeps a client from its broker is named: each kind by the real thing."""

import queue
import shutil
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.mqtt_broker import (
    Broker,
    Listener,
    doctor_of,
    give,
    needs_mosquitto,
    passwords,
    table_of,
)
from support.mqtt_told import BACK_WITHIN_S
from support.table_program import ROOT
from support.waiting import free_port, until

from drivers.events import Trouble
from firmware.common.broker.connection import BrokerConnection, Lost, Options

# paho leaves it to Python to close a line on which there was no TLS
UNCLOSED = "ignore::pytest.PytestUnraisableExceptionWarning"
pytestmark = [needs_mosquitto, pytest.mark.filterwarnings(UNCLOSED)]
needs_openssl = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed")
RIGHT = Options("localhost", 0, "t", "secret", False, "", "okanjo/t", "client", "who")


def trouble(**options: Any) -> Trouble:
    """Why a connection with these options ends."""
    happened: queue.SimpleQueue[Any] = queue.SimpleQueue()
    BrokerConnection(RIGHT._replace(**options), lambda _, event: happened.put(event)).run()
    ended = happened.get(timeout=60)
    assert isinstance(ended, Lost)
    assert ended.trouble is not None
    return ended.trouble


def test_name_port_and_password_are_told_apart(tmp_path: Path) -> None:
    broker = Broker(tmp_path / "broker", passwords(tmp_path, t="secret"))
    try:
        assert "broker no.invalid is not found" in str(trouble(host="no.invalid", port=broker.port))
        assert "no broker listens at localhost, port" in str(trouble(port=free_port()))
        refused = trouble(port=broker.port, password="other")
        assert refused.found.format(**refused.values) == "the broker refuses us as user t"
        assert "okanjo mqtt --password" in refused.do
        assert "no TLS" in str(trouble(port=broker.port, tls=True))
        assert "ca.pem cannot be read" in str(trouble(port=broker.port, tls=True, ca="/no/ca.pem"))
    finally:
        broker.stop()


AUTHORITY = """
[ca]
default_ca = here
[here]
database = index
serial = serial
new_certs_dir = .
default_md = sha256
policy = named
x509_extensions = more
[named]
commonName = supplied
[more]
subjectAltName = DNS:{}
basicConstraints = CA:true
"""


def certificate(folder: Path, name: str, until: str) -> None:
    """Key and certificate of a host, signed by itself; it ends at the end of that year."""
    (folder / "ca.cnf").write_text(AUTHORITY.format(name))
    (folder / "index").touch()
    (folder / "serial").write_text("01")
    new = f"req -new -newkey rsa:2048 -nodes -keyout key.pem -out asked.pem -subj /CN={name}"
    sign = "ca -batch -config ca.cnf -selfsign -keyfile key.pem -in asked.pem -out ca.pem"
    for words in (new, f"{sign} -notext -startdate 20200101000000Z -enddate {until}1231000000Z"):
        command = ["openssl", *words.split()]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)


@needs_openssl
@pytest.mark.parametrize(
    ("name", "until", "says"),
    [("localhost", "2021", "certificate has expired"), ("other", "2090", "Hostname mismatch")],
)
def test_a_certificate_that_is_not_right_is_refused(
    tmp_path: Path, name: str, until: str, says: str
) -> None:
    certificate(tmp_path, name, until)
    ca, key = tmp_path / "ca.pem", tmp_path / "key.pem"
    tls = f"allow_anonymous true\ncertfile {ca}\nkeyfile {key}\n"
    broker = Broker(tmp_path / "broker", tls)
    try:
        assert says in str(trouble(port=broker.port, tls=True, ca=str(ca)))
    finally:
        broker.stop()


@needs_openssl
def test_a_certificate_and_then_a_password_that_are_put_right_are_enough(tmp_path: Path) -> None:
    for year in ("2021", "2090"):
        (tmp_path / year).mkdir()
        certificate(tmp_path / year, "localhost", year)
    now = tmp_path / "2021"
    secure: Any = SimpleNamespace(port=free_port())
    accounts = passwords(tmp_path, t="secret", board="secret")
    tls = f"listener {secure.port} 127.0.0.1\ncertfile {now}/ca.pem\nkeyfile {now}/key.pem"
    broker = Broker(tmp_path / "broker", f"{accounts}{tls}")
    board, log = Listener(broker, "board", "secret"), tmp_path / "broker/log"
    tls = f'tls = true\nca = "{now}/ca.pem"\nuser = "t"\n'
    table = table_of(tmp_path / "table", secure, tls, password="wrong", host="localhost")
    try:
        until(lambda: "certificate expired" in log.read_text())
        broker.stop()
        shutil.copytree(tmp_path / "2090", now, dirs_exist_ok=True)
        broker.start()
        until(lambda: "not authorised" in log.read_text())
        give(table.config, "secret")
        began = time.monotonic()
        board.state(phase="lobby")
        assert time.monotonic() - began < BACK_WITHIN_S
    finally:
        table.leave()
        board.close()
        broker.stop()


def test_with_the_documented_rules_a_table_writes_its_own_topics_only(tmp_path: Path) -> None:
    """The rules stand in docs/mqtt.md; password and rules as an owner makes them."""
    document = (ROOT / "docs/mqtt.md").read_text()
    rules = tmp_path / "tables.acl"
    rules.write_text(document.partition("```acl\n")[2].partition("```")[0])
    accounts = passwords(tmp_path, t="secret", u="secret", board="secret")
    broker = Broker(tmp_path / "broker", f"{accounts}acl_file {rules}")
    board = Listener(broker, "board", "secret")
    table = table_of(tmp_path / "table", broker, 'user = "t"\n', password="secret")
    other = table_of(tmp_path / "other", broker, 'user = "u"\n', password="secret")
    try:
        table.scan("preset my-first-meal")
        board.state(game="sushi-go-party")
        until(lambda: "does not let us write to okanjo/t" in doctor_of(other)["found"])
        other.scan("game omakase")
        assert doctor_of(table)["state"] == "ok"
        assert board.newest["state"]["game"] == "sushi-go-party"
    finally:
        other.leave()
        table.leave()
        board.close()
        broker.stop()
