"""A device that may hang on a Pi in; whether the service may open it (udev rules, its unit) out."""

import re
from fnmatch import fnmatchcase

import pytest
from support.unit_lines import directives, lines_of

# (subsystem, name, group, as the service is let): what may hang on a Pi
DEVICES = [
    ("input", "event3", "input", "char-13 r"),
    ("i2c-dev", "i2c-1", "i2c", "char-89 rw"),
    ("spidev", "spidev0.0", "spi", "char-153 rw"),
    ("gpio", "gpiochip0", "gpio", "char-gpiochip rw"),
    ("tty", "ttyACM0", "dialout", "char-166 rw"),
    ("tty", "ttyUSB0", "dialout", "char-188 rw"),
    ("tty", "ttyAMA0", "dialout", "char-204 rw"),
    ("tty", "ttyS0", "dialout", "/dev/ttyS0 rw"),
]
# systemd's own 50-udev-default.rules
BY_SYSTEMD = [
    {"SUBSYSTEM==": "tty", "KERNEL==": "tty[A-Z]*[0-9]", "GROUP=": "dialout", "MODE=": "0660"},
    {"SUBSYSTEM==": "input", "GROUP=": "input", "MODE=": "0660"},
]


def rules() -> list[dict[str, str]]:
    """Each rule of ours: what it asks with ==, what it sets with =."""
    return [
        dict(re.findall(r'([A-Z_{}a-z]+==?)"([^"]*)"', line))
        for line in lines_of("okanjo.udev.rules")
    ]


def set_for(subsystem: str, name: str) -> dict[str, str]:
    """What rules set for a device, in their order: the last has its way."""
    found: dict[str, str] = {}
    for rule in BY_SYSTEMD + rules():
        names = rule.get("KERNEL==", "*").split("|")
        if rule["SUBSYSTEM=="] == subsystem and any(fnmatchcase(name, one) for one in names):
            found |= {key: value for key, value in rule.items() if not key.endswith("==")}
    return found


@pytest.mark.parametrize(("subsystem", "name", "group", "let"), DEVICES, ids=lambda at: at)
def test_the_service_may_open(subsystem: str, name: str, group: str, let: str) -> None:
    """By its group, and by name: one without the other is a closed door."""
    found = set_for(subsystem, name)
    assert (found["GROUP="], found["MODE="]) == (group, "0660")
    service = directives(lines_of("okanjo.service"))
    assert group in service["SupplementaryGroups"][0].split()
    assert let in service["DeviceAllow"]


def test_it_may_open_no_more() -> None:
    assert sorted(directives(lines_of("okanjo.service"))["DeviceAllow"]) == sorted(
        {let for _, _, _, let in DEVICES}
    )


def test_nobody_tries_a_scanner_as_a_modem() -> None:
    assert set_for("tty", "ttyACM0")["ENV{ID_MM_DEVICE_IGNORE}="] == "1"
