"""In a virtual Pi: a bus in, /dev/i2c-1 out, by CUSE (linux/fuse.h, linux/i2c-dev.h).

The kernel passes each ioctl on. It brings the caller's memory along once it has been told where:
the first answer to most calls is "again, with these pieces".
"""

import errno
import os
import struct

CUSE_INIT, OPEN, RELEASE, IOCTL, INTERRUPT = 4096, 14, 18, 39, 36
UNRESTRICTED, AGAIN = 1, 4
RETRIES, TIMEOUT, SLAVE, TENBIT, FUNCS, SLAVE_FORCE, RDWR, PEC, SMBUS = (
    *range(0x0701, 0x0709),
    0x0720,
)
I2C_BLOCK = 8
ABLE = 0x0EFF0009  # what a BCM2835's adapter says: I2C, SMBus emulated
READS = 1


class More(Exception):
    """Pieces of the caller's memory that are needed: (address, size) to read, and to write."""

    def __init__(self, to_read, to_write=()):
        super().__init__()
        self.to_read, self.to_write = list(to_read), list(to_write)


class Call:
    """One ioctl: its number, its argument, what was brought along, what may be written back."""

    def __init__(self, body):
        self.handle, _, self.number, self.at, size, self.room = struct.unpack_from("<QIIQII", body)
        self.brought = body[32 : 32 + size]

    def needs(self, to_read, to_write=()):
        wanted = sum(size for _, size in to_read), sum(size for _, size in to_write)
        if len(self.brought) < wanted[0] or self.room < wanted[1]:
            raise More(to_read, to_write)


def transfer(bus, call):
    """I2C_RDWR: any number of messages, all of which write."""
    first = (call.at, 16)
    call.needs([first])
    where, count = struct.unpack_from("<QI", call.brought)
    heads = (where, 16 * count)
    call.needs([first, heads])
    messages = [struct.unpack_from("<HHHxxQ", call.brought, 16 + 16 * n) for n in range(count)]
    if any(flags & READS for _, flags, _, _ in messages):
        raise OSError(errno.EOPNOTSUPP, "not emulated")
    call.needs([first, heads, *((address, size) for _, _, size, address in messages)])
    begin = 16 + 16 * count
    for address, _, size, _ in messages:
        bus.write(address, call.brought[begin : begin + size])
        begin += size
    return count, b""


def smbus(bus, call, address):
    """I2C_SMBUS, as far as luma uses it: a block is written."""
    call.needs([(call.at, 16)])
    reads, command, kind, where = struct.unpack_from("<BBxxIQ", call.brought)
    if reads or kind != I2C_BLOCK:
        raise OSError(errno.EOPNOTSUPP, "not emulated")
    call.needs([(call.at, 16), (where, 33)])
    payload = call.brought[16:]
    bus.write(address, bytes([command]) + payload[1 : 1 + payload[0]])
    return 0, b""


def answer(bus, call, addresses):
    """The result of an ioctl, and what is written back."""
    if call.number in (SLAVE, SLAVE_FORCE):
        addresses[call.handle] = call.at
        return 0, b""
    if call.number in (RETRIES, TIMEOUT, TENBIT, PEC):
        return 0, b""
    if call.number == FUNCS:
        call.needs([], [(call.at, 8)])
        return 0, struct.pack("<Q", ABLE)
    if call.number == RDWR:
        return transfer(bus, call)
    if call.number == SMBUS:
        return smbus(bus, call, addresses.get(call.handle, 0))
    raise OSError(errno.ENOTTY, "no such call")


def serve(bus, name):
    """Be that device, for ever: `bus.write(address, content)`, whose OSError the caller gets."""
    kernel = os.open("/dev/cuse", os.O_RDWR)
    addresses, handles = {}, 0

    def reply(unique, content=b"", error=0):
        os.write(kernel, struct.pack("<IiQ", 16 + len(content), -error, unique) + content)

    while True:
        request = os.read(kernel, 1 << 18)
        size, kind, unique = struct.unpack_from("<IIQ", request)
        body = request[40:size]
        if kind == CUSE_INIT:
            limits = struct.pack("<8I40x", 7, 31, 0, UNRESTRICTED, 1 << 16, 1 << 16, 0, 0)
            reply(unique, limits + f"DEVNAME={name}\0".encode())
        elif kind == OPEN:
            handles += 1
            reply(unique, struct.pack("<QII", handles, 0, 0))
        elif kind == RELEASE:
            addresses.pop(struct.unpack_from("<Q", body)[0], None)
            reply(unique)
        elif kind == IOCTL:
            try:
                result, back = answer(bus, Call(body), addresses)
                reply(unique, struct.pack("<iIII", result, 0, 0, 0) + back)
            except More as more:
                pieces = [*more.to_read, *more.to_write]
                header = struct.pack("<iIII", 0, AGAIN, len(more.to_read), len(more.to_write))
                reply(unique, header + b"".join(struct.pack("<QQ", *piece) for piece in pieces))
            except OSError as error:
                reply(unique, error=error.errno)
        elif kind != INTERRUPT:
            reply(unique, error=errno.ENOSYS)
