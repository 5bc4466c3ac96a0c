"""Where releases are: a folder by HTTPS, on this machine, which has no other network."""

import http.server
import ssl
from functools import partial

FOLDER = "/usr/local/lib/releases"

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(f"{FOLDER}/server.pem", f"{FOLDER}/server.key")
handler = partial(http.server.SimpleHTTPRequestHandler, directory=f"{FOLDER}/files")
server = http.server.ThreadingHTTPServer(("127.0.0.1", 443), handler)
server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()
