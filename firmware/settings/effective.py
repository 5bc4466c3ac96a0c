"""Settings in force -> every key, its value and where it comes from, for `okanjo config`."""

from __future__ import annotations

from typing import Any

from engine.cards import BADGES
from engine.games.omakase import CardTable
from firmware.settings.errors import written
from firmware.settings.schema import BUILT_IN, Settings


def rows(settings: Settings) -> list[tuple[str, str, str]]:
    """Key, value, source."""
    plain: dict[str, tuple[object, str]] = {
        key: (value, settings.sources.get(key, BUILT_IN)) for key, value in settings.plain.items()
    }
    plain["state.folder"] = (settings.state_folder, settings.sources.get("state.folder", BUILT_IN))
    for badge in BADGES:
        source = settings.sources.get(f"names.{badge}", BUILT_IN)
        plain[f"names.{badge}"] = (settings.names.get(badge, ""), source)
    for at, scanner in enumerate(settings.scanners, 1):
        named = {key: value for key, value in scanner._asdict().items() if value}
        plain[f"scanner.{at}"] = (named, settings.sources["scanner"])
    for key, source in settings.sources.items():
        if key.startswith("omakase."):
            plain[key] = (_card_table_value(settings.card_table, key), source)
    return [(key, written(value), source) for key, (value, source) in plain.items()]


def _card_table_value(table: CardTable, key: str) -> Any:
    _, section, slug, *field = key.split(".")
    if section == "sets":
        return table.sets[slug]
    value = table.dishes[slug]._asdict()[field[0]]
    return list(value) if isinstance(value, tuple) else value
