"""Files of scans -> their results: `okanjo replay`. Each file is a game of its own.

They go the way of every scan, with no hardware and no journal.
"""

from __future__ import annotations
