"""The display's chip, simulated: takes bytes off the bus, keeps RAM, knows what the glass shows.

Written from the data sheets of SSD1306, SSD1309 and SH1106, and independent of the writer.
"""

from collections.abc import Mapping

from PIL import Image, ImageOps

from kingsgold.box.oled import Driver

_COMMANDS = 0x00
_DATA = 0x40

_SSD_ARGUMENTS: Mapping[int, int] = {
    **dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0xFD), 1),
    **dict.fromkeys((0x21, 0x22, 0xA3), 2),
    **dict.fromkeys((0x29, 0x2A), 5),
    **dict.fromkeys((0x26, 0x27), 6),
}
_SH_ARGUMENTS: Mapping[int, int] = dict.fromkeys(
    (0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1
)
_HORIZONTAL, _VERTICAL, _PAGE = 0, 1, 2
"""The addressing modes of an SSD1306: what the address does after each byte."""


class SimulatedChip:
    """One display chip and its 128x64 glass.

    The glass starts at RAM column `first_column` of an SH1106, whose RAM is 132 columns wide;
    modules differ in that.
    """

    def __init__(self, driver: Driver, first_column: int = 2) -> None:
        self._wide = driver == "sh1106"
        self._columns = 132 if self._wide else 128
        self._first_column = first_column if self._wide else 0
        self._arguments = _SH_ARGUMENTS if self._wide else _SSD_ARGUMENTS
        self.power_on()

    def power_on(self) -> None:
        """Start as after a loss of power: settings at their defaults, noise in the RAM."""
        self.ram = [
            bytearray((37 * column + 101 * page) % 251 for column in range(self._columns))
            for page in range(8)
        ]
        self.lit = False
        self.contrast = 0x7F
        self._inverted = False
        self._remapped = False
        self._scans_down = False
        self._mode = _PAGE
        self._column_range = (0, self._columns - 1)
        self._page_range = (0, 7)
        self._column = 0
        self._page = 0
        self._command = bytearray()

    def write(self, payload: bytes) -> None:
        """Take one write off the bus: a control byte, then commands or data."""
        control, rest = payload[0], payload[1:]
        if control == _COMMANDS:
            for byte in rest:
                self._take_command(byte)
        elif control == _DATA:
            for byte in rest:
                self._take_data(byte)
        else:
            raise ValueError(f"control byte {control:#04x} is not simulated")

    def picture(self) -> Image.Image:
        """What the glass shows (mode "1", 128x64), on a module that hangs the usual way round."""
        glass = Image.new("1", (128, 64))
        if not self.lit:
            return glass
        first = self._first_column if self._remapped else self._columns - 128 - self._first_column
        for page, row in enumerate(self.ram):
            columns = Image.frombytes("1", (8, 128), bytes(row[first : first + 128]))
            glass.paste(columns.transpose(Image.Transpose.ROTATE_90), (0, 8 * page))
        if not self._remapped:
            glass = ImageOps.mirror(glass)
        if not self._scans_down:
            glass = ImageOps.flip(glass)
        return ImageOps.invert(glass) if self._inverted else glass

    def _take_command(self, byte: int) -> None:
        self._command.append(byte)
        command, *arguments = self._command
        if len(arguments) < self._arguments.get(command, 0):
            return
        self._command.clear()
        if not self._wide and self._take_range(command, arguments):
            return
        match command:
            case 0x81:
                self.contrast = arguments[0]
            case 0xA0 | 0xA1:
                self._remapped = command == 0xA1
            case 0xA6 | 0xA7:
                self._inverted = command == 0xA7
            case 0xAE | 0xAF:
                self.lit = command == 0xAF
            case _ if 0xC0 <= command <= 0xCF:
                self._scans_down = command >= 0xC8
            case _ if command <= 0x0F and self._mode == _PAGE:
                self._column = self._column & 0xF0 | command
            case _ if 0x10 <= command <= 0x1F and self._mode == _PAGE:
                self._column = self._column & 0x0F | (command & 0x0F) << 4
            case _ if 0xB0 <= command <= 0xB7 and self._mode == _PAGE:
                self._page = command & 0x07
            case _:
                pass  # voltages and timings, and what this chip does not know

    def _take_range(self, command: int, arguments: list[int]) -> bool:
        """Obey what only an SSD1306 or SSD1309 understands; False when it is something else."""
        match command:
            case 0x20:
                self._mode = arguments[0] & 0x03
                if self._mode == _VERTICAL:
                    raise ValueError("vertical addressing is not simulated")
            case 0x21:
                self._column_range = (arguments[0], arguments[1])
                self._column = arguments[0]
            case 0x22:
                self._page_range = (arguments[0], arguments[1])
                self._page = arguments[0]
            case _:
                return False
        return True

    def _take_data(self, byte: int) -> None:
        if self._column < self._columns:
            self.ram[self._page][self._column] = byte
        self._column += 1
        if self._wide:
            return
        last = self._column_range[1] if self._mode == _HORIZONTAL else 127
        if self._column > last:
            self._column = self._column_range[0] if self._mode == _HORIZONTAL else 0
            if self._mode == _HORIZONTAL:
                first_page, last_page = self._page_range
                self._page = first_page if self._page >= last_page else self._page + 1
