"""Make up a name of two words for a visitor, and check one that a visitor chose."""

from __future__ import annotations

from collections.abc import Set
from typing import Protocol
from unicodedata import category, normalize
from unicodedata import name as described

from ..errors import BadRequest
from ..recipes.registry import RECIPES

ADJECTIVES = (
    "amber", "brave", "brisk", "bright", "calm", "clever", "cosy", "crisp", "curious", "daring",
    "eager", "early", "fair", "fancy", "fond", "gentle", "glad", "golden", "grand", "green",
    "happy", "hardy", "honest", "humble", "jolly", "keen", "kind", "lively", "loyal", "lucky",
    "mellow", "merry", "mild", "misty", "modest", "neat", "nimble", "noble", "patient", "plucky",
    "polite", "proud", "quick", "quiet", "rapid", "ready", "rosy", "serene", "silver", "sleepy",
    "smart", "snowy", "steady", "stout", "sunny", "swift", "tidy", "tiny", "tender", "vivid",
    "warm", "wise", "witty", "young",
)  # fmt: skip
ANIMALS = (
    "badger", "beaver", "bison", "camel", "cat", "condor", "crab", "crane", "deer", "dolphin",
    "donkey", "duck", "eagle", "falcon", "ferret", "finch", "fox", "gecko", "goose", "hare",
    "hawk", "hedgehog", "heron", "horse", "ibex", "jackdaw", "kestrel", "koala", "lark", "lemur",
    "lion", "lizard", "llama", "lynx", "magpie", "marmot", "marten", "mole", "moose", "mouse",
    "newt", "octopus", "osprey", "otter", "owl", "panda", "parrot", "pelican", "penguin", "pony",
    "puffin", "quail", "rabbit", "raven", "robin", "seal", "sparrow", "squirrel", "stork", "swan",
    "tapir", "tiger", "turtle", "walrus",
)  # fmt: skip
LONGEST = 24
NAMES = r"^[ .'-]*[^\W_][ .'-]*([^\W_][ .'-]*)+$"
"""The pattern of names that somebody may choose."""

RESERVED = frozenset({"page", "script", "nobody", "thecommandline", "thedashboard"})
"""The bare letters of the names that events give to others than visitors, beside the presenter's
and those of recipes.
"""


class Hash(Protocol):
    """A digest of what a visitor is known by."""

    def digest(self) -> bytes: ...


def name_of(known_by: Hash, taken: Set[str]) -> str:
    """Return the name of a visitor: the same again while nobody else has it."""
    start = int.from_bytes(known_by.digest()[:4])
    many = len(ADJECTIVES) * len(ANIMALS)
    names = (_named((start + step) % many) for step in range(many))
    return next((name for name in names if name not in taken), f"visitor {len(taken) + 1}")


def names_from(text: str) -> str:
    """Return a name as it is shown. Raise BadRequest for one that could pass for something else."""
    name = " ".join(normalize("NFKC", text).split())
    if not 2 <= len(name) <= LONGEST:
        raise BadRequest(f"A name has 2 to {LONGEST} characters.", field="name")
    if not all(category(letter)[0] in "LN" or letter in " -'." for letter in name):
        raise BadRequest("A name has letters, digits, spaces, - ' and . alone.", field="name")
    alphabets = {described(letter, "").partition(" ")[0] for letter in name if letter.isalpha()}
    if "LATIN" in alphabets and len(alphabets) > 1:
        raise BadRequest("A name is written in one alphabet.", field="name")
    bare = "".join(filter(str.isalpha, normalize("NFKD", name.casefold())))
    if "presenter" in bare or bare in RESERVED | {recipe.name for recipe in RECIPES}:
        raise BadRequest(f"{name} would pass for somebody else: choose another name.", field="name")
    return name


def _named(number: int) -> str:
    adjective, animal = divmod(number, len(ANIMALS))
    return f"{ADJECTIVES[adjective]} {ANIMALS[animal]}"
