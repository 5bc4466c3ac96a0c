"""The device on /setup: what root is asked for, how it goes, what it comes to."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.pseudo import escaped, pseudo_installed  # noqa: F401 - one is a fixture
from support.request_root import SYSTEMD, RequestRoot
from support.setup_site import SetUp, set_up
from support.waiting import until
from support.web_site import answer, caller, raw_answer, request

from firmware import VERSION
from firmware.common.releases.offer import MOST_FILE
from firmware.common.system import ask_root
from firmware.interfaces.web.pages.setup import device, installed, release
from firmware.interfaces.web.pages.setup.changelog import news_of

PROGRESS = "run/okanjo-request/progress"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SetUp]:
    with set_up(tmp_path) as site:
        yield site


def shown(site: SetUp) -> str:
    """What the display tells of the machine's end."""
    ending = site.app._shown.ending
    return ending.case if ending else ""


@pytest.mark.parametrize(
    ("wish", "command", "case"),
    [("restart", "reboot", "restarting"), ("switch-off", "poweroff", "switching-off")],
)
def test_root_is_asked_once_and_the_display_says_so_first(
    site: SetUp,
    root: RequestRoot,
    wish: str,
    command: str,
    case: str,
) -> None:
    assert site.post("/setup/ask", {"wish": wish}).json == {"asked": wish}
    until(lambda: root.asked() == [command])
    until(lambda: shown(site) == case)
    until(lambda: site.post("/setup/progress").json["ended"])
    assert site.post("/setup/progress").json["wish"] == wish
    assert not root.request.exists()


def test_only_who_has_the_pin_asks_and_only_for_what_there_is(
    site: SetUp,
    root: RequestRoot,
) -> None:
    for path in ("/setup/ask", "/setup/about", "/setup/progress"):
        assert site.sent(path, {"wish": "switch-off"}).status == 401
    for wish in ("", "off", None, ["restart"], "../x", "nothing"):
        assert site.post("/setup/ask", {"wish": wish}).status == 400
    assert root.asked() == []
    assert not (root.machine / PROGRESS).exists()


