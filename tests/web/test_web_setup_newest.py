"""New versions on /setup: looked for by a tap, downloaded by another, then as one that was sent.

A real HTTPS server, the unit's own program, and root's own script stand behind it.
"""

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from support.pseudo import escaped, pseudo_installed  # noqa: F401 - one is a fixture
from support.release_server import NEWER, NewestUnit, ReleaseServer, authority, serving
from support.request_root import RequestRoot
from support.setup_site import SetUp, set_up
from support.waiting import until

from firmware import VERSION
from firmware.common.releases.offer import ADDRESS, Why
from firmware.interfaces.web.pages.setup import device, newest, release
from firmware.words.language import say

LOOKS = "[updates]\nlook = true\n"
CHANGELOG = "# Changes\n\n## 0.1.0 - known\n\n- Scores.\n"


@pytest.fixture
def server() -> Iterator[ReleaseServer]:
    with serving(authority().server()) as server:
        yield server


@pytest.fixture
def unit(
    server: ReleaseServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[NewestUnit]:
    """Of a version that was made for that server."""
    folder = tmp_path / "version"
    (folder / "system").mkdir(parents=True)
    (folder / "CHANGELOG.md").write_text(CHANGELOG)
    (folder / ADDRESS).write_text(f"{server.address}\n")
    monkeypatch.setattr(device, "FOLDER", str(folder))
    unit = NewestUnit(folder / ADDRESS)
    monkeypatch.setattr(newest, "SOCKET", unit.path)
    yield unit
    unit.end()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SetUp]:
    with set_up(tmp_path, LOOKS) as site:
        yield site


def ended(site: SetUp) -> Any:
    progress = site.post("/setup/progress").json
    return progress if progress["ended"] else None


def fetched(site: SetUp) -> Any:
    """How the download ended, and what root says of what came."""
    assert site.post("/setup/fetch", {"version": NEWER}).json == {"asked": "update"}
    return until(lambda: ended(site))


@pytest.mark.usefixtures("unit")
def test_what_is_newer_is_told_with_what_is_new(
    site: SetUp, root: RequestRoot, server: ReleaseServer
) -> None:
    server.announce(b"a release")
    assert site.post("/setup/look").json == {
        "text": f"Okanjo {NEWER} is there.",
        "version": NEWER,
        "news": [["h", "99.1.0 - 2099"], ["li", "Sings."]],
    }
    server.announce(b"a release", version=VERSION)
    newest_ = {"text": f"You have the newest version, Okanjo {VERSION}."}
    assert site.post("/setup/look").json == newest_
    server.announce(b"a release", version="0.0.9")
    assert site.post("/setup/look").json == newest_
    assert os.listdir(root.state) == []


@pytest.mark.usefixtures("unit")
def test_what_was_downloaded_goes_the_way_of_what_was_sent(
    site: SetUp, root: RequestRoot, server: ReleaseServer
) -> None:
    """Here it is no release: root says why by a code, and takes it away."""
    content = os.urandom(3 * release.PIECE + 7)
    server.announce(content)
    progress = fetched(site)
    assert root.releases == [content]
    assert progress["text"].startswith("This file is no release of Okanjo.")
    assert os.listdir(root.state) == []


@pytest.mark.usefixtures("unit")
def test_meanwhile_the_page_tells_how_far_it_is_and_nothing_else_is_begun(
    site: SetUp, root: RequestRoot, server: ReleaseServer
) -> None:
    goes_on = gated(server, 4_000_000)
    assert site.post("/setup/fetch", {"version": NEWER}).json == {"asked": "update"}
    until(lambda: "49 %" in site.post("/setup/progress").json["text"])
    for path, sent in (
        ("/setup/fetch", {"version": NEWER}),
        ("/setup/ask", {"wish": "restart"}),
    ):
        busy = site.post(path, sent)
        assert (busy.status, "already being changed" in busy.json["error"]) == (503, True)
    goes_on.set()
    until(lambda: root.releases)
    until(lambda: ended(site))


