"""Every game there is, one line each."""

from __future__ import annotations

from engine.cards import Game
from engine.games import omakase, sushi_go, sushi_go_party

GAMES: tuple[Game, ...] = (sushi_go_party.GAME, sushi_go.GAME, omakase.GAME)
