"""A number in, bytes out: a seed that was damaged in some way. The same number, the same bytes."""

import random
from collections.abc import Callable, Sequence

Damage = Callable[[random.Random, bytes], bytes]

NUMBERS = [0, 1, -1, 127, 128, 255, 256, 32_767, 65_535, 65_536, 2**31 - 1, 2**31, 2**32 - 1]
NUMBERS += [2**53, 2**63 - 1, 2**63, 2**64 - 1, 10**15, 10**20, 10**400, -(2**63), -(2**31)]
TEXTS = [
    "",
    " ",
    "0",
    "-1",
    "\0",
    "\n",
    "\r\n",
    '"',
    "'",
    "\\",
    "{",
    "{}",
    "{name}",
    "%s",
    "%",
    "\u202e",
]
TEXTS += ["é", "e\u0301", "🍣", "\ud800", "\ufffd", "\x1b[2J", "=1+1", "..", "/", "red", "062453"]
TEXTS += ["None", "nan", "1e999", "A" * 300, "😀" * 70, "a\u0300" * 40, "9" * 5000]
BITS = [text.encode("utf-8", "surrogatepass") for text in TEXTS]
BITS += [
    b"\xff",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xc3",
    b"\x80",
    b"[" * 2000,
    b",",
    b";",
    b"\t",
    b"=",
]
MOST = 1 << 18  # bytes of a case; a seed may have more


def mutated(number: int, seeds: Sequence[bytes], formats: Sequence[Damage]) -> bytes:
    """Damage one of the seeds, in as many ways as the dice say."""
    dice = random.Random(number)
    content = dice.choice(seeds)
    if formats and dice.random() < 0.7:
        content = dice.choice(formats)(dice, content)
        if dice.random() < 0.8:
            return content
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        content = (
            _spliced(dice, content, seeds) if dice.random() < 0.1 else scratched(dice, content)
        )
    return content[: max(MOST, len(dice.choice(seeds)))]


def scratched(dice: random.Random, content: bytes) -> bytes:
    """The same bytes with one thing done to them, whatever they are."""
    raw, start = bytearray(content), dice.randrange(len(content) + 1)
    end = min(len(raw), start + int(1.5 ** dice.randrange(1, 20)))
    match dice.randrange(8):
        case 0 if start < len(raw):
            raw[start] ^= 1 << dice.randrange(8)
        case 1 if start < len(raw):
            raw[start] = dice.randrange(256)
        case 2:
            del raw[start:]
        case 3:
            del raw[start:end]
        case 4:
            raw[start:start] = raw[start:end]
        case 5:
            size = dice.choice((1, 2, 4, 8))
            value = (dice.choice(NUMBERS) % (1 << 8 * size)).to_bytes(size, "big")
            raw[start : start + size] = value[:: dice.choice((1, -1))]  # or the other way round
        case 6:
            raw[start:start] = dice.choice(BITS)
        case _:
            raw[start:end] = dice.choice(BITS)
    return bytes(raw)


def _spliced(dice: random.Random, content: bytes, seeds: Sequence[bytes]) -> bytes:
    """The beginning of one and the end of another."""
    other = dice.choice(seeds)
    return content[: dice.randrange(len(content) + 1)] + other[dice.randrange(len(other) + 1) :]
