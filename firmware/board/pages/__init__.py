"""The pages of tournaments: what players look at, and what organisers do behind the password."""

from starlette.routing import Route

from firmware.board.pages import (
    claims,
    door,
    files,
    not_counted,
    players,
    public,
    rounds,
    tournaments,
)
from firmware.board.pages.context import Context


def routes(context: Context) -> list[Route]:
    parts = (door, tournaments, rounds, not_counted, players, claims, public, files)
    return [route for part in parts for route in part.routes(context)]
