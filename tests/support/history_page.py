"""The history in a browser: opened, chosen from, tapped, looked at."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from support.browser import until
from support.web_site import Site, served

from firmware.web.page import Limits


def kept(folder: Path) -> Iterator[Site]:
    limits = Limits(60.0, 60.0, 60.0)
    with served(folder, limits, state_folder=str(folder)) as site:
        yield site


class Seen:
    """The page, once it shows what its address asks for."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        self.shown = 0
        self.wait()

    def do(self, script: str, *given: Any) -> Any:
        return self.driver.execute_script(script, *given)

    def wait(self) -> None:
        """For the next answer."""
        script = "return +(document.body.dataset.n ?? 0)"
        self.shown = until(lambda: self.do(script) > self.shown and self.do(script))

    def choose(self, name: str, value: str) -> None:
        self.do(
            """const one = document.forms[0][arguments[0]];
            one.value = arguments[1];
            one.dispatchEvent(new Event("change", { bubbles: true }))""",
            *(name, value),
        )
        self.wait()

    def texts(self, selector: str) -> list[str]:
        found: list[str] = self.do(
            "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)",
            selector,
        )
        return found

    def open(self, at: int = 0) -> None:
        """Tap a game."""
        self.do("document.querySelectorAll('#games button')[arguments[0]].click()", at)
        until(lambda: self.texts("#games .more:not([hidden]) td"))


def address(site: Site, rest: str = "") -> str:
    return f"http://localhost:{site.port}/history{rest}"
