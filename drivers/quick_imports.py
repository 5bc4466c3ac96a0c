"""Imports made cheaper: evdev without asyncio, luma without its letters, uvicorn without click,
paho-mqtt without proxies.

Measured on a 2-core x86 machine; a Zero 2 W takes about ten times as long. evdev is the
distribution's, of whatever version; the others are pinned.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

_EVDEV_ASYNCIO = "evdev.eventio_async"

# What luma's displays of letters are made of, and none of its graphic ones: module, name in it.
_LUMA_LETTERS = {
    "luma.core.bitmap_font": "embedded_fonts",
    "luma.core.virtual": "character",
    "multiprocessing": "Process",
}


def plain_evdev() -> Any:
    """Import evdev without its asyncio half, which is 30 of its 45 ms of CPU and 4 of its MB.

    evdev works without where that half cannot be imported, and None in its place says so (Python
    Language Reference, 5.3.1).
    """
    sys.modules.setdefault(_EVDEV_ASYNCIO, None)  # type: ignore[arg-type]
    try:
        import evdev
    except ImportError:  # a version that needs that half, or none at all
        del sys.modules[_EVDEV_ASYNCIO]
        import evdev
    return evdev


def luma_devices() -> Any:
    """Import luma's displays without what only those of letters need: of 25 ms of CPU 10, of
    8 MB 3, and four threads.
    """
    with _empty_modules(_LUMA_LETTERS):
        from luma.oled import device
    return device


def paho_client() -> Any:
    """Import paho's client without what only its way over proxies needs: of 6 MB 2.7, of 45 ms of
    CPU 25.
    """
    sys.modules.setdefault("socks", None)  # type: ignore[arg-type]
    with _empty_modules({"urllib.request": "getproxies"}):
        from paho.mqtt import client
    return client


def bare_package(name: str) -> None:
    """Let the modules of a package be imported without what its own __init__ imports: of uvicorn
    that is its command line and click, which are 110 of its 190 ms of CPU and 2.6 of its 3.8 MB.
    """
    from importlib.util import find_spec, module_from_spec

    spec = find_spec(name)
    if spec is not None:
        sys.modules.setdefault(name, module_from_spec(spec))


@contextmanager
def _empty_modules(wanted: dict[str, str]) -> Iterator[None]:
    """Let an import of these modules find one name and nothing behind it, for as long."""
    absent = [module for module in wanted if module not in sys.modules]
    for module in absent:
        name = wanted[module]
        sys.modules[module] = ModuleType(module)
        setattr(sys.modules[module], name, type(name, (), {}))
    try:
        yield
    finally:
        for module in absent:
            del sys.modules[module]
