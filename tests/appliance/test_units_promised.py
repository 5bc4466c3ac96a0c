"""What the units promise, line by line with the reason; their text in, as systemd will read it.

No program checks these, and the next who edits a unit may not know why a line is there. What only
makes it hard to misuse is counted by test_units.py, too: `systemd-analyze security`.
"""

import re

import pytest
from support.unit_lines import SYSTEMD, directives, lines_of

# A line, two spaces, and why. First what every service of ours is held to.
OF_EVERY_SERVICE = """
User=okanjo                     nobody who may log in, and not root
Group=okanjo                    what it writes is its own
UMask=0077                      and nobody else's to read
DevicePolicy=closed             no device but those that are named
NoNewPrivileges=yes             no program it starts can do more than it may
CapabilityBoundingSet=          root's rights: none,
AmbientCapabilities=            not even lent
RestrictSUIDSGID=yes            it leaves no file behind that lends anybody's rights
RestrictNamespaces=yes          a namespace of its own would make it root in there
RestrictRealtime=yes            it cannot take the processor for itself
LockPersonality=yes             no old ways of the kernel's
MemoryDenyWriteExecute=yes      no code is made at run time
KeyringMode=private             no keys of others
ProtectSystem=strict            it writes in its own folders alone,
ProtectHome=yes                 sees nobody's home,
PrivateTmp=yes                  and has a /tmp of its own
PrivateMounts=yes               what is mounted for it is seen by it alone
PrivateIPC=yes                  no shared memory with others
PrivateUsers=yes                root in there is nobody outside
ProtectClock=yes                the clock,
ProtectHostname=yes             the machine's name,
ProtectKernelLogs=yes           the kernel's log,
ProtectKernelModules=yes        its drivers,
ProtectKernelTunables=yes       its switches
ProtectControlGroups=yes        and its groups are not its to change
ProtectProc=invisible           it sees no process of others
IPAddressDeny=any               not a packet, should it get hold of a socket
SystemCallArchitectures=native  no way round the filter by 32 bits
SystemCallErrorNumber=EPERM     what it may not, it is refused, not killed for
RuntimeDirectory=okanjo         where addresses go from one to the other,
RuntimeDirectoryPreserve=yes    and which stays when either of them ends
"""

PROMISED = {
    "okanjo.service": OF_EVERY_SERVICE
    + """
Wants=okanjo.socket okanjo-addresses.service  the page comes with it, but it starts without, too
After=okanjo.socket            the port is open before it looks for it
StartLimitIntervalSec=0        a device on a shelf is tried again for ever
Type=notify                    it is started once the next scan counts, and not before
NotifyAccess=main              no helper process speaks for the table's thread
ExecStartPre=-+/bin/chown --recursive --no-dereference --from=root okanjo:okanjo /var/lib/okanjo  \
what root left there is its own again; on a card that has turned read-only (-) the game goes on
ExecStart=/opt/okanjo/current/bin/python -I -m firmware run  nothing but its own is ever imported
ExecStartPost=-+/bin/sh /opt/okanjo/current/system/guard.sh ready  an update cut off is kept, once \
it is ready; a card that takes no mark (-) is no reason to end a game
ExecStopPost=-+/bin/sh /opt/okanjo/current/system/guard.sh ended  and gone back from, if it never is
TimeoutStartSec=30             one that does not become ready counts as failed, as install.sh has it
WatchdogSec=30                 one that hangs is started again
TimeoutStopSec=10              a stop is no evening
TimeoutAbortSec=5              nor is the end of one that hangs
Restart=always                 whatever it ended of, it comes back
RestartSec=1                   at once, but not in a frenzy
LimitCORE=0                    no heap of names and PIN on the card
StartupCPUWeight=1000          while the Pi starts, the display comes before what nobody waits for
SupplementaryGroups=input dialout gpio i2c spi  whose the devices are
OOMScoreAdjust=-500            an evening of scans is the last to go when memory is short
MemoryMax=256M                 and not what makes it short
TasksMax=64                    nor what fills the table of processes
StateDirectory=okanjo          made, and its own, before it starts
StateDirectoryMode=0700        the PIN is in there
WorkingDirectory=%t/okanjo     away from what could be imported by accident
Environment=LG_WD=%t/okanjo    lgpio opens no pin where it cannot leave its pipe
InaccessiblePaths=-/dev/shm -/run/lock  "strict" leaves these to everybody
InaccessiblePaths=-/run/dbus -/run/avahi-daemon -/run/cups -/run/snapd.socket -/run/pcscd  \
nobody acts for it: what programs of a Pi have open to everybody,
InaccessiblePaths=-/run/systemd/journal -/run/systemd/userdb -/run/systemd/resolve \
-/run/systemd/netif  and systemd, of Debian 12 and 13: its output goes to the journal by itself
InaccessiblePaths=-/run/systemd/machine -/run/systemd/io.system.ManagedOOM  nor of these,
InaccessiblePaths=-/run/systemd/io.systemd.Hostname -/run/systemd/io.systemd.Credentials  nor these
RemoveIPC=yes                  nothing stays in memory when it ends
DeviceAllow=char-13 r          scanners that are keyboards: read, and never typed on
DeviceAllow=char-89 rw         I2C: the display
DeviceAllow=char-153 rw        SPI: the strip
DeviceAllow=char-gpiochip rw   pins: buttons, buzzer, lamps; they have no number of their own
DeviceAllow=char-166 rw        scanners on ttyACM
DeviceAllow=char-188 rw        scanners on ttyUSB
DeviceAllow=char-204 rw        scanners on the UART, ttyAMA
DeviceAllow=/dev/ttyS0 rw      and on the small one, whose number is the consoles', too
ProcSubset=all                 gpiozero asks /proc/cpuinfo which Pi it is on
PrivateNetwork=yes             the page comes by a socket that is open already
RestrictAddressFamilies=AF_UNIX  so there is no other network to ask for
SystemCallFilter=@system-service        in this order, as a later line has the last word:
SystemCallFilter=~@privileged @resources  what only root needs goes,
SystemCallFilter=setpriority            but that: what draws labels makes way for the table
WantedBy=multi-user.target     it starts with the machine
""",
    "okanjo-addresses.service": OF_EVERY_SERVICE
    + """
StartLimitIntervalSec=0        it is asked for again whenever something changes
Type=oneshot                   one look
ExecStart=/bin/sh /opt/okanjo/current/system/addresses.sh  of the version that is current
TimeoutStartSec=10             a look that hangs is given up: else a oneshot never is
LogLevelMax=notice             no three lines in the log each time
InaccessiblePaths=-/var/lib/okanjo  the same user, but the games are none of its business
MemoryMax=32M                  it is small,
TasksMax=16                    and stays so
PrivateDevices=yes             no device at all
ProcSubset=pid                 nothing of the machine, either
RestrictAddressFamilies=AF_NETLINK  it asks the kernel, and sends nothing to anybody
SystemCallFilter=@system-service        in this order, as a later line has the last word:
SystemCallFilter=~@privileged @resources  what only root needs goes,
SystemCallFilter=capset        but that: `ip` gives up what rights it has, and ends where it may not
WantedBy=multi-user.target     once with the machine
""",
    "okanjo.socket": """
ListenStream=80                an address without a number; IPv4 and IPv6
Backlog=1024                   a room full of phones, while it starts
NoDelay=yes                    a short answer leaves at once
TriggerLimitIntervalSec=0      no number of knocks shuts the door for good
WantedBy=sockets.target        the door is there before the service is
""",
    "okanjo-addresses.path": """
PathChanged=/run/NetworkManager/devices  Raspberry Pi OS
PathChanged=/run/systemd/netif/state     systemd-networkd
PathChanged=/run/dhcpcd        Raspberry Pi OS before 12, upgraded
PathChanged=/etc/resolv.conf   whoever else brings up a network
PathChanged=/etc/hostname      another name
Unit=okanjo-addresses.service  which looks once more
WantedBy=multi-user.target     from the start on
""",
    "okanjo-addresses.timer": """
OnBootSec=10s                  Wi-Fi comes late,
OnBootSec=20s                  or later
OnUnitInactiveSec=45s          and what leaves no trace is seen within a minute,
AccuracySec=5s                 this included
Unit=okanjo-addresses.service  which looks once more
WantedBy=timers.target         from the start on
""",
}


