"""One line of the control socket: bytes and at most one open file in, an answer's bytes out."""

from __future__ import annotations

import os
import socket
from array import array

ANCILLARY_BYTES = socket.CMSG_SPACE(array("i").itemsize)


class Talk:
    """One who asks: what has been heard, what is still to be said, and until when."""

    def __init__(self, line: socket.socket, until: float) -> None:
        self.line, self.until = line, until
        self.heard = bytearray()
        self.to_say: bytes | None = None
        self.descriptor = -1  # the open file that came along
        self.waits = False  # its answer is being worked out
        self.over = False

    def hear(self) -> bool:
        """Take what has come; whether the question is whole, or longer than any."""
        chunk, extra, _, _ = self.line.recvmsg(
            LONGEST_QUESTION + 1, ANCILLARY_BYTES, socket.MSG_CMSG_CLOEXEC
        )
        self._take_along(extra)
        self.heard += chunk
        return not chunk or b"\n" in chunk or len(self.heard) > LONGEST_QUESTION

    def _take_along(self, extra: list[tuple[int, int, bytes]]) -> None:
        """Keep the first open file. For the sake of its alignment the kernel delivers two where
        one has room; what does not fit it closes itself.
        """
        for level, kind, content in extra:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                came = array("i")
                came.frombytes(content[: len(content) - len(content) % came.itemsize])
                for descriptor in came:
                    if self.descriptor < 0:
                        self.descriptor = descriptor
                    else:
                        os.close(descriptor)

    def hand_over(self) -> int:
        """The open file that came along, no longer closed with the line; -1 for none."""
        descriptor, self.descriptor = self.descriptor, -1
        return descriptor

    def say(self) -> bool:
        """Send what the line takes; whether all is said."""
        if self.to_say:
            self.to_say = self.to_say[self.line.send(self.to_say) :]
        return self.to_say == b""

    def close(self) -> None:
        self.over = True
        self.line.close()
        if self.descriptor >= 0:
            os.close(self.hand_over())


LONGEST_QUESTION = 1 << 17  # a whole file of stickers goes along with its question
