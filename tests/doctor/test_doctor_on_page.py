"""What doctor says on a page: no command, no key of the settings' file, and in any language."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from support.doctor_machines import ALL_PARTS, FakeMachine
from support.pseudo import escaped, pseudo, pseudo_installed

from engine.message import Message
from firmware.common.settings.errors import SERVICE_GOES_ON
from firmware.core.app.device_status import PartStatus, Status
from firmware.doctor.machine import Finding
from firmware.doctor.on_page import INSTEAD, on_page
from firmware.doctor.report import PROBES, doctor, worded_for_page
from firmware.words.language import say

__all__ = ["pseudo_installed"]
ROOT = Path(__file__).parents[2]
COMMAND = re.compile(
    r"\b(sudo|apt|pip|raspi-config|modprobe|dtparam|i2cdetect|lsusb|ls /|df -h|okanjo \w+)\b"
    r"|\[\[?\{?\w+\}?\]"
)
# What only a terminal shows: of a program, or a page, that does not run no page tells.
ELSEWHERE = re.compile("sudo ss|systemctl start|okanjo run|under .web|No .jpg|see device in")
FIELD = re.compile(r"<([\w{}]+)\.(\w+)[=>]")


def texts() -> Iterator[str]:
    """Those of the doctor, and of all that he quotes."""
    with open(ROOT / "firmware/words/okanjo.pot", "rb") as file:
        for message in read_po(file):
            paths = [path for path, _ in message.locations]
            if any(re.match(r"firmware/(doctor|common/broker)|drivers", path) for path in paths):
                yield from (message.id,) if isinstance(message.id, str) else message.id


def test_no_command_is_left() -> None:
    of_terminal = {text for text in texts() if COMMAND.search(text)}
    assert len(of_terminal) > 40
    for text in of_terminal:
        page = on_page(Message(text)).text
        assert not COMMAND.search(page) or ELSEWHERE.search(page), text


def test_what_stands_for_a_text_stands_for_one_there_is() -> None:
    photo = "Photos need {library}, which is not installed: pip install 'okanjo[photo]'"
    assert {*INSTEAD} <= {*texts(), photo, *UNMARKED}


# Of the broker's client and of the settings, whose texts are not the doctor's.
UNMARKED = {"give one of them another: id in [mqtt]", SERVICE_GOES_ON}


def test_fields_that_are_named_are_on_the_page() -> None:
    page = (ROOT / "firmware/interfaces/web/pages/setup/setup.html").read_text()
    fields = {field for message in INSTEAD.values() for field in FIELD.findall(message.text)}
    assert len(fields) > 8
    for part in ("display", "buttons", "buzzer"):
        for section, key in fields:
            assert f'name="{section.replace("{part}", part)}.{key}"' in page


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (
            Message("sudo raspi-config nonint do_{bus} 0, then sudo reboot", {"bus": "i2c"}),
            "run Okanjo's installer again (docs/install.md), then restart the Pi",
        ),
        (
            Message("{first}; {rest}", {"first": "ours", "rest": Message("join the group spi")}),
            "ours; run Okanjo's installer again (docs/install.md)",
        ),
        (
            Message('if there is one: set fitted = "yes" in [{part}]', {"part": "buzzer"}),
            "if there is one: set <buzzer.fitted=yes>",
        ),
        (Message("check the wires SDA and SCL"), "check the wires SDA and SCL"),
    ],
)
def test_words_stand_for_commands(message: Message, words: str) -> None:
    assert say(on_page(message)) == words


# Nothing is said where there is nothing.
SILENT = {"crash", "games", "language", "MQTT"}


def without_values(message: Message) -> Message:
    values = {
        name: without_values(value) if isinstance(value, Message) else type(value)()
        for name, value in message.values.items()
    }
    return message._replace(values=values)


def machines(folder: Path) -> Iterator[tuple[FakeMachine, Status | None]]:
    """One on which all is well, one on which nothing is there, one that runs and has troubles."""
    yield FakeMachine(folder / "well"), None
    broken = FakeMachine(
        folder / "broken",
        f'{ALL_PARTS}\n[[scanner]]\nport = "/dev/ttyX"\n[sound]\nquiet_from = "22:00"\n'
        'quiet_until = "07:00"\n'
        '[mqtt]\nhost = "h"\n[language]\ndevice = "tlh"\n',
    )
    for node in ("i2c-1", "spidev0.0", "input/event0", "input/event1"):
        broken.take(f"dev/{node}")
    broken.plug()
    broken.take("run/systemd/timesync/synchronized")
    broken.absent, broken.sync_s, broken.vcgencmd = {"evdev", "zxingcpp"}, 2.0, "throttled=0x1\n"
    yield broken, None
    lost: PartStatus = {
        "found": False,
        "reason": "no answer from address {address} on I2C bus {port}",
        "do": "check its four wires and its address",
        "there": False,
        "values": {"address": "0x3C", "port": 1},
    }
    runs = FakeMachine(folder / "runs", f'{ALL_PARTS}\n[mqtt]\nhost = "h"\n[voice]\nsay = "full"\n')
    yield (
        runs,
        {
            "okanjo": "1",
            "saved": False,
            "parts": {
                "MQTT broker": lost,
                "display": lost,
                "strip": lost,
                "buttons": lost,
                "voice": {"found": True},
                "buzzer": {"found": True},
            },
            "page_missing": "port",
        },
    )


def test_no_word_escapes(tmp_path: Path) -> None:
    language = pseudo()
    for machine, status in machines(tmp_path):
        findings = list(machine.findings(status))
        assert {finding.part for finding in findings} >= {*PROBES} - SILENT
        for part, state, text, do, wanted in findings:
            blank = Finding(part, state, without_values(text), without_values(do), wanted)
            line = worded_for_page(blank, language)
            assert [escaped(text) for text in (line.part, line.found, line.do)] == ["", "", ""]


def test_the_page_gets_json_in_its_language(
    tmp_path: Path, pseudo_installed: object, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = FakeMachine(tmp_path)
    machine.take("dev/i2c-1")
    assert doctor(str(machine.config), False, "en-XA", machine.machine) == 1
    lines = json.loads(capsys.readouterr().out)["lines"]
    (bus,) = (line for line in lines if "/dev/i2c-1" in line["found"])
    assert not escaped(bus["part"] + bus["do"])
