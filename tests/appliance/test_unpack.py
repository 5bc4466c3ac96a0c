"""A release file, whoever made it, unpacked by root: plain files and folders, all inside."""

import gzip
import io
import os
import resource
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from support.card_programs import root_program
from support.fake_pi import ROOT

Add = Callable[[tarfile.TarFile], object]


@pytest.fixture(scope="module")
def unpack() -> ModuleType:
    return root_program("unpack")


def member(name: str, content: bytes = b"", **marks: object) -> Add:
    """One of a tar."""
    info = tarfile.TarInfo(name)
    info.size = len(content)
    for mark, value in marks.items():
        setattr(info, mark, value)
    return lambda tar: tar.addfile(info, io.BytesIO(content))


def file_of(
    folder: Path, *members: Add, form: int = tarfile.USTAR_FORMAT, mode: str = "w:gz"
) -> str:
    """A file with these in it, after one that is as it should be."""
    with tarfile.open(folder / "file", mode, format=form) as tar:  # type: ignore[call-overload]
        for add in (member("okanjo/engine/a.py", b"a", mode=0o755), *members):
            add(tar)
    return str(folder / "file")


@pytest.mark.parametrize("mode", ["w:gz", "w"])
def test_files_and_folders_are_laid_down(unpack: ModuleType, tmp_path: Path, mode: str) -> None:
    """A browser may have unpacked the outer half. No bit of a mode but that to run it is taken."""
    large = os.urandom(unpack.PIECE + 7)
    file = file_of(
        tmp_path,
        member("okanjo/wheels", type=tarfile.DIRTYPE, mode=0o777),
        member("okanjo/wheels/b.whl", large, mode=0o6666, uid=7, uname="chris"),
        mode=mode,
    )
    assert unpack.why_not(file, str(tmp_path)) == ""
    assert (tmp_path / "okanjo/wheels/b.whl").read_bytes() == large
    modes = [
        (tmp_path / "okanjo" / name).stat().st_mode & 0o7777
        for name in ("engine/a.py", "wheels/b.whl")
    ]
    assert modes == [0o755, 0o644]


OTHERS = {
    "a link": member("okanjo/x", type=tarfile.SYMTYPE, linkname="/etc/passwd"),
    "a hard link": member("okanjo/x", type=tarfile.LNKTYPE, linkname="okanjo/engine/a.py"),
    "a device": member("okanjo/x", type=tarfile.BLKTYPE, devmajor=8),
    "a terminal": member("okanjo/x", type=tarfile.CHRTYPE, devmajor=5),
    "a pipe": member("okanjo/x", type=tarfile.FIFOTYPE),
    "a sparse file": member("okanjo/x", type=tarfile.GNUTYPE_SPARSE),
    "up": member("okanjo/../../x", b"x"),
    "here": member("okanjo/./x", b"x"),
    "a line": member("okanjo/x\ny", b"x"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_no_release_has_ends_it(unpack: ModuleType, tmp_path: Path, name: str) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    assert unpack.why_not(file_of(tmp_path, OTHERS[name]), str(inside)) == "links"
    assert list(tmp_path.rglob("x*")) == []


@pytest.mark.parametrize("name", ["/etc/x", "x", "other/x", "../x", "okanjo"])
def test_what_lies_elsewhere_ends_it(unpack: ModuleType, tmp_path: Path, name: str) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    file = file_of(tmp_path, member(name, b"x"))
    if name == "/etc/x":  # tarfile takes the stroke away, so it is put back
        content = gzip.decompress(Path(file).read_bytes())
        Path(file).write_bytes(content.replace(b"etc/x", b"/etc/", 1))
    assert unpack.why_not(file, str(inside)) in ("no-release", "damaged")
    assert sorted(str(path.relative_to(inside)) for path in inside.rglob("*")) == [
        "okanjo",
        "okanjo/engine",
        "okanjo/engine/a.py",
    ]


def test_longer_headers_are_not_read(unpack: ModuleType, tmp_path: Path) -> None:
    """A release has none: their readers are where mistakes were found."""
    long = member(f"okanjo/{'x' * 200}", b"x")
    for form in (tarfile.PAX_FORMAT, tarfile.GNU_FORMAT):
        (tmp_path / str(form)).mkdir()
        assert (
            unpack.why_not(file_of(tmp_path, long, form=form), str(tmp_path / str(form))) == "links"
        )


def test_damage_is_told(unpack: ModuleType, tmp_path: Path) -> None:
    whole = Path(file_of(tmp_path, member("okanjo/b.py", os.urandom(9000)))).read_bytes()
    for number, content in enumerate(
        (
            whole[: len(whole) // 2],
            gzip.compress(gzip.decompress(whole)[:1536]),
            gzip.compress(gzip.decompress(whole)[:1024] + b"x" * 1024),
        )
    ):
        (tmp_path / "file").write_bytes(content)
        (tmp_path / str(number)).mkdir()
        assert unpack.why_not(str(tmp_path / "file"), str(tmp_path / str(number))) == "damaged"
    twice = member("okanjo/engine/a.py", b"other")
    (tmp_path / "twice").mkdir()
    assert unpack.why_not(file_of(tmp_path, twice), str(tmp_path / "twice")) == "damaged"
    for content in (b"", b"PK\3\4" + bytes(600), b"\x1f\x8b", b"<!doctype html>" * 99, bytes(2048)):
        (tmp_path / "file").write_bytes(content)
        assert unpack.why_not(str(tmp_path / "file"), str(tmp_path)) in ("no-release", "damaged")


def test_a_bomb_does_not_go_off(unpack: ModuleType, tmp_path: Path) -> None:
    """Neither one large file, nor a header that claims one, nor too many; in little memory."""
    with gzip.open(tmp_path / "large", "wb", compresslevel=1) as file:
        info = tarfile.TarInfo("okanjo/x")
        info.size = 2 * unpack.MOST_BYTES
        file.write(info.tobuf(tarfile.USTAR_FORMAT))
    many = [member(f"okanjo/{number}") for number in range(unpack.MOST_FILES)]
    os.rename(file_of(tmp_path, *many), tmp_path / "many")
    half = b"\0" * (unpack.MOST_BYTES // 2)
    os.rename(
        file_of(tmp_path, member("okanjo/1", half), member("okanjo/2", half)), tmp_path / "sum"
    )
    (tmp_path / "long").touch()
    os.truncate(tmp_path / "long", unpack.MOST_BYTES + 1)
    for name in ("large", "many", "sum", "long"):
        folder = tmp_path / f"of {name}"
        folder.mkdir()
        done = subprocess.run(
            [sys.executable, "-I", ROOT / "systemd/unpack.py", tmp_path / name, folder],
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 26, 1 << 26)),
        )
        assert (done.returncode, done.stdout) == (1, "too-large\n"), done.stderr
        assert sum(path.stat().st_size for path in folder.rglob("*")) < unpack.MOST_BYTES + (
            1 << 22
        )


def test_only_a_plain_file_is_opened(unpack: ModuleType, tmp_path: Path) -> None:
    good = file_of(tmp_path)
    (tmp_path / "link").symlink_to(good)
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe", ".", "missing"):
        assert unpack.why_not(str(tmp_path / name), str(tmp_path)) == "no-release"
    assert not (tmp_path / "okanjo").exists()
