"""strace, where it is installed and may trace."""

import shutil
import subprocess

import pytest


@pytest.fixture(scope="module")
def strace(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = shutil.which("strace")
    if path is None:
        pytest.skip("strace is not installed: apt install strace")
    out = tmp_path_factory.mktemp("strace") / "out"
    tried = subprocess.run([path, "-o", out, "true"], capture_output=True, text=True, check=False)
    if tried.returncode:
        pytest.skip(f"strace may not trace here: {tried.stderr.strip()}")
    return path
