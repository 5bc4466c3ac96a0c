"""Packages with games, installed as their owners do: by pip, from a folder."""

import runpy
import shutil
import subprocess
import sys
from pathlib import Path

from support.pseudo import catalogue_of

FEAST = Path(__file__).parent / "feast"


def installed(source: Path, into: Path, work: Path) -> Path:
    """A folder of libraries with what pip makes of a package's source; en-XA is among it."""
    copy = work / source.name
    shutil.copytree(source, copy)
    for module in copy.glob("*/__init__.py"):
        package = module.parent
        texts = package / "catalogues" / "en-XA" / f"{package.name}.mo"
        texts.parent.mkdir(parents=True)
        texts.write_bytes(catalogue_of(package, runpy.run_path(str(module))["GAME"]))
    pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "install"]
    alone = ["--no-deps", "--no-index", "--no-build-isolation", "--target", str(into), str(copy)]
    subprocess.run([*pip, *alone], check=True)
    return into
