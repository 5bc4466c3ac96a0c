"""An official image with a release on it: `make image`, over a small image of the same layout."""

import hashlib
import json
import lzma
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from support.fake_pi import ROOT, sources

NEEDED = ("mdir", "mcopy", "mtype", "sfdisk", "mkfs.vfat", "xz")
PATH = f"{os.environ['PATH']}:/usr/sbin:/sbin"
MISSING = [tool for tool in NEEDED if not shutil.which(tool, path=PATH)]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {' '.join(MISSING)}")

MB = 1 << 20
FAT_AT, FAT_MB, ROOT_MB = 8, 40, 4
ISSUE = "Raspberry Pi reference 2026-10-06\nGenerated using pi-gen, stage2\n"
OFFICIAL = {
    "issue.txt": ISSUE,
    "user-data": "#cloud-config\n",
    "cmdline.txt": "console=tty1 root=PARTUUID=0badcafe-02 rootwait\n",
    "config.txt": "dtparam=audio=on\n",
}


def partition(image: Path) -> str:
    """Its first partition, as mtools name it."""
    return f"{image}@@{FAT_AT * MB}"


def run(words: list[str | Path], text: str = "") -> None:
    here = os.environ | {"PATH": PATH, "MTOOLS_SKIP_CHECK": "1"}
    subprocess.run(words, input=text, env=here, check=True, capture_output=True, text=True)


def official(
    image: Path, files: dict[str, str] = OFFICIAL, fat_mb: int = FAT_MB, kind: str = "c"
) -> Path:
    """An image as Raspberry Pi OS has it: MBR, FAT from 8 MB on, then the system's partition."""
    root_at = FAT_AT + fat_mb
    with image.open("wb") as file:
        file.truncate((root_at + ROOT_MB) * MB)
        file.seek(root_at * MB)
        file.write(b"the system" * 1000)
    system = f"{root_at}MiB {ROOT_MB}MiB 83"
    table = f"label: dos\nlabel-id: 0x0badcafe\n{FAT_AT}MiB {fat_mb}MiB {kind}\n{system}\n"
    run(["sfdisk", "-q", image], table)
    offset, size = str(FAT_AT * MB // 512), str(fat_mb * 1024)
    run(["mkfs.vfat", "--offset", offset, "-n", "bootfs", "-i", "1234abcd", image, size])
    for name, text in files.items():
        run(["mcopy", "-i", partition(image), "-", f"::{name}"], text)
    return image


def packed(image: Path) -> Path:
    path = image.with_name(f"{image.name}.xz")
    path.write_bytes(lzma.compress(image.read_bytes(), preset=0))
    return path


@pytest.fixture
def checkout(dist: Path, tmp_path: Path) -> Path:
    """One in which `make release` was called."""
    return released(dist, tmp_path / "checkout")


def released(dist: Path, folder: Path) -> Path:
    sources(folder, dist)
    shutil.copytree(dist / "dist", folder / "dist")
    return folder


def make_image(
    checkout: Path, base: Path, url: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "--no-print-directory", "image", f"BASE={base}", f"URL={url}"],
        cwd=checkout,
        env=os.environ | more,
        capture_output=True,
        text=True,
        check=False,
    )


def read(image: Path, name: str) -> bytes:
    words = ["mtype", "-i", partition(image), f"::{name}"]
    return subprocess.run(words, check=True, capture_output=True).stdout


