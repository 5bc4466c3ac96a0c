"""The fixtures of tests of installing: a release made here and now, a machine to install it on."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.fake_pi import LARGE, NO_INDEX, FakePi, made, sources, summed


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout in which `make dist` was called."""
    checkout = sources(tmp_path_factory.mktemp("dist") / "checkout")
    done = made(checkout)
    if done.returncode and any(sign in done.stderr for sign in NO_INDEX):
        pytest.skip("no package index can be reached")
    assert done.returncode == 0, done.stderr
    return checkout


@pytest.fixture(scope="session")
def archive(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The release, unpacked, without its large libraries."""
    folder = tmp_path_factory.mktemp("archive")
    (packed,) = (dist / "dist").iterdir()
    subprocess.run(["tar", "-xzf", packed, "-C", folder], check=True)
    (archive,) = folder.iterdir()
    for wheel in (archive / "wheels").iterdir():
        if wheel.name.startswith(LARGE):
            wheel.unlink()
    return summed(archive)


@pytest.fixture
def pi(tmp_path: Path) -> Iterator[FakePi]:
    machine = FakePi(tmp_path / "pi")
    yield machine
    machine.end()
