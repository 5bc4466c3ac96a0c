"""Requests that no browser sends, as bytes, and the status that every site of ours answers.

Sources: RFC 9112 (framing), RFC 9110 (fields).
"""

from firmware.common.http.limits import HEAD_BYTES


def line(first: str = "GET /state HTTP/1.1", *headers: str) -> bytes:
    return "\r\n".join((first, "Host: localhost", *headers, "", "")).encode("latin-1")


def chunked(*headers: str) -> bytes:
    return line("POST /pin HTTP/1.1", "Transfer-Encoding: chunked", *headers) + b"0\r\n\r\n"


WRONG = [
    # where a line ends, and what may stand in one
    (400, line().replace(b"\r\n", b"\n")),
    (400, line().replace(b"\r\nHost", b"\nHost")),
    (400, line("GET /state HTTP/1.1", "A: b\rc")),
    (400, line("GET /state HTTP/1.1", "A: b\x00c")),
    (400, line("GET /state HTTP/1.1", "A: \xe4")),
    (400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),  # TLS
    (400, line("GET /state HTTP/1.1", " folded: line")),
    (400, line("GET /state HTTP/1.1", "no colon")),
    (400, line("GET /state HTTP/1.1", "Name : value")),
    (400, line("GET /state")),
    (400, b"\r\n\r\n"),
    # smuggling: what two servers might read as two lengths
    (400, line("POST /pin HTTP/1.1", "Content-Length: 5", "Content-Length: 6")),
    (400, line("POST /pin HTTP/1.1", "Content-Length: 5", "A: b", "content-length: 5")),
    (400, line("POST /pin HTTP/1.1", "Content-Length: 5, 5")),
    (400, line("POST /pin HTTP/1.1", "Content-Length: 5 5")),
    (400, chunked()),
    (400, chunked("Content-Length: 5")),
    (400, line("POST /pin HTTP/1.1", "Content-Length: 5", "Transfer-Encoding: chunked")),
    (400, line("GET /state HTTP/1.1", "Transfer-Encoding: identity")),
    (413, line("GET /state HTTP/1.1", "Content-Length: 5")),
    (400, line("POST /pin HTTP/1.1", "Content-Length: " + "9" * 5000)),
    # another protocol
    *((400, line(f"GET /state HTTP/{version}")) for version in ("2.0", "1.9", "1.2", "3")),
    (400, line("GET /state HTTP/1.1 HTTP/1.1")),
    # what is decided by, twice: which one counts?
    (400, line("POST /pin HTTP/1.1", "Origin: http://localhost", "Origin: http://evil.example")),
    (400, line("POST /pin HTTP/1.1", "Content-Type: text/plain", "content-type: application/json")),
    (400, line("POST /pin HTTP/1.1", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site")),
    # whom it asks
    (400, b"GET /state HTTP/1.1\r\n\r\n"),
    (421, b"GET /state HTTP/1.0\r\n\r\n"),
    (400, line("GET /state HTTP/1.1", "Host: localhost")),
    (400, line("GET /state HTTP/1.1", "host: other")),
    (421, line().replace(b"localhost", b"evil.example")),
    # what it asks for
    (404, line("GET http://localhost/state HTTP/1.1")),
    (404, line("GET /%2e%2e/etc/passwd HTTP/1.1")),
    (404, line("GET /../../etc/passwd HTTP/1.1")),
    (404, line("GET /assets/%2e%2e/app.py HTTP/1.1")),
    (404, line("GET /assets\\..\\app.py HTTP/1.1")),
    (404, line("GET /state/ HTTP/1.1")),
    (404, line("CONNECT okanjo:80 HTTP/1.1")),
    (405, line("TRACE /state HTTP/1.1")),
    (405, line("POST /state HTTP/1.1", "Content-Length: 0")),
    # how long it is
    (400, line("GET /state HTTP/1.1", *(f"A{number}: {'b' * 2000}" for number in range(5)))),
    (400, b"GET / HTTP/1.1\r\nA: " + b"a" * HEAD_BYTES),
]

RIGHT = [
    line(),
    line("GET /state HTTP/1.0"),
    line("GET /state HTTP/1.1", "A:b", "a: c", "X_y: ", "Cookie: a"),
    line("GET /state HTTP/1.1", "X-Content-Length: 5", "Content-Length: 0"),
    line("GET /state?x=%00%ff&x=%zz&? HTTP/1.1"),
    line(f"GET /state?{'a' * 6000} HTTP/1.1"),
    line("GET /state HTTP/1.1", "Connection: upgrade", "Upgrade: websocket"),
]