def test_the_image_brings_both_files_and_imager_is_told_of_it(
    checkout: Path, tmp_path: Path
) -> None:
    base = packed(official(tmp_path / "raspios-lite.img"))
    url = "https://example.org/v0.1.0/okanjo-0.1.0.img.xz"
    done = make_image(checkout, base, url)
    assert done.returncode == 0, done.stderr
    made = checkout / "dist/okanjo-0.1.0.img.xz"
    whole = lzma.decompress(made.read_bytes())
    image = tmp_path / "whole.img"
    image.write_bytes(whole)
    for name in ("okanjo-0.1.0.tar.gz", "vendor-data"):
        assert read(image, name) == (checkout / "dist" / name).read_bytes()
    for name, text in OFFICIAL.items():
        assert read(image, name) == text.encode()
    before, end = (tmp_path / "raspios-lite.img").read_bytes(), (FAT_AT + FAT_MB) * MB
    assert (whole[: FAT_AT * MB], whole[end:]) == (before[: FAT_AT * MB], before[end:])
    manifest = json.loads((checkout / "dist/okanjo-0.1.0.rpi-imager-manifest").read_text())
    (system,) = manifest["os_list"]
    assert (
        system.items()
        >= {
            "name": "Okanjo 0.1.0",
            "url": url,
            "extract_size": len(whole),
            "extract_sha256": hashlib.sha256(whole).hexdigest(),
            "image_download_size": made.stat().st_size,
            "image_download_sha256": hashlib.sha256(made.read_bytes()).hexdigest(),
            "release_date": "2026-10-06",
            "init_format": "cloudinit-rpi",
        }.items()
    )
    assert system["devices"] == [
        tag for entry in manifest["imager"]["devices"] for tag in entry["tags"]
    ]
    assert not (checkout / "build/image").exists()


def test_an_image_that_is_not_packed_stays_so_and_lies_here(checkout: Path, tmp_path: Path) -> None:
    done = make_image(checkout, official(tmp_path / "raspios-lite.img"))
    assert done.returncode == 0, done.stderr
    made = checkout / "dist/okanjo-0.1.0.img"
    assert read(made, "vendor-data") == (checkout / "dist/vendor-data").read_bytes()
    manifest = json.loads((checkout / "dist/okanjo-0.1.0.rpi-imager-manifest").read_text())
    assert manifest["os_list"][0]["url"] == made.as_uri()
    assert manifest["os_list"][0]["image_download_size"] == made.stat().st_size


def test_the_same_base_and_release_make_the_same_image(dist: Path, tmp_path: Path) -> None:
    """Elsewhere, later, by somebody with another umask, another time zone and mtools set up."""
    base = packed(official(tmp_path / "raspios-lite.img"))
    url = "https://example.org/okanjo-0.1.0.img.xz"
    settings = tmp_path / "mtoolsrc"
    settings.write_text("mtools_lower_case=1\n")
    made = []
    for zone, umask in (("UTC", 0o022), ("Asia/Tokyo", 0o077)):
        checkout = released(dist, tmp_path / zone.replace("/", "-"))
        before = os.umask(umask)
        try:
            done = make_image(checkout, base, url, TZ=zone, MTOOLSRC=str(settings), XZ_OPT="-0 -T1")
        finally:
            os.umask(before)
        assert done.returncode == 0, done.stderr
        made.append(
            [
                (checkout / f"dist/okanjo-0.1.0{end}").read_bytes()
                for end in (".img.xz", ".rpi-imager-manifest")
            ]
        )
    assert made[0] == made[1]
    image = tmp_path / "made.img"
    image.write_bytes(lzma.decompress(made[0][0]))
    assert {*times(image, "VENDOR~1   ")} == {*times(image, "OKANJO~1GZ ")} == {(2000, 1, 1, 0, 0)}


def times(image: Path, short: str) -> list[tuple[int, ...]]:
    """When a file was made and written, by its entry: year, month, day, hour, minute."""
    with image.open("rb") as file:
        file.seek(FAT_AT * MB)
        entry = re.search(re.escape(short.encode()) + b".{21}", file.read(MB), re.DOTALL)
    assert entry, short

    def time_at(start: int) -> tuple[int, ...]:
        clock, day = (
            int.from_bytes(entry[0][offset : offset + 2], "little") for offset in (start, start + 2)
        )
        return 1980 + (day >> 9), day >> 5 & 15, day & 31, clock >> 11, clock >> 5 & 63

    return [time_at(14), time_at(22)]


