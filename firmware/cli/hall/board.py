"""`okanjo board`: hear all tables of a hall, and show them, until a signal ends it."""

import argparse
import logging
import os
import signal
import ssl
from contextlib import suppress
from ipaddress import ip_network
from urllib.parse import urlsplit

from firmware.cli.errors import CommandFailed
from firmware.cli.hall.backup import back_up_or_restore
from firmware.common.system.exit_status import FAILED
from firmware.common.system.signals import signal_descriptor

logger = logging.getLogger(__name__)
PORTS = {False: 1883, True: 8883}  # of a broker; with TLS
MISSING = "The board needs more libraries: pip install okanjo[board] ({} is missing)"


def board(arguments: argparse.Namespace) -> int:
    from firmware.common.system.log import start_logging

    start_logging(terminal=True)
    os.umask(0o077)  # names of players
    try:
        from firmware.common.broker.connection import Options
        from firmware.common.http.hosts import own_addresses
        from firmware.common.http.request_threads import RequestThreads
        from firmware.common.http.sockets import own
        from firmware.hall.hall import Hall
        from firmware.hall.pages.context import HallContext
        from firmware.hall.pages.sessions import Sessions
        from firmware.hall.site import Site, serve_hall
        from firmware.hall.store.store import Away, Store, Unusable
    except ModuleNotFoundError as why:
        raise CommandFailed(MISSING.format(why.name)) from None

    folder = arguments.data or _default_folder()
    url = arguments.database or f"sqlite:///{os.path.join(os.path.abspath(folder), 'board.db')}"
    if arguments.do:
        return back_up_or_restore(arguments.do, arguments.file, url, arguments.replace)
    host, port = _address(arguments.broker, PORTS[arguments.tls])
    tls = _tls(arguments.certificate, arguments.key)
    proxies = [form for address in arguments.proxy for form in _proxy(address)]
    password = ""
    if arguments.password_file:
        with open(arguments.password_file, encoding="utf-8", errors="replace") as file:
            password = file.read().strip("\n")
    failed: list[Exception] = []

    def fail(why: Exception) -> None:
        failed.append(why)
        os.kill(os.getpid(), signal.SIGTERM)

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        running = Hall(Store(url), fail)
        threads = RequestThreads()
        sessions = Sessions(running.store, threads, arguments.new_password)
    except (Unusable, Away) as why:
        raise CommandFailed(str(why), FAILED) from None
    if not (sockets := own(arguments.port)):
        raise CommandFailed(f"Port {arguments.port} is taken: name another with --port", FAILED)
    context = HallContext(running, sessions, threads)
    site = Site(context, f"{host}:{port}", arguments.name)
    running.changed, running.say = site.feed.changed, site.feed.say
    name = f"okanjo-board-{running.store.session}"
    more = {"tls": arguments.tls, "ca": arguments.ca, "home": arguments.prefix, "client_id": name}
    # A certificate names hosts, so with one only these names can be opened.
    hosts = (tls and arguments.name) or own_addresses() or ["localhost"]
    bound_port = sockets[0].getsockname()[1]
    addresses = [f"{'https' if tls else 'http'}://{host_name}:{bound_port}" for host_name in hosts]
    _tell(addresses, sessions.code, "a new" if sessions.has_password else "the first")
    try:
        with suppress(KeyboardInterrupt):
            running.start(Options(host, port, arguments.user, password, **more))
            with signal_descriptor(signal.SIGINT, signal.SIGTERM) as stop:
                serve_hall(site, sockets, stop, tls, proxies)
    finally:
        running.stop()
    if failed:
        raise failed[0]
    return 0


def _tell(addresses: list[str], code: str, which: str) -> None:
    """Say where the pages are, and how the organiser gets in."""
    logger.info(f"The hall is at {' or '.join(addresses)}")
    logger.info(f"Organiser: {addresses[0]}/organiser")
    if code:
        logger.info(f"To set {which} password there: code {code[:4]} {code[4:]}")


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


def _default_folder() -> str:
    state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return os.path.join(state, "okanjo-board")