def test_what_nobody_takes_is_told_here_and_on_the_display(
    site: SetUp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the path unit is off, or root is at something else."""
    root = RequestRoot(tmp_path / "machine")
    for name, value in root.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(ask_root, "TAKEN_WITHIN_S", 0.1)
    refused = site.post("/setup/ask", {"wish": "switch-off"})
    assert refused.status == 503
    assert "enable --now okanjo-request.path" in refused.json["error"]
    until(lambda: not shown(site))
    assert not root.request.exists()
    (root.machine / PROGRESS).parent.mkdir()
    (root.machine / PROGRESS).write_text("asked        go-back\nservice      going back ...\n")
    refused = site.post("/setup/ask", {"wish": "restart"})
    assert (refused.status, "already being changed" in refused.json["error"]) == (503, True)


def test_a_program_that_is_no_service_asks_nobody(site: SetUp) -> None:
    assert site.post("/setup/about").json["can"] is False
    for path in ("/setup/ask", "/setup/progress"):
        assert site.post(path, {"wish": "restart"}).status == 409


@pytest.mark.usefixtures("pseudo_installed")
def test_whatever_is_told_is_told_in_a_language(
    site: SetUp,
    root: RequestRoot,
) -> None:
    progress = root.machine / PROGRESS
    progress.parent.mkdir()
    steps = (*device.STEPS, "else")
    codes = (*device.FAILURES, "else")
    for lines in (
        *(f"{step:12} what the script says\n" for step in steps),
        *(f"ended        1 {code}\n" for code in codes),
        "ended        0 \n",
    ):
        progress.write_text(f"asked        go-back\n{lines}")
        answer = site.post("/setup/progress", Cookie="lang=en-XA").json
        assert answer["text"]
        assert escaped(answer["text"], ("what the script says",)) == ""


def test_versions_are_called_by_their_numbers_where_these_differ() -> None:
    assert device._called("0.2.0-abc", "0.1.0-def") == ("0.2.0", "0.1.0")
    assert device._called("0.1.0-abc", "0.1.0-def") == ("0.1.0-abc", "0.1.0-def")
    assert device._called("0.2.0-abc", "") == ("0.2.0", "")
    assert device._called("", "") == (VERSION, "")


# --- updates ---------------------------------------------------------------------------

OCTETS = "application/octet-stream"


def test_a_release_is_laid_down_as_it_is_and_root_looks_into_it(
    site: SetUp, root: RequestRoot
) -> None:
    """Here it is none: root says why by a code, and takes it away."""
    content = os.urandom(3 * release.PIECE + 7)
    assert site.post("/setup/update", content, Content_Type=OCTETS).json == {"asked": "update"}
    progress = until(lambda: ended(site))
    assert root.releases == [content]
    assert (progress["well"], progress["news"]) == (False, [])
    assert progress["text"].startswith("This file is no release of Okanjo.")
    assert os.listdir(root.state) == []
    assert site.runs == 1


def ended(site: SetUp) -> Any:
    progress = site.post("/setup/progress").json
    return progress if progress["ended"] else None


def test_an_upload_that_breaks_off_is_too_long_or_of_a_stranger_leaves_nothing(
    site: SetUp, root: RequestRoot
) -> None:
    headers = {**site.session(), "Content-Type": OCTETS, "Content-Length": "5000000"}
    with caller(site.port, request("POST", "/setup/update", headers, bytes(2_000_000))):
        until(lambda: (root.state / "update.new").exists())
        busy = site.post("/setup/update", b"x", Content_Type=OCTETS)
        assert (busy.status, "already being changed" in busy.json["error"]) == (503, True)
    until(lambda: os.listdir(root.state) == [])
    assert site.sent("/setup/update", b"x", Content_Type=OCTETS).status == 401
    headers["Content-Length"] = str(MOST_FILE + 1)
    answer_ = answer(raw_answer(site.port, request("POST", "/setup/update", headers), hang_up=True))
    assert (answer_.status, "100 MB" in answer_.json["error"]) == (413, True)
    assert os.listdir(root.state) == []
    assert not (root.machine / PROGRESS).exists()


def test_games_keep_their_room_on_the_disk(
    site: SetUp, root: RequestRoot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "NEEDED", 1 << 60)
    refused = site.post("/setup/update", b"x", Content_Type=OCTETS)
    assert (refused.status, "The disk has only" in refused.json["error"]) == (507, True)
    assert os.listdir(root.state) == []


def test_what_a_power_cut_has_left_of_an_upload_is_swept_up(root: RequestRoot) -> None:
    for name in ("update", "update.new", "journal.db"):
        (root.state / name).touch()
    ask_root.root_of({}).sweep()
    assert len(os.listdir(root.state)) == 3
    ask_root.root_of(root.environment).sweep()
    assert os.listdir(root.state) == ["journal.db"]


def test_a_changelog_is_shown_without_its_marks() -> None:
    text = "## 0.2.0 - 2027\n\nA line,\nand more.\n\n### Games\n\n- One `a b` of\n"
    assert news_of(f"{text}  **two** [lines](x.md).\n- Two.\n") == [
        ["h", "0.2.0 - 2027"],
        ["p", "A line, and more."],
        ["h", "Games"],
        ["li", "One a b of two lines."],
        ["li", "Two."],
    ]
    assert news_of("") == []


# --- what is installed -------------------------------------------------------------------


def test_what_is_installed_is_listed_with_versions_and_licences(site: SetUp) -> None:
    assert site.sent("/setup/installed", {}).status == 401
    listed = site.post("/setup/installed").json["packages"]
    assert [row[0] for row in listed[:2]] == ["Okanjo", "Python"]
    licences = {name.lower().replace("_", "-"): licence for name, _, licence in listed}
    wheels = (SYSTEMD / "wheels.txt").read_text()
    names = {name.lower().replace("_", "-") for name in re.findall(r"(?m)^([\w.-]+)==", wheels)}
    ours = {name for name in licences if name in names}
    assert len(ours) > 15  # that a checkout has of them
    assert [name for name in ours if not licences[name]] == []
    assert (licences["segno"], licences["reportlab"]) == ("BSD License", "BSD license")


def test_a_package_that_states_no_licence_is_listed(tmp_path: Path) -> None:
    for name, more in (("plain", ""), ("cut", "License: MIT\n")):
        folder = tmp_path / f"{name}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{more}"
        )
    (tmp_path / "broken-1.0.dist-info").mkdir()
    listed = installed.packages([str(tmp_path)])
    assert [package for package in listed if package.name in ("plain", "cut", "broken")] == [
        ("cut", "1.0", "MIT"),
        ("plain", "1.0", ""),
    ]
