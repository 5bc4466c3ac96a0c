"""Change one operator, comparison, number or condition of the engine at a time; name what survives.

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
from collections import Counter, defaultdict
from importlib.machinery import SourceFileLoader
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType

import coverage
import hypothesis  # noqa: F401  (once, and not in each fork)
import pytest
from _pytest.runner import runtestprotocol

VIEW = [f"tests/view/test_{name}.py" for name in ("said", "panel", "pages", "screen", "rules")]
PYTEST = ["-qq", "-s", "-Wignore", "-pno:cacheprovider", "-ppytest_timeout"]
PYTEST += ["tests/rulebook", "tests/protocol", *VIEW]
AT_ONCE, NICE, IMPORT_S = 2, 5, 30
SPARE_S, SLOWER = 3, 5  # a test may take 5 times as long and 3 s more, of CPU
FATES = {0: "survived", -signal.SIGVTALRM: "timed out"}  # by exit status; all others: killed

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
            code, plain = given[0].code, SourceFileLoader.get_code

            def get_code(loader: SourceFileLoader, fullname: str) -> CodeType | None:
                return code if loader.path == code.co_filename else plain(loader, fullname)

            # in this fork alone, which ends below
            SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
            signal.setitimer(signal.ITIMER_VIRTUAL, IMPORT_S)
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
    with TemporaryDirectory() as folder:
        target = Path(folder, "measured")
        cover = coverage.Coverage(data_file=None, source=["engine"])
        cover.start()
        failed = os.waitpid(fork(measure, cover, target), 0)[1]
        cover.stop()
        if failed:
            sys.exit("The tests fail as it is.")
        reach, seconds = pickle.loads(target.read_bytes())  # noqa: S301
    fates, running = defaultdict[str, Counter[str]](Counter), dict[int, Mutant]()
    for mutant in chain(every_mutant(only), [None] * AT_ONCE):
        if len(running) == AT_ONCE or (running and not mutant):
            pid, status = os.wait()
            fate = FATES.get(os.waitstatus_to_exitcode(status), "killed")
            done = running.pop(pid)
            fates[done.file][fate] += 1
            if fate == "survived":
                print(done.text, flush=True)
        if mutant:
            running[fork(meet, mutant, reach, seconds)] = mutant
    fates["In all"] = sum(fates.values(), Counter())
    for file, counts in fates.items():
        print(f"{file}: {counts.total()} mutants, {dict(counts)}")


if __name__ == "__main__":
    main(sys.argv[1:])
