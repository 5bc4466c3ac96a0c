"""Change one operator, comparison, number or condition at a time; name what no test notices.

`make mutants` takes the engine; `make mutants ONLY=firmware/core/journal COUNT=50` takes 50 changes
of that folder at random, the same ones each time. A mutant is a fork in which a folder and its
tests are imported with that change; it meets the tests that reach its line, the quickest first,
until one fails. Programs that a test starts are not changed. (mutmut leaves tables alone,
cosmic-ray selects no tests.)
"""

import ast
import os
import pickle
import random
import signal
import sys
import time
from collections import Counter, defaultdict
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType
from typing import NamedTuple

import coverage
import hypothesis  # noqa: F401  (once, and not in each fork)
import pytest
from _pytest.runner import runtestprotocol

VIEW = [f"tests/view/test_{name}.py" for name in ("said", "panel", "pages", "screen", "rules")]
# A folder, and the tests that are to notice what changes in it.
SUBJECTS = {
    "engine": ["tests/rulebook", "tests/protocol", *VIEW],
    "firmware/core/journal": [
        "tests/journal",
        "tests/history",
        "tests/backup",
        "tests/view/test_app_seats.py",
    ],
    "firmware/core/photo": [
        "tests/photo",
        "tests/view/test_app_photo.py",
        "tests/web/test_web_photo.py",
    ],
    "firmware/core/stickers": ["tests/stickers"],
    "firmware/core/view": ["tests/view", "tests/words", "tests/desk"],
    "firmware/common/settings": [
        "tests/settings",
        "tests/backup/test_backup_settings.py",
        "tests/web/test_web_setup.py",
    ],
    "firmware/records/backup": ["tests/backup", "tests/web/test_web_setup_backup.py"],
    "firmware/interfaces/mqtt": ["tests/mqtt"],
    "firmware/hall/store": ["tests/hall"],
    "firmware/hall/tournament": ["tests/hall"],
}
PYTEST = ["-qq", "-s", "-Wignore", "-pno:cacheprovider", "-ppytest_timeout"]
AT_ONCE, NICE, IMPORT_S = 2, 5, 30
SPARE_S, SLOWER = 3, 5  # a test may take 5 times as long and 3 s more, of CPU; of time, twice that
SEED = "mutants"
# By exit status; all others: killed.
FATES = {0: "survived", -signal.SIGVTALRM: "timed out", -signal.SIGALRM: "timed out"}

PAIRS = [(ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot),
         (ast.In, ast.NotIn), (ast.And, ast.Or), (ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv),
         (ast.BitOr, ast.BitAnd), (ast.Mod, ast.Div), (ast.LShift, ast.Pow)]  # fmt: skip
SWAPS = {**dict(PAIRS), **{b: a for a, b in PAIRS}}
DONE = ast.Compare | ast.UnaryOp  # conditions that are changed by themselves


def changes(node):
    """What may be changed of a node, each by itself: a field and its new value."""
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                yield "ops", [*ops[:at], SWAPS[type(op)](), *ops[at + 1 :]]
        case ast.BoolOp(op=op) | ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in SWAPS:
            yield "op", SWAPS[type(op)]()
        case ast.UnaryOp(op=ast.USub()):
            yield "op", ast.UAdd()
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "operand", ast.UnaryOp(ast.Not(), operand)
        case ast.Constant(value=bool(value)):
            yield "value", not value
        case ast.Constant(value=int(value)):
            yield "value", value + 1
        case ast.comprehension(ifs=[test]) if not isinstance(test, DONE):
            yield "ifs", [ast.UnaryOp(ast.Not(), test)]
        case ast.If() | ast.IfExp() | ast.While() if not isinstance(node.test, DONE):
            yield "test", ast.UnaryOp(ast.Not(), node.test)


