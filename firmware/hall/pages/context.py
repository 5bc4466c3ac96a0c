"""What the pages of tournaments are made of: templates, forms, and who may do what.

A page is a `show`, which renders it, and maybe a `do`, which takes its form and says where to go
next. Where `do` raises NotPossible or Away, the page itself says why, and has what was sent.
Law: what changes a tournament is done one at a time: a double tap finds what the first has done.
"""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from urllib.parse import quote

from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from engine.message import Message, gettext
from firmware.common.http.application import Endpoint
from firmware.common.http.hosts import for_others
from firmware.common.http.language import keep_language, wanted_language
from firmware.common.http.request_threads import RequestThreads
from firmware.common.http.responses import NO_STORE
from firmware.common.settings.schema import LONGEST_NAME
from firmware.hall.hall import Hall
from firmware.hall.lists import listed
from firmware.hall.menus import menu_title
from firmware.hall.nameless import name_of
from firmware.hall.pages.packed import HTML
from firmware.hall.pages.refusals import refusal
from firmware.hall.pages.sessions import ORGANISERS, Sessions
from firmware.hall.pages.templates import Templates
from firmware.hall.season.season import Season
from firmware.hall.store.store import Away
from firmware.hall.tournament.acts import Act
from firmware.hall.tournament.not_possible import NotPossible
from firmware.hall.tournament.rules import LONGEST_TITLE
from firmware.hall.tournament.tournament import Tournament, TournamentRound
from firmware.hall.views import View
from firmware.hall.words.figures import score
from firmware.hall.words.not_possible import sentence
from firmware.hall.words.rounds import begun_with, called, name, results_in, tables_finished
from firmware.hall.words.tiles import place
from firmware.hall.words.uncounted import UncountedLine, uncounted_words
from firmware.words.dates import moment
from firmware.words.labels import colour, noun
from firmware.words.language import Language, language_of, offered, say

ORGANISER = "organiser"  # in the log of acts
NOT_COUNTED = "/organiser/not-counted"
NOBODY: Mapping[int, str] = {}
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
FORM_BYTES, MOST_FIELDS = 65_536, 500
LONGEST_SEARCH = 60  # characters
FAR_POINTS, FAR_TIMES = 100, 3  # from there on, and so many times what the next one has
BOMS = b"\xff\xfe", b"\xfe\xff"  # of UTF-16
AWAY = gettext("The database does not answer, so nothing was changed. Try again in a moment.")
SIGNED_OUT = gettext("You are not signed in any more. Sign in at /organiser, then do it again.")


class Short(IntegerConvertor):
    """A number in a path, in one way to write it: Python refuses to read one of some thousand
    digits.
    """

    regex = "0|[1-9][0-9]{0,8}"


register_url_convertor("int", Short())

Form = Mapping[str, str]
Show = Callable[[Request], Awaitable[Response]]
Do = Callable[[Request, Form], Awaitable[str | Response]]


