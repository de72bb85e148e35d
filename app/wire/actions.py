"""The JSON schema of game actions, made from the dataclasses of the games."""

from typing import Any, get_args

from pydantic import TypeAdapter

from app.games.actions import Action


def action_schema() -> dict[str, Any]:
    """Return the schema of any game's action; whether one is legal is in the view."""
    return {"anyOf": [_tagged(cls) for cls in get_args(Action)]}


def _tagged(cls: Any) -> dict[str, Any]:
    schema = TypeAdapter(cls).json_schema()
    return {
        "title": schema["title"],
        "description": cls.__doc__,
        "type": "object",
        "properties": {"type": {"const": cls.type}, **schema.get("properties", {})},
        "required": ["type", *schema.get("required", [])],
        "additionalProperties": False,
    }
