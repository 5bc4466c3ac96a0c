"""The databases a board may have: a file, and a real PostgreSQL on a port of its own."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path
from typing import TypedDict

import pytest
from support.waiting import free_port, until

BIN = next(iter(sorted(glob("/usr/lib/postgresql/*/bin"), reverse=True)), "")
POSTGRES = shutil.which("postgres", path=f"{BIN}:{os.environ['PATH']}") or ""
needs_postgres = pytest.mark.skipif(not POSTGRES, reason="postgresql is not installed")


class OwnUser(TypedDict, total=False):
    """As whom subprocess runs it."""

    user: str
    group: str
    extra_groups: list[int]


class Postgres:
    """A server; it can be killed and started again with what it has kept. It wants no password but
    bea's, once there is such a user.
    """

    def __init__(self) -> None:
        self.folder, self.port = Path(tempfile.mkdtemp(prefix="okanjo-pg-")), free_port()
        self._child: subprocess.Popen[bytes] | None = None
        self._as = OwnUser()
        if os.geteuid() == 0:  # it refuses to run as root
            self._as = OwnUser(user="postgres", group="postgres", extra_groups=[])
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        self._run("initdb", "-D", "data", "-U", "ann", "-A", "trust", "--no-sync")
        rules = self.folder / "data/pg_hba.conf"
        rules.write_text(f"host all bea 127.0.0.1/32 scram-sha-256\n{rules.read_text()}")
        self.start()

    def _run(self, program: str, *words: str) -> str:
        tool = Path(POSTGRES).with_name(program)
        ran = subprocess.run(
            [tool, *words], check=True, stdout=subprocess.PIPE, cwd=self.folder, **self._as
        )
        return ran.stdout.decode()

    def start(self) -> None:
        words = "-D", "data", "-p", str(self.port), "-k", "", "-h", "127.0.0.1"
        with (self.folder / "log").open("ab") as log:
            self._child = subprocess.Popen(
                [POSTGRES, *words], stdout=log, stderr=log, cwd=self.folder, **self._as
            )
        until(self._answers)

    def _answers(self) -> bool:
        ready = Path(POSTGRES).with_name("pg_isready")
        words = "-q", "-h", "127.0.0.1", "-p", str(self.port)
        return subprocess.run([ready, *words], check=False).returncode == 0

    def stop(self, *, kill: bool = False) -> None:
        """As SIGQUIT does, which is a crash: nothing is written any more."""
        if self._child:
            (self._child.send_signal(3) if kill else self._child.terminate())
            self._child.wait(30)
            self._child = None

    def create(self, name: str) -> str:
        """The URL of a new database."""
        where = "-h", "127.0.0.1", "-p", str(self.port), "-U", "ann"
        self._run("createdb", *where, name)
        return f"postgresql://ann@127.0.0.1:{self.port}/{name}"

    def sql(self, name: str, words: str) -> str:
        where = "-h", "127.0.0.1", "-p", str(self.port), "-U", "ann"
        return self._run("psql", "-q", "-t", *where, "-d", name, "-c", words).strip()


@contextmanager
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    try:
        yield server
    finally:
        server.stop(kill=True)
        shutil.rmtree(server.folder)
