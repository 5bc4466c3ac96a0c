"""Look for a new version by the page, and update to it: by the unit's own sandbox and root's check.

The machine has no network, so where releases are is a program on it; the unit asks it by HTTPS.
"""

import hashlib
import tempfile
import time
from pathlib import Path

from appliance import until
from archives import NEWER
from scenario_cables import BothTables
from scenario_page import LEFT, PinKnown, restarted
from scenario_service import goes_on, version
from support.release_server import Authority

from firmware.common.releases.offer import ADDRESS, ReleaseOffer, json_of

HOST = "releases.test"
FOLDER = "/usr/local/lib/releases"
TRUSTS = f"[Service]\nEnvironment=SSL_CERT_FILE={FOLDER}/root.pem\n"
LOOK, FETCH = "/setup/look", "/setup/fetch"
OFFERED = "99.1.0"


def looks_for_a_new_version(okanjo, say):
    """No network, a wrong clock, half a release: a sentence each. Updated by taps, restarted."""
    table, first = BothTables(okanjo), version(okanjo)
    table.lay()
    _serve(okanjo)
    owner = PinKnown(okanjo)
    assert "error" in owner.post(LOOK), "it is switched off at first"
    assert owner.post("/setup/change", {"changes": {"updates.look": True}})["saved"]
    until(lambda: _looks(owner), why="it may look")
    _not_reached(okanjo, owner, say)
    content = Path(f"{okanjo.machine.folder}/{NEWER}.tar.gz").read_bytes()
    _announce(okanjo, content[: len(content) // 2], cut=True)
    told = _fetched(owner)
    assert (told["well"], "damaged" in told["text"], version(okanjo)) == (False, True, first), told
    say(f"half a release, announced as it is: {told['text']}")
    _announce(okanjo, content)
    found = owner.post(LOOK)
    assert (found["version"], found["news"]) == (OFFERED, [["li", "New."]]), found
    began = time.monotonic()
    told = _fetched(owner)
    assert (told["well"], version(okanjo) != first) == (True, True), told
    say(f"downloaded and updated in {time.monotonic() - began:.0f} s: {told['text']}")
    goes_on(okanjo, table)
    assert not okanjo.shell(f"ls -d {LEFT} 2>/dev/null; true")
    assert not okanjo.shell("systemctl list-units --no-legend --all 'okanjo-newest@*'")
    restarted(okanjo, owner, table, say)
    table.twin.close()


def _looks(owner):
    try:
        return owner.post("/setup/about").get("looks")
    except (OSError, ValueError):
        return False


def _serve(okanjo):
    """A place for releases, whose certificate the unit trusts."""
    with tempfile.TemporaryDirectory() as folder:
        authority = Authority(Path(folder, "ca"))
        authority.server(HOST)
        (key,) = Path(folder, "ca").glob(f"{HOST}*.key")
        okanjo.put(f"{FOLDER}/root.pem", authority.root.read_text())
        okanjo.put(f"{FOLDER}/server.pem", key.with_suffix(".pem").read_text())
        okanjo.put(f"{FOLDER}/server.key", key.read_text())
    okanjo.bring("releases.py", f"{FOLDER}/serve.py")
    okanjo.put("/etc/systemd/system/okanjo-newest@.service.d/trusts.conf", TRUSTS)
    okanjo.shell(f"date -s @{time.time():.0f}; echo 127.0.0.1 {HOST} >>/etc/hosts")
    okanjo.shell(f"mkdir -p {FOLDER}/files; systemctl daemon-reload")
    okanjo.shell(f"systemd-run --unit releases python3 {FOLDER}/serve.py")
    _address(okanjo, f"https://{HOST}/latest.json")


def _address(okanjo, address):
    okanjo.put(f"/opt/okanjo/current/{ADDRESS}", address)


def _announce(okanjo, content, cut=False):
    """Put the newer release there, or what is left of it, with what tells of it."""
    name, digest = f"okanjo-{OFFERED}.tar.gz", hashlib.sha256(content).hexdigest()
    size = f"head -c {len(content)}" if cut else "cat"
    okanjo.shell(f"{size} /root/{NEWER}.tar.gz >{FOLDER}/files/{name}")
    offer = json_of(ReleaseOffer(OFFERED, name, len(content), digest, "- New.\n"))
    okanjo.put(f"{FOLDER}/files/latest.json", offer.decode().strip())


def _fetched(owner):
    """How it went, to its end."""
    assert owner.post(FETCH, {"version": OFFERED}) == {"asked": "update"}
    return owner.followed()


def _not_reached(okanjo, owner, say):
    """A name that nobody knows; nothing there yet; and a clock of years ago."""
    _address(okanjo, "https://example.org/latest.json")
    told = owner.post(LOOK)["error"]
    assert "example.org cannot be reached" in told, told
    say(f"without a network: {told}")
    _address(okanjo, f"https://{HOST}/latest.json")
    told = owner.post(LOOK)["error"]
    assert f"{HOST} does not have the file" in told, told
    okanjo.shell("date -s 2020-01-02")
    told = owner.post(LOOK)["error"]
    assert "it shows 2020-01-02" in told, told
    say(f"with a wrong clock: {told}")
    okanjo.shell(f"date -s @{time.time():.0f}")
