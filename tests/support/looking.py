"""Pages in one language as somebody looks at them, on a phone and on a laptop."""

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from support.axe import violations
from support.browser import looks, page, until
from support.languages import CODES
from support.measured import faults, photograph

ALL = ("en", *CODES)
# The languages to look at, and the folder for pictures of all that is looked at: `make languages`.
LANGUAGES = os.environ.get("OKANJO_LANGUAGES", "de ja").replace("all", " ".join(ALL)).split()
PICTURES = os.environ.get("OKANJO_PICTURES", "")
# No language changes these, nor what axe finds at another width: tests/web/test_web_accessible.py
COLOURS = ["color-contrast"]
PHONE, LAPTOP = (390, 844), (1280, 800)
OPEN = "for (const node of document.querySelectorAll(arguments[0])) node.click()"


class Looking:
    """The browser's tab, its pages in that language; what is wrong with any of them. `names` are
    those of players, which no translator can shorten.
    """

    def __init__(self, driver: Any, code: str, names: Collection[str]) -> None:
        self.driver, self.code, self.names = driver, code, [*names]
        self.faults: list[str] = []
        self._folder = Path(PICTURES, code, "pages") if PICTURES else None

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def open(self, address: str, ready: str = "document.readyState === 'complete'") -> None:
        """That page, once it is there."""
        path, mark, fragment = address.partition("#")
        separator = "&" if "?" in path else "?"
        self.driver.get(f"{path}{separator}lang={self.code}{mark}{fragment}")
        until(lambda: self.run(f"return {ready}"), f"{address} is not ready")

    def click(self, selector: str) -> None:
        """All of these."""
        self.run(OPEN, selector)

    def look(self, name: str) -> None:
        """Measure what is there now, narrow and wide."""
        if (language := self.run("return document.documentElement.lang")) != self.code:
            self.faults.append(f"{name}: <html lang> is {language}")
        for size in (PHONE, LAPTOP):
            looks(self.driver, size, still=True)
            problems = faults(self.driver, self.names)
            self.faults += [f"{name} {size[0]}: {problem}" for problem in problems]
            if self._folder:
                photograph(self.driver, self._folder / f"{name}-{size[0]}.png")
        self.faults += [f"{name}: {problem}" for problem in violations(self.driver, but=COLOURS)]
        if self._folder:
            text = self.run("return document.body.innerText")
            (self._folder / f"{name}.txt").write_text(f"{text}\n", encoding="utf-8")


@contextmanager
def looking(code: str, names: Collection[str]) -> Iterator[Looking]:
    """At its end, nothing may have been wrong."""
    with page("about:blank", still=True) as driver:
        looking = Looking(driver, code, names)
        yield looking
    assert not looking.faults, "\n".join(looking.faults)
