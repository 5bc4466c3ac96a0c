"""The network comes up late, or changes, under a service that runs: everything follows.

Its addresses are written down by another unit (systemd/addresses.sh), as here by hand.
"""

import json
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from socket import gethostname

import pytest
from support.page_program import PageProgram, running
from support.waiting import until

from firmware import VERSION
from firmware.common.http.qr import CODE_FILE
from firmware.common.ipc.client import ask


class Service(PageProgram):
    """With a runtime folder of its own, in which nothing is written down yet."""

    def __init__(self, folder: Path) -> None:
        self.runtime = folder / "runtime"
        self.runtime.mkdir()
        super().__init__(folder, RUNTIME_DIRECTORY=str(self.runtime))

    def written_down(self, *lines: str) -> None:
        """As addresses.sh does it: in one step."""
        new = self.runtime / "addresses.new"
        new.write_text("".join(f"{line}\n" for line in lines))
        new.rename(self.runtime / "addresses")

    def addresses(self) -> list[str]:
        """What `okanjo pin` is told of them."""
        answer, _ = ask([str(self.runtime)], "pin", str(self.folder / "okanjo"))
        return [*((answer or {}).get("addresses") or [])]

    def doctor(self) -> str:
        lines = json.loads(self.okanjo("doctor", "--json"))["lines"]
        (line,) = [line for line in lines if line["part"] == "page"]
        return str(line["found"])

    def has(self, addresses: list[str]) -> bool:
        return self.addresses() == addresses

    def shows(self, words: str) -> bool:
        """Whether the display shows that."""
        return words in json.dumps(self.get("/state?desk").json["desk"]["words"])


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with running(Service(tmp_path)) as service:
        yield service


def drawn_for(service: Service, address: str) -> bool:
    """Whether the QRs were drawn for that address last."""
    kept = service.folder / "okanjo" / CODE_FILE
    return kept.exists() and kept.read_text().split("\n")[0] == address


def test_everything_follows_addresses_that_come_late_change_and_go(service: Service) -> None:
    port, before = service.port, gethostname().lower().partition(".")[0]
    until(lambda: service.addresses()[:1] == [f"http://{before}.local:{port}"])
    assert service.get("/state", Host=f"{before}.local:{port}").status == 200
    while not service.shows(f"Okanjo {VERSION}"):  # the device's own page
        service.scan("command page")
    for address, name in (("192.0.2.7", "pi"), ("198.51.100.1", "sushi")):
        service.written_down(address, "2001:db8::7", name, f"{name}.local")
        places = [f"http://{name}.local:{port}", f"http://{address}:{port}"]
        until(partial(drawn_for, service, places[1]))
        for place in places:
            until(partial(service.shows, place.removeprefix("http://")))
        until(partial(service.has, places))
        assert service.get("/state", Host=f"{name}.local:{port}").status == 200
    assert service.doctor() == ", ".join(places)
    for gone in (before, "pi", "pi.local"):
        assert service.get("/state", Host=gone).status == 421
    assert sorted(os.listdir(service.runtime)) == ["addresses", "socket"]
    for address in ("", "192.0.2.7"):  # a network that goes leaves the name
        service.written_down(*filter(None, (address, "pi.local")))
        places = [f"http://{host}:{port}" for host in ("pi.local", address) if host]
        until(partial(drawn_for, service, places[-1]))
        until(partial(service.has, places))
