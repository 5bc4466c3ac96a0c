"""Mistakes for releases to have, and whether an installation is whole."""

import os
from pathlib import Path

from support.fake_pi import FakePi

UNITS = "usr/local/lib/systemd/system"
NEVER_READY = (
    "\n\ndef run(config: object) -> int:\n    import time\n\n    time.sleep(600)\n    return 0\n"
)
ENDS = "\n\ndef run(config: object) -> int:\n    raise RuntimeError('broken on purpose')\n"


def install(pi: FakePi, archive: Path) -> str:
    status, told = pi.run(archive / "install.sh")
    assert status == 0, told
    return told


def whole(pi: FakePi) -> None:
    """All that a start of the machine needs is there, and runs."""
    current = pi.current
    assert pi.state == "active"
    assert not [one for one in pi.versions if one.startswith(".")]
    for unit in ("okanjo.service", "okanjo.socket", "okanjo-addresses.service"):
        assert "[Install]" in (pi.root / UNITS / unit).read_text()
        assert "[Install]" in (pi.root / UNITS / f"{unit}.d/00-okanjo.conf").read_text()
    wanted = pi.root / "etc/systemd/system/multi-user.target.wants/okanjo.service"
    assert os.readlink(wanted) == f"/{UNITS}/okanjo.service"
    for link in ("etc/sysusers.d/okanjo.conf", "etc/udev/rules.d/70-okanjo.rules"):
        inside = os.readlink(pi.root / link).removeprefix("/")
        assert (pi.root / inside).is_file()
    assert (pi.root / "etc/okanjo/okanjo.toml").is_file()
    assert (pi.root / "opt/okanjo/versions" / current / "bin/python").exists()
    assert pi.okanjo("codes").returncode == 0
    assert not list(pi.root.glob("**/*.new"))
    assert not list(pi.root.glob("opt/.*"))
