"""Ask axe-core what keeps people from using a page. npm brings it, once for a set-up."""

import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

VERSION = "4.14.1"
SHA256 = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
RUN = """
const done = arguments[arguments.length - 1];
axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
  done(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))));"""


@cache
def _source() -> str:
    kept = Path(sys.prefix, f"axe-core-{VERSION}.js")
    if not kept.exists():
        assert shutil.which("npm"), "axe-core comes by npm: apt install npm"
        with tempfile.TemporaryDirectory(dir=sys.prefix) as folder:
            fetch = ["npm", "pack", "--silent", f"axe-core@{VERSION}"]
            subprocess.run(fetch, cwd=folder, check=True, stdout=subprocess.DEVNULL)
            with tarfile.open(Path(folder, f"axe-core-{VERSION}.tgz")) as packed:
                packed.extract("package/axe.min.js", folder)
            Path(folder, "package/axe.min.js").replace(kept)
    content = kept.read_bytes()
    assert hashlib.sha256(content).hexdigest() == SHA256, f"not the axe-core we know: {kept}"
    return content.decode()


def violations(driver: Any) -> list[str]:
    """Each rule that is broken, with where."""
    if not driver.execute_script("return 'axe' in window"):
        driver.execute_script(_source())
    found: list[str] = driver.execute_async_script(RUN)
    return found