def gated(server: ReleaseServer, size: int) -> threading.Event:
    """A release whose second half comes when the event is set."""
    offer = server.announce(bytes(size))
    goes_on = threading.Event()

    def halves(request: Any) -> None:
        request.send_response(200)
        request.end_headers()
        request.wfile.write(bytes(size // 2))
        goes_on.wait(60)
        request.wfile.write(bytes(size // 2))

    server.files[f"/releases/{offer.file}"] = halves
    return goes_on


@pytest.mark.usefixtures("unit")
def test_what_is_not_what_was_announced_never_gets_to_root(
    site: SetUp, root: RequestRoot, server: ReleaseServer
) -> None:
    for content, changes, why in (
        (b"another", {"sha256": "0" * 64}, "not the file that was announced"),
        (b"half", {"size": 8}, "broke off"),
    ):
        server.announce(content, **changes)
        progress = fetched(site)
        assert (progress["well"], why in progress["text"]) == (False, True), progress
        assert os.listdir(root.state) == []
    server.announce(b"x", version="99.2.0")
    refused = site.post("/setup/fetch", {"version": NEWER})
    assert (refused.status, "another version" in refused.json["error"]) == (409, True)
    assert root.releases == []


@pytest.mark.usefixtures("unit")
def test_a_disk_that_is_full_is_told(
    site: SetUp, root: RequestRoot, server: ReleaseServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it begins, or, as others write there, too, in the middle of it."""
    server.announce(b"x")
    with monkeypatch.context() as patch:
        patch.setattr(release, "NEEDED", 1 << 60)
        refused = site.post("/setup/fetch", {"version": NEWER})
        assert (refused.status, "The disk has only" in refused.json["error"]) == (507, True)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(release, "_write", full)
    assert fetched(site)["text"].startswith("The disk is full.")
    assert os.listdir(root.state) == []


@pytest.mark.usefixtures("unit")
def test_a_download_ends_with_the_program(
    site: SetUp, root: RequestRoot, server: ReleaseServer
) -> None:
    """Settings that are saved start it anew: what has come is thrown away, and that is told."""
    goes_on = gated(server, 4_000_000)
    assert site.post("/setup/fetch", {"version": NEWER}).json == {"asked": "update"}
    until(lambda: (root.state / "update.new").exists())
    site.change(names__red="Ann")
    assert os.listdir(root.state) == []
    assert "broke off" in site.post("/setup/progress").json["text"]
    goes_on.set()
    server.announce(b"whole")
    fetched(site)
    assert root.releases == [b"whole"]


@pytest.mark.usefixtures("unit", "root")
def test_nobody_is_asked_unless_the_owner_lets_it_and_there_is_an_address(
    tmp_path: Path, server: ReleaseServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.announce(b"x")
    with set_up(tmp_path) as site:
        assert site.post("/setup/values").json["latest"] == server.address
        assert site.post("/setup/values").json["values"]["updates.look"] == [False, False]
        assert site.post("/setup/about").json["looks"] is False
        for path in ("/setup/look", "/setup/fetch"):
            assert site.sent(path, {"version": NEWER}).status == 401
            assert site.post(path, {"version": NEWER}).status == 409
        site.change(updates__look=True)
        assert site.post("/setup/about").json["looks"] is True
        assert server.requests == []
        monkeypatch.setattr(device, "FOLDER", str(tmp_path))
        assert site.post("/setup/about").json["looks"] is False
        assert site.post("/setup/values").json["latest"] == ""
        assert site.post("/setup/look").status == 409
    assert server.requests == []


@pytest.mark.usefixtures("root")
def test_who_does_not_answer_is_told_with_what_to_do(
    site: SetUp,
    unit: NewestUnit,
    server: ReleaseServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server.files["/releases/latest.json"] = b"<title>Log in</title>"
    response = site.post("/setup/look")
    assert (response.status, response.json["error"].partition(".")[0]) == (
        503,
        "A web page came instead of the file",
    )
    server.files["/releases/latest.json"] = 502
    assert "localhost cannot answer now (error 502)." in site.post("/setup/look").json["error"]
    monkeypatch.setattr(newest, "SOCKET", f"{unit.path}-is-off")
    assert "enable --now okanjo-newest.socket" in site.post("/setup/look").json["error"]


@pytest.mark.usefixtures("pseudo_installed", "unit", "root")
def test_every_reason_is_told_in_a_language(site: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the unit writes is one of these, or nothing."""
    assert {*newest.WHYS} == {*get_args(Why)}
    lines = [f'{{"why": "{why}", "status": 503}}' for why in newest.WHYS]
    for line in (*lines, "", "[]", '{"why": []}', '{"why": "else", "status": 0}'):
        message = newest._why_not(line.encode(), "example.org")
        assert (message == newest.NO_ANSWER) == (line not in lines)
        assert "{" not in say(message)
    monkeypatch.setattr(newest, "_why_not", lambda line, host: newest.WHYS["clock"])
    error = site.post("/setup/look", Cookie="lang=en-XA").json["error"]
    assert escaped(error, ("{date}",)) == ""
