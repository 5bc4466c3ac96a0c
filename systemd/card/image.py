#!/usr/bin/python3
"""Put a release onto an official image, and tell Raspberry Pi Imager of it by a manifest.

`make image BASE=raspios-lite.img.xz` runs this after `make release`. The two files for the card
go onto the image's first partition (mtools: no root, no mount). Imager customises no image that it
does not know: the manifest says that this one has cloud-init, where it is, and its sums.

The same BASE and the same release make the same image: written files have a fixed time, and xz
makes the same blocks on every machine.
"""

import hashlib
import json
import lzma
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parents[2]
DIST, WORK = ROOT / "dist", ROOT / "build/image"
VERSION = re.compile(r'^version = "(.+)"$', re.MULTILINE)
WRITTEN_AT = 946684800  # 2000-01-01, as in the zip
SECTOR, CHUNK = 512, 1 << 20  # bytes
FAT_KINDS = {0x01, 0x04, 0x06, 0x0B, 0x0C, 0x0E}
XZ = ["xz", "-6", "--threads=2", "--block-size=24MiB", "--stdout"]  # threads=1 would make one block
# Not checked: a card's sectors and heads, which fit no disk of old.
MTOOLS = {"TZ": "UTC", "MTOOLSRC": "/dev/null", "MTOOLS_SKIP_CHECK": "1"}

TAKE = (
    "Take Raspberry Pi OS Lite (64-bit) as it comes from raspberrypi.com/software/operating-systems"
)
# Imager's own tag of each board, and how it is shown. A Zero 2 W is tagged as a 3.
DEVICES = {
    "pi5-64bit": ("Raspberry Pi 5", "5, 500 and Compute Module 5"),
    "pi4-64bit": ("Raspberry Pi 4", "4, 400 and Compute Module 4"),
    "pi3-64bit": ("Raspberry Pi Zero 2 W or 3", "Zero 2 W, 3 and Compute Module 3"),
}


class Mistake(Exception):
    """What is wrong, and what to do."""


class Digest(NamedTuple):
    """A file's size in bytes, and its SHA-256 in hex."""

    size: int
    sha256: str


def digest(path: Path) -> Digest:
    with path.open("rb") as file:
        return Digest(path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest())


def run(words: list[str | Path]) -> subprocess.CompletedProcess[str]:
    """One of mtools."""
    try:
        return subprocess.run(
            words, check=False, capture_output=True, text=True, env=os.environ | MTOOLS
        )
    except FileNotFoundError as error:
        raise Mistake("mtools is not installed. On Debian: sudo apt install mtools") from error


def card_files(version: str) -> list[Path]:
    """The two files of a release, unpacked, with their fixed time."""
    packed = DIST / f"okanjo-{version}-card.zip"
    if not packed.exists():
        raise Mistake(
            f"There is no dist/{packed.name}. Make it first: make release KEY=~/.ssh/okanjo-release"
        )
    with ZipFile(packed) as zipped:
        paths = [Path(zipped.extract(name, WORK)) for name in sorted(zipped.namelist())]
    for path in paths:
        os.utime(path, (WRITTEN_AT, WRITTEN_AT))
    return paths


def check_sum(base: Path) -> str:
    """The sum of what was downloaded, compared with the one that lies beside it, if any."""
    sha256, beside = digest(base).sha256, base.with_name(f"{base.name}.sha256")
    if not beside.exists():
        return f"sha256 {sha256}; put {beside.name} beside it, and it is compared"
    if beside.read_text().split()[:1] != [sha256]:
        raise Mistake(f"{base.name} is not what {beside.name} says. Download both again.")
    return f"sha256 {sha256}, as {beside.name} says"


def unpack(base: Path, image: Path) -> None:
    """BASE as an image that can be written to."""
    packed = base.suffix == ".xz"
    try:
        with lzma.open(base) if packed else base.open("rb") as source, image.open("wb") as target:
            shutil.copyfileobj(source, target, CHUNK)
    except (lzma.LZMAError, EOFError) as error:
        raise Mistake(f"{base.name} is damaged. Download it again.") from error


def first_partition(image: Path, base: str) -> str:
    """The FAT file system on its first partition, as mtools name it."""
    with image.open("rb") as file:
        table = file.read(SECTOR)
    if table[510:] != b"\x55\xaa":
        raise Mistake(f"{base} has no partition table, so it is no image of a card. {TAKE}.")
    start, sectors = struct.unpack("<II", table[454:462])
    if table[450] not in FAT_KINDS:
        raise Mistake(f"The first partition of {base} is not FAT. {TAKE}.")
    if (start + sectors) * SECTOR > image.stat().st_size:
        raise Mistake(f"{base} ends within its first partition. Download it again.")
    return f"{image}@@{start * SECTOR}"


