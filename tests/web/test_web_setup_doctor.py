"""What doctor wants done, on a page: nobody can type a command there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.interfaces.web.pages.setup.doctor import INSTALL, without_commands

ROOT = Path(__file__).parents[2]
COMMAND = re.compile(
    r"\b(sudo|apt|pip|raspi-config|modprobe|dtparam|i2cdetect|lsusb|ls /|df -h|okanjo \w+)\b"
    r"|\[\[scanner"
)
# Of a program or a page that does not run no page tells.
ELSEWHERE = ("sudo ss", "systemctl start", "okanjo run", "`")


def texts(node: ast.AST) -> Iterator[str]:
    """Every text, with x for what is put into it."""
    if isinstance(node, ast.JoinedStr):
        yield "".join(str(getattr(one, "value", "x")) for one in map(_constant, node.values))
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from texts(child)


def _constant(node: ast.expr) -> ast.Constant:
    return node if isinstance(node, ast.Constant) else ast.Constant("x")


def test_no_command_is_left_in_what_is_to_be_done() -> None:
    files = [*ROOT.glob("firmware/doctor/*.py"), *ROOT.glob("drivers/**/*.py")]
    files.append(ROOT / "firmware/common/broker/connection.py")
    found = {text for file in files for text in texts(ast.parse(file.read_text()))}
    wanted = [
        one for one in found if COMMAND.search(one) and not any(at in one for at in ELSEWHERE)
    ]
    assert len(wanted) > 20
    for text in wanted:
        assert not COMMAND.search(without_commands(text)), text


@pytest.mark.parametrize(
    ("do", "told"),
    [
        ("sudo raspi-config nonint do_i2c 0, then sudo reboot", f"{INSTALL}, then restart the Pi"),
        (
            "check its wires; i2cdetect -y 1 shows what answers: set i2c_address in [display]",
            "check its wires; try another i2c_address in [display]",
        ),
        (
            "plug it in, or correct usb in [[scanner]]: lsusb lists all",
            "plug it in, or correct the scanner's settings (docs/labels.md)",
        ),
        (
            'to give it to one player: usb = "1a86:5723/1.2" and badge in [[scanner]]',
            "to give it to one player: see docs/labels.md",
        ),
        ("check the wires SDA and SCL", "check the wires SDA and SCL"),
    ],
)
def test_words_stand_for_commands(do: str, told: str) -> None:
    assert without_commands(do) == told
