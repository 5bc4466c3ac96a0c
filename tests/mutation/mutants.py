"""Change one operator, comparison, number or condition at a time; name what no test notices.

`make mutants` takes the engine; `make mutants ONLY=firmware/core/journal COUNT=50` takes 50 changes
of that folder at random, the same ones each time; ONLY="FILE:LINE" takes those of a line, and is
for a survivor met again. A mutant is a fork that meets the tests that reach its line, the quickest
first, until one fails; all, where none reaches it but by a program that it starts. Where only
functions change that did not run as modules were imported, the fork is of a process with all tests
imported; else it imports everything with the change. (mutmut leaves tables alone, cosmic-ray
selects no tests.)
"""

import ast
import gc
import marshal
import os
import pickle
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from compileall import compile_dir
from contextlib import suppress
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from types import CodeType, FunctionType
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
        *(f"tests/protocol/test_photo_{name}.py" for name in ("badges", "layout", "plan")),
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
PRODUCT = "engine", "drivers", "firmware"
# Where memory ends, what traces the lines has none either.
UNTRACED = "tests/journal/test_memory_ends.py"
PYTEST = [f"--ignore={UNTRACED}", "-qq", "-s", "-Wignore", "-pno:cacheprovider", "-ppytest_timeout"]
AT_ONCE, NICE, IMPORT_S = 2, 5, 30
SPARE_S, SLOWER = 3, 5  # a test may take 5 times as long and 3 s more, of CPU; of time, twice that
SEED = "mutants"
CACHE = "PYTHONPYCACHEPREFIX"
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - where a sync is free
INTERRUPTS = signal.SIGINT, signal.SIGTERM
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
            for index, op in enumerate(ops):
                yield "ops", [*ops[:index], SWAPS[type(op)](), *ops[index + 1 :]]
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


def codes(code):
    """All functions within a module's code, nested ones too, by name and first line."""
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield (const.co_qualname, const.co_firstlineno), const
            yield from codes(const)


FORKS: dict[int, TemporaryDirectory[str]] = {}  # each that runs, and its folder


class Mutant:
    """One change of one node of a file."""

    def __init__(self, file, index, number):
        self.file, (tree, every) = file, nodes(file)
        node, before = every[index], ast.unparse(getattr(every[index], "test", every[index]))
        self.line = getattr(node, "target", node).lineno
        bodies = (n.body for n in every if isinstance(n, ast.FunctionDef))
        self.in_function = any(node is n for body in bodies for s in body for n in ast.walk(s))
        setattr(node, *[*changes(node)][number])
        self.text = f"{file}:{self.line}: {before}  ->  {ast.unparse(getattr(node, 'test', node))}"
        self.code = compile(ast.fix_missing_locations(tree), os.path.abspath(file), "exec")
        lambdas = [key for key, code in codes(self.code) if code.co_name == "<lambda>"]
        if len({*lambdas}) < len(lambdas):  # two on one line, not to be told apart
            self.in_function = False

    def change_functions(self):
        """Change the functions of this process that were imported from the file."""
        changed = dict(codes(self.code))
        for function in gc.get_objects():
            if isinstance(function, FunctionType):
                code = function.__code__
                if code.co_filename == self.code.co_filename:
                    function.__code__ = changed[code.co_qualname, code.co_firstlineno]

    def change_import(self, folder):
        """Have this process and all programs that it starts import the file with the change."""
        old, cache = os.environ[CACHE], Path(folder, "cache")
        place = Path(cache_from_source(self.code.co_filename)).relative_to(old)
        _mirror(Path(old), cache, place.parts)
        # A flag that the source file is not to be looked at: "PEP 552"
        compiled = MAGIC_NUMBER + b"\1\0\0\0" + bytes(8) + marshal.dumps(self.code)
        cache.joinpath(place).write_bytes(compiled)
        cache_in(str(cache))


def _mirror(old, new, path):
    """Make this path of folders new, with links to all that is beside it in the old ones."""
    new.mkdir()
    for beside in old.iterdir() if old.is_dir() else ():
        if beside.name != path[0]:
            new.joinpath(beside.name).symlink_to(beside)
    if path[1:]:
        _mirror(old / path[0], new / path[0], path[1:])


