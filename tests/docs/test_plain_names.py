"""Values are called by what they hold. Words that fit anything say nothing."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VAGUE = {"one", "found", "at", "given", "told", "said", "asked"}
MOST = 3  # in 1,000 lines


def test_values_have_names_that_say_what_they_are() -> None:
    lines, vague = 0, Counter[str]()
    for folder in ("engine", "drivers", "firmware"):
        for file in (ROOT / folder).rglob("*.py"):
            source = file.read_text(encoding="utf-8")
            lines += source.count("\n")
            for node in ast.walk(ast.parse(source)):
                name = getattr(node, "id", None) or getattr(node, "arg", None)
                if isinstance(node, ast.Name | ast.arg) and name in VAGUE:
                    vague[f"{file.relative_to(ROOT)}: {name}"] += 1
    assert lines > 30_000
    assert vague.total() <= MOST * lines / 1000, vague.most_common(20)


@pytest.mark.parametrize(
    ("folders", "least"), [(("engine", "drivers", "firmware"), 500), (("tests",), 150)]
)
def test_a_class_name_stands_for_one_thing(folders: tuple[str, ...], least: int) -> None:
    places: dict[str, list[str]] = {}
    for file in (file for folder in folders for file in (ROOT / folder).rglob("*.py")):
        for name in re.findall(r"^ *class (\w+)[(:]", file.read_text(encoding="utf-8"), re.M):
            places.setdefault(name, []).append(str(file.relative_to(ROOT)))
    assert len(places) > least
    assert not {name: where for name, where in places.items() if len(where) > 1}
