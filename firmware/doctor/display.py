"""Look at the OLED: whether it answers, and how fast its bus really is."""

import errno
from collections.abc import Iterator, Mapping

from drivers.display.bus import I2c, error_number, link_errors, measured_hz
from drivers.pins import I2C_NODE, SPI_NODE
from engine.message import Value, gettext
from firmware.common.system.text import quoted
from firmware.doctor.buses import set_hz
from firmware.doctor.machine import MISSING, OK, WRONG, Case, Finding
from firmware.doctor.parts import barred, from_program, left_out, lost

USUAL = (0x3C, 0x3D)  # where nearly every OLED sits: a solder bridge chooses
BITS_A_SCAN = 300 * 9  # what an accepted scan sends
SLOW_HZ = 250_000
FASTEST_HZ = 5_000_000  # NXP UM10204, ultra fast mode: what is faster is no wire, but a model
THERE = gettext("{display}, answers at {address}")
MEASURED = gettext("{display}, answers at {address}, measured {khz} kHz")
SLOW = gettext("{display}, answers at {address}, measured {khz} kHz: {ms} ms a scan")
SLOWER_THAN_SET = gettext(
    "{display}, answers at {address}, measured {khz} kHz: {ms} ms a scan, though set to {set} kHz"
)
FASTER = gettext(
    "faster: dtparam=i2c_arm=on,i2c_arm_baudrate=400000 in /boot/firmware/config.txt, then restart"
)
SILENT = gettext(
    "check its four wires; SDA and SCL may be swapped; i2cdetect -y {port} shows what answers: set"
    " i2c_address in [display]"
)


def display(case: Case) -> Iterator[Finding]:
    """Check the OLED, on I2C or SPI."""
    display = case.settings.display
    if not case.fitted(display):
        yield left_out("display", display.fitted)
        return
    kind = f"{display.driver}, {display.width}x{display.height}"
    if display.bus == "spi":
        text = gettext(
            "{display} on SPI. Not testable: check that it shows something", display=kind
        )
        line = from_program("display", case, text)
        yield line or _unusable(case, SPI_NODE, "SPI") or Finding("display", OK, text)
        return
    line = from_program("display", case, quoted(kind))
    unusable = _unusable(case, I2C_NODE.format(port=display.i2c_port), "I2C")
    if line and (case.why or unusable or line.state != OK):
        yield line  # the program that runs may use what we may not
    else:
        yield unusable or _ask(case, display.i2c_port, kind)


def _unusable(case: Case, node: str, bus: str) -> Finding | None:
    """Why nothing can be asked of the display; None when it can."""
    for library in ("luma.oled", "smbus2" if bus == "I2C" else "spidev"):
        if not case.machine.installed(library):
            text = gettext("{library} is not installed", library=library)
            return Finding("display", MISSING, text, gettext("pip install 'okanjo[display]'"))
    return barred("display", case, node, bus)


def _ask(case: Case, port: int, kind: str) -> Finding:
    """Send the display a command, and time its answer."""
    address = case.settings.display.i2c_address
    bus = I2c(port, address, case.machine.hardware.open_i2c)
    try:
        hz = measured_hz(bus, case.machine.clock)
    except Exception as error:  # luma's errors, and those of any bus
        return _silent(case, bus, error)
    set_to = set_hz(case.machine, port)
    values: Mapping[str, Value] = {
        "display": kind,
        "address": f"0x{address:02X}",
        "khz": f"{hz / 1000:.0f}",
        "ms": f"{1000 * BITS_A_SCAN / hz:.0f}",
        "set": set_to // 1000,
    }
    if hz > FASTEST_HZ:
        return Finding("display", OK, THERE._replace(values=values))
    if hz >= SLOW_HZ:
        return Finding("display", OK, MEASURED._replace(values=values))
    if set_to >= SLOW_HZ:  # the core sleeps, and its clock with it
        return Finding("display", OK, SLOWER_THAN_SET._replace(values=values))
    return Finding("display", OK, SLOW._replace(values=values), FASTER)


def _silent(case: Case, bus: I2c, error: Exception) -> Finding:
    """Say why the display does not answer, and whether something answers at another address."""
    if error_number(error) in (errno.ENOENT, errno.EACCES, errno.EBUSY, errno.ETIMEDOUT):
        return lost("display", bus.trouble(error))
    text = gettext(
        "nothing at {address} on I2C bus {port}", address=f"0x{bus.address:02X}", port=bus.port
    )
    for other in USUAL:
        if other != bus.address and _is_there(bus._replace(address=other)):
            do = gettext(
                "something answers at {address}: i2c_address = {address} in [display]",
                address=f"0x{other:02X}",
            )
            return Finding("display", WRONG, text, do)
    return Finding("display", MISSING, text, SILENT._replace(values={"port": bus.port}))


def _is_there(bus: I2c) -> bool:
    try:
        line = bus.open()
        try:
            line.command(0xE3)  # every display of this family does nothing at it
        finally:
            line.cleanup()
    except link_errors():
        return False
    return True
