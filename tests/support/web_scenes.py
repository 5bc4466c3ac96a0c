"""The scoreboard in a browser, and tables as people scan them for it to show."""

from typing import Any

from support.browser import looks, text_of, until
from support.table_engine import EngineTable
from support.web_shown import on_show
from support.web_site import Site

from engine.cards import BADGES

NAMES = {"red": "Chris", "blue": "Bo", "green": "Élodie"}
THREE = ("preset party-sampler", "badge red", "badge blue", "badge green")
LONG = "Wolfgang Amadeus Mozart."


class BoardTab:
    """The page in a browser's tab, and the site that it comes from."""

    def __init__(self, site: Site, driver: Any) -> None:
        self.site, self.driver = site, driver

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def text(self, selector: str) -> str:
        return text_of(self.driver, selector)

    def shows(self, watched: EngineTable) -> None:
        """Let the page show this, and wait until it does."""
        self.site.feed.show(watched.shown)
        until(self._is_newest, "it shows it not")

    def _is_newest(self) -> bool:
        """Whether it shows the newest there is: that may change for other reasons meanwhile."""
        shown: str = self.run("return document.body.dataset.v")
        newest = self.site.feed.event()
        return newest is not None and shown == str(newest.stamp)

    def resized(self, size: tuple[int, int]) -> None:
        """Let the window be that large, and all in it have found its size."""
        looks(self.driver, size, still=True)
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))"
        )

    def seats(self) -> list[dict[str, Any]]:
        """What stands in each row."""
        return self.run(
            """return [...document.querySelectorAll('.seat')].map((row) => ({
              name: row.querySelector('.name').textContent,
              live: row.querySelector('.live').firstChild?.textContent ?? '',
              sums: [...row.querySelectorAll('tfoot td')].map((cell) => cell.textContent)}))"""
        )


def address(site: Site, path: str = "/?scores") -> str:
    return f"http://localhost:{site.port}{path}"


def three(*more: str) -> EngineTable:
    return on_show(*THREE, "command next", *more, names=NAMES)


def ended(*winners: str) -> EngineTable:
    """Three rounds in which these have had the same card each."""
    table = three()
    for number in range(3):
        for badge in winners:
            table.scan(badge, f"tofu/{number * len(winners) + winners.index(badge) + 1}")
        table.scan("score next" if number < 2 else "score")
    return table


def eight(*more: str) -> EngineTable:
    names = dict.fromkeys(BADGES, LONG)
    lines = ("preset my-first-meal", *(f"badge {badge}" for badge in BADGES), "command next")
    table = on_show(*lines, names=names)
    for number, badge in enumerate(BADGES, 1):
        table.scan(badge, f"tempura/{number}")
    return table.scan(*more)
