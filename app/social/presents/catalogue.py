"""Everything there is to have: a table, in the order in which the shop shows it."""

from dataclasses import dataclass
from typing import Literal, get_args

Slot = Literal["companion", "avatar", "frame", "felt", "back"]
SLOTS: tuple[Slot, ...] = get_args(Slot)


@dataclass(frozen=True, slots=True)
class Item:
    """A kind of thing: where it is worn, under which word the shop shows it, and its price."""

    key: str
    slot: Slot
    kind: str
    price: int


# slot, kind: key and price of each; drawings and names of the client go by the key
_SHELVES: dict[tuple[Slot, str], str] = {
    ("companion", "drink"): """
        espresso 500  lemonade 800  cocoa 1_200  wine 1_500  mate 2_000  teapot 3_500  cocktail 5_000""",
    ("companion", "flower"): """
        carnation 1_200  tulip 1_500  lavender 2_000  basil 2_500  sunflower 3_000  cactus 4_500  orange_tree 18_000""",
    ("companion", "pet"): """
        snail 4_000  sparrow 6_000  goldfish 9_000  hedgehog 15_000  cat 20_000  tortoise 28_000  dog 40_000
        parrot 75_000""",
    ("companion", "treat"): "cake 1_000  ice_cream 1_800",
    ("companion", "light"): "candle 3_000  lantern 12_000  brass_lamp 100_000",
    ("avatar", "picture"): """
        cherry 4_000  bee 5_000  comet 7_000  owl 10_000  fox 14_000  octopus 22_000  whale 35_000  peacock 60_000""",
    ("frame", "frame"): """
        wood_frame 3_000  rope_frame 5_000  tile_frame 11_000  lace_frame 16_000  brass_frame 30_000
        laurel_frame 80_000  pearl_frame 200_000""",
    ("felt", "cloth"): """
        sand_felt 6_000  moss_felt 9_000  indigo_felt 12_000  oxblood_felt 12_000  gingham_felt 20_000
        midnight_felt 45_000""",
    ("back", "back"): """
        lattice_back 5_000  herringbone_back 9_000  waves_back 9_000  tile_back 15_000  ivy_back 24_000
        stars_back 50_000""",
}


def _stock() -> dict[str, Item]:
    items = dict[str, Item]()
    for (slot, kind), shelf in _SHELVES.items():
        words = shelf.split()
        for key, price in zip(words[::2], words[1::2], strict=True):
            items[key] = Item(key, slot, kind, int(price))
    return items


CATALOGUE = _stock()
"""Every item by its key; none is ever taken out, since somebody may own it."""
