"""The release archive: the same from the same sources, with all that it takes; and unpacked."""

import hashlib
import os
import re
import shutil
import stat
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from support.fake_pi import ROOT, FakePi, made, packed, sources, summed
from support.languages import CODES, READ, catalogue
from support.signing import ANOTHER, OURS, private_key, sign, signer

from firmware import VERSION
from firmware.common.releases.offer import MOST_NEWS, offer_of

INSTALL = (ROOT / "docs/install.md").read_text(encoding="utf-8")


def test_the_same_sources_make_the_same_archive(dist: Path, tmp_path: Path) -> None:
    """Elsewhere, later, and by somebody with another umask."""
    again = sources(tmp_path / "again", dist)  # whoever is at work on these
    for path in again.rglob("*"):
        if path.is_file() and not path.is_symlink() and ".venv" not in path.parts:
            os.utime(path)
            path.chmod(0o600)
    before = os.umask(0o077)
    try:
        done = made(again, dist / "build/wheels")
    finally:
        os.umask(before)
    assert done.returncode == 0, done.stderr
    first, second = (
        {file.name: file.read_bytes() for file in (checkout / "dist").iterdir()}
        for checkout in (dist, again)
    )
    assert first == second
    assert {Path(name).suffix for name in first} == {".gz", "", ".zip", ".json"}


def test_the_archive_has_what_it_takes_and_no_more(dist: Path) -> None:
    (packed,) = (dist / "dist").glob("*.tar.gz")
    with tarfile.open(packed) as tar:
        members = tar.getmembers()
    top = members[0].name
    names = {member.name.removeprefix(f"{top}/") for member in members}
    assert {
        "install.sh",
        "uninstall.sh",
        "SHA256SUMS",
        "LICENSE",
        "firmware/core/app/loop.py",
    } <= names
    assert "firmware/paper/icons/next.svg" in names
    with tarfile.open(packed) as tar:
        readme = tar.extractfile(f"{top}/README.md")
        assert readme
        assert b"[releases]: https://example.org/releases\n" in readme.read()
        latest = tar.extractfile(f"{top}/systemd/latest.url")
        assert latest
        assert latest.read() == b"https://example.org/releases/latest.json\n"
    assert not [name for name in names if "__pycache__" in name or name.startswith(("tests", "."))]
    assert {(member.uid, member.gid, member.mtime) for member in members} == {(0, 0, 1)}
    install = next(member for member in members if member.name == f"{top}/install.sh")
    assert install.mode & stat.S_IXUSR


