"""docs/reliability.md, held to the project: what it names is there, its counts are theirs."""

import ast
import re
from pathlib import Path

import bench
import pytest

from engine.codes import codebook

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests"
TEXT = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.splitlines()
    if line.startswith("|") and not line.startswith(("|---", "| Promise |"))
]
SPANS = sorted(set(re.findall(r"`([^`]+)`", TEXT)))


def source(pattern: str) -> str:
    return "".join(file.read_text(encoding="utf-8") for file in sorted(TESTS.glob(pattern)))


def scenarios(file: str) -> set[str]:
    """The names that are its own, read without its machine."""
    tree = ast.parse((TESTS / "virtual_pi" / file).read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SCENARIOS":
            assert isinstance(node.value, ast.Dict)
            return {ast.literal_eval(name) for name in node.value.keys if name}
    raise AssertionError(f"{file} has no SCENARIOS")


VM = scenarios("run.py")
ARM = scenarios("run_arm.py")


def test_every_row_says_what_how_and_how_much() -> None:
    assert len(ROWS) > 50
    for row in ROWS:
        assert len(row) == 3, row
        promise, how, figure = row
        assert promise.endswith("."), promise
        assert re.search(r"`(test_|make |tests/bench\.py )", how), row
        assert figure.endswith(")"), f"no goal: {figure}"


@pytest.mark.parametrize("span", SPANS)
def test_what_is_named_is_there(span: str) -> None:
    """A test, a figure, a call of make, or one of the few others: nothing is named in passing."""
    if named := re.fullmatch(r"(?:\.venv/bin/pytest tests/)?(test_[\w*]+\.py)(?:::(\w+))?", span):
        file, function = named.groups()
        found = source(file)
        assert found, f"there is no {file}"
        assert function is None or f"\ndef {function}(" in found
    elif named := re.fullmatch(r"make ([\w-]+)(?: ONLY=(\w+))?", span):
        target, scenario = named.groups()
        assert re.search(rf"^{target}:", MAKEFILE, re.M)
        assert scenario is None or scenario in {"vm": VM, "vm-arm": VM | ARM}[target]
    elif span.startswith("tests/bench.py"):
        assert set(span.split()[1:]) <= bench.FIGURES.keys()
    else:
        assert span in ("engine", "import evdev, sqlite3, PIL.Image", "systemd-analyze security")


def test_no_scenario_is_left_out() -> None:
    assert set(re.findall(r"make vm ONLY=(\w+)", TEXT)) == VM
    assert set(re.findall(r"make vm-arm ONLY=(\w+)", TEXT)) >= ARM


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)", TEXT)
    assert links
    for target in links:
        assert (ROOT / "docs" / target).exists(), target


@pytest.mark.parametrize(
    ("says", "file", "as_written"),
    [
        ("300 kills a run, 1,000 by", "test_journal_kill.py", r"KILLS = 1000 if .* else 300\n"),
        ("10,000 requests, 100,000 by", "test_web_fuzz.py", r"= 100_000 if .* else 10_000\n"),
        ("10 cuts, 120 by", "test_installer.py", r"CUTS = 120 if SOAK else 10\n"),
        ("0.5 of 10", "test_units.py", r'"okanjo\.service": 0\.5'),
        ("8 evenings", "test_whole_table.py", r"range\(1, 9\)\)\ndef test_with_faults"),
        ("200 scans, all right", "test_whole_table.py", r"EVERY = 200\n"),
        ("30 of 30", "virtual_pi/scenario_power.py", r"CUTS = 30\n"),
        ("(200 scans, all right)", "virtual_pi/scenario_evening.py", r"SCANS = 200\n"),
    ],
)
def test_how_often_is_as_the_tests_have_it(says: str, file: str, as_written: str) -> None:
    assert says in TEXT
    assert re.search(as_written, (TESTS / file).read_text(encoding="utf-8"))


def test_counts_are_todays() -> None:
    from test_against_plain import ROUNDS
    from test_codes import misreadings

    codes = [label.code for label in codebook().labels]
    slips = sum(1 for code in codes for _ in misreadings(code))
    assert f"{slips:,} slips of {len(codes)} codes" in TEXT
    assert f"{sum(ROUNDS.values()):,} rounds" in TEXT
