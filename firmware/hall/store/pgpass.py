"""Where a password of PostgreSQL is kept: not on a command line, which `ps` shows to everybody."""

from __future__ import annotations

import re

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError


def kept_apart(url: str) -> tuple[str, str] | None:
    """The URL without its password, and the line of `~/.pgpass` for that, by which libpq finds it;
    None where the URL has none, or is none, as opening it will say.
    """
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        return None
    if address.password is None and "password" not in address.query:
        return None
    left = address.difference_update_query(["password"])._replace(password=None)
    keys = left.host or "*", left.port or 5432, left.database or "*", left.username or "*"
    line = ":".join(re.sub(r"([\\:])", r"\\\1", str(key)) for key in keys)
    return left.render_as_string(), f"{line}:PASSWORD"
