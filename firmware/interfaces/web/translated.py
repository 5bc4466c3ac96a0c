"""A page's template, sent in the language that a browser wants; each is made when first wanted."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from firmware.common.http.assets import Asset, asset
from firmware.common.http.language import keep_language
from firmware.interfaces.web.html import in_language
from firmware.words.language import Language


class TranslatedPage:
    """The page in all languages that were wanted so far, packed."""

    def __init__(self, template: Asset, language: Callable[[Request], Language]) -> None:
        self._template, self._language = template, language
        self._pages: dict[str, Asset] = {}

    async def answer(self, request: Request) -> Response:
        language = self._language(request)
        if language.code not in self._pages:
            page = in_language(self._template.content.decode(), language)
            self._pages[language.code] = asset(self._template.kind, page.encode())
        response = await self._pages[language.code].answer(request)
        keep_language(request, response)
        return response
