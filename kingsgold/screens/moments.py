"""Full-screen pictures for what makes the table shout.

Each moment is a scene in the upper part of the screen, a function of the progress from 0.0 to 1.0;
the moment's name, the captain and the amount stand below it.
"""

import math
from collections.abc import Callable
from functools import cache, lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageOps

from kingsgold.screens import views
from kingsgold.screens.art import BLACK, WHITE, bitmap
from kingsgold.screens.canvas import WIDTH, Canvas
from kingsgold.screens.dice import FACES, die
from kingsgold.screens.drawings import FLAG, GALLEY, ISLAND, SEA, SHIP, SKULL, waves
from kingsgold.screens.fonts import BIG, NORMAL
from kingsgold.screens.icons import icon

_HEIGHT = 39
_WATER = 32


class _Scene:
    """The upper part of the screen; what is drawn beyond its edges is lost."""

    def __init__(self) -> None:
        self.image = Image.new("1", (WIDTH, _HEIGHT))
        self.draw = ImageDraw.Draw(self.image)

    def stamp(self, x: float, y: float, mask: Image.Image, ink: int = WHITE) -> None:
        """Draw `mask` with its middle at `x`, `y`."""
        self.draw.bitmap((round(x) - mask.width // 2, round(y) - mask.height // 2), mask, fill=ink)

    def solid(self, x: float, y: float, mask: Image.Image) -> None:
        """As `stamp`, on a black plate with a margin, so that it stands out from what is behind."""
        left, top = round(x) - mask.width // 2, round(y) - mask.height // 2
        box = (left - 2, top - 2, left + mask.width + 1, top + mask.height + 1)
        self.draw.rectangle(box, fill=BLACK)
        self.draw.bitmap((left, top), mask, fill=WHITE)

    def sea(self, progress: float) -> None:
        """Black water from the water line down, and waves on it."""
        self.draw.rectangle((0, _WATER + 2, WIDTH, _HEIGHT), fill=BLACK)
        for x, y in waves(_WATER, round(progress * 24)):
            self.draw.bitmap((x, y), bitmap(SEA), fill=WHITE)

    def rays(self, x: int, y: int, progress: float, inner: int = 24) -> None:
        """A burst of light around `x`, `y` that turns and grows."""
        reach = inner + progress * 80
        for ray in range(16):
            angle = (ray + progress * 2) * math.pi / 8
            across, down = math.cos(angle), math.sin(angle)
            self.draw.line(
                (x + across * inner, y + down * inner, x + across * reach, y + down * reach),
                fill=WHITE,
            )

    def coins(self, start: tuple[int, int], end: tuple[int, int], progress: float) -> None:
        """Seven coins that fly from `start` to `end` in a high arc, one after the other."""
        for number in range(7):
            way = progress * 2.2 - number * 0.2
            if 0 <= way <= 1:
                x = start[0] + (end[0] - start[0]) * way
                y = start[1] + (end[1] - start[1]) * way - math.sin(way * math.pi) * 18
                self.solid(x, y, icon("doubloon" if number % 3 == 2 else "coin"))

    def smoke(self, x: float, y: float, radius: float) -> None:
        """A puff of smoke."""
        size = round(radius)
        if size >= 1:
            # Puffs that overlap keep one grain, or else two greys would make white.
            self.stamp(x, y, _puff(size, (round(x) + round(y)) % 2))


@cache
def _puff(radius: int, grain: int) -> Image.Image:
    size = radius * 2 + 1
    pixels = bytes(WHITE * ((x + y + grain) % 2) for y in range(size) for x in range(size))
    dither = Image.frombytes("L", (size, size), pixels).convert("1")
    disc = Image.new("1", (size, size))
    ImageDraw.Draw(disc).ellipse((0, 0, size - 1, size - 1), fill=WHITE)
    return ImageChops.logical_and(disc, dither)


@cache
def _double(face: str) -> Image.Image:
    return ImageOps.scale(bitmap(FACES[face]), 2, Image.Resampling.NEAREST)


@lru_cache(maxsize=128)
def _turned(art: str, degrees: int) -> Image.Image:
    return bitmap(art).rotate(degrees, expand=True)


@cache
def _chest(opened: bool) -> Image.Image:
    image = Image.new("1", (44, 34))
    draw = ImageDraw.Draw(image)
    if opened:
        draw.rounded_rectangle((4, 0, 39, 7), 4, fill=WHITE)
        draw.rectangle((6, 5, 37, 7), fill=BLACK)
        for x, y in ((5, 11), (31, 11), (12, 9), (24, 9), (18, 8)):
            draw.ellipse((x, y, x + 9, y + 9), fill=BLACK, outline=WHITE)
        draw.rectangle((2, 16, 41, 33), fill=BLACK)
    else:
        draw.rounded_rectangle((2, 6, 41, 24), 8, fill=BLACK, outline=WHITE)
        draw.line((2, 15, 41, 15), fill=WHITE)
    draw.rectangle((2, 16, 41, 33), outline=WHITE)
    draw.line((2, 22, 41, 22), fill=WHITE)
    draw.line((2, 28, 41, 28), fill=WHITE)
    for x in (7, 33):
        draw.rectangle((x, 16 if opened else 7, x + 3, 33), fill=WHITE)
    draw.rectangle((18, 14, 25, 23), fill=WHITE)
    draw.rectangle((21, 17, 22, 20), fill=BLACK)
    return image


def _kings_ransom(scene: _Scene, progress: float) -> None:
    if progress > 0.4:
        scene.rays(64, 22, (progress - 0.4) / 0.6, 26)
    scene.coins((8, 30), (58, 12), progress)
    scene.coins((120, 30), (70, 12), progress)
    scene.solid(64, 21, _chest(True))


def _broadside_barrage(scene: _Scene, progress: float) -> None:
    scene.stamp(64, 17, bitmap(SHIP))
    scene.sea(progress)
    for gun in range(5):
        way = progress * 1.6 - gun * 0.15
        if 0 <= way <= 1.2:
            for side in (-1, 1):
                swell = math.sin(way / 1.2 * math.pi)
                scene.smoke(64 + side * (26 + gun * 5 + way * 8), 26 - way * 6, swell * 6)
                x, y = 64 + side * (26 + way * 60), 26 - math.sin(way * math.pi) * 14
                scene.draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=WHITE)


def _royal_amnesty(scene: _Scene, progress: float) -> None:
    scene.stamp(22, 24, bitmap(ISLAND))
    scene.sea(progress)
    scene.coins((24, 22), (98, 18), progress)
    scene.solid(104, 18, _double("crest"))


def _mutiny(scene: _Scene, progress: float) -> None:
    scene.stamp(64 - progress * 6, 17 + progress * 24, _turned(SHIP, -round(progress * 9) * 5))
    scene.sea(progress)
    for bubble in range(3):
        rise = progress * 12 - bubble * 3
        if progress > 0.5 and rise > 0:
            x, y = 52 + bubble * 12, 30 - rise
            scene.draw.ellipse((x - 2, y - 2, x + 2, y + 2), outline=WHITE)


def _curse(scene: _Scene, progress: float) -> None:
    shake = round(math.sin(progress * 25) * 2 * (1 - progress))
    scene.stamp(44 + shake, 19, bitmap(SKULL))
    scene.stamp(110, 29, bitmap(ISLAND))
    for number in range(2):
        way = min(1.0, max(0.0, progress * 1.5 - number * 0.35))
        x, y = 62 + way * 38, 20 + way * 10 - math.sin(way * math.pi) * 14
        if way < 1:
            scene.solid(x, y, icon("coin"))


def _broadside(scene: _Scene, progress: float) -> None:
    recoil = max(0.0, 1 - progress * 3) * 4
    scene.stamp(20 - recoil, 20, _double("cannon"))
    for puff in range(5):
        swell = math.sin(progress * math.pi * 0.85)
        scene.smoke(42 + puff * 8 + progress * 8, 11 - puff, 1 + swell * (9 - puff))
    x, y = 38 + progress * 84, 8 - math.sin(progress * math.pi) * 4 + progress * 14
    scene.draw.ellipse((x - 4, y - 4, x + 4, y + 4), fill=WHITE)


def _gold_fever(scene: _Scene, progress: float) -> None:
    scene.rays(64, 19, progress, 20)
    half = round(abs(math.cos(progress * math.pi * 3)) * 15) + 1
    coin = ImageOps.fit(_double("ten"), (half * 2, 32), Image.Resampling.NEAREST)
    scene.stamp(64, 19, coin if half < 14 else _double("ten"))
    for number, letter in enumerate("1515"):
        if progress > number * 0.2:
            scene.solid((14, 38, 90, 114)[number], 19, die(letter))


def _boarding_action(scene: _Scene, progress: float) -> None:
    gap = max(0.0, 1 - progress * 1.6) * 40
    scene.stamp(26 - gap / 2, 17, bitmap(SHIP))
    scene.stamp(102 + gap / 2, 17, ImageOps.mirror(bitmap(SHIP)))
    scene.sea(progress)
    if progress > 0.6:
        scene.rays(64, 18, progress - 0.6, 14)
        scene.solid(64, 19, _double("blades"))


def _armada(scene: _Scene, progress: float) -> None:
    for number in range(6):
        x = 13 + number * 20.5 - (1 - progress) * 115
        y = (24, 11)[number % 2] + math.sin(progress * 9 + number)
        scene.solid(x, y, bitmap(GALLEY))
    scene.sea(progress)


def _chest_o_gold(scene: _Scene, progress: float) -> None:
    opened = progress > 0.25
    rattles = 0
    if opened:
        scene.rays(64, 20, progress, 24)
        scene.coins((64, 10), (14, 36), progress)
        scene.coins((64, 10), (114, 36), progress)
    else:
        rattles = (0, 2, 0, -2)[round(progress * 24) % 4]
    scene.solid(64 + rattles, 21, _chest(opened))


def _aground(scene: _Scene, progress: float) -> None:
    sailed = min(1.0, progress * 2)
    tilt = max(0.0, progress * 2 - 1)
    scene.draw.polygon([(72, 38), (82, 27), (90, 30), (100, 21), (112, 30), (124, 38)], fill=WHITE)
    scene.draw.line([(100, 21), (96, 30), (99, 38)], fill=BLACK)
    scene.stamp(sailed * 62 - 4, 17 - tilt * 3, _turned(SHIP, round(tilt * 5) * 5))
    scene.sea(progress)


def _shipwrecked(scene: _Scene, progress: float) -> None:
    ship = bitmap(SHIP)
    lean = round(progress * 10) * 5
    bow, stern = _half(1, -lean), _half(0, lean)
    scene.stamp(64 - ship.width // 4 - progress * 16, 17 + progress * 14, stern)
    scene.stamp(64 + ship.width // 4 + progress * 16, 17 + progress * 14, bow)
    scene.sea(progress)


@lru_cache(maxsize=64)
def _half(side: int, degrees: int) -> Image.Image:
    ship = bitmap(SHIP)
    middle = ship.width // 2
    box = (middle, 0, ship.width, ship.height) if side else (0, 0, middle, ship.height)
    return ship.crop(box).rotate(degrees, expand=True)


def _rum_run(scene: _Scene, progress: float) -> None:
    scene.rays(64, 20, progress, 22)
    for number, x in enumerate((16, 40, 64, 88, 112)):
        hop = abs(math.sin(progress * math.pi * 4 + number)) * 5 * (1 - progress)
        scene.solid(x, 21 - hop, _double("rum").crop((4, 0, 28, 32)))


def _capsized(scene: _Scene, progress: float) -> None:
    scene.stamp(64, 17 + progress * 12, _turned(SHIP, -round(progress * 36) * 5))
    scene.sea(progress)


def _hoarded(scene: _Scene, progress: float) -> None:
    scene.coins((8, 36), (60, 14), progress)
    scene.coins((120, 36), (68, 14), progress)
    scene.solid(64, 21, _chest(progress < 0.85))


def _final_round(scene: _Scene, progress: float) -> None:
    scene.draw.rectangle((46, 0, 48, _HEIGHT), fill=WHITE)
    scene.stamp(64, 32 - progress * 20, bitmap(FLAG))
    scene.draw.rectangle((44, 0, 50, 1), fill=WHITE)


def _navy(scene: _Scene, progress: float) -> None:
    scene.stamp(130 - progress * 26, 17, ImageOps.mirror(bitmap(SHIP)))
    scene.solid(100 - progress * 42, 24, ImageOps.mirror(bitmap(GALLEY)))
    scene.solid(70 - progress * 50, 24, ImageOps.mirror(bitmap(GALLEY)))
    scene.sea(progress)


_SCENES: dict[views.MomentKind, tuple[str, Callable[[_Scene, float], None]]] = {
    "kings_ransom": ("King's Ransom", _kings_ransom),
    "broadside_barrage": ("Broadside Barrage", _broadside_barrage),
    "royal_amnesty": ("Royal Amnesty", _royal_amnesty),
    "mutiny": ("Mutiny!", _mutiny),
    "curse": ("Royal Curse", _curse),
    "broadside": ("Broadside!", _broadside),
    "gold_fever": ("Gold Fever", _gold_fever),
    "boarding_action": ("Boarding Action", _boarding_action),
    "armada": ("Armada!", _armada),
    "chest_o_gold": ("Chest o' Gold", _chest_o_gold),
    "aground": ("Run Aground", _aground),
    "shipwrecked": ("Shipwrecked", _shipwrecked),
    "rum_run": ("Rum Run!", _rum_run),
    "capsized": ("Capsized!", _capsized),
    "hoarded": ("Hoarded", _hoarded),
    "final_round": ("Final Round", _final_round),
    "navy": ("The King's Navy", _navy),
}


_LOSSES: frozenset[views.MomentKind] = frozenset(
    ("mutiny", "curse", "aground", "shipwrecked", "capsized")
)


def moment(canvas: Canvas, view: views.Moment) -> None:
    """The scene, and below it the moment's name, the captain and the amount."""
    name, play = _SCENES[view.kind]
    scene = _Scene()
    play(scene, min(1.0, max(0.0, view.progress)))
    canvas.art(0, 0, scene.image, view.kind)
    canvas.fit(WIDTH // 2, 41, name, WIDTH, (BIG, NORMAL), "center")
    if view.amount:
        canvas.text(0, 55, view.captain, NORMAL)
        sign = "-" if view.kind in _LOSSES else "+"
        canvas.text(WIDTH, 55, f"{sign}{view.amount}", NORMAL, "right")
    else:
        canvas.text(WIDTH // 2, 55, view.captain, NORMAL, "center")