def not_an_image(folder: Path) -> Path:
    image = folder / "notes.img"
    image.write_bytes(b"notes" * 1000)
    return image


def cut_short(folder: Path) -> Path:
    base = packed(official(folder / "raspios-lite.img"))
    base.write_bytes(base.read_bytes()[:-100])
    return base


def ends_early(folder: Path) -> Path:
    image = official(folder / "raspios-lite.img")
    os.truncate(image, 20 * MB)
    return image


def without(name: str) -> Callable[[Path], Path]:
    files = {file: text for file, text in OFFICIAL.items() if file != name}
    return lambda folder: official(folder / "raspios-lite.img", files)


def of_another_sum(folder: Path) -> Path:
    image = official(folder / "raspios-lite.img")
    Path(f"{image}.sha256").write_text(f"{'0' * 64}  raspios-lite.img\n")
    return image


def had_before(folder: Path) -> Path:
    return official(folder / "raspios-lite.img", OFFICIAL | {"vendor-data": "#!/bin/sh\n"})


MISTAKES = {
    "There is|is no file of an image": lambda folder: folder / "nothing.img.xz",
    "is no file of an image": lambda folder: ROOT / "README.md",
    "has no partition table, so it is no image of a card. Take": not_an_image,
    "is damaged. Download it again.": cut_short,
    "ends within its first partition. Download it again.": ends_early,
    "is not FAT. Take": lambda folder: official(folder / "raspios-lite.img", kind="83"),
    "is no Raspberry Pi OS, as its first partition says. Take": without("issue.txt"),
    'has no cloud-init, as the "Legacy" ones have none. Take': without("user-data"),
    "has a vendor-data already. Take": had_before,
    "MB left. Take": lambda folder: official(folder / "raspios-lite.img", fat_mb=9),
    "is not what raspios-lite.img.sha256 says. Download both again.": of_another_sum,
}


@pytest.mark.parametrize("words", MISTAKES)
def test_what_is_no_such_image_is_told_with_what_to_do(
    checkout: Path, tmp_path: Path, words: str
) -> None:
    before = sorted((checkout / "dist").iterdir())
    done = make_image(checkout, MISTAKES[words](tmp_path))
    assert (done.returncode != 0, words.split("|")[-1] in done.stderr) == (True, True), done.stderr
    assert "Traceback" not in done.stderr
    assert sorted((checkout / "dist").iterdir()) == before
    assert not (checkout / "build/image").exists()


def test_an_image_that_cannot_be_packed_leaves_nothing(checkout: Path, tmp_path: Path) -> None:
    stub = tmp_path / "bin/xz"
    stub.parent.mkdir()
    stub.write_text("#!/bin/sh\necho 'xz: Write error: No space left on device' >&2\nexit 1\n")
    stub.chmod(0o755)
    before = sorted((checkout / "dist").iterdir())
    base = packed(official(tmp_path / "raspios-lite.img"))
    done = make_image(checkout, base, PATH=f"{stub.parent}:{os.environ['PATH']}")
    assert (done.returncode != 0, "Is the disk full?" in done.stderr) == (True, True), done.stderr
    assert "Traceback" not in done.stderr
    assert sorted((checkout / "dist").iterdir()) == before


def test_it_takes_a_release_and_an_address_of_the_image_itself(
    checkout: Path, tmp_path: Path
) -> None:
    base = official(tmp_path / "raspios-lite.img")
    done = make_image(checkout, base, "https://example.org/okanjo/releases")
    assert "let it end with /okanjo-0.1.0.img" in done.stderr
    (checkout / "dist/okanjo-0.1.0-card.zip").unlink()
    assert "make release KEY=" in make_image(checkout, base).stderr
    done = subprocess.run(
        ["make", "image"], cwd=checkout, capture_output=True, text=True, check=False
    )
    assert (done.returncode, "Name an image" in done.stdout) == (2, True)
