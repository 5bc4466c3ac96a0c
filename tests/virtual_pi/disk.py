"""Serve a disk to QEMU (NBD) whose cache forgets when its power goes.

What has been written lies in memory until it is flushed, as in a disk or card with a write cache.
When the power goes, what was not flushed is lost; of a torn one, some pages arrive after all. Those
are written whole or not at all, as in flash: ext4 does not bear half a superblock.

`python disk.py IMAGE SOCKET`, then a line each on its standard input: `cut SHARE SEED` cuts now,
`cut SHARE SEED WRITES` at so many writes from now. It says what was lost, and ends.
"""

import os
import random
import socket
import struct
import sys
import threading

SECTOR = 512
PAGE = 8  # sectors
READ, WRITE, DISCONNECT, FLUSH = range(4)
FORCED = 1  # a write's flag: not to the cache
IS_FLAGS, CAN_FLUSH, CAN_FORCE = 1, 4, 8
EXPORT_NAME, ABORT, INFO, GO = 1, 2, 6, 7
ACK, IS_INFO, UNSUPPORTED = 1, 3, (1 << 31) + 1
OPTION_REPLY, REQUEST, REPLY = 0x3E889045565A9, 0x25609513, 0x67446698
INVALID = 22


class Cached:
    """An image with a volatile cache before it."""

    def __init__(self, path):
        self.file = os.open(path, os.O_RDWR)
        self.size = os.fstat(self.file).st_size
        self.cache, self.writes = {}, 0
        self.turn = threading.Lock()
        self.cut_at = None

    def read(self, offset, size):
        content = bytearray(os.pread(self.file, size, offset))
        for sector in range(offset // SECTOR, (offset + size) // SECTOR):
            if sector in self.cache:
                begin = sector * SECTOR - offset
                content[begin : begin + SECTOR] = self.cache[sector]
        return bytes(content)

    def write(self, offset, content, forced):
        self.writes += 1
        for begin in range(0, len(content), SECTOR):
            sector, piece = (offset + begin) // SECTOR, content[begin : begin + SECTOR]
            if forced:
                self.cache.pop(sector, None)
                os.pwrite(self.file, piece, offset + begin)
            else:
                self.cache[sector] = piece
        if self.cut_at and self.writes >= self.cut_at[0]:
            self.cut(*self.cut_at[1:])

    def flush(self):
        for sector, piece in self.cache.items():
            os.pwrite(self.file, piece, sector * SECTOR)
        self.cache.clear()

    def cut(self, share, seed):
        """The power goes. The image may be read by others from the moment this process is gone."""
        chance, lost = random.Random(seed), 0
        pages = sorted({sector // PAGE for sector in self.cache})
        arrive = {page for page in pages if chance.random() < share}
        for sector, piece in self.cache.items():
            if sector // PAGE in arrive:
                os.pwrite(self.file, piece, sector * SECTOR)
            else:
                lost += 1
        print(len(self.cache), lost, flush=True)
        os._exit(0)


class QemuConnection:
    """One connection of QEMU's."""

    def __init__(self, line, disk):
        self.line, self.disk = line, disk

    def take(self, size):
        taken = bytearray()
        while len(taken) < size:
            piece = self.line.recv(min(size - len(taken), 1 << 20))
            if not piece:
                raise ConnectionError
            taken += piece
        return bytes(taken)

    def serve(self):
        flags = IS_FLAGS | CAN_FLUSH | CAN_FORCE
        self.line.sendall(b"NBDMAGICIHAVEOPT" + struct.pack(">H", 3))
        no_zeroes = struct.unpack(">I", self.take(4))[0] & 2
        while True:
            _, option, size = struct.unpack(">QII", self.take(16))
            self.take(size)
            if option == EXPORT_NAME:
                reply = struct.pack(">QH", self.disk.size, flags)
                self.line.sendall(reply + (b"" if no_zeroes else bytes(124)))
                break
            if option in (INFO, GO):
                self.reply(option, IS_INFO, struct.pack(">HQH", 0, self.disk.size, flags))
                self.reply(option, ACK)
                if option == GO:
                    break
            elif option == ABORT:
                self.reply(option, ACK)
                return
            else:
                self.reply(option, UNSUPPORTED)
        while self.turn():
            pass

    def reply(self, option, kind, content=b""):
        head = struct.pack(">QIII", OPTION_REPLY, option, kind, len(content))
        self.line.sendall(head + content)

    def turn(self):
        """One request; whether there may be another."""
        magic, flags, kind, handle, offset, size = struct.unpack(">IHHQQI", self.take(28))
        assert magic == REQUEST
        error, content = 0, b""
        payload = self.take(size) if kind == WRITE else b""
        with self.disk.turn:
            if kind == READ:
                content = self.disk.read(offset, size)
            elif kind == WRITE and not (offset % SECTOR or size % SECTOR):
                self.disk.write(offset, payload, flags & FORCED)
            elif kind == FLUSH:
                self.disk.flush()
            elif kind == DISCONNECT:
                return False
            else:
                error = INVALID
        self.line.sendall(struct.pack(">IIQ", REPLY, error, handle) + content)
        return True


def obey(disk):
    for words in sys.stdin:
        _, share, seed, *writes = words.split()
        with disk.turn:
            if not writes:
                disk.cut(float(share), int(seed))
            disk.cut_at = disk.writes + int(writes[0]), float(share), int(seed)
    os._exit(1)  # whoever started it is gone


def main():
    disk = Cached(sys.argv[1])
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(sys.argv[2])
        door.listen()
        threading.Thread(target=obey, args=(disk,), daemon=True).start()
        print("ready", flush=True)
        while True:
            line, _ = door.accept()
            try:
                QemuConnection(line, disk).serve()
            except (ConnectionError, OSError):
                disk.cache.clear()  # it was switched off


if __name__ == "__main__":
    main()
