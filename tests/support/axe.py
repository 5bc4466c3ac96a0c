"""Ask axe-core what keeps people from using a page. It is fetched from npm once for a set-up."""

import hashlib
import sys
import tarfile
from collections.abc import Collection
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.request import urlopen

VERSION = "4.14.1"
ADDRESS = f"https://registry.npmjs.org/axe-core/-/axe-core-{VERSION}.tgz"
SHA256 = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
RUN = """
const done = arguments[arguments.length - 1];
const rules = arguments[0] ? { runOnly: arguments[0] } : {};
for (const rule of arguments[1]) rules.rules = { ...rules.rules, [rule]: { enabled: false } };
axe.run({ resultTypes: ["violations"], preload: false, ...rules }).then(({ violations }) =>
  done(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))));"""


@cache
def _source() -> str:
    kept = Path(sys.prefix, f"axe-core-{VERSION}.js")
    if not kept.exists():
        with urlopen(ADDRESS, timeout=60) as answer:
            packed = BytesIO(answer.read())
        with tarfile.open(fileobj=packed) as archive:
            file = archive.extractfile("package/axe.min.js")
            assert file is not None, "the package has no such file"
            content = file.read()
        assert hashlib.sha256(content).hexdigest() == SHA256, "not the axe-core we know"
        kept.write_bytes(content)
    return kept.read_text(encoding="utf-8")


def violations(driver: Any, *rules: str, but: Collection[str] = ()) -> list[str]:
    """Each of these rules, or of all `but` some, that is broken, with where."""
    if not driver.execute_script("return 'axe' in window"):
        driver.execute_script(_source())
    return driver.execute_async_script(RUN, rules or None, [*but])
