"""The JSON schema of game actions, made from the dataclasses of the games."""

from typing import Any

from pydantic import TypeAdapter

from app.games.codec import json_name
from app.games.registry import ACTIONS


def action_schema() -> dict[str, Any]:
    """Return the schema of any game's action; whether one is legal is in the view."""
    return {"anyOf": [_tagged(cls) for cls in ACTIONS.values()]}


def _tagged(cls: Any) -> dict[str, Any]:
    schema = TypeAdapter(cls).json_schema()
    return {
        "title": schema["title"],
        "description": cls.__doc__,
        "type": "object",
        "properties": {
            "type": {"const": cls.type},
            **{json_name(name): field for name, field in schema.get("properties", {}).items()},
        },
        "required": ["type", *map(json_name, schema.get("required", []))],
        "additionalProperties": False,
    }
