"""What a roll is worth, as facts and as sentences, for `kingsgold explain`."""

from typing import Any

import msgspec

from kingsgold.games import kings_gold, voyages

Case = dict[str, Any]

TOO_DEEP = "brackets in brackets, too deep to be read"


def answer_cases(text: bytes) -> list[Case]:
    """A JSON list of cases of either game, with the engine's answers put in.

    Whatever else a case holds, such as a number or a remark, stays in it.

    Raises ValueError that names the first malformed case by its index.
    """
    try:
        cases = msgspec.json.decode(text, type=list[Any])
    except msgspec.MsgspecError as error:
        raise ValueError(f"cases: not a JSON list: {error}") from None
    except RecursionError:
        raise ValueError(f"cases: {TOO_DEEP}") from None
    answered: list[Case] = []
    for index, case in enumerate(cases):
        try:
            answered.append(_answer(case))
        except ValueError as error:
            raise ValueError(f"case {index}: {error}") from None
        except RecursionError:
            raise ValueError(f"case {index}: {TOO_DEEP}") from None
    return answered


def _answer(case: Any) -> Case:
    if not isinstance(case, dict):
        raise ValueError("a case is a JSON object")
    asked: Case = {str(key): value for key, value in case.items()}  # pyright: ignore
    if "roll" in asked and "dice" not in asked:
        return {**asked, **voyages.score_case(_only(asked, "roll", "guard"))}
    if "dice" in asked and "roll" not in asked:
        question = _only(asked, "dice", "captain", "shots", "rules", "before")
        return {**asked, **kings_gold.settle_case(question)}
    raise ValueError('a case has "roll" (Voyages) or "dice" (King\'s Gold)')


def _only(case: Case, *keys: str) -> Case:
    return {key: case[key] for key in keys if key in case}


def facts(game: str, roll: str, guard: str | None) -> Case:
    """The facts of one roll, in the shape of a case with its answer.

    A pool of King's Gold is settled with the opening bank between two captains without gold, every
    shot at the other one. Raises ValueError for what is no roll or no guard.
    """
    if game == "voyages":
        return _answer({"roll": voyages.parse_roll(roll), "guard": guard})
    kings_gold.check_pool(roll)
    cannons = roll.count("N") if kings_gold.outcome_of(roll) == "payout" else 0
    rules = kings_gold.Rules()
    before = {
        "treasury": [rules.treasury_coins, rules.treasury_doubloons],
        "island": 0,
        "chests": [[0, 0, 0], [0, 0, 0]],
    }
    asked: Case = {"dice": roll, "captain": 0, "shots": [1] * cannons, "rules": {}}
    return _answer({**asked, "before": before})


def sentences(game: str, roll: str, guard: str | None) -> list[str]:
    """The same for people, with the numbers of the rulings. Raises ValueError as `facts` does."""
    if game == "voyages":
        return voyages.explain(roll, guard)
    return kings_gold.explain(roll)
