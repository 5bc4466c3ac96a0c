"""A table on an MQTT broker (docs/mqtt.md): `okanjo mqtt` is a program of its own.

`part` is what the program that runs tells it over the local socket; `client` is that program.
"""