def cache_in(folder):
    """Have this process and all programs that it starts read compiled modules there.

    They write none: who is killed, or may write no file, would leave half a module.
    """
    os.environ[CACHE] = sys.pycache_prefix = folder
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.dont_write_bytecode = True


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

    def is_imported_as_is(self, mutant):
        """Whether no module can have kept anything that the change would make different."""
        return mutant.in_function and "" not in self.reach.get(mutant.file, {}).get(
            mutant.line, [""]
        )


def fork(do, *arguments):
    """Begin a fork that does this, in a process group and a folder of its own; its number."""
    folder = TemporaryDirectory(prefix="mutant-", dir=MEMORY, ignore_cleanup_errors=True)
    pid = os.fork()
    if pid:
        FORKS[pid] = folder
        os.setpgid(pid, pid)  # what its tests start ends with it
        return pid
    os.setpgid(0, 0)  # by whoever comes first
    os.chmod(folder.name, 0o711)  # noqa: S103 - a database server runs as another user
    status = 1
    try:
        for number in INTERRUPTS:
            signal.signal(number, signal.SIG_DFL)
        os.environ["TMPDIR"], tempfile.tempdir = folder.name, None
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
        os.dup2(sys.stderr.fileno(), 2)  # what programs tell
        status = do(*arguments)
    finally:
        os._exit(status)


def ended(pid=-1):
    """Wait for a fork; its number and exit status."""
    pid, status = os.waitpid(pid, 0)
    end(pid)
    return pid, os.waitstatus_to_exitcode(status)


def end(pid):
    """End a fork, and all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    FORKS.pop(pid).cleanup()


def interrupted(number, frame):
    """End all forks, then this process: pytest would go on after an exception."""
    for pid in [*FORKS]:
        end(pid)
    shutil.rmtree(os.environ[CACHE], ignore_errors=True)
    os._exit(128 + number)


def with_tests(tests, do, *arguments):
    """Do this with the tests once they are imported; 1 if that fails."""
    statuses = [1]

    class Plugin:
        def pytest_runtestloop(self, session):
            statuses.append(1 if session.testsfailed else do(session.items, *arguments))
            return True

    pytest.main([*PYTEST, *tests], plugins=[Plugin()])
    return statuses[-1]


def passed(item, limit=UNLIMITED):
    """Run a test; more CPU or time than that ends this fork."""
    signal.setitimer(signal.ITIMER_VIRTUAL, limit.cpu_s)
    signal.setitimer(signal.ITIMER_REAL, limit.wall_s)
    return not any(report.failed for report in runtestprotocol(item, log=False))


def measure(items, cover, target):
    """Run the tests as they are: which reach each line, and how long each takes."""
    timings = {}
    sys.dont_write_bytecode = True
    for item in items:
        cover.switch_context(item.nodeid)
        cpu, wall = time.process_time(), time.monotonic()
        if not passed(item):
            return 1
        timings[item.nodeid] = Timing(time.process_time() - cpu, time.monotonic() - wall)
    cover.stop()
    data = cover.get_data()
    reach = {os.path.relpath(f): data.contexts_by_lineno(f) for f in data.measured_files()}
    pickle.dump(Reached(reach, timings), target)
    target.flush()
    return 0


def measured(folder, tests):
    """Measure a subject's tests, in a fork."""
    with TemporaryFile() as target:
        cover = coverage.Coverage(data_file=None, source=[folder])
        cover.start()
        _, failed = ended(fork(with_tests, tests, measure, cover, target))
        cover.stop()
        if failed:
            sys.exit(f"The tests of {folder} fail as it is.")
        target.seek(0)
        return pickle.load(target)  # noqa: S301


def meet(items, mutant, names, timings):
    """Have a mutant meet the tests that reach its line, the quickest first."""
    items = sorted(
        (item for item in items if item.nodeid in names), key=lambda i: timings[i.nodeid].wall_s
    )

    def limit(item):
        cpu_s, wall_s = timings[item.nodeid]
        return Timing(SPARE_S + SLOWER * cpu_s, 2 * (SPARE_S + SLOWER * wall_s))

    return int(not all(passed(item, limit(item)) for item in items))