class HallContext:
    """The hall, its templates, the organiser's sessions, and threads for what takes a while."""

    def __init__(self, hall: Hall, sessions: Sessions, threads: RequestThreads) -> None:
        self.hall, self.sessions, self.threads = hall, sessions, threads
        self._views: dict[tuple[int, str], View] = {}  # by tournament and language
        self._one_at_a_time = defaultdict[int, asyncio.Lock](asyncio.Lock)  # by tournament
        self.templates = Templates(
            longest_name=LONGEST_NAME,
            longest_title=LONGEST_TITLE,
            score=score,
            menu_title=menu_title,
            round_name=name,
            round_called=called,
            round_first=begun_with,
            name_of=name_of,
            badge=lambda slug: noun(colour(slug)),
            listed=listed,
            when=moment,
            results_in=results_in,
            tables_finished=tables_finished,
            not_counted=NOT_COUNTED,
            place=place,
            expiring=self.expiring,
            seasons=self.seasons,
        )

    def language(self, request: Request) -> Language:
        """The language that a browser wants, else English."""
        return language_of(wanted_language(request, offered()))

    def say(self, message: Message, request: Request) -> str:
        """In the language of who has asked."""
        return say(message, self.language(request))

    def written(self, request: Request, template: str, /, **values: object) -> bytes:
        """A page's HTML. All templates know `organiser`: whether one is signed in; `helper`: the
        name of one who is signed in, or ""; `path`; `refused`: a sentence, or ""; `form`: what was
        sent that was refused; `calls`: labels of tables that call; `uncounted`: how much of what
        devices said does not count; `announcement`: what is told to all of its tournament, or "";
        and `forgotten_at`: when the broker was found to have forgotten the board, 0 where that is
        known or was not so.
        """
        who = self.sessions.who(request)
        known = {
            "organiser": who == ORGANISERS,
            "helper": who or "",
            "path": request.url.path,
            "refused": getattr(request.state, "refused", ""),
            "form": defaultdict(str, getattr(request.state, "form", {})),
            "calls": [place(tile) for tile in [*self.hall.tables.tiles.values()] if tile.call],
            "uncounted": len(self.hall.uncounted),
            "forgotten_at": self.hall.forgotten_at,
            "announcement": self.hall.announcements.get(request.path_params.get("n", 0), ""),
        }
        text = self.templates.render(template, self.language(request), **(known | values))
        return text.encode("utf-8", "replace")

    def render(
        self, request: Request, template: str, /, status: int = 200, **values: object
    ) -> Response:
        """A page, as `written` has it."""
        response = Response(self.written(request, template, **values), status, NO_STORE, HTML)
        keep_language(request, response)
        return response

    def tournament(self, request: Request) -> Tournament:
        """Return the tournament whose number is `n` in the path. Raise HTTPException if there is
        none.
        """
        number = request.path_params["n"]
        if not (tournament := self.hall.tournaments.get(number)):
            raise refusal(
                404, gettext("There is no tournament {number}. All there are: /t", number=number)
            )
        return tournament

    def view(self, request: Request) -> View:
        """Return the view of the tournament in the path, in the language of who asks; the same view
        until something changes. Raise HTTPException if there is none.
        """
        tournament, language = self.tournament(request), self.language(request)
        key, names = (tournament.number, language.code), self.hall.names[tournament.number]
        view = self._views.get(key)
        if not view or view.tournament is not tournament or view.raw_names is not names:
            others = [*self._views.values()]
            view = self._views[key] = View(tournament, names, language, others)
        return view

    def uncounted(self, request: Request, tournament: int = 0) -> list[UncountedLine]:
        """What does not count, the newest first; of a tournament, what is of no other one."""
        return [
            uncounted_words(line, self.hall.tournaments, self.hall.names, self.language(request))
            for line in reversed([*self.hall.uncounted.values()])
            if not tournament or line.tournament in (0, tournament)
        ]

    def expiring(self) -> list[tuple[int, str, int]]:
        """What names go by themselves: number and title of a tournament (0 and "": of results of
        none), and on how many more days the board has to run until then.
        """
        return [
            (number, self.hall.tournaments[number].rules.title if number else "", expiry.days_left)
            for number, expiry in self.hall.expiring.items()
        ]

    def seasons(self, tournament: int = 0) -> tuple[Season, ...]:
        """All of them, or those that a tournament belongs to; the newest first."""
        all_of_them = reversed([*self.hall.seasons.values()])
        return tuple(s for s in all_of_them if not tournament or tournament in s.tournaments)

    async def settle(self, form: Form) -> None:
        """Drop the line that a form is of, or all that its page had. Raises Away."""
        lines = self.hall.uncounted
        if form.get("do") == "settle-all":
            until = moment_in(form.get("until", ""))
            those = [line for line in lines.values() if line.since <= until]
        else:
            line = lines.get((form.get("device", ""), form.get("game", "")))
            those = [line] if line and repr(line.since) == form.get("since") else []
        if those:
            await self.threads.begin(self.hall.settle, those)

    async def act(
        self, number: int, act: Act, who: str = ORGANISER, names: Mapping[int, str] = NOBODY
    ) -> Tournament:
        """Do it in that tournament, behind no page that is being made. Raises NotPossible, Away."""
        return await self.threads.begin(self.hall.act, number, act, who, names)

    def address(self, request: Request) -> str:
        """Where phones find us: as this browser does, unless that is on the same machine."""
        host, _, port = request.headers["host"].rpartition(":")
        if not port.isdecimal():
            host, port = request.headers["host"], ""
        return f"{request.url.scheme}://{for_others(host)}{port and ':'}{port}"

    def public(self, path: str, show: Show, do: Do | None = None) -> Endpoint:
        """A page of everybody."""
        return self._endpoint(path, show, do, FORM_BYTES, restricted=False)

    def organiser(
        self, path: str, show: Show, do: Do | None = None, most: int = FORM_BYTES
    ) -> Endpoint:
        """A page of organisers, whom `admit` knows."""
        return self._endpoint(path, show, do, most, restricted=True, helpers=False)

    def helper(self, path: str, show: Show, do: Do | None = None) -> Endpoint:
        """A page of organisers and their helpers."""
        return self._endpoint(path, show, do, FORM_BYTES, restricted=True)

    def acting(self, request: Request) -> str:
        """Who is signed in, as the log of acts has it."""
        name = self.sessions.who(request)
        return f"helper {name}" if name else ORGANISER

    def admit(self, request: Request) -> Response | None:
        """Lead whoever is not signed in to the login and back. Raises HTTPException, of a form."""
        if self.sessions.who(request) is not None:
            return None
        if request.method == "POST":
            raise refusal(403, SIGNED_OUT)
        return redirect(request, f"/organiser/login?next={quote(request.url.path)}")

    def _endpoint(
        self,
        path: str,
        show: Show,
        do: Do | None,
        most: int,
        *,
        restricted: bool,
        helpers: bool = True,
    ) -> Endpoint:
        of_all = restricted or "{n:" in path  # a wrong password holds nobody up

        async def answer(request: Request) -> Response:
            if not helpers and not self.sessions.is_open(request):
                raise refusal(403, sentence(NotPossible("organiser-only")))
            if do is None or request.method != "POST":
                return await show(request)
            form = await _form(request, most)
            try:
                number = request.path_params.get("n", 0)
                if number not in self.hall.tournaments:
                    number = 0
                async with self._one_at_a_time[number] if of_all else nullcontext():
                    done = await do(request, form)
            except (NotPossible, Away) as why:
                words = AWAY if isinstance(why, Away) else sentence(why)
                request.state.refused = self.say(words, request)
                request.state.form = form
                response = await show(request)
                response.status_code = 503 if isinstance(why, Away) else 409
                return response
            return redirect(request, done) if isinstance(done, str) else done

        methods = ("GET", "POST") if do else ("GET",)
        return Endpoint(path, answer, methods, restricted, FORMS, most)


