"""The organiser's page of what devices said that does not count: why, and what to do."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from firmware.common.http.application import Endpoint
from firmware.hall.pages.context import NOT_COUNTED, Form, HallContext


def endpoints(context: HallContext) -> list[Endpoint]:
    pages = NotCountedPages(context)
    return [context.organiser(NOT_COUNTED, pages.show, pages.done)]


class NotCountedPages:
    def __init__(self, context: HallContext) -> None:
        self._context = context

    async def show(self, request: Request) -> Response:
        return self._context.render(
            request, "not_counted/not_counted.jinja", lines=self._context.uncounted(request)
        )

    async def done(self, request: Request, form: Form) -> str:
        await self._context.settle(form)
        return request.url.path
