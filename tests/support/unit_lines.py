"""The name of a unit, or of another file of systemd/, in; its lines, its keys out."""

from pathlib import Path

SYSTEMD = Path(__file__).parents[2] / "systemd"


def lines_of(name: str) -> list[str]:
    """Without comments, which must stand in lines of their own."""
    text = (SYSTEMD / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and line[0] not in "#;["]


def directives(lines: list[str]) -> dict[str, list[str]]:
    """All values of a key, in their order: a key may come more than once."""
    found: dict[str, list[str]] = {}
    for line in lines:
        key, _, value = line.partition("=")
        found.setdefault(key, []).append(value)
    return found