def round_of(tournament: Tournament, request: Request, draft: bool = False) -> TournamentRound:
    """Return the round in the path. Raise HTTPException if there is none, or if it is a draft and
    `draft` is not set.
    """
    number = request.path_params["round"]
    round = next((round for round in tournament.rounds if round.number == number), None)
    if not round or not (round.announced or draft):
        raise refusal(
            404, gettext("There is no round {number}, or it is not announced yet.", number=number)
        )
    return round


def number_in(text: str) -> int:
    """A number in an address; 0 where it is none, or none that we give."""
    return int(text) if text.isdecimal() and len(text) < 7 else 0


def page_in(request: Request) -> int:
    """Which page of a long list is asked for; 0 where none is named."""
    return number_in(request.query_params.get("page", ""))


def sought_in(request: Request) -> str:
    """What is looked for in a list; "" for all of it."""
    return request.query_params.get("find", "")[:LONGEST_SEARCH].strip()


def moment_in(text: str) -> float:
    """A moment as a page of ours has it; 0 where it is none."""
    return float(text) if re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,9})?", text) else 0.0


def require_likely(form: Form, points: Mapping[int, int]) -> None:
    """Ask whether a player's points are right that are far above all others', as 400 for 40: sent
    once more as they are, they count. Raises NotPossible.
    """
    *others, most = sorted(points.values())
    is_far = others and most >= FAR_POINTS and most > FAR_TIMES * others[-1]
    typed = [form.get(f"points-{player}", "").strip() for player in points]
    if is_far and form.get("sure", "").split() != typed:
        raise NotPossible("points-far-above", points=most)


def number_of(form: Form, key: str, otherwise: int) -> int:
    """A whole number of a form. Raises NotPossible."""
    text = form.get(key, "").strip()
    return whole(text) if text else otherwise


def whole(text: str) -> int:
    """A whole number as people type it. Raises NotPossible."""
    if not re.fullmatch("[-−]?[0-9]{1,6}", text):
        raise NotPossible("not-a-number", text=repr(text[:20]))
    return int(text.replace("−", "-"))


def redirect(request: Request, where: str) -> Response:
    """See there next; the browser does not send the form again."""
    response = RedirectResponse(where, 303, NO_STORE)
    keep_language(request, response)
    return response


async def _form(request: Request, most: int) -> dict[str, str]:
    """Return a form's fields: the last of those with the same name, and a file as its text."""
    fields = {}
    async with request.form(max_files=1, max_fields=MOST_FIELDS, max_part_size=most) as form:
        for name, value in form.multi_items():
            text = _decoded(await value.read()) if isinstance(value, UploadFile) else value
            fields[name] = text.encode("utf-8", "replace").decode()  # no halves of a character
    return fields


def _decoded(content: bytes) -> str:
    """A text file, as it comes from any spreadsheet program."""
    try:
        return content.decode("utf-16" if content[:2] in BOMS else "utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")
