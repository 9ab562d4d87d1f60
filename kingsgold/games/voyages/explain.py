"""What a roll is worth and why, in sentences that quote the rulings."""

from collections import Counter

from kingsgold.games.voyages.bones import (
    BROADSIDE_NAMES,
    BROADSIDES,
    COINS,
    FACE_NAMES,
    FLAG,
    PRIZES,
    check_guard,
    face,
    parse_roll,
)
from kingsgold.games.voyages.scoring import Scoring, score


def explain(roll: str, guard: str | None = None) -> list[str]:
    """Sentences that tell what `roll` is worth and why, with the numbers of the rulings.

    `roll` may be typed in any order and with loose colours; `guard` is the face of a Broadside that
    the roll reloads. Raises ValueError with the reason if either is no such thing.
    """
    bones = parse_roll(roll)
    check_guard(guard)
    faces = Counter(face(bone) for bone in bones)
    outcome, options = score(bones, guard)
    lines = [f"{bones}: {_shown(bones)}."]
    if guard and outcome != "void":
        lines.append(f"No bone shows {FACE_NAMES[guard]}, so the cannons are reloaded.")
        if FLAG in bones:
            lines.append("The Black Flag is never the Broadside's face (V-7).")
    if faces["3"] == 5:
        lines.append("There is no prize of five Anchors (V-1).")
    match outcome:
        case "void":
            lines.append(
                f"Void: a bone shows {FACE_NAMES[guard or '']}, the face of the Broadside. Nothing "
                "scores, and all these bones are thrown again under the same guard (V-7)."
            )
        case "aground":
            lines.append("Nothing scores: Run Aground, the voyage's tally is lost.")
        case "shipwrecked":
            lines.append("No bone of five scores: Shipwrecked, the voyage's tally is lost.")
        case "rum_run":
            lines.append("Five Rum: Rum Run, the captain wins the match at once.")
        case "capsized":
            lines.append(
                "Five Ten Coins: Capsized, the captain is out, tally and hoard are lost (V-4)."
            )
        case "prize":
            name, points = PRIZES[face(bones[0])]
            lines.append(
                f"Five of a kind: a Captured Prize, the {name}, worth {points}. Gold Fever: all "
                "five bones must be thrown again, without a guard."
            )
        case "score":
            lines += _choices(faces, options)
            lines += [_scoring(option) for option in options]
    return lines


def _shown(bones: str) -> str:
    names = ["the Black Flag" if bone == FLAG else FACE_NAMES[face(bone)] for bone in bones]
    return ", ".join(names)


def _choices(faces: Counter[str], options: tuple[Scoring, ...]) -> list[str]:
    """Why the scorings are these and no others."""
    lines: list[str] = []
    naturals = [kind for kind in BROADSIDES if faces[kind] >= 3]
    pairs = [kind for kind in BROADSIDES if faces[kind] == 2]
    fired = options[0].broadside
    if naturals:
        lines.append(f"Three {BROADSIDE_NAMES[naturals[0]]} must be taken as a Broadside.")
        if faces[FLAG]:
            lines.append(
                "The Black Flag may take the place of one of them, or stay free: then it is a Ten "
                "Coin, a Five Coin, or does not score and is thrown again."
            )
    elif faces[FLAG] and pairs:
        lines.append(
            "The Black Flag must complete a Broadside with a pair"
            + ("; the captain chooses which pair." if len(pairs) > 1 else ".")
        )
    elif faces[FLAG] and any(faces[coin] for coin in COINS):
        lines.append(
            "The Black Flag is a Ten Coin, a Five Coin, or does not score and is thrown again."
        )
    elif faces[FLAG]:
        lines.append("Nothing else scores, so the Black Flag must be a Coin.")
    if fired in COINS and faces[fired] > 3:
        lines.append("A Coin beside a Broadside of its own face must be taken too (V-5).")
    whites_and_black = {(option.points, option.flag, option.broadside) for option in options}
    if len(whites_and_black) < len(options):
        lines.append("Which of the four equal bones fire is the captain's choice (V-6).")
    return lines


def _scoring(option: Scoring) -> str:
    parts: list[str] = []
    coins = option.points
    if option.broadside:
        coins -= BROADSIDES[option.broadside]
        parts.append(
            f"{BROADSIDE_NAMES[option.broadside]} Broadside {BROADSIDES[option.broadside]}"
        )
    if coins:
        parts.append(f"Coins {coins}")
    if option.flag in COINS and option.flag != option.broadside:
        parts[-1] += f" (the Flag as a {FACE_NAMES[option.flag]})"
    if option.why_not == "gold_fever":
        then = "Gold Fever, all five bones must be thrown again"
        if option.broadside:
            then += ", by default without a guard (V-8)"
    elif option.why_not == "reload":
        guard = FACE_NAMES[option.broadside or ""]
        then = f"reload the cannons with {option.leftover}, any {guard} voids the throw (V-7)"
    else:
        then = f"hoard, or throw {option.leftover} again"
    return f"{option.points} points: set aside {option.set_aside} ({', '.join(parts)}); {then}."
