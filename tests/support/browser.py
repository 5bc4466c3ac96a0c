"""Drive one headless Chromium, Debian's own, for a whole test session.

A machine without them skips and says so.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from support import waiting

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-features=Translate,OptimizationHints,MediaRouter,AutofillServerCommunication"
    ",BackForwardCache",  # a page that was left would keep its connections
    "--hide-scrollbars",
    "--kiosk",  # no tabs and tools to draw: an eighth of a test's time
    "--force-device-scale-factor=1",
)
# What a tab keeps for a page; and the page itself, which would look for its table for ever.
LEAVE = "try { sessionStorage.clear() } finally { location.replace('about:blank') }"
STARTS = 3
SILENT_SPEECH = """\
AudioOutputMethod "alsa"
AudioALSADevice "null"
AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
DefaultModule "espeak-ng"
"""  # it ends by itself, five seconds after the browser


def why_none() -> str:
    """What keeps a browser from being driven here; nothing, if it can be."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        return "selenium is not installed"
    missing = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    return f"no {' and no '.join(missing)} here" if missing else ""


def browser() -> Any:
    """The session's browser, with one blank tab; skips where there is none."""
    why = why_none()
    if why:
        pytest.skip(why)
    return _started()


@cache
def _started() -> Any:
    import atexit

    os.environ.setdefault("SE_OFFLINE", "true")  # selenium looks for no driver in the network
    profile = tempfile.mkdtemp(prefix="okanjo-chromium-")
    driver = _start(profile)
    driver.set_script_timeout(waiting.DEADLINE_S)

    def ended() -> None:
        driver.quit()
        shutil.rmtree(profile, ignore_errors=True)

    atexit.register(ended)
    return driver


@contextmanager
def speaking(folder: Path) -> Iterator[Any]:
    """A browser of its own that speaks, by espeak-ng, to a sound card that nobody hears; skips
    where there is none. `folder` is its speech-dispatcher's.
    """
    why = why_none() or ("" if shutil.which("speech-dispatcher") else "no speech-dispatcher here")
    if why:
        pytest.skip(why)
    settings = folder / "speech-dispatcher"
    settings.mkdir()
    (settings / "speechd.conf").write_text(SILENT_SPEECH)
    at_home = {"XDG_RUNTIME_DIR": str(folder), "XDG_CONFIG_HOME": str(folder)}
    driver = _start(str(folder / "profile"), ("--enable-speech-dispatcher",), at_home)
    driver.set_script_timeout(waiting.DEADLINE_S)
    try:
        yield driver
    finally:
        driver.quit()


def _start(
    profile: str, more: tuple[str, ...] = (), environment: Mapping[str, str] = MappingProxyType({})
) -> Any:
    """A browser may give its own start up, on a machine that is too busy: once more, then."""
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    class Chrome(webdriver.Chrome):
        """A test with a network of its own changes this machine's, and Chromium gives up a page."""

        def get(self, url: str) -> None:
            super().get(url)
            if self.execute_script("return location.protocol") == "chrome-error:":
                super().get(url)

    options = Options()
    options.binary_location = shutil.which("chromium") or ""
    for flag in (*FLAGS, *more, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for left in reversed(range(STARTS)):
        try:
            service = Service(shutil.which("chromedriver"), env={**os.environ, **environment})
            return Chrome(options=options, service=service)
        except WebDriverException:
            if not left:
                raise
    raise AssertionError


@contextmanager
def page(
    address: str,
    size: tuple[int, int] = (390, 844),
    still: bool = False,
    driver: Any = None,
) -> Iterator[Any]:
    """The browser, or that `driver`'s, with that page open, as in a fresh tab; `still` prefers
    reduced motion.

    It is one tab for all, as a new one costs more than most tests do on their page.
    """
    driver = driver or browser()
    driver.get_log("browser")
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})  # a language chosen before
    looks(driver, size, still=still)
    try:
        driver.get(address)
        yield driver
    finally:
        driver.execute_cdp_cmd("Network.disable", {})  # with what a test has slowed or blocked
        driver.execute_script(LEAVE)
        until(lambda: driver.current_url == "about:blank")


def looks(driver: Any, size: tuple[int, int], dark: bool = False, still: bool = False) -> None:
    """How large the window is and what its reader prefers."""
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    prefers = [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
        {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"},
    ]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": prefers})


def until(
    true: Callable[[], Any], why: str = "waited in vain", within_s: float = waiting.DEADLINE_S
) -> Any:
    """Wait until something is so, and give it. What is just being drawn anew is not so yet."""
    from selenium.common.exceptions import WebDriverException

    def drawn() -> Any:
        with suppress(WebDriverException):
            return true()

    return waiting.until(drawn, why, within_s)


def text_of(driver: Any, selector: str) -> str:
    """What stands there, hidden for eyes or not."""
    return driver.execute_script(
        "return document.querySelector(arguments[0])?.textContent.trim() ?? ''", selector
    )


def complaints_of(driver: Any) -> list[str]:
    """What the browser's console has to say that is worse than a note: errors, CSP violations."""
    return [
        entry["message"]
        for entry in driver.get_log("browser")
        if entry["level"] in ("SEVERE", "WARNING")
    ]


def accessible(driver: Any) -> list[tuple[str, str]]:
    """The accessibility tree in reading order: role and name of everything that is not ignored."""
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    return [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node.get("ignored") and "role" in node
    ]
