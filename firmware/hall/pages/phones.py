"""Phones that have shown something before: a table's code, or who signed up on them.

Each is a cookie that only this tournament's secret can make: nobody writes one for somebody else.
Another tells two phones of a table apart, as long as nobody means to deceive.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterable

from starlette.requests import Request
from starlette.responses import Response

from firmware.hall.tournament.tournament import Tournament

PHONE, LENGTH, HEX = "okanjo-phone", 16, "0123456789abcdef"
LASTS_S = 3 * 24 * 3600  # a weekend
# A request's head has 8 KiB: a desk where all sign up on one device would soon be refused.
MOST_PROOFS = 20
OF_PROOFS = re.compile(r"okanjo-\d+-(player|table)-\d+")


def remember_table(
    request: Request, response: Response, tournament: Tournament, table: int
) -> None:
    """This phone has had the table's code."""
    _remember(request, response, tournament, f"table {table}")


def knows_table(request: Request, tournament: Tournament, table: int) -> bool:
    return _is_known(request, tournament, f"table {table}")


def remember_player(
    request: Request, response: Response, tournament: Tournament, player: int
) -> None:
    """That player signed up on this phone."""
    _remember(request, response, tournament, f"player {player}")


def phone_of(request: Request) -> str:
    """What this phone calls itself, since it first had a table's code; "" before."""
    return "".join(letter for letter in request.cookies.get(PHONE, "") if letter in HEX)[:LENGTH]


def new_phone() -> str:
    """A name that means nothing."""
    return secrets.token_hex(LENGTH // 2)


def name_phone(response: Response, phone: str) -> None:
    """Have the phone call itself so from now on."""
    response.set_cookie(PHONE, phone, LASTS_S, httponly=True, samesite="lax")


def is_players(request: Request, tournament: Tournament, player: int) -> bool:
    """Whether it is the player's phone: they signed up on it. A table's code is no proof: all who
    ever sat there know it.
    """
    return _is_known(request, tournament, f"player {player}")


def whose(request: Request, tournament: Tournament, players: Iterable[int]) -> int:
    """The one of these players whose phone it is; 0 where it is nobody's, or of several."""
    owners = [player for player in players if is_players(request, tournament, player)]
    return owners[0] if len(owners) == 1 else 0


def signed_up_here(request: Request, tournament: Tournament) -> int:
    """Who signed up on this phone last; 0 for nobody."""
    prefix = _cookie(tournament, "player ")
    numbers = [name.removeprefix(prefix) for name in request.cookies if name.startswith(prefix)]
    known = [int(number) for number in numbers if number.isdecimal() and len(number) < 7]
    return max(
        (n for n in known if n in tournament.players and is_players(request, tournament, n)),
        default=0,
    )


def _cookie(tournament: Tournament, owner: str) -> str:
    return f"okanjo-{tournament.number}-{owner.replace(' ', '-')}"


def _proof(tournament: Tournament, owner: str) -> str:
    return hmac.digest(tournament.code.encode(), f"phone of {owner}".encode(), "sha256").hex()


def _remember(request: Request, response: Response, tournament: Tournament, owner: str) -> None:
    """Keep it on the phone, and of the others only the newest: browsers send the oldest first."""
    name, proof = _cookie(tournament, owner), _proof(tournament, owner)
    others = [kept for kept in request.cookies if OF_PROOFS.fullmatch(kept) and kept != name]
    for old in others[: max(0, len(others) - MOST_PROOFS + 1)]:
        response.delete_cookie(old, httponly=True, samesite="lax")
    response.set_cookie(name, proof, LASTS_S, httponly=True, samesite="lax")


def _is_known(request: Request, tournament: Tournament, owner: str) -> bool:
    proof = request.cookies.get(_cookie(tournament, owner), "")
    return hmac.compare_digest(proof.encode(), _proof(tournament, owner).encode())