def meet_imported(items, mutant, names, timings):
    """Change the functions as they are, then meet the tests."""
    mutant.change_import(tempfile.gettempdir())
    mutant.change_functions()
    return meet(items, mutant, names, timings)


def meet_importing(tests, mutant, names, timings):
    """Import everything with the change, then meet the tests."""
    mutant.change_import(tempfile.gettempdir())
    signal.setitimer(signal.ITIMER_VIRTUAL, IMPORT_S)
    return with_tests(tests, meet, mutant, names, timings)


def every_mutant(files):
    for file in files:
        for index, node in enumerate(nodes(file)[1]):
            yield from ((file, index, number) for number, _ in enumerate(changes(node)))


def mutants_of(place, count):
    """Those of a folder, file or line; `count` of them at random, the same ones each time."""
    place, _, line = place.partition(":")
    files = [place] if place.endswith(".py") else sorted(map(str, Path(place).rglob("*.py")))
    every = [*every_mutant(files)]
    chosen = sorted(random.Random(SEED).sample(every, min(count or len(every), len(every))))
    mutants = (Mutant(*which) for which in chosen)
    return [mutant for mutant in mutants if not line or mutant.line == int(line)]


class Fates:
    """What became of the mutants of a place, by file."""

    def __init__(self):
        self.counts = defaultdict[str, Counter[str]](Counter)

    def learn(self, mutants, begin):
        """Fork each mutant, some at once, and wait for its end; name each that survives."""
        waiting, running = [*reversed(mutants)], dict[int, Mutant]()
        while waiting or running:
            while waiting and len(running) < AT_ONCE:
                mutant = waiting.pop()
                running[begin(mutant)] = mutant
            pid, status = ended()
            mutant, fate = running.pop(pid), FATES.get(status, "killed")
            self.counts[mutant.file][fate] += 1
            if fate != "killed":
                print(f"{fate}: {mutant.text}", flush=True)
        return 0


def judge(place, count):
    """Let all mutants of a place meet their tests; name each that survives, and count the fates."""
    subject = next(folder for folder in SUBJECTS if place.startswith(folder))
    results, fates = measured(subject, SUBJECTS[subject]), Fates()
    imported: list[Mutant] = []
    importing: list[Mutant] = []
    for mutant in mutants_of(place, count):
        (imported if results.is_imported_as_is(mutant) else importing).append(mutant)

    def files(mutants):
        return sorted({name.partition("::")[0] for m in mutants for name in results.tests_of(m)})

    def begin_importing(mutant):
        names = results.tests_of(mutant)
        return fork(meet_importing, files([mutant]), mutant, names, results.timings)

    def learn_imported(items):
        return fates.learn(
            imported, lambda m: fork(meet_imported, items, m, results.tests_of(m), results.timings)
        )

    fates.learn(importing, begin_importing)
    if imported and with_tests(files(imported), learn_imported):
        sys.exit(f"The tests of {subject} cannot be imported.")
    counts = fates.counts
    counts[f"{place} in all"] = sum(counts.values(), Counter())
    for file, fate in counts.items():
        print(f"{file}: {fate.total()} mutants, {dict(fate)}", flush=True)


def main(places):
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    place, *rest = places or ["engine"]
    with TemporaryDirectory(prefix="mutants-", dir=MEMORY, ignore_cleanup_errors=True) as cache:
        os.chmod(cache, 0o711)  # noqa: S103 - as above
        cache_in(cache)
        for number in INTERRUPTS:
            signal.signal(number, interrupted)
        for folder in PRODUCT:
            compile_dir(folder, quiet=2)
        sys.dont_write_bytecode = False  # for what tests import beside that, until they begin
        judge(place, int(os.environ.get("COUNT") or 0))
    if rest:  # in a process that has imported nothing
        os.execv(sys.executable, [sys.executable, __file__, *rest])  # noqa: S606


if __name__ == "__main__":
    os.nice(max(0, NICE - os.nice(0)))
    main(sys.argv[1:])
