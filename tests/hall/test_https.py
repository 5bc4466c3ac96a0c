"""The board's pages by HTTPS, and behind a proxy."""

import shutil
import ssl
import subprocess
from collections.abc import Iterator
from http.client import HTTPSConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest
from support.door_site import PASSWORD, DoorSite, Visitor, door_site
from support.hall_games import game, of
from support.web_site import LONG, all_of, caller

from firmware.cli.errors import CommandFailed
from firmware.cli.hall.board import _proxy, _tls
from firmware.hall.tables import EVENT, STATE

NEW = (
    "openssl req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 2"
    " -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout key.pem -out certificate.pem"
)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not shutil.which("openssl"):
        pytest.skip("openssl is not installed")
    folder = tmp_path_factory.mktemp("certificate")
    subprocess.run(NEW.split(), cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture
def site(files: Path, tmp_path: Path) -> Iterator[DoorSite]:
    tls = _tls(str(files / "certificate.pem"), str(files / "key.pem"))
    with door_site(tmp_path, tls=tls) as site:
        yield site


def _line(site: DoorSite, files: Path) -> HTTPSConnection:
    trust = ssl.create_default_context(cafile=str(files / "certificate.pem"))
    return HTTPSConnection("localhost", site.port, timeout=60, context=trust)


def test_who_signs_in_by_https_gets_a_cookie_for_https_only(site: DoorSite, files: Path) -> None:
    form = urlencode({"code": site.sessions.code, "password": PASSWORD})
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    ours = f"https://localhost:{site.port}"
    for origin, status in ((ours.replace("https", "http"), 403), (ours, 303)):
        line = _line(site, files)
        line.request("POST", "/organiser/password", form, {**kind, "Origin": origin})
        answer = line.getresponse()
        assert answer.status == status
    assert "Secure" in answer.headers["Set-Cookie"].split("; ")


def test_a_listener_hears_by_https_what_is_large_and_what_is_new(
    site: DoorSite, files: Path
) -> None:
    for number in range(40):
        state = of(f"table-{number}", "1-1", game(1)[20]).state
        site.hall.tables.take(f"table-{number}", STATE, state, 0)
        site.hall.tables.take(f"table-{number}", EVENT, {"text": "x" * 5000}, 0)
    line = _line(site, files)
    line.request("GET", "/events?table=table-7")
    answer = line.getresponse()
    assert b"retry" in answer.readline()
    answer.readline()
    assert len(answer.readline()) > 5000
    site.hall.tables.take("table-7", EVENT, {"text": "news"}, 0)
    site.site.feed.changed()
    while b"news" not in answer.readline():
        pass
    line.close()


def test_who_says_nothing_is_hung_up_on(files: Path, tmp_path: Path) -> None:
    tls = _tls(str(files / "certificate.pem"), str(files / "key.pem"))
    with door_site(tmp_path, tls=tls, limits=LONG._replace(handshake_s=0.2)) as site:
        for words in (b"", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01"):
            with caller(site.port, words) as line:
                assert all_of(line) == b""


def test_what_cannot_be_a_certificate_is_refused_in_a_sentence(files: Path) -> None:
    right, key = str(files / "certificate.pem"), str(files / "key.pem")
    assert _tls(None, None) is None
    for pair in ((right, None), (key, key), (__file__, None), (right + "x", key), (None, key)):
        with pytest.raises(CommandFailed, match="--"):
            _tls(*pair)


def test_a_proxy_is_believed_and_nobody_else(tmp_path: Path) -> None:
    forwarded = {"X-Forwarded-For": "192.0.2.9", "X-Forwarded-Proto": "https"}
    secure = {**forwarded, "Origin": "https://localhost:8080"}
    with door_site(tmp_path, proxies=_proxy("127.0.0.1")) as site:
        visitor = Visitor(site)
        form = {"code": site.sessions.code, "password": PASSWORD}
        done = visitor.post("/organiser/password", secure, **form)
        assert "Secure" in done.headers["set-cookie"]
        login = "/organiser/login"
        for _ in range(10):
            assert visitor.post(login, secure, password="x").status == 409
        assert visitor.post(login, secure, password="x").status == 429
        assert visitor.post(login, password="x").status == 409  # from another address
    with door_site(tmp_path, proxies=_proxy("198.51.100.0/24")) as site:
        assert Visitor(site).post("/organiser/login", secure).status == 403
    for wrong in ("nginx", "10.0.0.1/8"):
        with pytest.raises(CommandFailed, match="--proxy"):
            _proxy(wrong)
