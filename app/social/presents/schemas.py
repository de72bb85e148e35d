"""What comes in and goes out about things and presents. Times are milliseconds since 1970."""

from typing import Annotated

from pydantic import BaseModel, Field, model_validator

from app.players.schemas import Asked, Person
from app.social.presents.catalogue import Slot
from app.social.presents.service import NOTE
from app.wire.presents import LooksTold

Number = Annotated[int, Field(ge=1, lt=2**63)]
Word = Annotated[str, Field(min_length=1, max_length=40, description="The key of something in the shop.")]


class ShopItem(BaseModel):
    """A kind of thing that the shop has."""

    key: str
    slot: Slot
    kind: str
    price: int


class Purchase(Asked):
    """What to buy."""

    item: Word


class Bought(BaseModel):
    """A thing that was bought, and the coins that were left."""

    thing: int
    item: str
    coins: int


class ThingFacts(BaseModel):
    """A thing of one's own."""

    id: int
    item: str
    slot: Slot
    worn: bool
    at: int = Field(description="Since when one has it.")


class Stuff(BaseModel):
    """Everything that one owns, and whether accepted things are put on at once."""

    things: list[ThingFacts]
    put_on: bool


class Wearing(Asked):
    """Put on, or take off."""

    worn: bool


class Taste(Asked):
    """Whether accepted things are to be put on at once."""

    put_on: bool


class NewPresent(Asked):
    """For whom, what (from the shop or of one's own), and a line of text with it."""

    to: Number
    item: Word | None = None
    thing: Number | None = None
    note: str = Field("", max_length=4 * NOTE, description=f"At most {NOTE} characters when tidied.")

    @model_validator(mode="after")
    def _one_of_both(self) -> "NewPresent":
        if (self.item is None) == (self.thing is None):
            raise ValueError("Either an item of the shop or a thing of one's own.")
        return self


class PresentFacts(BaseModel):
    """A present, as either of the two may know it."""

    id: int
    giver: Person
    receiver: Person
    item: str
    coins: int = Field(description="What it cost in the shop; 0 for a thing of the giver's own.")
    note: str
    state: str
    at: int
    until: int = Field(description="When it goes back, or can't be given back any more.")


class Sent(BaseModel):
    """A present that was sent, and the coins that were left where it cost any."""

    present: PresentFacts
    coins: int | None


class Answered(BaseModel):
    """What became of a present."""

    present: PresentFacts
    coins: int | None = Field(description="The asker's coins, where theirs came back.")
    worn: bool = Field(description="It was put on at once.")


class Presents(BaseModel):
    """What waits or was accepted lately, what one sent that waits, and how many wait for an answer."""

    received: list[PresentFacts]
    sent: list[PresentFacts]
    waiting: int


class Looks(LooksTold):
    """What a player wears."""
