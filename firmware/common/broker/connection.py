"""One connection to an MQTT broker, over paho-mqtt. The device's client and the hall both use it.

`run` connects and handles what comes until the connection ends. From its thread it calls `take`
with all that happens, first Connected and at last Lost. Any other thread may meanwhile subscribe,
publish, acknowledge and close: what it sends is queued, and the thread of `run` writes it.

Rule 1: a connection is used once; whoever wants another makes another. So paho never sends again,
after something newer, what was not delivered, and no message is acknowledged on another
connection than the one that brought it.
Rule 2: the thread of `run` wakes for messages and keep-alives only.
"""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from drivers.events import Trouble, Values, summary
from drivers.quick_imports import paho_client

if TYPE_CHECKING:
    from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage, SocketLike
    from paho.mqtt.properties import Properties
    from paho.mqtt.reasoncodes import ReasonCode

KEEPALIVE_S = 20  # a broker gives up after half as much again
UNHEARD_S = 8  # the network is taken for gone when nothing was acknowledged for so long
CONNECT_S = 4.0
WITH_WILL = 4  # the reason code "Disconnect with Will Message"
WHO = "device"  # the user property that says which device a message is of


class Will(NamedTuple):
    """What the broker publishes, retained, when it no longer hears us."""

    topic: str
    payload: bytes


class BrokerSession(NamedTuple):
    """What the broker keeps for us, and how it hands messages over. By default it keeps nothing."""

    lasts_s: int = 0  # so long after a connection's end, messages wait for the next one
    packet_bytes: int = 16_384  # the broker drops larger packets
    at_once: int = 0  # messages that wait for our acknowledgement; 0: as many as it likes
    acknowledged_by_hand: bool = False  # else paho acknowledges each as it comes


class Options(NamedTuple):
    """Where, as whom and how; `home` is where our topics begin. Where it is not empty, `who` is
    told with each message.
    """

    host: str
    port: int
    user: str
    password: str
    tls: bool
    ca: str
    home: str
    client_id: str
    who: str = ""
    will: Will | None = None
    session: BrokerSession = BrokerSession()


class Subscription(NamedTuple):
    """A topic to hear, with the options of MQTT 5."""

    topic: str
    qos: int
    no_local: bool = False  # nothing that we publish there ourselves
    retain_as_published: bool = False  # else what comes after the subscription is never `retained`


# --- what happens ------------------------------------------------------------------------------


class Connected(NamedTuple):
    """The broker has accepted the connection. `session_present`: it has kept our last session."""

    session_present: bool


class Subscribed(NamedTuple):
    """The broker has accepted the subscriptions that have this number."""

    number: int


class Delivered(NamedTuple):
    """The message of this number was acknowledged; or `refused`, in the broker's words."""

    number: int
    refused: str


class Received(NamedTuple):
    """A message came; `who` is the device that sent it, if it says so. `acknowledge` may be called
    later and from any thread; once the connection is lost, it does nothing.
    """

    topic: str
    payload: bytes
    retained: bool
    who: str
    acknowledge: Callable[[], object]


class Lost(NamedTuple):
    """The connection has ended, or there never was one. `trouble` is None where it was closed on
    purpose; `refusal` is the broker's reason where it did not accept the connection.
    """

    trouble: Trouble | None
    refusal: str = ""


Happened = Connected | Subscribed | Delivered | Received | Lost


# --- the connection ----------------------------------------------------------------------------


