"""`okanjo run` with its page, a process of its own; and what asks it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from support.table_program import ProgramTable
from support.waiting import free_port, until
from support.web_site import Answer, Asked

from firmware.common.ipc.client import ask
from firmware.common.ipc.socket_path import folders


class PageProgram(ProgramTable, Asked):
    """At that port, or a free one; `web` are more settings of its section."""

    port = 0

    def __init__(self, folder: Path, port: int = 0, web: str = "", **how: Any) -> None:
        self.port, self.log = port or free_port(), ""
        super().__init__(folder, f"[web]\nport = {self.port}\n{web}\n", **how)

    def pin(self) -> str:
        """The PIN, as soon as there is a page."""
        state, reply = str(self.folder / "okanjo"), dict[str, Any]()

        def answers() -> object:
            reply.update(ask(folders(state), "pin", state)[0] or {})
            return reply.get("state_folder") == state and reply.get("addresses")

        until(answers)
        return str(reply["pin"])

    def token(self, pin: str) -> str:
        """What a browser is given for the PIN."""
        return str(super().post("/pin", {"pin": pin}).json["token"])

    def post(self, path: str, sent: Any, token: str | None = None, **headers: str | None) -> Answer:
        """By somebody who has given the PIN; if not just now, then with that token."""
        known = f"Bearer {token or self.token(self.pin())}"
        return super().post(path, sent, **{"Authorization": known, **headers})

    def run(self) -> str:
        """What /state says of this start; nothing while there is no page."""
        try:
            return str(self.get("/state").json["run"])
        except (OSError, KeyError, ValueError, IndexError):
            return ""


P = TypeVar("P", bound=PageProgram)


@contextmanager
def running(program: P) -> Iterator[P]:
    """With its page there; at its end its log is known, and nothing may have gone wrong."""
    try:
        until(program.run)
        yield program
    except BaseException:
        program.kill()
        raise
    status, program.log = program.leave()
    assert (status, "mistake" in program.log) == (0, False)
