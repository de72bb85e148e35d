"""Options of a game, declared once as a frozen dataclass: validation, forms and badges follow from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

from app.errors import InvalidError
from app.games.codec import JSON


@dataclass(frozen=True, slots=True)
class Options:
    """The base of every game's options: frozen, a default for each field.

    A field is a `Literal` of strings or numbers (choice), a `bool` (flag), or `Annotated[int, Bounds(a, b)]` (number).
    """


@dataclass(frozen=True, slots=True)
class Bounds:
    """The smallest and the largest value of a number, both allowed."""

    min: int
    max: int


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options: what differs from the defaults, and the number of seats."""

    name: str
    options: Mapping[str, JSON]
    seats: int


O = TypeVar("O", bound=Options)  # noqa: E741


class OptionSet(Generic[O]):
    """What may be chosen for a game; the first preset is the quick one, that of "Play now"."""

    def __init__(
        self, cls: type[O], presets: tuple[Preset, ...], conflict: Callable[[O], str | None] | None = None
    ) -> None:
        """`conflict` names the option that can't stand beside the others, where a game has such ones."""
        self.cls = cls
        self.conflict = conflict
        self.default = cls()
        self.presets = presets
        self.quick = presets[0]
        hints = get_type_hints(cls, include_extras=True)
        self._hints: dict[str, Any] = {item.name: hints[item.name] for item in fields(cls)}
        for preset in presets:
            self.parse(preset.options)

    def declared(self) -> list[JSON]:
        """Return the options for a form: `{name, kind, default}`, and `values` or `min` and `max`."""
        return [
            {"name": name, **_kind(hint), "default": getattr(self.default, name)}
            for name, hint in self._hints.items()
        ]

    def parse(self, data: Mapping[str, JSON]) -> O:
        """Return the options that the data names, defaults for the rest.

        Raises InvalidError ("bad_option", fact `option`) for an unknown name or a value that is not allowed, and
        ("options_conflict", fact `option`) for options that don't go together.
        """
        for name, value in data.items():
            if name not in self._hints:
                raise InvalidError("bad_option", f"There is no option {name!s:.40}.", option=str(name)[:40])
            if not _allowed(self._hints[name], value):
                raise InvalidError("bad_option", f"The option {name} can't have this value.", option=name)
        options = self.cls(**data)
        if self.conflict is not None and (odd := self.conflict(options)) is not None:
            raise InvalidError(
                "options_conflict", f"The option {odd} does not go with the others.", option=odd
            )
        return options

    def write(self, options: O) -> dict[str, JSON]:
        """Return all options as JSON data."""
        return {name: getattr(options, name) for name in self._hints}

    def differs(self, options: O) -> list[tuple[str, JSON]]:
        """Return the options that differ from their default, with their values, in the declared order."""
        written = self.write(options)
        return [(name, value) for name, value in written.items() if value != getattr(self.default, name)]


def _kind(hint: Any) -> dict[str, JSON]:
    if get_origin(hint) is Literal:
        return {"kind": "choice", "values": list(get_args(hint))}
    if get_origin(hint) is Annotated:
        bounds = hint.__metadata__[0]
        return {"kind": "number", "min": bounds.min, "max": bounds.max}
    if hint is bool:
        return {"kind": "flag"}
    raise TypeError(f"an option can't be a {hint}")


def _allowed(hint: Any, value: object) -> bool:
    kind = _kind(hint)
    if kind["kind"] == "choice":
        return any(type(value) is type(choice) and value == choice for choice in kind["values"])
    if kind["kind"] == "flag":
        return isinstance(value, bool)
    return type(value) is int and kind["min"] <= value <= kind["max"]
