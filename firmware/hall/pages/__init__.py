"""The pages of tournaments: what players look at, and what organisers do behind the password."""

from firmware.common.http.application import Endpoint
from firmware.hall.pages.claims import routes as claim_pages
from firmware.hall.pages.context import HallContext
from firmware.hall.pages.door import routes as door_pages
from firmware.hall.pages.files import routes as file_pages
from firmware.hall.pages.not_counted import routes as not_counted_page
from firmware.hall.pages.players import routes as player_pages
from firmware.hall.pages.public import routes as public_pages
from firmware.hall.pages.rounds import routes as round_pages
from firmware.hall.pages.seasons import routes as season_pages
from firmware.hall.pages.tournaments import routes as tournament_pages


def endpoints(context: HallContext) -> list[Endpoint]:
    pages = (
        door_pages,
        tournament_pages,
        round_pages,
        not_counted_page,
        player_pages,
        claim_pages,
        public_pages,
        season_pages,
        file_pages,
    )
    return [endpoint for page in pages for endpoint in page.endpoints(context)]
