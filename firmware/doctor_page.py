"""A case in, a line on the page out: where it is served, or why it is not."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.doctor_machine import OK, WRONG, Case, Line
from firmware.scanline import shown


def page(case: Case) -> Iterator[Line]:
    """The program that runs knows where its page is; without one there is none."""
    if not case.values["web.on"]:
        yield Line("page", OK, "switched off under [web]", wanted=False)
    elif case.told is None:
        yield Line("page", OK, "is there while Okanjo runs", wanted=False)
    else:
        addresses = case.told.get("page")
        if isinstance(addresses, list) and addresses:
            yield Line("page", OK, shown(", ".join(map(str, addresses)), 200))
        else:
            port = case.values["web.port"]
            found = f"is not served: port {port} and the next ten are taken, or not allowed"
            yield Line("page", WRONG, found, "name another port under [web]")
