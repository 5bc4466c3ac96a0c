"""`okanjo codes`: list every label of the games in force."""

import json

from engine.catalogue import codebook_of
from firmware.common.games import games_in_force
from firmware.common.settings.load import load


def list_codes(as_json: bool, config: str | None) -> int:
    settings = load(config)
    labels = codebook_of(games_in_force(settings.card_table, settings.decks)).labels
    if as_json:
        rows = ",\n".join(json.dumps(label._asdict()) for label in labels)
        print(f"[{rows}]")
    else:
        for label in labels:
            print(f"{label.code}  {label.type:8}{label.slug:45}{label.title}")
    return 0
