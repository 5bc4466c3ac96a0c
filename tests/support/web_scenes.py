"""In: a site and tables as people scan them. Out: what a browser shows."""

from typing import Any

from support.browser import text_of, until
from support.web_shown import Watched
from support.web_site import Site

from engine.cards import BADGES

NAMES = {"red": "Chris", "blue": "Bo", "green": "Élodie"}
THREE = ("preset party-sampler", "badge red", "badge blue", "badge green")
LONG = "Wolfgang Amadeus Theophil Mozart von Salzburg"


def address(site: Site, rest: str = "/") -> str:
    return f"http://localhost:{site.port}{rest}"


def shows(driver: Any, site: Site, watched: Watched) -> None:
    """Let the page show this, and wait until it does."""
    site.feed.show(watched.shown)
    event = site.feed.event()
    assert event is not None
    until(
        lambda: (
            text_of(driver, "#said") is not None
            and driver.execute_script("return document.body.dataset.v") == str(event.stamp)
        ),
        "the page does not show what it was sent",
    )


def seats_on(driver: Any) -> list[dict[str, Any]]:
    """What stands in each row."""
    found: list[dict[str, Any]] = driver.execute_script(
        """return [...document.querySelectorAll('.seat')].map((row) => ({
          name: row.querySelector('.name').textContent,
          live: row.querySelector('.live').firstChild?.textContent ?? '',
          sums: [...row.querySelectorAll('tfoot td')].map((cell) => cell.textContent)}))"""
    )
    return found


def written(points: int) -> str:
    return f"{points:,}".replace("-", "−")


def three(*more: str) -> Watched:
    return Watched(*THREE, "command next", *more, names=NAMES)


def ended(*winners: str) -> Watched:
    """Three rounds in which these have had the same card each."""
    table = three()
    for number in range(3):
        for badge in winners:
            table.lay(badge, f"tofu/{number * len(winners) + winners.index(badge) + 1}")
        table.scans("command score", "command score", "command next")
    return table.scans("command undo") if table.table.phase != "finished" else table


def eight(*more: str) -> Watched:
    names = dict.fromkeys(BADGES, LONG)
    lines = ("preset my-first-meal", *(f"badge {badge}" for badge in BADGES), "command next")
    table = Watched(*lines, names=names)
    for number, badge in enumerate(BADGES, 1):
        table.lay(badge, f"tempura/{number}")
    return table.scans(*more)
