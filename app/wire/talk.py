"""What may be said by its id, in every reader's own language; and the shape of what was said."""

from typing import Annotated, Literal

from pydantic import Field

from app.wire.base import Ms, Shape
from app.wire.social import Named

Phrase = Literal[
    "hello", "good_luck", "cheers", "have_fun", "your_turn", "take_your_time", "thinking", "one_moment", "im_back",
    "nice_hand", "well_played", "nicely_done", "close_one", "wow", "ouch", "oops", "not_again", "what_luck",
    "bad_luck", "watch_out", "thanks", "youre_welcome", "sorry", "no_problem", "good_game", "another_one",
    "last_one_for_me", "coffee", "good_night", "bye",
]  # fmt: skip
Reaction = Literal[
    "smile", "laugh", "wink", "wow", "tear", "grumble", "sweat", "heart", "clap", "toast", "coffee", "clover"
]
Kind = Literal["phrase", "reaction", "text"]


class Line(Shape):
    """Something that was said at a table."""

    id: Annotated[int, Field(description="Grows with time; a line that comes twice is the same line.")]
    table: int
    from_: Annotated[Named, Field(alias="from")]
    kind: Kind
    body: Annotated[
        str, Field(description="The id of the phrase or reaction, or the text: characters, no markup.")
    ]
    at: Ms


class Talk(Shape):
    """Somebody said something at a table that you see."""

    type: Literal["talk"]
    line: Line
