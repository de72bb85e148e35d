"""What all shapes of frames have in common."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Ms = Annotated[int, Field(description="Milliseconds since 1970, by the server's time.")]


class Shape(BaseModel):
    """The base of what is sent: nothing more than is said, nothing converted."""

    model_config = ConfigDict(extra="forbid", strict=True)
