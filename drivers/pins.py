"""Open the GPIO pins by gpiozero, once for all parts; explain its errors."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

from drivers.events import Trouble, summary

if TYPE_CHECKING:
    from gpiozero import Factory

# What a bus takes of the header (BCM numbers), and the node that it is reached by.
I2C_PINS = {2: "I2C data", 3: "I2C clock"}
# The kernel claims both selects, whether anything is wired to the second or not.
SPI_PINS = {7: "SPI select 1", 8: "SPI select 0", 9: "SPI in", 10: "SPI out", 11: "SPI clock"}
SPI_NODE = "/dev/spidev0.0"
I2C_NODE = "/dev/i2c-{port}"

NO_LGPIO = Trouble(
    "lgpio is not installed", "sudo apt install python3-lgpio, then start again", there=False
)
NO_GPIOZERO = Trouble(
    "gpiozero is not installed", "pip install 'gpiozero>=2.0.1', then start again", there=False
)
IN_USE = Trouble(
    "GPIO {pins}: in use by another program", "stop it, or choose other pins in the settings"
)
NO_PI = Trouble(
    "GPIO {pins}: no Raspberry Pi found in /proc",
    "GPIO needs one, and a unit that does not hide /proc",
)
BARRED = Trouble(
    "GPIO {pins}: no permission", "sudo usermod -aG gpio with this user, then log in again"
)
FAILS = Trouble("GPIO {pins}: {error}", "check the wires")
OTHERS = {  # gpiozero's own, by their names
    "GPIOPinInUse": Trouble("GPIO {pins}: {error}", "give every part its own pins in the settings"),
    "PinInvalidPin": Trouble("GPIO {pins}: {error}", "use BCM numbers, 2 to 27"),
}

_ONE_AT_A_TIME = threading.Lock()


def pin_factory() -> Factory:
    """Return gpiozero's maker of pins; ImportError where a library is missing.

    lgpio, which a Pi 5 needs, unless GPIOZERO_PIN_FACTORY names another: left alone, gpiozero
    tries four and hides why the first did not do.
    """
    with _ONE_AT_A_TIME:
        from gpiozero import Device

        if Device.pin_factory is None:
            if os.environ.get("GPIOZERO_PIN_FACTORY"):
                Device.ensure_pin_factory()
            else:
                # lgpio makes a pipe in its working folder, which may not be writable
                os.environ.setdefault("LG_WD", working_folder())
                from gpiozero.pins.lgpio import LGPIOFactory

                Device.pin_factory = LGPIOFactory()
        return Device.pin_factory


def working_folder() -> str:
    """Choose a folder for files that last as long as the program; "/" if none can be written."""
    import tempfile

    own = (os.environ.get(name) for name in ("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"))
    runtime_folder = next((folder for folder in own if folder and os.path.isdir(folder)), "")
    try:
        return runtime_folder or tempfile.gettempdir()
    except OSError:  # all disks are full or read-only
        return "/"


def trouble(error: Exception, pins: str) -> Trouble:
    """Explain why these pins ("17 22 27") cannot be used, and what to do."""
    kind, words, values = type(error).__name__, str(error).strip("'"), {"pins": pins}
    if isinstance(error, ModuleNotFoundError):
        # the second: built for another Python
        return NO_LGPIO if error.name in ("lgpio", "_lgpio") else NO_GPIOZERO
    if words == "GPIO busy":  # lgpio's errors are known by their words alone
        return IN_USE._replace(values=values)
    hidden = isinstance(error, OSError) and str(error.filename).startswith("/proc/")
    if kind == "PinUnknownPi" or hidden:
        return NO_PI._replace(values=values)
    if isinstance(error, PermissionError) or words == "can not open gpiochip":
        return BARRED._replace(values=values)
    wrong = OTHERS.get(kind)
    return (wrong or FAILS)._replace(values={**values, "error": words if wrong else summary(error)})
