"""Where releases are, on this machine: a real HTTPS server, with certificates made by openssl.

`Authority` makes them: right ones, and such as a device has to refuse. `NewestUnit` stands for
okanjo-newest.socket: whoever connects is answered by the unit's own program.
"""

import hashlib
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from firmware.common.releases.offer import ReleaseOffer

ROOT = Path(__file__).parents[2]
NEWER = "99.1.0"
NEWS = "# Changes\n\n## 99.1.0 - 2099\n\n- Sings.\n\n## 0.1.0 - known\n\n- Scores.\n"
CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
CONFIG = """[ca]
default_ca = it
[it]
database = {0}/index
unique_subject = no
new_certs_dir = {0}
rand_serial = yes
default_md = sha256
policy = any
copy_extensions = copy
[any]
commonName = supplied
"""


class Authority:
    """Who signs certificates, trusted by whoever has `root` in SSL_CERT_FILE."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True)
        self.root, self._key = folder / "root.pem", folder / "root.key"
        self._config = folder / "config"
        self._config.write_text(CONFIG.format(folder))
        (folder / "index").touch()
        signs = ("-addext", "keyUsage=keyCertSign")
        files = ("-keyout", self._key, "-out", self.root)
        _openssl("req", "-x509", *CURVE, *files, "-subj", "/CN=root", *signs)

    def server(
        self, name: str = "localhost", days_from: float = -1, days_to: float = 9
    ) -> ssl.SSLContext:
        """The context of a server with a certificate for that name, valid between those days."""
        file = self._folder / f"{name}{days_from}{days_to}"
        names = ("-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}")
        _openssl("req", "-new", *CURVE, "-keyout", f"{file}.key", "-out", f"{file}.csr", *names)
        now = datetime.now(UTC)
        dates = [f"{now + timedelta(days):%Y%m%d%H%M%SZ}" for days in (days_from, days_to)]
        by = ("-config", self._config, "-cert", self.root, "-keyfile", self._key)
        dated = ("-startdate", dates[0], "-enddate", dates[1])
        files = ("-in", f"{file}.csr", "-out", f"{file}.pem")
        _openssl("ca", "-batch", "-notext", *by, *dated, *files)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{file}.pem", f"{file}.key")
        return context


def _openssl(*words: str | Path) -> None:
    subprocess.run(["openssl", *words], check=True, capture_output=True)


@cache
def authority() -> Authority:
    """One for all tests of this process."""
    folder = Path(tempfile.mkdtemp(prefix="okanjo-ca-"))
    import atexit

    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Authority(folder / "ours")


Answer = bytes | int | str | Callable[[Any], object]


class ReleaseServer:
    """Its `files` by their paths: bytes; a status; an address to be redirected to; or a function
    that answers by itself. `requests` has the headers of each request, with its path.
    """

    def __init__(self, context: ssl.SSLContext | None) -> None:
        self.files: dict[str, Answer] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        files, requests = self.files, self.requests

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                requests.append((self.path, dict(self.headers)))
                answer = files.get(self.path, 404)
                if callable(answer):
                    answer(self)
                elif isinstance(answer, str):
                    self._send(302, b"", Location=answer)
                elif isinstance(answer, int):
                    self._send(answer, b"<!doctype html><p>No")
                else:
                    self._send(200, answer)

            def _send(self, status: int, content: bytes, **headers: str) -> None:
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(content))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *args: object) -> None: ...

        class Quiet(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: object, client_address: object) -> None: ...

            def finish_request(self, request: Any, client_address: Any) -> None:
                """Shake hands in the request's own thread."""
                if not context:
                    return super().finish_request(request, client_address)
                with context.wrap_socket(request, server_side=True) as line:
                    return super().finish_request(line, client_address)

        self._server = Quiet(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def address(self) -> str:
        """Of latest.json."""
        return f"https://localhost:{self.port}/releases/latest.json"

    def announce(self, content: bytes, **changes: object) -> ReleaseOffer:
        """Lay a release down with what tells of it, `changes` of that for the worse."""
        name, digest = f"okanjo-{NEWER}.tar.gz", hashlib.sha256(content).hexdigest()
        offer = ReleaseOffer(NEWER, name, len(content), digest, NEWS)
        self.files["/releases/latest.json"] = json.dumps(offer._asdict() | changes).encode()
        self.files[f"/releases/{name}"] = content
        return offer

    def end(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def serving(context: ssl.SSLContext | None) -> Iterator[ReleaseServer]:
    server = ReleaseServer(context)
    try:
        yield server
    finally:
        server.end()


def program(address: Path) -> list[str]:
    """The unit's program, of these sources."""
    return [sys.executable, "-m", "firmware.common.releases.fetch", str(address)]


class NewestUnit:
    """The socket at `path`, and who answers there: for one at a time."""

    def __init__(self, address: Path) -> None:
        self._folder = tempfile.mkdtemp(prefix="okanjo-")  # a socket's path has to be short
        self.path = f"{self._folder}/newest"
        self._address = address
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path)
        self._listener.listen()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError:
                return
            with line:
                environment = {**os.environ, "SSL_CERT_FILE": str(authority().root)}
                subprocess.run(
                    program(self._address),
                    stdin=line.fileno(),
                    stdout=line.fileno(),
                    stderr=subprocess.DEVNULL,
                    cwd=ROOT,
                    env=environment,
                    check=False,
                )

    def end(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()
        shutil.rmtree(self._folder)
