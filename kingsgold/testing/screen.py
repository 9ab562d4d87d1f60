"""Eyes on the display of a box under test."""

from PIL import Image

from kingsgold.virtual.box import VirtualBox


class Screen:
    """What is on the glass of `box`: the picture that has come over the bus, pixel by pixel."""

    def __init__(self, box: VirtualBox) -> None:
        self._box = box

    @property
    def picture(self) -> Image.Image:
        """The picture on the glass (mode "1", 128x64), as the captains see it."""
        return self._box.parts.picture()

    def text(self) -> str:
        """The words on the glass, a line for each line.

        There are none while the glass does not show the whole of what was drawn: when it is
        unplugged, dark, or half way from one picture to the next.
        """
        drawn = self._box.console.stage.picture
        if drawn is None or self.picture.tobytes() != drawn.image.tobytes():
            return ""
        return drawn.text()

    def shows(self, text: str) -> bool:
        """Whether `text` is on the glass, wherever its lines break."""
        return " ".join(text.split()) in " ".join(self.text().split())