class BrokerConnection:
    """One connection, from connecting to its end."""

    def __init__(
        self, options: Options, take: Callable[[BrokerConnection, Happened], None]
    ) -> None:
        self._options = options
        self._report: Callable[[Happened], None] = partial(take, self)
        self._paho: Client | None = None  # until `run` has made it, nothing can be sent
        self._trouble, self._refusal = HANGS_UP, ""
        self._closing = False
        self._wrote_at = time.monotonic()

    def run(self) -> None:
        """Connect, and handle what comes until the connection ends."""
        options, session = self._options, self._options.session
        try:
            self._paho = paho = self._new_client()
            paho.connect(
                options.host,
                options.port,
                KEEPALIVE_S,
                clean_start=not session.lasts_s,
                properties=_session_properties(session),
            )
            if not self._closing:  # close() finds no socket before there is one
                while not paho.loop(self._pause_s(paho)):
                    pass
        except Exception as why:
            self._trouble = _trouble(why, options)
        self._report(Lost(None if self._closing else self._trouble, self._refusal))

    def _pause_s(self, paho: Client) -> float:
        """Seconds until a keep-alive is due: loop_forever() would look twice as often. The broker
        may have asked for another pace than ours.
        """
        return max(1.0, self._wrote_at + paho.keepalive - time.monotonic())

    def _new_client(self) -> Client:
        """A client of MQTT 5 with its account, TLS and will, not yet connected."""
        options = self._options
        client = paho_client()  # late: 3 MB of memory
        from paho.mqtt.enums import CallbackAPIVersion

        paho: Client = client.Client(
            CallbackAPIVersion.VERSION2,
            client_id=options.client_id,
            protocol=client.MQTTv5,
            reconnect_on_failure=False,
            manual_ack=options.session.acknowledged_by_hand,
        )
        paho.connect_timeout = CONNECT_S
        if options.user or options.password:
            paho.username_pw_set(options.user, options.password or None)
        if options.tls:
            paho.tls_set(ca_certs=options.ca or None)
        if options.will:
            paho.will_set(*options.will, qos=1, retain=True)
        # Where on_socket_register_write is set, paho leaves all writing to loop().
        paho.on_socket_open = lambda paho, data, line: _give_up_early(line)
        paho.on_socket_register_write = lambda paho, data, line: None
        paho.on_socket_unregister_write = lambda paho, data, line: self._wrote()
        paho.on_connect = lambda paho, data, flags, code, more: self._connected(flags, code)
        paho.on_disconnect = lambda paho, data, flags, code, more: self._disconnected(flags, code)
        paho.on_subscribe = lambda paho, data, number, codes, more: self._report(Subscribed(number))
        paho.on_publish = lambda paho, data, number, code, more: self._report(
            Delivered(number, str(code) if code.is_failure else "")
        )
        paho.on_message = lambda paho, data, message: self._report(_received(paho, message))
        return paho

    def _wrote(self) -> None:
        self._wrote_at = time.monotonic()

    def _connected(self, flags: ConnectFlags, code: ReasonCode) -> None:
        if code.is_failure:
            self._refusal = str(code)
            self._trouble = _refused(self._refusal, self._options)
        else:
            self._report(Connected(flags.session_present))

    def _disconnected(self, flags: DisconnectFlags, code: ReasonCode) -> None:
        if flags.is_disconnect_packet_from_server:
            self._trouble = ENDED._replace(values={"why": str(code)})

    # --- from any thread ---------------------------------------------------------------------

    def subscribe(self, subscriptions: Iterable[Subscription]) -> int:
        """Hear these topics; return the number that Subscribed will have, 0 where nothing can be
        sent.
        """
        if self._paho is None:
            return 0
        from paho.mqtt.subscribeoptions import SubscribeOptions

        topics = [
            (topic, SubscribeOptions(qos, no_local, as_published))
            for topic, qos, no_local, as_published in subscriptions
        ]
        return self._paho.subscribe(topics)[1] or 0

    def publish(self, topic: str, payload: bytes, *, qos: int = 1, retain: bool = False) -> int:
        """Send a message; return the number that Delivered will have, 0 where nothing can be
        sent.
        """
        if self._paho is None:
            return 0
        who = self._options.who
        properties = _properties("PUBLISH", UserProperty=[(WHO, who)]) if who else None
        sent = self._paho.publish(topic, payload, qos, retain, properties)
        return sent.mid if sent.rc == 0 else 0

    def close(self, *, publishes_will: bool = False) -> None:
        """End it; with `publishes_will` the broker then publishes our will."""
        self._closing = True
        if self._paho:
            from paho.mqtt.packettypes import PacketTypes
            from paho.mqtt.reasoncodes import ReasonCode

            code = WITH_WILL if publishes_will else 0
            self._paho.disconnect(ReasonCode(PacketTypes.DISCONNECT, identifier=code))


def _received(paho: Client, message: MQTTMessage) -> Received:
    more = dict(getattr(message.properties, "UserProperty", ()))
    acknowledge = partial(paho.ack, message.mid, message.qos)
    payload = bytes(message.payload)
    return Received(message.topic, payload, message.retain, more.get(WHO, ""), acknowledge)


