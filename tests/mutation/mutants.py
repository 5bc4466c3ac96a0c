"""Change one operator, comparison, constant or boolean of the engine at a time; name what survives.

`make mutants`, of some files `make mutants ONLY="engine/lobby.py"`. A mutant is a fork in which the
engine and its tests are imported with that change; it meets the tests that reach its line, the
quickest first, until one fails. (mutmut leaves tables alone, cosmic-ray selects no tests.)
"""

import ast
import os
import pickle
import signal
import sys
import time
from collections import Counter
from importlib.machinery import PathFinder, SourceFileLoader
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import coverage
import hypothesis  # noqa: F401  (once, and not in each fork)
import pytest
from _pytest.runner import runtestprotocol

VIEW = [f"tests/view/test_{name}.py" for name in ("said", "panel", "pages")]
PYTEST = ["-qq", "-s", "-Wignore", "-pno:cacheprovider", "-ppytest_timeout"]
PYTEST += ["tests/rulebook", "tests/protocol", *VIEW]
AT_ONCE, NICE, SPARE_S, SLOWER = 2, 5, 3, 5  # a test may take 5 times as long and 3 s more, of CPU
FATES = {0: "survived", -signal.SIGVTALRM: "timed out"}  # by exit status; all others: killed

PAIRS = [(ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot),
         (ast.In, ast.NotIn), (ast.And, ast.Or), (ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv),
         (ast.BitOr, ast.BitAnd), (ast.Mod, ast.Div)]  # fmt: skip
SWAPS = {**dict(PAIRS), **{b: a for a, b in PAIRS}}


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
        case ast.If(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare):
            yield "test", ast.UnaryOp(ast.Not(), test)


def nodes(file):
    """A module's tree and all its nodes, without annotations."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = ast.copy_location(ast.Name("object", ast.Load()), node)
        if isinstance(node, ast.keyword) and node.arg == "strict":  # no test may notice that
            node.value.value = None
    return tree, [*ast.walk(tree)]


class Mutant:
    """One change of one node of a file; as a finder it has the module imported so."""

    def __init__(self, file, at, number):
        self.file, (self.tree, every) = file, nodes(file)
        node = every[at]
        self.line, before = node.lineno, ast.unparse(getattr(node, "test", node))
        setattr(node, *[*changes(node)][number])
        self.text = f"{file}:{self.line}: {before}  ->  {ast.unparse(getattr(node, 'test', node))}"

    def find_spec(self, name, path, target=None):
        spec = PathFinder.find_spec(name, path)
        if spec is None or spec.origin != os.path.abspath(self.file):
            return None
        tree = ast.fix_missing_locations(self.tree)
        spec.loader = SourceFileLoader(name, spec.origin)
        spec.loader.get_code = lambda _: compile(tree, spec.origin, "exec")
        return spec


def fork(do, *given):
    """Begin a fork that does this with the tests once they are collected; 1 if that fails."""
    pid, statuses = os.fork(), [1]
    if pid:
        return pid

    class Plugin:
        def pytest_runtestloop(self, session):
            statuses.append(1 if session.testsfailed else do(session.items, *given))
            return True

    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    try:
        if isinstance(given[0], Mutant):
            sys.meta_path.insert(0, given[0])
        pytest.main(PYTEST, plugins=[Plugin()])
    finally:
        os._exit(statuses[-1])


def passed(item, limit_s=0.0):
    """Run a test; more CPU than that ends this fork."""
    signal.setitimer(signal.ITIMER_VIRTUAL, limit_s)
    return not any(report.failed for report in runtestprotocol(item, log=False))


def measure(items, cover, target):
    """Run the tests as they are: which reach each line, and how long each takes."""
    seconds = {}
    for item in items:
        cover.switch_context(item.nodeid)
        began = time.process_time()
        if not passed(item):
            return 1
        seconds[item.nodeid] = time.process_time() - began
    cover.stop()
    data = cover.get_data()
    reach = {os.path.relpath(f): data.contexts_by_lineno(f) for f in data.measured_files()}
    target.write_bytes(pickle.dumps((reach, seconds)))
    return 0


def meet(items, mutant, reach, seconds):
    """Have a mutant meet the tests that reach its line; all, if it runs as modules are imported."""
    names = {*reach[mutant.file].get(mutant.line, [""])}
    items = [item for item in items if "" in names or item.nodeid in names]
    items.sort(key=lambda item: (item.nodeid not in names, seconds[item.nodeid]))
    return int(not all(passed(item, SPARE_S + SLOWER * seconds[item.nodeid]) for item in items))


def every_mutant(only):
    for file in only or sorted(map(str, Path("engine").rglob("*.py"))):
        for at, node in enumerate(nodes(file)[1]):
            yield from (Mutant(file, at, number) for number, _ in enumerate(changes(node)))


def main(only):
    os.nice(NICE)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    began = time.monotonic()
    with TemporaryDirectory() as folder:
        target = Path(folder, "measured")
        cover = coverage.Coverage(data_file=None, source=["engine"])
        cover.start()
        failed = os.waitpid(fork(measure, cover, target), 0)[1]
        cover.stop()
        if failed:
            sys.exit("The tests fail as it is.")
        reach, seconds = pickle.loads(target.read_bytes())  # noqa: S301
    fates, running = Counter(), {}
    for mutant in chain(every_mutant(only), [None] * AT_ONCE):
        if len(running) == AT_ONCE or not mutant:
            pid, status = os.wait()
            fate = FATES.get(os.waitstatus_to_exitcode(status), "killed")
            fates[fate] += 1
            text = running.pop(pid)
            if fate == "survived":
                print(text, flush=True)
        if mutant:
            running[fork(meet, mutant, reach, seconds)] = mutant.text
    minutes = (time.monotonic() - began) / 60
    print(f"{fates.total()} mutants in {minutes:.0f} minutes: {dict(fates)}")


if __name__ == "__main__":
    main(sys.argv[1:])
