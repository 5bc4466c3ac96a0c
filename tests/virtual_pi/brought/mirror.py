"""A Debian mirror on a bad line: serve a folder on port 8080, so many bytes a second."""

import sys
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

FOLDER, BYTES_A_SECOND = sys.argv[1], int(sys.argv[2])


class Slow(SimpleHTTPRequestHandler):
    def copyfile(self, source, outputfile):
        while part := source.read(BYTES_A_SECOND // 4):
            outputfile.write(part)
            time.sleep(0.25)


handler = partial(Slow, directory=FOLDER)
ThreadingHTTPServer(("127.0.0.1", 8080), handler).serve_forever()