def _session_properties(session: BrokerSession) -> Properties:
    wanted = {"MaximumPacketSize": session.packet_bytes}
    if session.lasts_s:
        wanted["SessionExpiryInterval"] = session.lasts_s
    if session.at_once:
        wanted["ReceiveMaximum"] = session.at_once
    return _properties("CONNECT", **wanted)


def _properties(packet: str, **values: object) -> Properties:
    """Those of a packet of MQTT 5, by their names there."""
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties

    properties = Properties(getattr(PacketTypes, packet))  # type: ignore[no-untyped-call]
    for name, value in values.items():
        setattr(properties, name, value)
    return properties


def _give_up_early(line: SocketLike) -> None:
    """Have the system end a connection whose packets nobody acknowledges; Linux can."""
    if sys.platform == "linux" and isinstance(line, socket.socket):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * UNHEARD_S)


# --- what is wrong, and what to do --------------------------------------------------------------

HANGS_UP = Trouble(
    "the broker has closed the connection", "does this port want TLS, or is it no broker's?"
)
ENDED = Trouble("the broker has ended the connection: {why}", "see the broker's log")
NO_ACCOUNT = Trouble(
    "the broker refuses us as nobody: user in [mqtt] is empty",
    "check user in [mqtt], and give the password again: okanjo mqtt --password",
)
WRONG_ACCOUNT = Trouble(
    "the broker refuses us as user {user}",
    "check user in [mqtt], and give the password again: okanjo mqtt --password",
)
REFUSED = Trouble("the broker refuses us: {why}", "it must speak MQTT 5, as mosquitto 1.6 does")
NOT_INSTALLED = Trouble("paho-mqtt is not installed", "install it: pip install okanjo[mqtt]")
UNKNOWN_HOST = Trouble("the broker {host} is not found", "check host in [mqtt]")
NOBODY_LISTENS = Trouble(
    "no broker listens at {host}, port {port}",
    "start the broker, or check port in [mqtt] (1883 is usual, with TLS 8883);"
    " mosquitto hears other machines only with this in its configuration: listener 1883",
)
BAD_CERTIFICATE = Trouble(
    "the broker's certificate is not accepted: {why}",
    "check the certificate, ca in [mqtt], the broker's name, and this machine's clock",
)
NO_TLS = Trouble(
    "no TLS with the broker at {host}, port {port}",
    "check port in [mqtt] (with TLS 8883 is usual)",
)
NO_REPLY = Trouble(
    "no answer from the broker at {host}, port {port}",
    "check host in [mqtt], network and firewalls",
)
NO_CA = Trouble("{ca} cannot be read", "check ca in [mqtt]")
NO_NETWORK = Trouble("the broker at {host}, port {port}: {why}", "check the network")
BUG = Trouble("the broker at {host}, port {port}: {why}", "please report it: a bug in Okanjo")


def _refused(refusal: str, options: Options) -> Trouble:
    """Explain why a broker refuses the connection."""
    if refusal not in ("Not authorized", "Bad user name or password"):
        return REFUSED._replace(values={"why": refusal})
    return WRONG_ACCOUNT._replace(values={"user": options.user}) if options.user else NO_ACCOUNT


def _trouble(error: Exception, options: Options) -> Trouble:
    """Explain why there is no connection: the name, the port, the certificate."""
    values: Values = {
        "host": options.host,
        "port": options.port,
        "ca": options.ca,
        "why": getattr(error, "verify_message", "")
        or getattr(error, "strerror", "")
        or summary(error),
    }
    return _case(error, options)._replace(values=values)


def _case(error: Exception, options: Options) -> Trouble:
    import ssl

    match error:
        case ImportError():
            return NOT_INSTALLED
        case socket.gaierror():
            return UNKNOWN_HOST
        case ConnectionRefusedError():
            return NOBODY_LISTENS
        case ssl.SSLCertVerificationError():
            return BAD_CERTIFICATE
        case ssl.SSLError() | ConnectionResetError() if options.tls:
            return NO_TLS
        case TimeoutError():
            return NO_REPLY
        case FileNotFoundError() | PermissionError() if options.ca:
            return NO_CA
        case OSError():
            return NO_NETWORK
    return BUG
