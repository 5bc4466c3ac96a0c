"""Paper that fails where a text or an icon leaves it, is cut through, or covers another."""

from firmware.core.screen.font import LETTERS, columns, measure
from firmware.core.screen.raster import Paper


class WatchfulPaper(Paper):
    """texts: (text, face) in the order written."""

    def __init__(self, width, height):
        super().__init__(width, height)
        self.texts, self._boxes = [], []

    def write(self, x, y, text, face=LETTERS):
        super().write(x, y, text, face)
        if not text.strip():
            return
        lit = 0
        for character in text:
            for column in columns(face, character):
                lit |= column
        self._take(text, (x, y, x + measure(face, text), y + lit.bit_length()))
        self.texts.append((text, face))

    def draw(self, x, y, drawn):
        super().draw(x, y, drawn)
        self._take("an icon", (x, y, x + len(drawn), y + max(drawn).bit_length()))

    def _take(self, text, box):
        x, y = box[:2]
        assert x >= 0, text
        assert y >= 0, text
        assert box[2] <= self.width, text
        assert box[3] <= self.height, text
        for other, words in self._boxes:
            apart = box[2] <= other[0] or other[2] <= box[0]
            assert apart or box[3] <= other[1] or other[3] <= box[1], (text, words)
        self._boxes.append((box, text))
