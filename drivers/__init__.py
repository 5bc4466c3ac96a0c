"""Read and drive the devices: scanners, displays, lights, buttons. Nothing here knows a game."""
