"""Pictures of dice: the faces of both games, and the skins that they can wear."""

from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageChops, ImageDraw, ImageOps

from kingsgold.screens.art import BLACK, WHITE, bitmap

SIZE = 22
"""Width and height of a die in pixels."""

TUMBLE_FRAMES = 8

FACES = {
    "coin": """
        .....######.....
        ...###....###...
        ..##........##..
        .##..........##.
        .#..#..##..#..#.
        ##..#..##..#..##
        #...##.##.##...#
        #...########...#
        #...########...#
        #...########...#
        ##............##
        .#..########..#.
        .##.########.##.
        ..##........##..
        ...###....###...
        .....######.....
    """,
    "cannon": """
        .............##.
        ...........####.
        .........######.
        .......#########
        .....##########.
        ...##########...
        .##########.....
        ###########.....
        ##########......
        #######..###....
        .####.####.##...
        ..##.##..##.##..
        .###.#.##.#.###.
        ####.#.##.#.####
        ..##.##..##.##..
        ...##.####.##...
    """,
    "crest": """
        .#.....##.....#.
        .##...####...##.
        .###.######.###.
        .##############.
        ................
        .##############.
        .#.....##.....#.
        .#.....##.....#.
        .#.....##.....#.
        .##############.
        .##############.
        .#.....##.....#.
        ..#....##....#..
        ..##...##...##..
        ....##.##.##....
        ......####......
    """,
    "skull": """
        .....######.....
        ...##########...
        ..############..
        ..############..
        ..#...####...#..
        ..#...####...#..
        ..#...####...#..
        ..#####..#####..
        ...####..####...
        ....########....
        ##...#.##.#...##
        ###..#.##.#..###
        ..###......###..
        ....########....
        ..####....####..
        .###........###.
    """,
    "blades": """
        .##..........##.
        ####........####
        ####........####
        .####......####.
        ..####....####..
        ...####..####...
        ....###..###....
        .....##..##.....
        ......####......
        .#...######...#.
        .##.###..###.##.
        ..####....####..
        ..###......###..
        .#####....#####.
        ###..##..##..###
        ##............##
    """,
    "anchor": """
        ......####......
        .....##..##.....
        .....##..##.....
        ......####......
        .......##.......
        ..############..
        ..############..
        .......##.......
        .......##.......
        ##.....##.....##
        ###....##....###
        ###....##....###
        .###...##...###.
        ..####.##.####..
        ....########....
        ......####......
    """,
    "ship": """
        ......#.........
        ......####......
        ......#.........
        .....##.#.......
        ....###.##......
        ...####.###.....
        ..#####.####....
        .######.#####...
        .######.######..
        ......#.........
        ......#........#
        ################
        ###############.
        .#############..
        ..###########...
        ................
    """,
    "rum": """
        ......####......
        ......####......
        .......##.......
        ......####......
        ......####......
        .....######.....
        ....########....
        ...##########...
        ...#........#...
        ...#.##..##.#...
        ...#..####..#...
        ...#..####..#...
        ...#.##..##.#...
        ...#........#...
        ...##########...
        ...##########...
    """,
    "five": """
        .....######.....
        ...###....###...
        ..##........##..
        .##..######..##.
        .#...######...#.
        ##...##.......##
        #....##........#
        #....#####.....#
        #....######....#
        #........##....#
        ##.......##...##
        .#...######...#.
        .##..#####...##.
        ..##........##..
        ...###....###...
        .....######.....
    """,
    "ten": """
        .....######.....
        ...##########...
        ..############..
        .##############.
        .###..###...###.
        ###...##.....###
        ####..##..#..###
        ####..##..#..###
        ####..##..#..###
        ####..##..#..###
        ####..##.....###
        .###..###...###.
        .##############.
        ..############..
        ...##########...
        .....######.....
    """,
    "flag": """
        .##.............
        .##.####....###.
        .##.###########.
        .##.###....####.
        .##.##......###.
        .##.##.#..#.###.
        .##.##......###.
        .##.###.##.####.
        .##.###....####.
        .##.###########.
        .##.###########.
        .##.##...#####..
        .##.............
        .##.............
        .##.............
        .##.............
    """,
}

