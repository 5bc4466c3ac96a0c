"""A case in, a line on the page out: where it is served, or why it is not."""

from __future__ import annotations

from collections.abc import Iterator

from engine.notation import printable
from firmware.app.device_status import why_not
from firmware.doctor.machine import OK, WRONG, Case, Line

ANEW = "sudo systemctl restart okanjo"
TO_DO = {
    "library": "pip install starlette uvicorn; as a service: run install.sh once more",
    "port": "free it, or name another port under [web]",
    # the settings' port is not asked for then, as systemd holds the unit's
    "socket": (
        "most often another program has port 80; sudo ss -tlnp names it. Free the port, or give"
        f" the page another by sudo systemctl edit okanjo.socket (docs/install.md); then {ANEW}"
    ),
}


def page(case: Case) -> Iterator[Line]:
    """The program that runs knows where its page is; without one there is none."""
    if not case.settings.web.on:
        yield Line("page", OK, "switched off under [web]", wanted=False)
    elif case.told is None:
        yield Line("page", OK, "is there while Okanjo runs", wanted=False)
    else:
        addresses, missing = case.told.get("page"), case.told.get("page_missing")
        if isinstance(addresses, list) and addresses:
            yield Line("page", OK, printable(", ".join(map(str, addresses)), 200))
        elif missing == "wish":
            found = "is not served: Okanjo runs since before it was switched on"
            yield Line("page", WRONG, found, f"end it and start it again; the service: {ANEW}")
        else:
            why = missing if isinstance(missing, str) and missing in TO_DO else "port"
            found = f"is not served: {why_not(why, case.settings.web.port)}"
            yield Line("page", WRONG, found, TO_DO[why])
