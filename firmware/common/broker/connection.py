"""One connection to a broker, by paho-mqtt, in a thread of its own.

Rule 1: it is used once. What was not delivered when it broke is never sent again by paho, after
something newer.
Rule 2: its thread wakes for messages and keep-alives, and never waits for the client: all that
happens is put into the client's queue.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from drivers.quick_imports import paho_client

if TYPE_CHECKING:
    from paho.mqtt.client import Client, MQTTMessage, SocketLike
    from paho.mqtt.properties import Properties

KEEPALIVE_S = 20  # a broker gives up after half as much again
UNHEARD_S = 8  # the network is taken for gone when nothing was acknowledged for so long
CONNECT_S = 4.0
MOST_BYTES = 16_384  # of a message; the broker does not send larger ones
WITH_WILL = 4  # the reason code "Disconnect with Will Message"
WHO = "device"  # the property that says which device a message is of
HANGS_UP = "the broker closes the connection", "does this port want TLS, or is it no broker's?"


class Wrong(NamedTuple):
    """Why there is no connection, and what to do."""

    found: str
    do: str


class Up(NamedTuple):
    """The broker has accepted the connection."""


class Subscribed(NamedTuple):
    """The broker has accepted the subscription."""


class Delivered(NamedTuple):
    """A message was acknowledged; or `refused`, in the broker's words."""

    number: int
    refused: str


class Heard(NamedTuple):
    """A message came; `who` is the device that sent it, if it says so."""

    topic: str
    payload: bytes
    retained: bool
    who: str


class Lost(NamedTuple):
    """The connection has ended. `wrong` is None where it was closed on purpose."""

    wrong: Wrong | None


Happened = Up | Subscribed | Delivered | Heard | Lost


class Options(NamedTuple):
    """Where and as whom; `home` is where our topics begin."""

    host: str
    port: int
    user: str
    password: str
    tls: bool
    ca: str
    home: str
    client_id: str
    who: str


class Connection:
    """One connection, from connecting to its end."""

    def __init__(self, options: Options, put: Callable[[Connection, Happened], None]) -> None:
        self._options = options
        self._put: Callable[[Happened], None] = lambda happened: put(self, happened)
        self._paho: Client | None = None
        self._wrong = Wrong(*HANGS_UP)
        self._closing = False
        self._wrote_at = time.monotonic()
        threading.Thread(target=self._run, name="broker", daemon=True).start()

    def _run(self) -> None:
        options = self._options
        try:
            self._paho = paho = self._build()
            most = properties("CONNECT", MaximumPacketSize=MOST_BYTES)
            paho.connect(options.host, options.port, KEEPALIVE_S, properties=most)
            while not paho.loop(max(1.0, self._wrote_at + KEEPALIVE_S - time.monotonic())):
                pass  # loop_forever() would look twice as often whether a keep-alive is due
        except Exception as why:
            self._wrong = wrong(why, options)
        self._put(Lost(None if self._closing else self._wrong))

    def _build(self) -> Client:
        options = self._options
        paho = client_of(options)
        paho.will_set(f"{options.home}/availability", b"offline", qos=1, retain=True)
        paho.on_socket_open = lambda paho, data, line: _give_up_early(line)
        paho.on_socket_register_write = lambda *told: None  # our thread alone writes
        paho.on_socket_unregister_write = lambda *told: self._wrote()
        paho.on_connect = lambda paho, data, flags, code, more: self._connected(
            str(code) if code.is_failure else ""
        )
        paho.on_disconnect = lambda paho, data, flags, code, more: self._disconnected(
            str(code) if flags.is_disconnect_packet_from_server else ""
        )
        paho.on_message = lambda paho, data, message: self._put(_heard(message))
        paho.on_subscribe = lambda *told: self._put(Subscribed())
        paho.on_publish = lambda paho, data, number, code, more: self._put(
            Delivered(number, str(code) if code.is_failure else "")
        )
        return paho

    def _wrote(self) -> None:
        self._wrote_at = time.monotonic()

    def _connected(self, refusal: str) -> None:
        if refusal:
            self._wrong = refused(refusal, self._options)
        elif self._closing:
            self.close()
        else:
            self._put(Up())

    def _disconnected(self, why: str) -> None:
        if why:
            self._wrong = Wrong(f"the broker ended the connection: {why}", "see the broker's log")

    # --- from the client's thread -------------------------------------------------------------

    def subscribe(self, topics: list[str]) -> None:
        """Hear what others say there."""
        from paho.mqtt.subscribeoptions import SubscribeOptions

        options = SubscribeOptions(qos=1, noLocal=True, retainAsPublished=True)
        if self._paho:
            self._paho.subscribe([(one, options) for one in topics])

    def publish(self, topic: str, payload: bytes, *, qos: int = 1, retain: bool = False) -> int:
        """Send a message; return its number, 0 where it cannot be sent."""
        if self._paho is None:
            return 0
        who = properties("PUBLISH", UserProperty=[(WHO, self._options.who)])
        sent = self._paho.publish(topic, payload, qos, retain, properties=who)
        return sent.mid if sent.rc == 0 else 0

    def close(self, *, offline: bool = True) -> None:
        """End it; with `offline` the broker then says so to everybody."""
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.reasoncodes import ReasonCode

        self._closing = True
        if self._paho:
            code = WITH_WILL if offline else 0
            self._paho.disconnect(ReasonCode(PacketTypes.DISCONNECT, identifier=code))


