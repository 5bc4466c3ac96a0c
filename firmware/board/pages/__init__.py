"""The pages of tournaments: what players look at, and what organisers do behind the password."""

from starlette.routing import Route

from firmware.board.pages import door, public
from firmware.board.pages.context import Context


def routes(context: Context) -> list[Route]:
    return [*door.routes(context), *public.routes(context)]
