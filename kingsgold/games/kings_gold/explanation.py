"""A pool in words, with the rulings that make it worth what it is."""

from msgspec.structs import replace

from kingsgold.games.kings_gold.cases import check_pool
from kingsgold.games.kings_gold.play import start
from kingsgold.games.kings_gold.resolution import Prospect, would_resolve
from kingsgold.games.kings_gold.setup import Rules, Setup
from kingsgold.games.kings_gold.state import CANNON, COIN, CREST, SKULL

NUMBERS = ("No", "One", "Two", "Three", "Four", "Five")


def explain(dice: str) -> list[str]:
    """What a final pool is worth and why, one sentence each.

    It is told for the opening bank, two captains and the default rules. Raises ValueError for what
    is not a pool.
    """
    check_pool(dice)
    opening = start(Setup(captains=("1", "2"), starter=0))
    prospect = would_resolve(replace(opening, dice=dice))
    if prospect is None:
        raise ValueError(f"{dice} can't be resolved")
    rules = opening.setup.rules
    match prospect.outcome:
        case "mutiny":
            return [
                "Five Skulls are a Mutiny: every coin and doubloon of the captain goes to the"
                " Treasury, shields stay (KG-5).",
                "A Mutiny counts as a skull forfeit (KG-12) and is no heist (KG-10).",
            ]
        case "curse":
            return [
                f"{_count(dice, SKULL)} are the Royal Curse: the turn ends at once and nothing is"
                " paid out (KG-3).",
                f"The captain pays {_pieces(rules.curse_penalty, 'coin')} to Skull Island, breaking"
                " doubloons if need be; what can't be paid is not owed (KG-9).",
                "One skull forfeit is counted, and a curse is no heist (KG-10).",
            ]
        case "kings_ransom":
            return [
                "Five Coins are the King's Ransom and resolve at once (KG-4).",
                "The captain takes all gold out of the Treasury: at the opening"
                f" {_gold(prospect)}, a heist of {_points(prospect, rules)} (KG-10).",
                "That takes the Treasury's last coin, so the round is the last one (KG-1).",
            ]
        case "broadside_barrage":
            return [
                "Five Cannons are a Broadside Barrage and resolve at once (KG-4).",
                f"Every rival pays {_pieces(rules.broadside_steal, 'coin')}, breaking doubloons if"
                " need be (KG-9), or spends a shield (KG-8); at the opening nobody has any.",
            ]
        case "royal_amnesty":
            return [
                "Five Crests are a Royal Amnesty and resolve at once (KG-4).",
                "The captain takes all coins from Skull Island, which is empty at the opening, and"
                " raises one shield.",
                f"An unused shield is worth {rules.shield_value} points at the end (KG-8).",
            ]
        case "payout":
            return _explain_payout(dice, prospect, rules)


def _explain_payout(dice: str, prospect: Prospect, rules: Rules) -> list[str]:
    coins, crests, skulls = dice.count(COIN), dice.count(CREST), dice.count(SKULL)
    spare = crests - prospect.doubloons
    said: list[str] = []
    if coins:
        taken = _pieces(coins, "coin")
        said.append(f"{_count(dice, COIN)} {_s(coins, 'take')} {taken} out of the Treasury.")
    if converted := prospect.doubloons:
        gone = "the coin goes back" if converted == 1 else "the coins go back"
        said.append(
            f"{_number(converted, 'Crest')} {_s(converted, 'convert')}"
            f" {_pieces(converted, 'taken coin')} into {_pieces(converted, 'doubloon')};"
            f" {gone} (KG-6)."
        )
    if spare:
        finds = f"{_number(spare, 'Crest')} {_s(spare, 'find')} no coin to convert"
        need = rules.crests_per_shield
        raised = "one shield is raised" if prospect.shields else f"a shield takes {need} such"
        said.append(f"{finds}: {raised} (KG-7).")
    if prospect.shots:
        said.append(
            f"{_count(dice, CANNON)} {_s(prospect.shots, 'fire')} at the only rival (KG-14); each"
            " shot takes 1 coin, if there is one (KG-9) and no shield blocks it (KG-8)."
        )
    if skulls:
        said.append(f"{_count(dice, SKULL)} {_s(skulls, 'do')} nothing: a curse takes 3 (KG-3).")
    total = f"Together: {_gold(prospect)}, a heist of {_points(prospect, rules)}"
    said.append(f"{total}{' before the cannons' if prospect.shots else ''} (KG-10).")
    return said


def _count(dice: str, face: str) -> str:
    names = {COIN: "Coin", CANNON: "Cannon", CREST: "Crest", SKULL: "Skull"}
    return _number(dice.count(face), names[face])


def _number(number: int, name: str) -> str:
    return f"{NUMBERS[number]} {name}{'' if number == 1 else 's'}"


def _pieces(number: int, name: str) -> str:
    return f"{number} {name}{'' if number == 1 else 's'}"


def _s(number: int, verb: str) -> str:
    if number != 1:
        return verb
    return f"{verb}es" if verb.endswith("o") else f"{verb}s"


def _gold(prospect: Prospect) -> str:
    return f"{_pieces(prospect.coins, 'coin')} and {_pieces(prospect.doubloons, 'doubloon')}"


def _points(prospect: Prospect, rules: Rules) -> str:
    points = prospect.coins * rules.coin_value + prospect.doubloons * rules.doubloon_value
    return _pieces(points, "point")
