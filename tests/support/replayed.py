"""What `okanjo replay --json` prints of a game."""

import json
from typing import Any

from firmware.cli.replay import Replayed, as_json


def record_of(replayed: Replayed) -> Any:
    return json.loads("".join(as_json(replayed)))
