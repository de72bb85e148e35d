"""Frozen dataclasses to plain JSON data and back, strictly: the type hints are the schema."""

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from app.errors import InvalidError

JSON: TypeAlias = Any
"""Plain data: dict with str keys, list, str, int, bool, None."""
T = TypeVar("T")
_Reader: TypeAlias = Callable[[JSON], Any]


def write(value: object) -> JSON:
    """Return the value as plain JSON data; fields that have their default are left out.

    For a class with a `type` tag the tag comes first; a field `with_` is "with" in JSON. Secrets are written too:
    what may be shown is decided elsewhere, by building views and events from nothing.
    """
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple):
        return [write(item) for item in value]
    tag, plan = _plan(type(value))  # type: ignore[arg-type]
    data = {} if tag is None else {"type": tag}
    for field, name, default in plan:
        content = getattr(value, field)
        if content is not default:
            data[name] = content if type(content) in _PLAIN else write(content)
    return data


_PLAIN = (int, str, bool, type(None))


@cache
def _plan(cls: type) -> tuple[str | None, tuple[tuple[str, str, object], ...]]:
    """Return the tag of a dataclass; each field, its name in JSON, its default: None, a bool, or a small number."""
    if not is_dataclass(cls):
        raise TypeError(f"no JSON form for {cls.__name__}")
    return getattr(cls, "type", None), tuple(
        (item.name, json_name(item.name), item.default) for item in fields(cls)
    )


def json_name(field: str) -> str:
    """Return what a field is called in JSON."""
    return field.removesuffix("_")  # a word that Python keeps for itself


def read(cls: type[T], data: JSON, instead: tuple[tuple[type, type], ...] = ()) -> T:
    """Return the `cls` that `write` made the data from; `instead` names the real class for an abstract one.

    Raises InvalidError for a missing, unknown or wrongly typed field.
    """
    reader: Callable[[JSON], T] = _reader(cls, instead)  # type: ignore[arg-type]
    return reader(data)


@cache
def _reader(hint: Any, instead: tuple[tuple[type, type], ...]) -> _Reader:
    hint = dict(instead).get(hint, hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _choice(args)
    if origin in (Union, types.UnionType):
        return _union([_reader(arg, instead) for arg in args])
    if origin is tuple:
        return _tuple([_reader(arg, instead) for arg in args if arg is not ...], many=args[-1] is ...)
    if hint is bytes:
        return _bytes
    if is_dataclass(hint) and isinstance(hint, type):
        return _dataclass(hint, instead)
    return _exactly(hint)


def _exactly(hint: Any) -> _Reader:
    def reader(data: JSON) -> Any:
        if type(data) is not hint:  # exactly: True is no number
            raise InvalidError("malformed", f"a {hint.__name__} was expected")
        return data

    return reader


def _choice(values: tuple[Any, ...]) -> _Reader:
    def reader(data: JSON) -> Any:
        if not any(data == value and type(data) is type(value) for value in values):
            raise InvalidError("malformed", f"one of {', '.join(map(str, values))} was expected")
        return data

    return reader


def _union(readers: list[_Reader]) -> _Reader:
    def reader(data: JSON) -> Any:
        for option in readers:
            try:
                return option(data)
            except InvalidError as refused:
                error = refused
        raise error

    return reader


def _tuple(readers: list[_Reader], many: bool) -> _Reader:
    def reader(data: JSON) -> Any:
        if type(data) is not list or not (many or len(data) == len(readers)):
            raise InvalidError("malformed", "a list of the right length was expected")
        each = readers * len(data) if many else readers
        return tuple(item(content) for item, content in zip(each, data, strict=True))

    return reader


def _bytes(data: JSON) -> Any:
    if type(data) is not str:
        raise InvalidError("malformed", "hexadecimal digits were expected")
    try:
        return bytes.fromhex(data)
    except ValueError:
        raise InvalidError("malformed", "hexadecimal digits were expected") from None


def _dataclass(cls: type, instead: tuple[tuple[type, type], ...]) -> _Reader:
    hints = get_type_hints(cls)
    names = {json_name(item.name): item.name for item in fields(cls)}
    known = {name: _reader(hints[field], instead) for name, field in names.items()}
    needed = {json_name(item.name) for item in fields(cls) if item.default is MISSING}

    def reader(data: JSON) -> Any:
        if not isinstance(data, Mapping):
            raise InvalidError("malformed", "an object was expected")
        given = {name: content for name, content in data.items() if name != "type"}
        if missing := needed - given.keys():
            raise InvalidError("malformed", f"{min(missing)} is missing")
        if unknown := given.keys() - known.keys():
            raise InvalidError("malformed", f"unknown: {min(unknown, key=str)!s:.40}")
        try:
            return cls(**{names[name]: known[name](content) for name, content in given.items()})
        except InvalidError as error:
            raise InvalidError(error.code, f"{error.text} ({cls.__name__})") from None

    return reader
