"""A match as it is being chosen on the box: game, mode, crew and house rules, step by step."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar, get_args

import msgspec

from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Setup

_T = TypeVar("_T")

CREW = ("Anne", "Jack", "Mary", "Bart", "Grace", "Ned")
"""The names that captains have until they choose their own."""

VOLUMES = (0, 2, 4, 6, 8, 10)

GameName = Literal["kings-gold", "voyages"]
SkinName = Literal["bone", "ebony", "gold"]
Mode = Literal["campaign", "blitz"]

TITLES: Mapping[str, str] = {
    "kings-gold": "King's Gold",
    "voyages": "Voyages",
    "campaign": "campaign",
    "blitz": "blitz",
}


class HouseRule(msgspec.Struct, frozen=True):
    """One setting as the box offers it; `choices` start with the default."""

    key: str
    label: str
    choices: tuple[Any, ...]

    def words(self, value: Any) -> str:
        """The value as people read it on the screen."""
        if isinstance(value, bool):
            return "on" if value else "off"
        if value == 0 and self.key in ("turn_seconds", "navy_rounds", "crests_per_shield"):
            return "off"
        return str(value).replace("_", "-")


_SHARED = (
    HouseRule("turn_seconds", "Turn seconds", (0, 10, 20, 30, 45, 60, 90)),
    HouseRule("navy_rounds", "Navy in rounds", (0, 5, 8, 10, 15, 20, 30)),
    HouseRule("fast_roll", "Fast roll", (False, True)),
)
_BLITZ_SECONDS = HouseRule("turn_seconds", "Turn seconds", (10, 8, 6, 5, 4, 3))

HOUSE_RULES: Mapping[str, tuple[HouseRule, ...]] = {
    "kings-gold": (
        *_SHARED,
        HouseRule("elimination", "Elimination", (False, True)),
        HouseRule("treasury_coins", "Bank coins", (60, 80, 100, 20, 30, 40, 50)),
        HouseRule("treasury_doubloons", "Bank doubloons", (20, 30, 40, 0, 5, 10, 15)),
        HouseRule("coin_value", "Coin value", (1, 2, 3, 5, 10, 0)),
        HouseRule("doubloon_value", "Doubloon value", (5, 6, 8, 10, 20, 50, 0, 2, 3)),
        HouseRule("shield_value", "Shield value", (2, 3, 4, 5, 10, 0, 1)),
        HouseRule("master_pirate_bonus", "Master Pirate", (10, 15, 20, 50, 0, 5)),
        HouseRule("curse_penalty", "Curse costs", (2, 3, 4, 5, 0, 1)),
        HouseRule("broadside_steal", "Barrage takes", (2, 3, 4, 5, 0, 1)),
        HouseRule("locks", "Locks", ("free", "final")),
        HouseRule("crest_conversion", "Crest converts", ("one", "all")),
        HouseRule("crests_per_shield", "Crests a shield", (2, 3, 4, 5, 0, 1)),
    ),
    "voyages": (
        *_SHARED,
        HouseRule("target", "Hoard to win", (500, 1000, 100, 200, 300)),
        HouseRule("mettle", "Prove mettle", (35, 50, 75, 100, 0, 20)),
        HouseRule("tie", "Tie", ("shared", "sail_off")),
        HouseRule("guard_gold_fever", "Guard Gold Fever", (False, True)),
    ),
}


def house_rules(game: str, mode: str) -> tuple[HouseRule, ...]:
    """The settings that a match of this game and mode offers; a blitz always has a clock."""
    rules = HOUSE_RULES[game]
    if game == "kings-gold" and mode == "blitz":
        return tuple(_BLITZ_SECONDS if rule.key == "turn_seconds" else rule for rule in rules)
    return rules


class Remembered(msgspec.Struct, frozen=True):
    """A captain whom the box knows: the dice in use, and those to choose from."""

    name: str
    skin: SkinName
    skins: tuple[SkinName, ...]


class Draft(msgspec.Struct, frozen=True):
    """What is chosen so far; always something that can be played.

    `crew` are the names of all six seats, `captains` how many of them play. `roster` are the
    captains whom the box remembers. `volume` is the buzzer's, None without one. `unfinished`
    tells which match was on when the box was last switched off. `changed` are the house rules that
    differ from the defaults, for each game by its name.
    """

    game: GameName = "kings-gold"
    mode: Mode = "campaign"
    crew: tuple[str, ...] = CREW
    captains: int = 2
    roster: tuple[Remembered, ...] = ()
    volume: int | None = None
    unfinished: str | None = None
    changed: Mapping[str, Mapping[str, Any]] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The captains who play."""
        return self.crew[: self.captains]

    @property
    def rules(self) -> tuple[HouseRule, ...]:
        """The settings on offer."""
        return house_rules(self.game, self.mode)

    def value(self, rule: HouseRule) -> Any:
        """What `rule` is set to."""
        value = self.changed.get(self.game, {}).get(rule.key, rule.choices[0])
        return value if value in rule.choices else rule.choices[0]

    def step_rule(self, rule: HouseRule) -> "Draft":
        """The next choice of `rule`, round and round."""
        value = step(rule.choices, self.value(rule))
        mine = {**self.changed.get(self.game, {}), rule.key: value}
        return msgspec.structs.replace(self, changed={**self.changed, self.game: mine})

    def step_volume(self) -> "Draft":
        """The next volume, from mute to the loudest and round."""
        volume = step(VOLUMES, self.volume if self.volume in VOLUMES else VOLUMES[-1])
        return msgspec.structs.replace(self, volume=volume)

    def step_game(self) -> "Draft":
        """The other game."""
        return msgspec.structs.replace(self, game=step(get_args(GameName), self.game))

    def step_mode(self) -> "Draft":
        """The other mode."""
        return msgspec.structs.replace(self, mode=step(get_args(Mode), self.mode))

    def step_captains(self) -> "Draft":
        """One captain more; after six, two."""
        return msgspec.structs.replace(self, captains=step(range(2, 7), self.captains))

    def rename(self, captain: int, name: str) -> "Draft":
        """Captain number `captain` is called `name` from now on."""
        crew = (*self.crew[:captain], name, *self.crew[captain + 1 :])
        return msgspec.structs.replace(self, crew=crew)

    def step_name(self, seat: int) -> "Draft":
        """Somebody else in `seat`: the next captain who sits nowhere else, round and round."""
        others = {name.casefold() for i, name in enumerate(self.crew) if i != seat}
        names = [captain.name for captain in self.roster]
        names += [name for name in CREW if self.remembered(name) is None]
        free = [name for name in names if name.casefold() not in others]
        if self.crew[seat] not in free:
            free.append(self.crew[seat])
        return self.rename(seat, step(free, self.crew[seat]))

    def remembered(self, name: str) -> Remembered | None:
        """What the box remembers of a captain, if anything."""
        return next((c for c in self.roster if c.name.casefold() == name.casefold()), None)

    def skin(self, name: str) -> SkinName:
        """The dice of a captain; bone for those whom the box does not know."""
        captain = self.remembered(name)
        return "bone" if captain is None else captain.skin

    def setup(self, starter: int | None = None) -> Setup:
        """The match to play."""
        rules = {
            rule.key: self.value(rule)
            for rule in self.rules
            if self.value(rule) != rule.choices[0] or rule is _BLITZ_SECONDS
        }
        if self.game == "voyages":
            return voyages.Setup(captains=self.names, rules=voyages.Rules(**rules), starter=starter)
        return kings_gold.Setup(
            captains=self.names,
            mode=self.mode,
            rules=kings_gold.Rules(**rules),
            starter=starter,
        )


def step(choices: Sequence[_T], value: _T) -> _T:
    """The choice after `value`, round and round."""
    return choices[(list(choices).index(value) + 1) % len(choices)]
