"""The appliance: wires the games to the devices, and keeps what was scanned."""

VERSION = "0.1.0"