KINGS_FACES = {"O": "coin", "N": "cannon", "R": "crest", "X": "skull"}
WHITE_FACES = {"2": "blades", "3": "anchor", "4": "ship", "5": "five", "6": "rum", "1": "ten"}
BLACK_FACES = {"@": "blades", "$": "ship", "%": "five", "^": "rum", "!": "ten", "#": "flag"}
_ALL_FACES = KINGS_FACES | WHITE_FACES | BLACK_FACES


@dataclass(frozen=True)
class Skin:
    """How dice look. `plate` and `ink` are the colours of the middle and of the face on it."""

    name: str
    plate: int
    ink: int


BONE = Skin("Bone", plate=WHITE, ink=BLACK)
GOLD = Skin("Gold", plate=WHITE, ink=BLACK)
EBONY = Skin("Ebony", plate=BLACK, ink=WHITE)
SKINS = (BONE, GOLD, EBONY)


@cache
def die(face: str | None, skin: Skin = BONE, black: bool = False) -> Image.Image:
    """A die lying still; `face` is its letter in either game's notation, None shows a blank.

    The picture is shared, so never draw on it. KeyError for a letter that is on no die.
    """
    image = _black_body() if black else _body(skin)
    if face is not None:
        draw = ImageDraw.Draw(image)
        mask = bitmap(FACES[_ALL_FACES[face]])
        if skin == EBONY and not black:
            # A dark rim, or else the face would run into the grain of the wood.
            for offset in ((2, 3), (4, 3), (3, 2), (3, 4)):
                draw.bitmap(offset, mask, fill=BLACK)
        draw.bitmap((3, 3), mask, fill=WHITE if black else skin.ink)
    return image


@cache
def tumbling(frame: int, skin: Skin = BONE, black: bool = False, letters: str = "") -> Image.Image:
    """A die in the air, `frame` counts up; `letters` are the faces that flash by."""
    frame %= TUMBLE_FRAMES
    face = letters[frame * 5 % len(letters)] if letters else None
    small = ImageOps.contain(die(face, skin, black), (18, 18), Image.Resampling.NEAREST)
    square = Image.new("1", (SIZE, SIZE))
    square.paste(small, (2, 2))
    return square.rotate(15 + frame * 135)


def _rounded(size: int, radius: int) -> Image.Image:
    mask = Image.new("1", (size, size))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size - 1, size - 1), radius, fill=WHITE)
    return mask


def _checkers() -> Image.Image:
    pixels = bytes(WHITE * ((x + y) % 2) for y in range(SIZE) for x in range(SIZE))
    return Image.frombytes("L", (SIZE, SIZE), pixels).convert("1")


def _body(skin: Skin) -> Image.Image:
    if skin == BONE:
        return _rounded(SIZE, 4)
    image = Image.new("1", (SIZE, SIZE))
    draw = ImageDraw.Draw(image)
    if skin == GOLD:
        draw.rectangle((0, 0, SIZE - 1, SIZE - 1), fill=WHITE)
        draw.rectangle((1, 1, SIZE - 2, SIZE - 2), fill=BLACK)
        draw.rectangle((2, 2, SIZE - 3, SIZE - 3), fill=WHITE)
        return image
    image.paste(ImageChops.logical_and(_rounded(SIZE, 2), _checkers()))
    draw.rectangle((3, 3, SIZE - 4, SIZE - 4), fill=BLACK)
    return image


def _black_body() -> Image.Image:
    image = Image.new("1", (SIZE, SIZE))
    last = SIZE - 1
    corner = 3
    outline = [
        (corner, 0),
        (last - corner, 0),
        (last, corner),
        (last, last - corner),
        (last - corner, last),
        (corner, last),
        (0, last - corner),
        (0, corner),
    ]
    ImageDraw.Draw(image).polygon(outline, fill=BLACK, outline=WHITE)
    return image