def properties(packet: str, **values: object) -> Properties:
    """Those of a packet of MQTT 5, by their names there."""
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties

    found = Properties(getattr(PacketTypes, packet))  # type: ignore[no-untyped-call]
    for name, value in values.items():
        setattr(found, name, value)
    return found


def client_of(options: Options, **more: bool) -> Client:
    """A client of MQTT 5 with its account and TLS, not yet connected; `more` as paho has it."""
    client = paho_client()  # late: 3 MB of memory
    from paho.mqtt.enums import CallbackAPIVersion

    paho: Client = client.Client(
        CallbackAPIVersion.VERSION2,
        client_id=options.client_id,
        protocol=client.MQTTv5,
        reconnect_on_failure=False,
        **more,
    )
    paho.connect_timeout = CONNECT_S
    if options.user or options.password:
        paho.username_pw_set(options.user, options.password or None)
    if options.tls:
        paho.tls_set(ca_certs=options.ca or None)
    return paho


def _heard(message: MQTTMessage) -> Heard:
    said = dict(getattr(message.properties, "UserProperty", ()))
    return Heard(message.topic, bytes(message.payload), message.retain, said.get(WHO, ""))


def _give_up_early(line: SocketLike) -> None:
    if isinstance(line, socket.socket):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * UNHEARD_S)


def refused(code: str, options: Options) -> Wrong:
    """Explain why a broker refuses the connection."""
    if code in ("Not authorized", "Bad user name or password"):
        as_whom = f"user {options.user!r}" if options.user else "nobody: user in [mqtt] is empty"
        do = "check user in [mqtt], and give the password again: okanjo mqtt --password"
        return Wrong(f"the broker refuses us as {as_whom}", do)
    return Wrong(f"the broker refuses us: {code}", "it must speak MQTT 5, as mosquitto 1.6 does")


def wrong(why: Exception, options: Options) -> Wrong:
    """Explain why there is no connection: the name, the port, the certificate."""
    import ssl

    at = f"{options.host}, port {options.port}"
    there = f"the broker at {at}"
    match why:
        case ImportError():
            return Wrong("paho-mqtt is not installed", "install it: pip install okanjo[mqtt]")
        case socket.gaierror():
            return Wrong(f"the broker {options.host} is not found", "check host in [mqtt]")
        case ConnectionRefusedError():
            do = (
                "start the broker, or check port in [mqtt] (1883 is usual, with TLS 8883);"
                " mosquitto hears other machines only with this in its configuration: listener 1883"
            )
            return Wrong(f"no broker listens at {at}", do)
        case ssl.SSLCertVerificationError():
            do = "check the certificate, ca in [mqtt], the broker's name, and this machine's clock"
            found = f"the broker's certificate is not accepted: {why.verify_message}"
            return Wrong(found, do)
        case ssl.SSLError() | ConnectionResetError() if options.tls:
            return Wrong(f"no TLS with {there}", "check port in [mqtt] (with TLS 8883 is usual)")
        case TimeoutError():
            return Wrong(f"no answer from {there}", "check host in [mqtt], network and firewalls")
        case FileNotFoundError() | PermissionError() if options.ca:
            return Wrong(f"{options.ca} cannot be read", "check ca in [mqtt]")
        case OSError():
            return Wrong(f"{there}: {why.strerror or why}", "check the network")
    return Wrong(f"{there}: {type(why).__name__} {why}", "please report it: a bug in Okanjo")
