"""What a mosquitto forgets or refuses without a word is named: real ones do, and what helps."""

import os
import pwd
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from support.doctor_machines import WordedFinding, in_words
from support.mqtt_broker import MOSQUITTO, Broker, Listener, needs_mosquitto
from support.waiting import until

from firmware.common.settings.schema import Mqtt, Settings
from firmware.doctor.machine import Case, Machine
from firmware.doctor.mqtt import mqtt

SHARED = "/var/lib/mosquitto"
pytestmark = [
    needs_mosquitto,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root starts a program as somebody else"),
]


@pytest.fixture
def broker() -> Iterator[Broker]:
    """As its package starts it: by a user of its own, in a folder that is not its own."""
    with TemporaryDirectory() as place:
        os.chmod(place, 0o755)  # noqa: S103
        broker = Broker(Path(place) / "broker")
        yield broker
        broker.stop()


def doctor_findings(broker: Broker) -> list[WordedFinding]:
    settings = Settings(mqtt=Mqtt(host="localhost", port=broker.port))
    first, *more = map(in_words, mqtt(Case(Machine(), settings)))
    assert first.found == "starts with Okanjo"
    return more


def restart(broker: Broker, files: int = 2048) -> None:
    """Start it with a limit as systemd would set one."""
    ours = resource.getrlimit(resource.RLIMIT_NOFILE)
    broker.stop()
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, ours[1]))
    broker.start()
    resource.setrlimit(resource.RLIMIT_NOFILE, ours)


def forgets(broker: Broker) -> bool:
    """Whether what is retained is gone after a restart."""
    before = Listener(broker, name="before")
    before.say("okanjo/t/state", b"{}", retain=True)
    before.close()
    restart(broker)
    after = Listener(broker, name="after")
    assert after.subscribed.wait(30)
    after.say("okanjo/t/availability", b"online")
    until(lambda: "availability" in after.newest)
    after.close()
    return "state" not in after.newest


@contextmanager
def as_nobody() -> Iterator[None]:
    os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize(
    ("more", "says", "fails"),
    [
        ("", "persistence is off", False),
        ("persistence true\npersistence false\n", "persistence is off", False),
        ("persistence true\n", "no persistence_location is set", True),
        ("persistence true\npersistence_location {}/kept/", "it may not write to {}/kept/", True),
    ],
)
def test_a_mosquitto_that_forgets_is_named_and_the_command_that_is_told_helps(
    broker: Broker, more: str, says: str, fails: bool
) -> None:
    folder, own = broker.folder, broker.folder / "own"
    (folder / "more").mkdir()
    (folder / "kept").mkdir()
    own.mkdir()
    os.chown(own, pwd.getpwnam("mosquitto").pw_uid, 0)
    lines = f"port {broker.port}\nallow_anonymous true\ninclude_dir {folder}/more\n"
    broker.config.write_text(lines)
    (folder / "more/okanjo.conf").write_text(more.format(folder))
    if says == "persistence is off":  # all the rest is right
        broker.config.write_text(f"{lines}persistence_location {own}/\n")
    restart(broker)
    findings = doctor_findings(broker)
    assert [finding.found for finding in findings] == [
        f"mosquitto forgets states and waiting results when it restarts: {says.format(folder)}"
    ]
    assert findings[0].fails is fails
    assert forgets(broker)
    command, _, last = findings[0].do.rpartition("; ")
    assert last == "sudo systemctl restart mosquitto"
    command = command.replace("sudo ", "").replace(SHARED, str(own))
    subprocess.run(command, shell=True, check=True, stdout=subprocess.DEVNULL)  # noqa: S602
    restart(broker)
    assert not forgets(broker)
    assert doctor_findings(broker) == []


@pytest.mark.parametrize(
    ("more", "config"), [("persistence_location ./\n", "../../broker.conf"), ("", "broker.conf")]
)
def test_the_folder_that_make_board_starts_its_broker_in_is_found(
    broker: Broker, monkeypatch: pytest.MonkeyPatch, more: str, config: str
) -> None:
    """Root's home, which it may not enter but by where it is; and not where the doctor is."""
    home, elsewhere = broker.folder / "home", broker.folder / "elsewhere"
    own = home / "own"
    own.mkdir(parents=True)
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    home.chmod(0o700)
    os.chown(own, pwd.getpwnam("mosquitto").pw_uid, 0)
    (own / config).write_text(f"port {broker.port}\npersistence true\n{more}")
    broker.stop()
    named = os.path.normpath(own / config) if more else config
    broker.child = subprocess.Popen([MOSQUITTO, "-c", named], cwd=own, stderr=subprocess.DEVNULL)
    until(broker.answers)
    assert doctor_findings(broker) == []
    os.chown(own, 0, 0)
    [finding] = doctor_findings(broker)
    assert finding.fails
    assert "install -d" not in finding.do, "it may be anybody's folder"
    assert os.path.normpath(own / config) in finding.do
    with as_nobody():
        assert [finding.do for finding in doctor_findings(broker)] == [
            "in a terminal: sudo okanjo doctor"
        ]


def test_who_may_not_look_is_told_so(broker: Broker) -> None:
    restart(broker)
    with as_nobody():
        assert [finding.do for finding in doctor_findings(broker)] == [
            "in a terminal: sudo okanjo doctor"
        ]
        assert not doctor_findings(broker)[0].fails


def test_a_limit_of_open_files_that_a_hall_exceeds_is_named(broker: Broker) -> None:
    restart(broker, files=1024)
    with as_nobody():
        finding = doctor_findings(broker)[0]
    assert "it may open 1024 files" in finding.found
    assert "LimitNOFILE=65536" in finding.do
    assert not finding.fails


def test_a_mosquitto_elsewhere_or_for_others_is_not_looked_at(broker: Broker) -> None:
    broker.config.write_text(f"port {broker.port}\n")
    restart(broker)
    for host, port in (("localhost", broker.port + 1), ("192.0.2.1", broker.port)):
        assert len([*mqtt(Case(Machine(), Settings(mqtt=Mqtt(host=host, port=port))))]) == 1
