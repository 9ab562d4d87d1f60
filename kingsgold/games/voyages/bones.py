"""The five bones: their faces, how a roll is written, and what people may type for one."""

from collections.abc import Iterable

WHITE_BONE = "234561"
BLACK_BONE = "@$%^!#"
"""No black Anchor: the Black Flag stands in its place (V-1)."""

FLAG = "#"
FIVE, TEN, RUM = "5", "1", "6"

FACE_NAMES = {
    "2": "Blades",
    "3": "Anchor",
    "4": "Ships",
    "5": "Five Coin",
    "6": "Rum",
    "1": "Ten Coin",
}
BROADSIDE_NAMES = {**FACE_NAMES, "3": "Anchors", "5": "Five Coins", "1": "Ten Coins"}
COINS = {FIVE: 5, TEN: 10}
BROADSIDES = {"2": 20, "3": 30, "4": 40, "5": 50, "6": 60, "1": 100}
PRIZES = {"2": ("Boarding Action", 200), "4": ("Armada", 400), "5": ("Chest O' Gold", 500)}

_ORDER = WHITE_BONE + BLACK_BONE
_WHITE_FACES = {"@": "2", "$": "4", "%": "5", "^": "6", "!": "1"}


def canonical(bones: Iterable[str]) -> str:
    """Bones as a roll is written: white before black, faces in the order 2 3 4 5 6 1."""
    return "".join(sorted(bones, key=_ORDER.index))


def face(bone: str) -> str:
    """The face that a bone shows, whatever its colour; the Black Flag shows the Flag (V-7)."""
    return _WHITE_FACES.get(bone, bone)


def is_black(bone: str) -> bool:
    """Whether this is a face of the black bone."""
    return bone in BLACK_BONE


def parse_roll(text: str) -> str:
    """A roll as people type it, any order, loose colours (`22246`, `$#4`), made canonical.

    Raises ValueError with the reason if these are not 1 to 5 bones with at most one Black Flag.
    """
    bones = "".join(text.split())
    for bone in bones:
        if bone not in _ORDER:
            raise ValueError(
                f"{bone!r} is on no bone: white ones show {' '.join(WHITE_BONE)}, "
                f"the black one {' '.join(BLACK_BONE)}"
            )
    if not 1 <= len(bones) <= 5:
        raise ValueError(f"a roll has 1 to 5 bones, {text!r} has {len(bones)}")
    if bones.count(FLAG) > 1:
        raise ValueError(f"there is one Black Flag, {text!r} has {bones.count(FLAG)}")
    return canonical(bones)


def check_guard(guard: str | None) -> None:
    """Refuse a guard that is no Broadside's face (ValueError)."""
    if guard is not None and guard not in FACE_NAMES:
        raise ValueError(f"a guard is a Broadside's face, {' '.join(WHITE_BONE)}, not {guard!r}")