def nodes(file):
    """A module's tree and all its nodes, without annotations."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = ast.copy_location(ast.Name("object", ast.Load()), node)
        if isinstance(node, ast.keyword) and node.arg == "strict":  # no test may notice that
            node.value = ast.copy_location(ast.Constant(None), node.value)
    return tree, [*ast.walk(tree)]


class Mutant:
    """One change of one node of a file."""

    def __init__(self, file, at, number):
        self.file, (tree, every) = file, nodes(file)
        node, before = every[at], ast.unparse(getattr(every[at], "test", every[at]))
        self.line = getattr(node, "target", node).lineno
        setattr(node, *[*changes(node)][number])
        self.text = f"{file}:{self.line}: {before}  ->  {ast.unparse(getattr(node, 'test', node))}"
        self.code = compile(ast.fix_missing_locations(tree), os.path.abspath(file), "exec")


class Timing(NamedTuple):
    """What a test takes: seconds of CPU, and of time."""

    cpu_s: float
    wall_s: float


UNLIMITED = Timing(0.0, 0.0)


class Reached(NamedTuple):
    """The tests by name that reach each line of each file, and what each test takes."""

    reach: dict[str, dict[int, list[str]]]
    timings: dict[str, Timing]

    def tests_of(self, mutant):
        """The names of those that a mutant meets: all, if its line runs as modules are imported."""
        names = {*self.reach.get(mutant.file, {}).get(mutant.line, [""])}
        return {*self.timings} if "" in names else names


def fork(tests, do, *given):
    """Begin a fork that does this with these tests once they are collected; 1 if that fails."""
    pid, statuses = os.fork(), [1]
    if pid:
        return pid
    os.setpgid(0, 0)  # what its tests start ends with it

    class Plugin:
        def pytest_runtestloop(self, session):
            statuses.append(1 if session.testsfailed else do(session.items, *given))
            return True

    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    try:
        if isinstance(given[0], Mutant):
            code, plain = given[0].code, SourceFileLoader.get_code

            def get_code(loader: SourceFileLoader, fullname: str) -> CodeType | None:
                return code if loader.path == code.co_filename else plain(loader, fullname)

            # in this fork alone, which ends below
            SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
            signal.setitimer(signal.ITIMER_VIRTUAL, IMPORT_S)
        pytest.main([*PYTEST, *tests], plugins=[Plugin()])
    finally:
        os._exit(statuses[-1])


def ended(pid=-1):
    """Wait for a fork; its number and exit status."""
    pid, status = os.waitpid(pid, 0)
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    return pid, os.waitstatus_to_exitcode(status)


def passed(item, limit=UNLIMITED):
    """Run a test; more CPU or time than that ends this fork."""
    signal.setitimer(signal.ITIMER_VIRTUAL, limit.cpu_s)
    signal.setitimer(signal.ITIMER_REAL, limit.wall_s)
    return not any(report.failed for report in runtestprotocol(item, log=False))


def measure(items, cover, target):
    """Run the tests as they are: which reach each line, and how long each takes."""
    timings = {}
    for item in items:
        cover.switch_context(item.nodeid)
        cpu, wall = time.process_time(), time.monotonic()
        if not passed(item):
            return 1
        timings[item.nodeid] = Timing(time.process_time() - cpu, time.monotonic() - wall)
    cover.stop()
    data = cover.get_data()
    reach = {os.path.relpath(f): data.contexts_by_lineno(f) for f in data.measured_files()}
    target.write_bytes(pickle.dumps(Reached(reach, timings)))
    return 0


def measured(folder, tests):
    """Measure a subject's tests, in a fork."""
    with TemporaryDirectory() as place:
        target = Path(place, "measured")
        cover = coverage.Coverage(data_file=None, source=[folder])
        cover.start()
        _, failed = ended(fork(tests, measure, cover, target))
        cover.stop()
        if failed:
            sys.exit(f"The tests of {folder} fail as it is.")
        return pickle.loads(target.read_bytes())  # noqa: S301


def meet(items, mutant, names, timings):
    """Have a mutant meet the tests that reach its line, the quickest first."""
    items = sorted(
        (item for item in items if item.nodeid in names), key=lambda i: timings[i.nodeid]
    )

    def limit(item):
        cpu_s, wall_s = timings[item.nodeid]
        return Timing(SPARE_S + SLOWER * cpu_s, 2 * (SPARE_S + SLOWER * wall_s))

    return int(not all(passed(item, limit(item)) for item in items))


def every_mutant(files):
    for file in files:
        for at, node in enumerate(nodes(file)[1]):
            yield from ((file, at, number) for number, _ in enumerate(changes(node)))


def mutants_of(place, count):
    """Those of a file or folder; `count` of them at random, the same ones each time."""
    files = [place] if place.endswith(".py") else sorted(map(str, Path(place).rglob("*.py")))
    every = [*every_mutant(files)]
    chosen = sorted(random.Random(SEED).sample(every, min(count or len(every), len(every))))
    return (Mutant(*which) for which in chosen)


def judge(place, count):
    """Let all mutants of a place meet their tests; name each that survives, and count the fates."""
    subject = next(folder for folder in SUBJECTS if place.startswith(folder))
    results = measured(subject, SUBJECTS[subject])
    fates, running = defaultdict[str, Counter[str]](Counter), dict[int, Mutant]()
    try:
        for mutant in chain(mutants_of(place, count), [None] * AT_ONCE):
            if len(running) == AT_ONCE or (running and not mutant):
                pid, status = ended()
                fate = FATES.get(status, "killed")
                done = running.pop(pid)
                fates[done.file][fate] += 1
                if fate == "survived":
                    print(done.text, flush=True)
            if mutant:
                names = results.tests_of(mutant)
                tests = sorted({name.partition("::")[0] for name in names})
                running[fork(tests, meet, mutant, names, results.timings)] = mutant
    finally:  # interrupted, too
        for pid in running:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
    fates[f"{place} in all"] = sum(fates.values(), Counter())
    for file, counts in fates.items():
        print(f"{file}: {counts.total()} mutants, {dict(counts)}", flush=True)


def main(places):
    os.nice(NICE)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for place in places or ["engine"]:
        judge(place, int(os.environ.get("COUNT") or 0))


if __name__ == "__main__":
    main(sys.argv[1:])
