"""Points over several tournaments: everybody's page and file, and what the organiser sets."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from engine.message import gettext
from firmware.common.http.application import Endpoint
from firmware.common.http.responses import NO_STORE
from firmware.hall.export import season_csv
from firmware.hall.names import cleaned
from firmware.hall.pages.context import (
    ORGANISER,
    Form,
    HallContext,
    number_of,
    page_in,
    sought_in,
)
from firmware.hall.pages.packed import PackedPage, packed
from firmware.hall.pages.refusals import refusal
from firmware.hall.season.season import MOST_BEST, NEW, Season
from firmware.hall.season.standings import (
    SeasonStandings,
    TournamentPoints,
    points_of,
    season_standings,
)
from firmware.hall.store.known import PlayerNames
from firmware.hall.tournament.acts import NamesKept
from firmware.hall.tournament.not_possible import require
from firmware.hall.tournament.tournament import Tournament
from firmware.hall.views import ROWS, ListPart, part
from firmware.hall.words.figures import number
from firmware.hall.words.log import who

SEASON = "/season/{season:int}"
CSV = "text/csv; charset=UTF-8"


def endpoints(context: HallContext) -> list[Endpoint]:
    pages = Seasons(context)
    return [
        context.public(SEASON, pages.standings),
        context.public(f"{SEASON}.csv", pages.file),
        context.organiser("/organiser/seasons", pages.all, pages.open),
        context.organiser(f"/organiser{SEASON}", pages.settings, pages.change),
    ]


class PointsSource(NamedTuple):
    """What a tournament's points are worked out of. It is replaced whole when it changes."""

    tournament: Tournament
    names: PlayerNames

    def is_same(self, other: PointsSource) -> bool:
        return self.tournament is other.tournament and self.names is other.names


class FoldedSeason(NamedTuple):
    """A season's standings, what they were worked out of, and the pages that are made of them."""

    season: Season
    sources: Sequence[PointsSource]
    standings: asyncio.Task[SeasonStandings]
    pages: dict[Hashable, asyncio.Task[PackedPage]]

    def is_of(self, season: Season, sources: Sequence[PointsSource]) -> bool:
        return (
            self.season is season
            and len(self.sources) == len(sources)
            and all(map(PointsSource.is_same, self.sources, sources))
        )


