"""What of a page in a browser cannot be read: it overlaps, is cut off, sticks out of its box, or
needs scrolling sideways. Names may be cut, and broken in the middle of a word.
"""

import base64
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

DRAWN = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"
WHOLE = "const { scrollHeight } = document.documentElement; return [innerWidth, scrollHeight]"


@cache
def _source() -> str:
    return f"{{{Path(__file__).with_suffix('.js').read_text(encoding='utf-8')}}}"


def faults(driver: Any, names: Collection[str] = ()) -> list[str]:
    """What is wrong with the page at its present width, each with its text; `names` are put in."""
    if not driver.execute_script("return 'faultsOfPage' in window"):
        driver.execute_script(_source())
    driver.execute_async_script(DRAWN)
    return list(driver.execute_script("return faultsOfPage(arguments[0])", [*names]))


def photograph(driver: Any, file: Path) -> None:
    """Save a picture of the whole page, as wide as its window."""
    width, height = driver.execute_script(WHOLE)
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    taken = driver.execute_cdp_cmd(
        "Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip}
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(base64.b64decode(taken["data"]))
