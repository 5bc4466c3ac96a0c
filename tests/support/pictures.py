"""A display's picture as a PIL image, to be saved, read by a decoder or drawn by luma."""

from PIL import Image

from firmware.core.screen.raster import Bitmap


def image_of(picture: Bitmap, scale: int = 1) -> Image.Image:
    """Each pixel `scale` wide and high, light ones white."""
    image = Image.new("1", (picture.width, picture.height))
    image.putdata([255 * (pixel == "#") for row in picture.rows() for pixel in row])
    return image.resize((picture.width * scale, picture.height * scale))
