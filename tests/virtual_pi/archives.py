"""Make signed archives like a release, with one thing changed, as new releases would be."""

import shutil
import subprocess
from pathlib import Path

from support.fake_pi import packed, summed
from support.signing import signer

NEWER, NEVER_READY = "newer", "never-ready"


def changed(folder, archive, name, file, before, after):
    """The archive with that text of a file replaced, whole and signed again."""
    work = Path(folder, "archives", name)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    subprocess.run(["tar", "xzf", archive, "-C", work], check=True)
    (top,) = work.iterdir()
    text = (top / file).read_text()
    assert before in text
    (top / file).write_text(text.replace(before, after))
    (top / "systemd/allowed-signers").write_text(signer())
    summed(top)
    return str(repacked(folder, name))


def repacked(folder, name):
    """That archive as it lies unpacked now."""
    path = Path(folder, f"{name}.tar.gz")
    packed(Path(folder, "archives", name, "okanjo"), path)
    return path


def all_of(folder, archive):
    """The archive as released, a newer one, and one that starts and scores but never says so."""
    same = ("CHANGELOG.md", "# ", "# ")
    quiet = ("firmware/common/system/systemd.py", "READY=1", "STATUS=Not yet.")
    return [
        changed(folder, archive, Path(archive).name.removesuffix(".tar.gz"), *same),
        changed(folder, archive, NEWER, "CHANGELOG.md", "# ", "# Newer: "),
        changed(folder, archive, NEVER_READY, *quiet),
    ]