def promised(unit: str) -> list[str]:
    return [re.split(r"\s{2,}", line)[0] for line in PROMISED[unit].splitlines() if line]


@pytest.mark.parametrize(
    ("unit", "key"), [(unit, key) for unit in PROMISED for key in directives(promised(unit))]
)
def test_the_unit_is_what_is_promised(unit: str, key: str) -> None:
    written, wanted = directives(lines_of(unit)), directives(promised(unit))
    assert written.get(key) == wanted[key]


@pytest.mark.parametrize("unit", PROMISED)
def test_no_line_is_without_its_reason(unit: str) -> None:
    """What only names a unit for people needs none."""
    assert directives(lines_of(unit)).keys() - {"Description"} == directives(promised(unit)).keys()
    told = [line for line in PROMISED[unit].splitlines() if line]
    assert not [line for line in told if not re.search(r"\S\s{2,}\S", line)]


def test_no_unit_is_left_out() -> None:
    kinds = (".service", ".socket", ".path", ".timer")
    assert {one.name for one in SYSTEMD.iterdir() if one.suffix in kinds} == PROMISED.keys()


def test_it_starts_with_nothing_attached() -> None:
    """Nothing it needs first: no device, no port, no network, no file."""
    written = directives(lines_of("okanjo.service"))
    assert not [key for key in written if key.startswith(("Condition", "Assert"))]
    assert not written.keys() & {"Requires", "Requisite", "BindsTo", "PartOf", "PrivateDevices"}


def test_drivers_that_no_device_asks_for() -> None:
    assert lines_of("okanjo.modules") == ["i2c-dev", "spidev"]


def test_its_groups_are_all_made() -> None:
    """A group that is missing fails the start."""
    made = {line.split()[1] for line in lines_of("okanjo.sysusers") if line[0] in "ug"}
    service = directives(lines_of("okanjo.service"))
    assert made == {service["User"][0], *service["SupplementaryGroups"][0].split()}


def test_an_installer_waits_as_long_as_systemd_does() -> None:
    scripts = "".join(one.read_text(encoding="utf-8") for one in SYSTEMD.glob("*.sh"))
    (waits,) = re.findall(r"READY_WITHIN_S:-([0-9]+)\}", scripts)
    assert directives(lines_of("okanjo.service"))["TimeoutStartSec"] == [waits]
