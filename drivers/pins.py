"""The GPIO pins by gpiozero, opened once for all parts that use them; its errors in words."""

import os
import sys
import threading
from typing import Any

from drivers.events import Trouble, summary

# What a bus takes of the header (BCM numbers), and the node that it is reached by.
I2C_PINS = {2: "I2C data", 3: "I2C clock"}
# The kernel claims both selects, whether anything is wired to the second or not.
SPI_PINS = {7: "SPI select 1", 8: "SPI select 0", 9: "SPI in", 10: "SPI out", 11: "SPI clock"}
SPI_NODE = "/dev/spidev0.0"
I2C_NODE = "/dev/i2c-{port}"

_ONE_AT_A_TIME = threading.Lock()


def pin_factory() -> Any:
    """gpiozero's maker of pins; ImportError where a library is missing.

    lgpio, which a Pi 5 needs, unless GPIOZERO_PIN_FACTORY names another: left alone, gpiozero
    tries four and hides why the first did not do.
    """
    with _ONE_AT_A_TIME:
        from gpiozero import Device

        if Device.pin_factory is None:
            if os.environ.get("GPIOZERO_PIN_FACTORY"):
                Device.ensure_pin_factory()
            else:
                # lgpio leaves a pipe in its working folder, which may be no one's to write to
                os.environ.setdefault("LG_WD", working_folder())
                from gpiozero.pins.lgpio import LGPIOFactory

                Device.pin_factory = LGPIOFactory()
        return Device.pin_factory


def working_folder() -> str:
    """A folder for what lives as long as the program; "/" where nothing can be written."""
    import tempfile

    own = (os.environ.get(name) for name in ("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"))
    found = next((folder for folder in own if folder and os.path.isdir(folder)), "")
    try:
        return found or tempfile.gettempdir()
    except OSError:  # all disks are full or read-only
        return "/"


def trouble(error: Exception, pins: str) -> Trouble:
    """Why these pins ("pins 17 22 27") are not to be had, and what to do."""
    kind = type(error).__name__
    if isinstance(error, ModuleNotFoundError):
        if error.name in ("lgpio", "_lgpio"):  # the second: built for another Python
            found, do = "lgpio is not installed", "sudo apt install python3-lgpio"
        else:
            found, do = "gpiozero is not installed", "pip install 'gpiozero>=2.0.1'"
        return Trouble(found, f"{do}, then start again", there=False)
    if kind == "GPIOPinInUse":
        return Trouble(f"{pins}: {error}", "give every part pins of its own in the settings")
    if _says(error, "GPIO_BUSY", "GPIO busy"):
        do = "end it, or choose other pins in the settings"
        return Trouble(f"{pins}: held by another program", do)
    if kind == "PinInvalidPin":
        return Trouble(f"{pins}: {error}", "write BCM numbers, 2 to 27")
    if kind == "PinUnknownPi" or str(getattr(error, "filename", "")).startswith("/proc/"):
        do = "GPIO works on none else, nor where a unit hides /proc"
        return Trouble(f"{pins}: /proc names no Raspberry Pi", do)
    if isinstance(error, PermissionError) or _says(
        error, "CANNOT_OPEN_CHIP", "can not open gpiochip"
    ):
        do = "sudo usermod -aG gpio with this user, then log in again"
        return Trouble(f"{pins}: no right to GPIO", do)
    return Trouble(f"{pins}: {summary(error)}", "look at the wires")


def _says(error: Exception, code: str, words: str) -> bool:
    """Whether lgpio ended with that error. Of its number it passes on nothing but the words, which
    it is asked for; `words` are those of version 0.2.
    """
    lgpio = sys.modules.get("lgpio")
    if lgpio is not None and hasattr(lgpio, code):
        words = lgpio.error_text(getattr(lgpio, code))
    return words in (str(error), str(error).strip("'"))
