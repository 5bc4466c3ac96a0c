"""In a virtual Pi, run by Okanjo's own Python: each library that Okanjo has brought is imported.

Out, as JSON: the processor, and from which file each of them came.
"""

import importlib
import json
import platform
import sysconfig
from importlib.metadata import distributions

DEBIANS = ("cbor2", "evdev", "PIL.Image", "spidev", "sqlite3")
OURS = ("engine", "drivers", "firmware")
# what Okanjo imports beyond the first name
DEEPER = ("luma.oled.device", "serial.tools.list_ports", "reportlab.pdfgen.canvas")


def names_of(distribution):
    """The outermost packages and modules of a wheel, however deep its namespaces."""
    names = set()
    for file in distribution.files or ():
        *above, last = file.parts
        if last == "__init__.py":
            names.add(".".join(above))
        elif not above and last.endswith((".py", ".so")):
            names.add(last.split(".")[0])
    return {name for name in names if name.rpartition(".")[0] not in names}


names = {*DEBIANS, *OURS, *DEEPER}
for wheel in distributions(path=[sysconfig.get_path("purelib")]):
    names |= names_of(wheel)
where = {name: importlib.import_module(name).__file__ for name in sorted(names)}
print(json.dumps([platform.machine(), where]))
