"""Sign archives by throwaway keys, each made once in a checkout's build folder."""

import os
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

BUILD = Path(__file__).parents[2] / "build"
OURS, ANOTHER = "throwaway-key", "another-throwaway-key"


def private_key(name: str = OURS) -> Path:
    key = BUILD / name
    if not key.exists():
        BUILD.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=BUILD) as folder, suppress(FileExistsError):
            words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{folder}/key"]
            subprocess.run(words, check=True)
            os.link(f"{folder}/key", key)  # unless another process was first
    return key


def signer(name: str = OURS) -> str:
    """The key's line in systemd/allowed-signers."""
    words: list[str | Path] = ["ssh-keygen", "-y", "-f", private_key(name)]
    public = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return f'okanjo namespaces="okanjo" {public}'


def sign(archive: Path, name: str = OURS) -> Path:
    """An unpacked archive, as `make release` does."""
    (archive / "SHA256SUMS.sig").unlink(missing_ok=True)
    words: list[str | Path] = ["ssh-keygen", "-q", "-Y", "sign", "-n", "okanjo", "-f"]
    words += private_key(name), archive / "SHA256SUMS"
    subprocess.run(words, check=True, capture_output=True)
    return archive