class Seasons:
    """Standings are worked out once for each change, and of that only what has changed."""

    def __init__(self, context: HallContext) -> None:
        self._context = context
        self._folded: dict[int, FoldedSeason] = {}  # by season
        self._points: dict[int, tuple[PointsSource, TournamentPoints]] = {}  # by tournament

    # --- everybody's ----------------------------------------------------------------

    async def standings(self, request: Request) -> Response:
        season, sought = self._season(request), sought_in(request)
        version = season.version(self._context.hall.tournaments)  # before what it is of
        folded = self._folded_season(season)
        standings = await asyncio.shield(folded.standings)
        page = part(range(len(standings.rows)), page_in(request), ROWS).page

        def written() -> PackedPage:
            rows = standings.find(sought)[:ROWS] if sought else ()
            content = self._context.written(
                request,
                "seasons/season.jinja",
                season=season,
                version=version,
                part=ListPart(rows) if sought else part(standings.rows, page, ROWS),
                sought=sought,
                nameless=len(standings.nameless),
                tournaments={t.number: t for t, _ in folded.sources},
                number=number,
            )
            return packed(content)

        if sought:
            return (await self._context.threads.call(written)).answer(request)
        who = self._context.sessions.who(request)  # the ways at its foot
        key = page, version, self._context.language(request).code, who is None, bool(who)
        if key not in folded.pages:
            folded.pages[key] = asyncio.create_task(self._context.threads.call(written))
        return (await asyncio.shield(folded.pages[key])).answer(request)

    async def file(self, request: Request) -> Response:
        season = self._season(request)
        standings = await asyncio.shield(self._folded_season(season).standings)
        content = await self._context.threads.call(season_csv, standings, self._tournaments(season))
        how = f'attachment; filename="season-{season.number}.csv"'
        return Response(content, 200, {**NO_STORE, "Content-Disposition": how}, CSV)

    def _season(self, request: Request) -> Season:
        """Return the season in the path. Raise HTTPException if there is none."""
        wanted = request.path_params["season"]
        if not (season := self._context.hall.seasons.get(wanted)):
            raise refusal(
                404, gettext("There is no season {number}. All there are: /t", number=wanted)
            )
        return season

    def _tournaments(self, season: Season) -> list[Tournament]:
        """Those that belong to it, the first one first."""
        known = self._context.hall.tournaments
        return [known[number] for number in season.tournaments if number in known]

    def _folded_season(self, season: Season) -> FoldedSeason:
        """Worked out for the first who asks; others wait for it, also when that one hangs up."""
        names = self._context.hall.names
        sources = [PointsSource(t, names[t.number]) for t in self._tournaments(season)]
        folded = self._folded.get(season.number)
        if not folded or not folded.is_of(season, sources):
            work = self._context.threads.call(self._fold, season, sources)
            folded = FoldedSeason(season, sources, asyncio.create_task(work), {})
            self._folded[season.number] = folded
        return folded

    def _fold(self, season: Season, sources: Sequence[PointsSource]) -> SeasonStandings:
        return season_standings(season, map(self._points_of, sources))

    def _points_of(self, source: PointsSource) -> TournamentPoints:
        key = source.tournament.number
        known = self._points.get(key)
        if not known or not known[0].is_same(source):
            known = self._points[key] = source, points_of(*source)
        return known[1]

    # --- the organiser's ------------------------------------------------------------

    async def all(self, request: Request) -> Response:
        return self._context.render(request, "seasons/seasons.jinja")

    async def open(self, request: Request, form: Form) -> str:
        """Make a season; its tournaments are chosen on its page."""
        title = cleaned(form.get("title", ""))
        seasons = self._context.hall.seasons.values()  # with no tournament: a double tap
        same = (s.number for s in seasons if s.title == title and not s.tournaments)
        if not (made := next(same, 0)):
            made = await self._keep(Season(NEW, title))
        return f"/organiser/season/{made}"

    async def settings(self, request: Request) -> Response:
        season, known = self._season(request), self._context.hall.tournaments
        losing = [t for t in self._tournaments(season) if self._loses_names(t)]
        return self._context.render(
            request,
            "seasons/settings.jinja",
            season=season,
            tournaments=[known[number] for number in sorted(known, reverse=True)],
            losing=losing,
            most_best=MOST_BEST,
            seen=repr(season.changed),
            who=who(season.who),
        )

    def _loses_names(self, tournament: Tournament) -> bool:
        """Whether its names go by themselves, and it has some."""
        return not tournament.keep_names and bool(self._context.hall.names[tournament.number])

    async def change(self, request: Request, form: Form) -> str:
        season = self._season(request)
        match form.get("do"):
            case "drop":
                await self._context.threads.begin(self._context.hall.drop_season, season.number)
                return "/organiser/seasons"
            case "keep-names":
                for tournament in filter(self._loses_names, self._tournaments(season)):
                    await self._context.act(tournament.number, NamesKept(True))
            case _:
                require(form.get("seen") == repr(season.changed), "changed-meanwhile")
                await self._keep(self._changed(season, form))
        return request.url.path

    def _changed(self, season: Season, form: Form) -> Season:
        """The season as a form has it. Raises NotPossible."""
        known = sorted(self._context.hall.tournaments)
        return season._replace(
            title=cleaned(form.get("title", "")),
            tournaments=tuple(number for number in known if f"t{number}" in form),
            best=number_of(form, "best", 0),
        )

    async def _keep(self, season: Season) -> int:
        return await self._context.threads.begin(self._context.hall.keep_season, season, ORGANISER)
