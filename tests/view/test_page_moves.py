"""The network comes up late, or changes, under a service that runs: everything follows.

Its addresses are written down by another unit (systemd/addresses.sh), as here by hand.
"""

import json
import os
from collections.abc import Iterator
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
        told = json.loads(self.okanjo("doctor", "--json"))["lines"]
        (line,) = [one for one in told if one["part"] == "page"]
        return str(line["found"])

    def words(self) -> str:
        """What the display shows, in words."""
        return json.dumps(self.get("/state?desk").json["desk"]["words"])


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with running(Service(tmp_path)) as service:
        yield service


def drawn_for(service: Service) -> str:
    """The address that the QRs were drawn for last."""
    kept = service.folder / "okanjo" / CODE_FILE
    return kept.read_text().split("\n")[0] if kept.exists() else ""


def test_everything_follows_addresses_that_come_late_change_and_go(service: Service) -> None:
    port, before = service.port, gethostname().lower().partition(".")[0]
    until(lambda: service.addresses()[:1] == [f"http://{before}.local:{port}"])
    assert service.get("/state", f"{before}.local:{port}").status == 200
    while f"Okanjo {VERSION}" not in service.words():  # the device's own page
        service.piped.scan("command page")
    for address, name in (("192.0.2.7", "pi"), ("198.51.100.1", "sushi")):
        service.written_down(address, "2001:db8::7", name, f"{name}.local")
        places = [f"http://{name}.local:{port}", f"http://{address}:{port}"]
        until(lambda wanted=places: drawn_for(service) == wanted[1])
        until(lambda wanted=f"{name}.local:{port}": wanted in service.words())
        until(lambda wanted=f"{address}:{port}": wanted in service.words())
        until(lambda wanted=places: service.addresses() == wanted)
        assert service.get("/state", f"{name}.local:{port}").status == 200
    assert service.doctor() == ", ".join(places)
    for gone in (before, "pi", "pi.local"):
        assert service.get("/state", gone).status == 421
    assert sorted(os.listdir(service.runtime)) == ["addresses", "socket"]
    for address in ("", "192.0.2.7"):  # a network that goes leaves the name
        service.written_down(*filter(None, (address, "pi.local")))
        places = [f"http://{host}:{port}" for host in ("pi.local", address) if host]
        until(lambda wanted=places: drawn_for(service) == wanted[-1])
        until(lambda wanted=places: service.addresses() == wanted)
