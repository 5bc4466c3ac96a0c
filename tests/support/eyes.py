"""How far apart colours are to eyes of several kinds."""

import itertools
import math

# Machado, Oliveira, Fernandes: "A Physiologically-based Model for Simulation of Color Vision
# Deficiency" (2009), severity 1.0, on linear light.
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def lab(light, eye):
    """CIELAB of an LED's light as that eye sees it; the white LED at full is white."""
    linear = [part / 255 for part in light]
    red, green, blue = (
        min(1.0, max(0.0, sum(map(float.__mul__, map(float, row), linear)))) for row in EYES[eye]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def nearest(colours, eye):
    labs = [lab(light, eye) for light in colours]
    return min(math.dist(first, second) for first, second in itertools.combinations(labs, 2))
