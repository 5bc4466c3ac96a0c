"""The GPIO pins by gpiozero, opened once for all parts that use them; its errors in words."""

import os
import threading
from typing import Any

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


def reason(error: Exception, pins: str) -> str:
    """Why these pins ("pins 17 22 27") are not to be had, and what to do."""
    kind, text = type(error).__name__, str(error)
    if kind == "ModuleNotFoundError":
        if "lgpio" in text:
            return "lgpio is not installed: sudo apt install python3-lgpio, then start again"
        return "gpiozero is not installed: pip install 'gpiozero>=2.0.1', then start again"
    if kind == "GPIOPinInUse":
        return f"{pins}: {text}: give every part pins of its own in the settings"
    if "busy" in text.lower():
        return f"{pins}: held by another program: end it, or choose other pins in the settings"
    if kind == "PinInvalidPin":
        return f"{pins}: {text}: write BCM numbers, 2 to 27"
    if kind == "PinUnknownPi" or "/proc/" in text:
        return (
            f"{pins}: /proc names no Raspberry Pi: GPIO works on none else, nor if a unit hides it"
        )
    if "gpiochip" in text or isinstance(error, PermissionError):
        return f"{pins}: no right to GPIO: sudo usermod -aG gpio with this user, then log in again"
    return f"{pins}: {kind} {text}: look at the wires"[:160]
