"""The organiser's door: the login, the first password, and a forgotten one."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import Response

from firmware.common.http.application import Endpoint
from firmware.common.settings.schema import LONGEST_NAME
from firmware.hall.names import cleaned
from firmware.hall.pages.context import Form, HallContext, redirect
from firmware.hall.pages.sessions import LONGEST, SHORTEST
from firmware.hall.tournament.not_possible import NotPossible, require

HOME = "/organiser"
OURS = re.compile(r"/organiser(/[A-Za-z0-9/_.-]*)?")


def endpoints(context: HallContext) -> list[Endpoint]:
    door = Door(context)
    return [
        context.public("/organiser/login", door.login, door.sign_in),
        context.public("/organiser/password", door.password, door.set_password),
        context.helper("/organiser/logout", door.logout, door.sign_out),
        context.organiser("/organiser/helpers", door.helpers, door.change_helpers),
    ]


class Door:
    def __init__(self, context: HallContext) -> None:
        self._context, self._sessions = context, context.sessions

    async def login(self, request: Request) -> Response:
        if not self._sessions.has_password:
            return redirect(request, "/organiser/password")
        code = bool(self._sessions.code)
        return self._context.render(request, "door/login.jinja", next=_next(request), code=code)

    async def sign_in(self, request: Request, form: Form) -> Response:
        """As the organiser, or as the helper of a name."""
        name = cleaned(form.get("name", ""))
        if not await self._sessions.check(request, form.get("password", ""), name):
            raise NotPossible("wrong-password")
        return await self._begun(request, HOME if name else _next(request), name)

    async def password(self, request: Request) -> Response:
        """Set one by a code, or change it, signed in, by the present one."""
        return self._context.render(
            request,
            "door/password.jinja",
            code=bool(self._sessions.code),
            first=not self._sessions.has_password,
            shortest=SHORTEST,
        )

    async def set_password(self, request: Request, form: Form) -> Response:
        password = form.get("password", "")
        if not SHORTEST <= len(password) <= LONGEST:
            raise NotPossible("password-length", least=SHORTEST, most=LONGEST)
        if "present" in form and self._sessions.is_open(request):
            if not await self._sessions.change_password(request, form["present"], password):
                raise NotPossible("wrong-password")
            return redirect(request, HOME)
        if not await self._sessions.set_password(request, form.get("code", ""), password):
            raise NotPossible("wrong-code")
        return await self._begun(request, HOME)

    async def _begun(self, request: Request, where: str, who: str = "") -> Response:
        response = redirect(request, where)
        await self._sessions.begin(request, response, who)
        return response

    async def helpers(self, request: Request) -> Response:
        return self._context.render(
            request, "door/helpers.jinja", helpers=self._sessions.helpers, shortest=SHORTEST
        )

    async def change_helpers(self, request: Request, form: Form) -> str:
        """Add one, or end one."""
        if "end" in form:
            if form["end"] in self._sessions.helpers:  # else a double tap
                await self._sessions.end_helper(form["end"])
            return request.url.path
        name, password = cleaned(form.get("name", "")), form.get("password", "")
        require(0 < len(name) <= LONGEST_NAME, "name-missing", most=LONGEST_NAME)
        if not SHORTEST <= len(password) <= LONGEST:
            raise NotPossible("password-length", least=SHORTEST, most=LONGEST)
        await self._sessions.add_helper(name, password)
        return request.url.path

    async def logout(self, request: Request) -> Response:
        return self._context.render(request, "door/logout.jinja")

    async def sign_out(self, request: Request, form: Form) -> Response:
        response = redirect(request, "/")
        await self._sessions.end(request, response)
        return response


def _next(request: Request) -> str:
    """Where the organiser wanted to go: to a page of ours only."""
    where = request.query_params.get("next", HOME)
    return where if OURS.fullmatch(where) else HOME
