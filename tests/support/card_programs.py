"""The programs of a card's first start, loaded from where they lie: they belong to no package."""

import importlib.util
from types import ModuleType

from support.fake_pi import ROOT


def card_program(name: str) -> ModuleType:
    """setup.py or show.py of systemd/card, anew each time."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"systemd/card/{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
