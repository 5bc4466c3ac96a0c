"""How this program runs a part of itself in another process."""

import sys


def command(module: str, *words: str) -> list[str]:
    """The words that run a module of ours: isolated if we are, with nothing from where we work."""
    return [sys.executable, "-I" if sys.flags.isolated else "-P", "-m", module, *words]
