"""How much the tests try: a tenth in every run, all of it with OKANJO_SOAK=1."""

import os

SOAK = bool(os.environ.get("OKANJO_SOAK"))


def share(whole):
    """How many of these this run tries; one at least."""
    return whole if SOAK else max(1, whole // 10)
