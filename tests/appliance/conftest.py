"""The fixtures of tests of installing: a release made here and now, a machine to install it on."""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.fake_pi import KEPT, NO_INDEX, ROOT, FakePi, made, sources, summed


def shared(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Make a folder once for all processes of a run; leave it away when that fails."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    folder = base / name
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (base / f"{name}.made").exists():
            make(folder)
            (base / f"{name}.made").touch()
    return folder


def keep(wheels: Path, fetched: Path) -> None:
    """Leave them for the next run and for `make dist`, which fetch only what has changed."""
    name = "wheels.txt"
    if fetched.exists() and (fetched / name).read_bytes() == (wheels / name).read_bytes():
        return
    new = fetched.with_name("wheels.kept")
    shutil.rmtree(new, ignore_errors=True)
    shutil.copytree(wheels, new)
    shutil.rmtree(fetched, ignore_errors=True)
    new.rename(fetched)


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout in which `make release` was called."""
    if not shutil.which("ssh-keygen"):
        pytest.skip("ssh-keygen is not installed (openssh-client): no release can be signed")

    def make(checkout: Path) -> None:
        fetched = ROOT / "build/wheels"
        sources(checkout)
        done = made(checkout, fetched if fetched.exists() else None)
        if done.returncode and any(sign in done.stderr for sign in NO_INDEX):
            pytest.skip("no package index can be reached")
        assert done.returncode == 0, done.stderr
        keep(checkout / "build/wheels", fetched)

    return shared(tmp_path_factory, "checkout", make)


@pytest.fixture(scope="session")
def archive(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The release, unpacked, without most of its libraries."""

    def make(folder: Path) -> None:
        folder.mkdir()
        (packed,) = (dist / "dist").glob("*.tar.gz")
        subprocess.run(["tar", "-xzf", packed, "-C", folder], check=True)
        for wheel in folder.glob("*/wheels/*"):
            if not wheel.name.startswith(KEPT):
                wheel.unlink()
        summed(folder / "okanjo")

    return shared(tmp_path_factory, "archive", make) / "okanjo"


@pytest.fixture(scope="session")
def installation(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of a machine on which that release is installed, and does not run now."""

    def make(folder: Path) -> None:
        machine = FakePi(folder, archive)
        try:
            machine.install()
        finally:
            machine.end()

    return shared(tmp_path_factory, "installation", make) / "root"


@pytest.fixture
def pi(archive: Path, tmp_path: Path) -> Iterator[FakePi]:
    """A machine that has never seen Okanjo."""
    machine = FakePi(tmp_path / "pi", archive)
    yield machine
    machine.end()


@pytest.fixture
def installed(pi: FakePi, installation: Path) -> FakePi:
    """A machine on which the release runs: a copy, as installing takes seconds."""
    pi.take_over(installation)
    return pi