def test_what_tells_devices_of_a_release_fits_its_file(dist: Path) -> None:
    (release,) = (dist / "dist").glob("*.tar.gz")
    content = release.read_bytes()
    offer = offer_of((dist / "dist/latest.json").read_bytes())
    assert offer
    assert (offer.version, offer.file, offer.size) == (VERSION, release.name, len(content))
    assert offer.sha256 == hashlib.sha256(content).hexdigest()
    assert (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").startswith(offer.news)


def test_of_a_long_changelog_the_newest_part_is_told(tmp_path: Path) -> None:
    release, changelog = tmp_path / "okanjo-1.2.tar.gz", tmp_path / "CHANGELOG.md"
    release.write_bytes(b"x")
    changelog.write_text("".join(f"- {number}: é\n" for number in range(10_000)), encoding="utf-8")
    command = [sys.executable, "-m", "firmware.common.releases.offer", str(release), str(changelog)]
    offer = offer_of(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    assert offer
    assert offer.news.startswith("- 0: é\n- 1: é\n")
    assert offer.news.endswith("é\n")
    assert len(offer.news.encode()) > MOST_NEWS - 20
    release.rename(tmp_path / "okanjo-1.2-beta.tar.gz")
    command[3] = f"{tmp_path}/okanjo-1.2-beta.tar.gz"
    assert subprocess.run(command, cwd=ROOT, check=False, capture_output=True).returncode == 1


@pytest.mark.parametrize(
    ("address", "latest"),
    [
        ("https://github.com/OWNER/okanjo/releases", ""),
        ("http://example.org/", ""),
        ("https://example.org/okanjo/", "https://example.org/okanjo/latest.json"),
        (
            "https://github.com/chris/okanjo/releases",
            "https://github.com/chris/okanjo/releases/latest/download/latest.json",
        ),
    ],
)
def test_a_release_knows_where_newer_ones_are_told_of(address: str, latest: str) -> None:
    """Or nowhere: then no device looks."""
    script = (ROOT / "systemd/dist.sh").read_text()
    (function,) = re.findall(r"^latest_url\(\) \{\n.*?^\}\n", script, re.M | re.S)
    words = ["sh", "-c", f'{function}latest_url "$1"', "sh", address]
    output = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    assert output.strip() == latest


WRONG = {
    "damaged": "damaged: download",
    "unsigned": "missing: download the file",
    "signed before": "not from a trusted key",
    "by another": "not from a trusted key",
}


def wrong(archive: Path, folder: Path, how: str) -> Path:
    """That archive, and more in a file; another names themself among its signers."""
    shutil.copytree(archive, folder)
    signature, key = folder / "SHA256SUMS.sig", ANOTHER if how == "by another" else OURS
    (folder / "systemd/allowed-signers").write_text(signer(key))
    (folder / "CHANGELOG.md").write_text("more")
    if how != "damaged":
        sign(summed(folder), key)
    if how == "unsigned":
        signature.unlink()
    if how == "signed before":
        shutil.copy(archive / signature.name, signature)
    return folder


def test_translations_are_compiled_and_spoken(archive: Path) -> None:
    """What translators write stays in the sources, and so does the language of the tests."""
    folder = archive / "firmware/words/catalogues"
    compiled = sorted(str(file.relative_to(folder)) for file in folder.rglob("*.*o"))
    readings = [f"{code}/voice.mo" for code in READ]
    assert compiled == sorted([*(f"{code}/okanjo.mo" for code in CODES), *readings])
    code = (
        "from firmware.words.language import installed, language_of, say\n"
        "from firmware.words.notices import PROBLEMS\n"
        "print(*sorted(installed()), say(PROBLEMS['no-scanner'], language_of('de')))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=archive, capture_output=True, text=True)
    entry = catalogue("de").get("Plug in a scanner")
    assert entry
    assert done.stdout == f"{' '.join(CODES)} {entry.string}\n", done.stderr


def test_an_update_is_checked_before_any_of_it_is_run(installed: FakePi, tmp_path: Path) -> None:
    """By the version at work: the archive's own installer may be anybody's."""
    before, file = installed.tree(), tmp_path / "okanjo-9.tar.gz"
    for how, why in WRONG.items():
        packed(wrong(installed.archive, tmp_path / how / "okanjo", how), file)
        status, output = installed.run(installed.brought("update.sh"), str(file))
        assert (status, installed.tree()) == (1, before), output
        assert why in output.splitlines()[-1]  # an installer that has run has the last word


def test_a_first_archive_is_trusted_if_it_is_whole_and_signed(pi: FakePi, tmp_path: Path) -> None:
    unsigned = wrong(pi.archive, tmp_path / "unsigned", "unsigned")
    before = pi.tree()
    status, output = pi.run(unsigned / "install.sh")
    assert (status, pi.tree(), WRONG["unsigned"] in output) == (1, before, True)
    pi.stub("ssh-keygen", "exit 127")
    status, output = pi.run(pi.archive / "install.sh")
    assert (status, pi.tree(), "install openssh-client" in output) == (1, before, True)
    (pi.bin / "ssh-keygen").unlink()
    status, output = pi.run(unsigned / "install.sh", "--trust")
    assert status == 0, output
    pi.whole()
    status, output = pi.run(wrong(pi.archive, tmp_path / "other", "by another") / "install.sh")
    assert (status, WRONG["by another"] in output) == (1, True)


def test_no_release_without_a_key_that_devices_know_and_a_place_to_be_had(
    dist: Path, tmp_path: Path
) -> None:
    checkout, wheels = sources(tmp_path / "checkout", dist), dist / "build/wheels"
    shutil.copytree(wheels, checkout / "build/wheels")
    inside = Path(shutil.copy(private_key(), checkout / "key"))
    for key, why in (
        (inside, "does not belong in the sources"),
        (private_key(ANOTHER), signer(ANOTHER)),
        (tmp_path, "cannot sign"),
    ):
        done = made(checkout, key=key)
        assert (done.returncode != 0, why in done.stderr) == (True, True), done.stderr
    done = made(checkout, address="")
    assert (done.returncode != 0, "ADDRESS=" in done.stderr) == (True, True), done.stderr
    assert not list((checkout / "dist").iterdir())


def documented() -> tuple[str, str, str]:
    """Lines to type: the first time; for an update on the card; for one that was sent."""
    commands = re.findall(r"^(?:tar xf|sudo okanjo update) .*$", INSTALL, re.M)
    on_card, sent, first = commands
    return first, on_card, sent


def typed(pi: FakePi, line: str, home: Path) -> subprocess.CompletedProcess[str]:
    """A documented line, as its owner types it, in their own folder."""
    words = line.replace("/boot/firmware", str(pi.root / "boot/firmware"))
    return subprocess.run(
        ["sh", "-c", words],
        cwd=home,
        env=pi.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def owner(pi: FakePi, tmp_path: Path) -> Path:
    """Their own folder."""
    home = tmp_path / "home"
    home.mkdir()
    pi.stub("sudo", 'exec "$@"')
    script = pi.root / "opt/okanjo/current/system/okanjo.sh"
    pi.stub("okanjo", f'exec sh {script} "$@"')
    return home


def test_the_documented_lines_install_update_and_say_which_file_is_too_many(
    installed: FakePi, archive: Path, tmp_path: Path
) -> None:
    """The older version's files still lie unpacked where the newer's come."""
    home, (first_time, on_card, sent) = owner(installed, tmp_path), documented()
    boot = installed.root / "boot/firmware"
    packed(archive, boot / "okanjo-0.1.0.tar.gz")
    done = typed(installed, first_time, home)
    assert done.returncode == 0, done.stderr
    first = installed.current
    (tmp_path / "newer").mkdir()
    newer = installed.another("newer", folder=tmp_path / "newer/okanjo")
    (newer / "engine/of_the_newer.py").write_text("")
    (home / "okanjo/engine/of_an_older_one.py").write_text("")
    packed(summed(newer), boot / "okanjo-0.2.0.tar.gz")
    done = typed(installed, first_time, home)
    assert done.returncode != 0
    assert "Not found in archive" in done.stderr
    assert "| `Not found in archive` |" in INSTALL
    done = typed(installed, on_card, home)
    assert (done.returncode, installed.current) == (2, first)
    (boot / "okanjo-0.1.0.tar.gz").unlink()
    done = typed(installed, on_card, home)
    assert done.returncode == 0, done.stderr
    assert (installed.before, installed.current != first) == (first, True)
    site = installed.brought("..") / "lib"
    assert list(site.glob("*/*/engine/of_the_newer.py"))
    assert not list(site.glob("*/*/engine/of_an_older_one.py"))
    installed.whole()
    packed(archive, home / "okanjo-0.2.0.tar.gz")  # sent, and the first one again
    done = typed(installed, sent, home)
    assert done.returncode == 0, done.stderr
    assert (installed.current, "already running" in done.stdout) == (first, False)
