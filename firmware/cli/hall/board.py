"""`okanjo board`: hear all tables of a hall, and show them, until a signal ends it."""

import argparse
import os
import ssl
from ipaddress import ip_network
from urllib.parse import urlsplit

from firmware.cli.errors import CommandFailed
from firmware.cli.hall.backup import back_up_or_restore

PORTS = {False: 1883, True: 8883}  # of a broker; with TLS
CLIENT_ID = "okanjo-board"
MISSING = "The board needs more libraries: pip install okanjo[board] ({} is missing)"


def board(arguments: argparse.Namespace) -> int:
    from firmware.common.system.log import start_logging

    start_logging(terminal=True)
    os.umask(0o077)  # names of players
    try:
        from firmware.cli.hall.program import SiteOptions, run
        from firmware.common.broker.connection import Options
    except ModuleNotFoundError as why:
        raise CommandFailed(MISSING.format(why.name)) from None

    if arguments.database:
        _check_for_password(arguments.database)
    database = arguments.database or _own_database(arguments.data or _default_folder())
    if arguments.do:
        return back_up_or_restore(arguments.do, arguments.file, database, arguments.replace)
    host, port = _address(arguments.broker, PORTS[arguments.tls])
    pages = SiteOptions(
        port=arguments.port,
        names=arguments.name,
        tls=_tls(arguments.certificate, arguments.key),
        proxies=[form for address in arguments.proxy for form in _proxy(address)],
    )
    broker = Options(
        host=host,
        port=port,
        user=arguments.user,
        password=_password(arguments.password_file),
        tls=arguments.tls,
        ca=arguments.ca,
        home=arguments.prefix,
        client_id=CLIENT_ID,
    )
    return run(database, broker, pages, arguments.new_password)


def _check_for_password(url: str) -> None:
    """Refuse a password that `ps` would show to everybody."""
    from firmware.hall.store.pgpass import kept_apart

    if apart := kept_apart(url):
        left, line = apart
        raise CommandFailed(
            "--database: everybody on this machine can read a password on the command line. Put"
            f" this line, with the password, into ~/.pgpass (chmod 600):\n{line}\n"
            f"Then write: --database {left}"
        )


def _own_database(folder: str) -> str:
    return f"sqlite:///{os.path.join(os.path.abspath(folder), 'board.db')}"


def _default_folder() -> str:
    state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return os.path.join(state, "okanjo-board")


def _password(file: str | None) -> str:
    """The password that a file holds; none without a file."""
    if not file:
        return ""
    with open(file, encoding="utf-8", errors="replace") as content:
        return content.read().strip("\n")


def _address(text: str, port: int) -> tuple[str, int]:
    try:
        parts = urlsplit(f"//{text}")
        return parts.hostname or "localhost", parts.port or port
    except ValueError:
        raise CommandFailed(
            f"--broker {text}: write HOST or HOST:PORT, and an IPv6 address in brackets"
        ) from None


def _tls(certificate: str | None, key: str | None) -> ssl.SSLContext | None:
    if not certificate:
        if key:
            raise CommandFailed("--key goes with --certificate: name both")
        return None
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        tls.load_cert_chain(certificate, key, lambda: "")  # it would ask in the terminal
    except ssl.SSLError:
        raise CommandFailed(
            f"--certificate {certificate} and --key {key or certificate} do not go together, or are"
            " no PEM files, or the key has a password"
        ) from None
    except OSError as why:
        raise CommandFailed(f"--certificate or --key cannot be read: {why.strerror}") from None
    return tls


def _proxy(text: str) -> list[str]:
    """Read an address or a network. Return it also in the form that IPv4 callers have at a socket
    of both kinds.
    """
    try:
        network = ip_network(text)
    except ValueError as why:
        raise CommandFailed(f"--proxy: {why}; write an address") from None
    mapped = f"::ffff:{network.network_address}/{96 + network.prefixlen}"
    return [str(network), mapped] if network.version == 4 else [str(network)]
