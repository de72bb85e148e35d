"""Redis: messages between workers, presence, rate limits.

Everything here may be lost at any moment: it is rebuilt, or does without. No truth lives in this room.
"""

from app.bus.client import Bus
from app.bus.crowd import Crowd
from app.bus.limits import Bucket, Limiter
from app.bus.post import ALL, Letter, Post
from app.bus.presence import Presence

__all__ = ["ALL", "Bucket", "Bus", "Crowd", "Letter", "Limiter", "Post", "Presence"]
