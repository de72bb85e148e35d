"""The pictures a player may have; each is a drawing of that name on the client's sheet."""

import secrets

_NAMES = "pear lemon fig olive garlic chili aubergine mushroom bread cheese egg tomato fish shell"
AVATARS = tuple(_NAMES.split())


def any_avatar() -> str:
    """Return one of them, by chance."""
    return secrets.choice(AVATARS)
