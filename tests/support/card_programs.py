"""The programs of systemd/, loaded from where they lie: they belong to no package."""

import importlib.util
from types import ModuleType

from support.fake_pi import ROOT


def card_program(name: str) -> ModuleType:
    """setup.py or show.py of a card's first start, anew each time."""
    return root_program(f"card/{name}")


def root_program(name: str) -> ModuleType:
    """That of systemd/, anew each time."""
    file = ROOT / f"systemd/{name}.py"
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
