"""In: what smbus2 or spidev puts on a display's wires. Out: the same at a modelled chip, counted.

Each has the shape of the library it stands for, so that luma's own code talks to it.
"""


class Bus:
    """An I2C bus with one display, in the shape of smbus2's; it can fail at any byte.

    `bytes` counts what was on the wire, addresses and control bytes too. `fails` is how many
    bytes from now an error comes, `gone` an errno that every call gets, `refuses` one that opening
    it gets; `slow` is called at each.
    """

    def __init__(self, chip, address=0x3C):
        self.chip, self.address = chip, address
        self.bytes = self.messages = self.opened = self.closed = 0
        self.fails, self.gone, self.refuses, self.slow = None, None, None, lambda: None

    def open(self, port):
        if self.refuses:
            raise OSError(self.refuses, "refused", f"/dev/i2c-{port}")
        self.opened += 1
        return self

    def write_i2c_block_data(self, address, register, values):
        assert len(values) <= 32
        self._transfer(address, [register, *values])

    def i2c_rdwr(self, message):
        self._transfer(message.addr, list(message))

    def close(self):
        self.closed += 1

    def ms(self, hz):
        """How long all that took: nine bits a byte."""
        return self.bytes * 9000 / hz

    def _transfer(self, address, content):
        self.slow()
        self.messages += 1
        self._byte()
        if self.gone:
            raise OSError(self.gone, "gone")
        if address != self.address:
            raise OSError(121, "nobody there")
        self._byte()
        take = {0x00: self.chip.command, 0x40: self.chip.data}[content[0]]
        for byte in content[1:]:
            self._byte()
            take(byte)

    def _byte(self):
        if self.fails is not None:
            self.fails -= 1
            if self.fails < 0:
                self.fails = None
                raise OSError(121, "no acknowledgement")
        self.bytes += 1


class SpiDev:
    """A display on SPI in the shape of spidev's; `level` tells how its D/C pin stands."""

    def __init__(self, chip, level):
        self.chip, self._level = chip, level
        self.bytes, self.fails, self.is_open = 0, False, False

    def open(self, port, device):
        self.is_open = True

    def close(self):
        self.is_open = False

    def writebytes(self, values):
        assert self.is_open
        assert len(values) <= 4096
        if self.fails:
            raise OSError(5, "transfer failed")
        self.bytes += len(values)
        for byte in values:
            (self.chip.data if self._level() else self.chip.command)(byte)
