"""In: a release archive. Out: others like it with one thing changed, as new releases would be."""

import hashlib
import os
import shutil
import subprocess

NEWER, NEVER_READY = "newer", "never-ready"


def changed(folder, archive, name, edit):
    """The archive with `edit` made to its folder, and its sums right again."""
    work = os.path.join(folder, "archives", name)
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    subprocess.run(["tar", "xzf", archive, "-C", work], check=True)
    (top,) = os.listdir(work)
    edit(os.path.join(work, top))
    sums = os.path.join(work, top, "SHA256SUMS")
    with open(sums) as file:
        names = [line.split(maxsplit=1)[1].strip() for line in file]
    with open(sums, "w") as file:
        for one in names:
            with open(os.path.join(work, top, one), "rb") as content:
                file.write(f"{hashlib.sha256(content.read()).hexdigest()}  {one}\n")
    path = os.path.join(folder, f"{name}.tar.gz")
    subprocess.run(["tar", "czf", path, "-C", work, top], check=True)
    return path


def newer(top):
    """Something that nobody notices."""
    with open(os.path.join(top, "CHANGELOG.md"), "a") as file:
        file.write("\nA newer one.\n")


def never_ready(top):
    """It starts, and scores, but never says so."""
    path = os.path.join(top, "firmware", "system", "systemd.py")
    with open(path) as file:
        before = file.read()
    after = before.replace("READY=1", "STATUS=Not yet.")
    assert after != before
    with open(path, "w") as file:
        file.write(after)


def all_of(folder, archive):
    """The archive itself, a newer one, and one that never becomes ready."""
    return [
        archive,
        changed(folder, archive, NEWER, newer),
        changed(folder, archive, NEVER_READY, never_ready),
    ]
