"""The network comes up late, or changes, under a service that runs: everything follows.

Its addresses are written down by another unit (systemd/addresses.sh), as here by hand.
"""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from socket import gethostname
from typing import Any

import pytest
from support.table_program import Piped, okanjo
from support.web_site import Answer, answer, request, said, until
from web.test_web_setup_program import free

from firmware import VERSION
from firmware.web.qr import CODE_FILE


class Service:
    """The program with a runtime folder of its own, in which nothing is written down yet."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free()
        self.runtime = folder / "runtime"
        self.runtime.mkdir()
        file = folder / "okanjo.toml"
        file.write_text(f'[state]\nfolder = "{folder}/okanjo"\n[web]\nport = {self.port}\n')
        self.config = "--config", str(file)
        self.around = {"RUNTIME_DIRECTORY": str(self.runtime)}
        self.piped = Piped(folder, *self.config, **self.around)

    def written_down(self, *lines: str) -> None:
        """As addresses.sh does it: in one step."""
        new = self.runtime / "addresses.new"
        new.write_text("".join(f"{line}\n" for line in lines))
        new.rename(self.runtime / "addresses")

    def addresses(self) -> list[str]:
        """What `okanjo pin` says of them."""
        printed = okanjo(self.folder, *self.config, "pin", **self.around).stdout.decode()
        return [one.removesuffix("/desk") for one in printed.split()[2:]]

    def doctor(self) -> str:
        told = okanjo(self.folder, *self.config, "doctor", "--json", **self.around).stdout
        (line,) = [one for one in json.loads(told)["lines"] if one["part"] == "page"]
        return str(line["found"])

    def get(self, path: str, host: str = "localhost") -> Answer:
        return answer(said(self.port, request("GET", path, {"Host": host})))

    def words(self) -> str:
        """What the display shows, in words."""
        return json.dumps(self.get("/state?desk").json["desk"]["words"])


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    running = Service(tmp_path)
    try:
        until(lambda: _answers(running.get, "/state"))
        yield running
    except BaseException:
        running.piped.kill()
        raise
    status, log = running.piped.leave()
    assert status == 0
    assert "mistake" not in log


def _answers(get: Callable[..., Any], path: str) -> bool:
    try:
        return bool(get(path).status == 200)
    except OSError:  # not yet
        return False


def drawn_for(service: Service) -> str:
    """The address that the QRs were drawn for last."""
    kept = service.folder / "okanjo" / CODE_FILE
    return kept.read_text().split("\n")[0] if kept.exists() else ""


def test_everything_follows_an_address_that_comes_late_and_one_that_changes(
    service: Service,
) -> None:
    port, before = service.port, gethostname().lower().partition(".")[0]
    until(lambda: service.addresses()[:1] == [f"http://{before}.local:{port}"])
    assert service.get("/state", f"{before}.local:{port}").status == 200
    while f"Okanjo {VERSION}" not in service.words():  # the device's own page
        service.piped.scan("command page")
    for address, name in (("192.0.2.7", "pi"), ("192.0.2.8", "pi"), ("198.51.100.1", "sushi")):
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
    assert sorted(os.listdir(service.runtime)) == ["addresses", "control"]


def test_a_network_that_goes_leaves_the_name(service: Service) -> None:
    port = service.port
    for address in ("192.0.2.7", "", "192.0.2.7"):
        service.written_down(*filter(None, (address, "pi.local")))
        places = [f"http://{host}:{port}" for host in ("pi.local", address) if host]
        until(lambda wanted=places: drawn_for(service) == wanted[-1])
        until(lambda wanted=places: service.addresses() == wanted)
