"""Who is the organiser, and who helps: passwords, kept as hashes, and sessions of who gave one.

A session is a secret that nobody guesses, in a cookie; its hash is in the database. So it outlives
a restart of the hall, and ends where somebody signs out or the password changes.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import deque
from collections.abc import Callable

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from starlette.requests import Request
from starlette.responses import Response

from engine.message import Message, gettext
from firmware.common.http.request_threads import RequestThreads
from firmware.common.http.responses import address_of
from firmware.hall.pages.refusals import refusal
from firmware.hall.store.store import Session, Store
from firmware.hall.tournament.not_possible import require
from firmware.hall.tournament.table_code import LETTERS

COOKIE = "okanjo-organiser"
LASTS_S = 14 * 24 * 3600
SHORTEST, LONGEST = 8, 200  # of a password, in characters
HASHER = PasswordHasher()  # each hash takes 64 MB and a core
KEPT = "password"
ORGANISERS = ""  # whose a session is


def new_code(letters: int = 8) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(letters))


def same_code(text: str, code: str) -> bool:
    """Return whether a text is the code. Small letters and spaces are allowed."""
    letters = "".join(letter for letter in text.upper() if letter.isalnum())
    return bool(code) and hmac.compare_digest(letters.encode(), code.encode())


TOO_OFTEN = gettext("That was tried too often. Wait {minutes} min, then try again.", minutes=0)


class Tries:
    """How often something may be tried within a while: by each address, and by all. `why` is said
    after too many.
    """

    def __init__(
        self,
        each: int,
        by_all: int,
        within_s: float,
        clock: Callable[[], float] = time.monotonic,
        why: Message = TOO_OFTEN,
    ) -> None:
        self._each, self._by_all, self._within_s, self._clock = each, by_all, within_s, clock
        self._seen: deque[tuple[float, str]] = deque()
        self._why = why._replace(values={"minutes": max(1, round(within_s / 60))})

    def take(self, who: str, each: int = 0) -> None:
        """Count a try, of which `each` address has so many, if not as many as usual. Raise
        HTTPException after too many.
        """
        now = self._clock()
        while self._seen and self._seen[0][0] <= now - self._within_s:
            self._seen.popleft()
        mine = sum(caller == who for _, caller in self._seen)
        if mine >= (each or self._each) or len(self._seen) >= self._by_all:
            raise refusal(429, self._why, {"Retry-After": str(int(self._within_s))})
        self._seen.append((now, who))

    def give_back(self) -> None:
        """Do not count the last try."""
        self._seen.pop()

    def forget(self, who: str) -> None:
        """Forget the tries of a caller who got it right."""
        self._seen = deque(attempt for attempt in self._seen if attempt[1] != who)


class Sessions:
    """The organiser's password, and who is signed in. `new_password`: a code for one is wanted
    though there is one already; without a password there always is a code.
    """

    def __init__(
        self,
        store: Store,
        threads: RequestThreads,
        new_password: bool = False,
        hasher: PasswordHasher = HASHER,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store, self._threads, self._hash = store, threads, store.noted(KEPT)
        self.code = "" if self._hash and not new_password else new_code()
        self._hasher, self._one_at_a_time = hasher, asyncio.Lock()
        self._tries = Tries(10, 100, 600)
        self._clock, self._open, self._helpers = clock, store.sessions(), store.helpers()

    @property
    def has_password(self) -> bool:
        return bool(self._hash)

    async def check(self, request: Request, password: str, name: str = ORGANISERS) -> bool:
        """Whether it is the password of that helper, or of the organiser. Raises HTTPException
        after too many wrong ones.
        """
        who = address_of(request)
        self._tries.take(who)
        hashed = self._helpers.get(name, "") if name else self._hash
        async with self._one_at_a_time:
            right = await self._threads.call(self._verify, hashed, password)
        if right:
            self._tries.forget(who)
        return right

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password[: LONGEST + 1])
        except (Argon2Error, InvalidHashError):
            return False

    async def set_password(self, request: Request, code: str, password: str) -> bool:
        """Set it if the code, which can be used once, is right; this ends all of the organiser's
        sessions. Raises HTTPException, Away.
        """
        who = address_of(request)
        self._tries.take(who)
        async with self._one_at_a_time:
            if not same_code(code, self.code):
                return False
            await self._keep_password(password, kept="")
            self.code = ""
        self._tries.forget(who)
        return True

    async def change_password(self, request: Request, present: str, password: str) -> bool:
        """Set it if the present one is right; this ends all other sessions of the organiser's.
        Raises HTTPException, Away.
        """
        if not await self.check(request, present):
            return False
        async with self._one_at_a_time:
            await self._keep_password(password, kept=_token(request))
        return True

    async def _keep_password(self, password: str, kept: str) -> None:
        hashed = await self._threads.call(self._hasher.hash, password)
        await self._threads.call(self._store.note_password, KEPT, hashed, ORGANISERS, kept)
        self._hash = hashed
        self._open = {
            token: session
            for token, session in self._open.items()
            if session.who != ORGANISERS or token == kept
        }

    # --- helpers --------------------------------------------------------------------

    @property
    def helpers(self) -> list[str]:
        """Their names."""
        return sorted(self._helpers, key=str.casefold)

    async def add_helper(self, name: str, password: str) -> None:
        """Let somebody help. Raises NotPossible where one of that name does; Away."""
        async with self._one_at_a_time:
            taken = {known.casefold() for known in self._helpers}
            require(name.casefold() not in taken, "helper-taken", name=name)
            hashed = await self._threads.call(self._hasher.hash, password)
            await self._threads.call(self._store.keep_helper, name, hashed)
            self._helpers[name] = hashed

    async def end_helper(self, name: str) -> None:
        """A helper is none any more, and signed out. Raises Away."""
        async with self._one_at_a_time:
            await self._threads.call(self._store.end_helper, name)
            self._helpers.pop(name, None)
            self._open = {token: s for token, s in self._open.items() if s.who != name}

    # --- who is signed in -----------------------------------------------------------

    async def begin(self, request: Request, response: Response, who: str = ORGANISERS) -> None:
        """Let whoever gets this response be that helper, or the organiser. Raises Away."""
        secret, now = secrets.token_urlsafe(32), self._clock()
        token, session = hashed_token(secret), Session(who, now)
        await self._threads.call(self._store.begin_session, token, session, now - LASTS_S)
        self._open[token] = session
        response.set_cookie(
            COOKIE,
            secret,
            max_age=LASTS_S,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )

    async def end(self, request: Request, response: Response) -> None:
        """End the session of this request. Raises Away: then it goes on."""
        token = _token(request)
        await self._threads.call(self._store.end_session, token)
        self._open.pop(token, None)
        response.delete_cookie(COOKIE, httponly=True, samesite="lax")

    def who(self, request: Request) -> str | None:
        """Who is signed in: a helper's name, "" for the organiser, None for nobody. A clock that
        was set back signs nobody out.
        """
        session = self._open.get(_token(request))
        is_fresh = session is not None and self._clock() - session.began < LASTS_S
        return session.who if session and is_fresh else None

    def is_open(self, request: Request) -> bool:
        """Whether the request is of an organiser who is signed in."""
        return self.who(request) == ORGANISERS


def hashed_token(secret: str) -> str:
    """As the database has it: who reads that cannot sign in."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _token(request: Request) -> str:
    return hashed_token(request.cookies.get(COOKIE, ""))