def read_system(partition: str, base: str) -> str:
    """What system it is, by its own words. Raises Mistake where it would not read vendor-data."""
    listed = run(["mdir", "-b", "-i", partition, "::/"])
    if listed.returncode:
        raise Mistake(f"The first partition of {base} cannot be read. Download it again.")
    names = {line.removeprefix("::/") for line in listed.stdout.split("\n")}
    if "issue.txt" not in names:
        raise Mistake(f"{base} is no Raspberry Pi OS, as its first partition says. {TAKE}.")
    if "user-data" not in names:
        raise Mistake(f'{base} has no cloud-init, as the "Legacy" ones have none. {TAKE}.')
    if "vendor-data" in names:
        raise Mistake(f"{base} has a vendor-data already. {TAKE}.")
    return run(["mtype", "-i", partition, "::/issue.txt"]).stdout.split("\n")[0].strip()


def put(files: list[Path], partition: str, base: str) -> None:
    done = run(["mcopy", "-m", "-i", partition, *files, "::/"])
    if "full" in done.stderr.lower():
        needed = sum(path.stat().st_size for path in files) // CHUNK + 1
        raise Mistake(f"The first partition of {base} has not {needed} MB left. {TAKE}.")
    if done.returncode:
        raise Mistake(f"The first partition of {base} cannot be written: {done.stderr.strip()}")


def pack(image: Path, target: Path) -> None:
    """As BASE was packed: an image for a release by xz, one to write by hand not at all."""
    new = target.with_name(f"{target.name}.new")
    if target.suffix == ".xz":
        with new.open("wb") as file:
            packed = subprocess.run([*XZ, image], check=False, stdout=file)
        if packed.returncode:
            new.unlink()
            raise Mistake("xz could not pack the image, as it says above. Is the disk full?")
    else:
        image.rename(new)
    new.rename(target)


def manifest(version: str, system: str, url: str, whole: Digest, packed: Digest) -> str:
    """What Imager reads: one system, for the boards that run it (its doc/json-schema)."""
    date = re.search(r"\d{4}-\d\d-\d\d", system)
    entry = {
        "name": f"Okanjo {version}",
        "description": f"Keeps the scores of sushi card games. On {system}",
        "icon": "icons/cat_emulation_and_games.png",  # Imager has it
        "url": url,
        "extract_size": whole.size,
        "extract_sha256": whole.sha256,
        "image_download_size": packed.size,
        "image_download_sha256": packed.sha256,
        "release_date": date[0] if date else "",
        "devices": [*DEVICES],
        "architecture": "armv8",
        "init_format": "cloudinit-rpi",
    }
    boards = [
        {
            "name": name,
            "description": description,
            "tags": [tag],
            "matching_type": "exclusive",
            "architecture": "armv8",
        }
        for tag, (name, description) in DEVICES.items()
    ]
    return json.dumps({"imager": {"devices": boards}, "os_list": [entry]}, indent=2) + "\n"


def make(base: Path, url: str) -> None:
    """Both files into dist/; how far it is, on standard output."""
    found = VERSION.search((ROOT / "pyproject.toml").read_text())
    version = found[1] if found else ""
    if not base.is_file() or not base.name.endswith((".img", ".img.xz")):
        raise Mistake(f"{base} is no file of an image (.img.xz or .img). {TAKE}.")
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    files, image = card_files(version), WORK / "card.img"
    target = DIST / f"okanjo-{version}.img{'.xz' if base.suffix == '.xz' else ''}"
    if url and url.rpartition("/")[2] != target.name:
        raise Mistake(f"URL is where Imager downloads the image: let it end with /{target.name}")
    print(f"{base.name}: {check_sum(base)}", flush=True)
    unpack(base, image)
    partition = first_partition(image, base.name)
    system = read_system(partition, base.name)
    put(files, partition, base.name)
    whole = digest(image)
    print(f"{system}: packing (minutes) ...", flush=True)
    pack(image, target)
    about = DIST / f"okanjo-{version}.rpi-imager-manifest"
    about.write_text(manifest(version, system, url or target.as_uri(), whole, digest(target)))
    for path in (target, about):
        print(path.relative_to(ROOT))


def main() -> None:
    base, url = sys.argv[1:]
    try:
        make(Path(base).expanduser(), url)
    except Mistake as mistake:
        sys.exit(str(mistake))
    except OSError as error:  # no space, no right
        sys.exit(f"{error.filename or 'dist'}: {error.strerror}")
    finally:
        shutil.rmtree(WORK, ignore_errors=True)


if __name__ == "__main__":
    main()
