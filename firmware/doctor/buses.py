"""Look at what the parts need of the system: I2C and SPI."""

import re
from collections.abc import Iterator

from drivers.pins import I2C_NODE, SPI_NODE
from engine.message import Message, gettext
from firmware.doctor.machine import MISSING, OK, Case, Finding, Machine

ADAPTER = "/sys/bus/i2c/devices/i2c-{port}"
CONFIG = ("/boot/firmware/config.txt", "/boot/config.txt")


def i2c(case: Case) -> Iterator[Finding]:
    """Whether the display's bus is switched on, and how fast it is set to be."""
    port = case.settings.display.i2c_port
    node = I2C_NODE.format(port=port)
    if case.machine.exists(node):
        hz = set_hz(case.machine, port)
        there = gettext("{node} is there", node=node)
        if hz:
            there = gettext("{node} is there, set to {khz} kHz", node=node, khz=hz // 1000)
        yield Finding("I2C", OK, there, wanted=case.needs("i2c"))
        return
    do = switch_on(case.machine, "i2c")
    if case.machine.exists(ADAPTER.format(port=port)):
        do = gettext("sudo modprobe i2c-dev; to keep it: echo i2c-dev | sudo tee -a /etc/modules")
    missing = gettext("no I2C: there is no {node}", node=node)
    yield Finding("I2C", MISSING, missing, do, wanted=case.needs("i2c"))


def spi(case: Case) -> Iterator[Finding]:
    """Whether SPI0 is switched on, and how much it takes at once."""
    if case.machine.exists(SPI_NODE):
        there = gettext("{node} is there", node=SPI_NODE)
        yield Finding("SPI", OK, there, wanted=case.needs("spi"))
        return
    do = switch_on(case.machine, "spi")
    missing = gettext("no SPI: there is no {node}", node=SPI_NODE)
    yield Finding("SPI", MISSING, missing, do, wanted=case.needs("spi"))


def switch_on(machine: Machine, bus: str) -> Message:
    """How to get a bus that is not there: on a Pi, config.txt may ask for it already."""
    if not machine.is_pi:
        return gettext("see the manual of this board; a Raspberry Pi has it on its pins")
    lines = "\n".join(map(machine.text, CONFIG))
    if re.search(rf"^\s*dtparam=(.*,)?{bus}(_arm)?=on\b", lines, re.M):
        return gettext("switched on in config.txt, but not until a restart: sudo reboot")
    return gettext("sudo raspi-config nonint do_{bus} 0, then sudo reboot", bus=bus)


def set_hz(machine: Machine, port: int) -> int:
    """The clock the bus is set to, as the device tree has it; 0 when it does not say."""
    cell = machine.raw(f"{ADAPTER.format(port=port)}/of_node/clock-frequency")
    return int.from_bytes(cell, "big") if len(cell) == 4 else 0
