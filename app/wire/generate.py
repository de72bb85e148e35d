"""Makes from the models what others read: JSON schema, types for the client, the protocol's page.

`python -m app.wire.generate` writes the files; a test fails when they are stale.
"""

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from app.wire.commands import COMMAND
from app.wire.shapes import CLOSE_CODES, Frame

ROOT = Path(__file__).parents[2]
JSON = dict[str, Any]


def generated() -> dict[str, str]:
    """Return the text of each generated file by its path from the root of the project."""
    commands, sent = _schema(COMMAND), _schema(TypeAdapter(Frame))
    return {
        "docs/wire.schema.json": json.dumps({"commands": commands, "frames": sent}, indent=1) + "\n",
        "static/wire.d.ts": _declarations(commands, sent),
        "docs/protocol.md": _page(commands, sent),
    }


def _schema(adapter: TypeAdapter[Any]) -> JSON:
    schema = adapter.json_schema(ref_template="#/$defs/{model}")
    schema.pop("discriminator", None)
    return schema


# ---- TypeScript ----------------------------------------------------------------------------------------------


def _declarations(commands: JSON, sent: JSON) -> str:
    """One interface a definition; the two unions are Command and Frame."""
    parts = ["// Made by `python -m app.wire.generate` from app/wire; don't edit.\n"]
    parts += [_interface(name, each) for name, each in sorted({**commands["$defs"], **sent["$defs"]}.items())]
    parts.append(f"export type Command = {_union(commands['oneOf'])};\n")
    parts.append(f"export type Frame = {_union(sent['oneOf'])};\n")
    parts.append('export type Action = Act["action"];\n')
    return "\n".join(parts)


def _interface(name: str, schema: JSON) -> str:
    required = set(schema.get("required", []))
    lines = [
        f"  {key}{'' if key in required else '?'}: {_type(value)};"
        for key, value in schema["properties"].items()
    ]
    if schema.get("additionalProperties") is True:
        lines.append("  [key: string]: any;")
    return f"/** {schema['description']} */\nexport interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _union(options: list[JSON]) -> str:
    return " | ".join(dict.fromkeys(_type(option) for option in options))


def _type(schema: JSON) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[-1])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if options := schema.get("anyOf") or schema.get("oneOf"):
        return _union(options)
    match schema.get("type"):
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as simple:
            return str(simple)
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
        case "array":
            inner = _type(schema["items"])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "object" if "properties" in schema:
            required = set(schema.get("required", []))
            fields = (
                f"{key}{'' if key in required else '?'}: {_type(value)}"
                for key, value in schema["properties"].items()
            )
            return "{ " + "; ".join(fields) + " }"
        case "object":
            values = schema.get("additionalProperties")
            return f"Record<string, {_type(values) if isinstance(values, dict) else 'any'}>"
        case _:
            return "any"


# ---- Markdown ------------------------------------------------------------------------------------------------

INTRODUCTION = """# The socket

Made by `python -m app.wire.generate` from `app/wire`; don't edit. The same models check what comes in and make
`wire.schema.json` beside this page and `static/wire.d.ts`.

One socket, `/ws`, sub-protocol `sobremesa.v1`, one JSON object a text frame, at most 8 KiB from a client. Browsers are
known by the session cookie and an exact Origin, programs by `Authorization: Bearer TOKEN`; without either one
may watch.

- The first frame is `hello`. Every command is answered by `ack` or `reject` with its `id`, whatever else comes between.
- Send a command again, unchanged and under the same `id`, until it is answered: it has one effect and one answer. The
  same `id` with another body is refused (`id_reused`).
- `watch` is answered by one `update` with the whole view; from then on `seq` grows by one with every update. After a
  gap, or when the socket was lost, `watch` again: that is all there is to resuming.
- An `update` is sent after its entry is durable: nobody is told what could still be lost. One that would tell you
  nothing waits for the next that does.
- After `stalled` an `update` with the whole view says that the table goes on, even where nothing changed: its `seq` is
  the table's, which may be the one you know.
- `reject` with `try_again` or `busy` changed nothing: send the same command again after a moment. Frames of a type that
  you don't know are to be skipped.
- Times are the server's, in ms since 1970; `now` in an update tells how far one's own clock is off.
"""


def _page(commands: JSON, sent: JSON) -> str:
    parts = [
        INTRODUCTION,
        "## From the client\n",
        *_entries(commands),
        "## From the server\n",
        *_entries(sent),
    ]
    rows = "\n".join(f"| {code} | {text} |" for code, text in CLOSE_CODES.items())
    parts.append(f"## Close codes\n\n| code | meaning |\n|---|---|\n{rows}\n")
    return "\n".join(parts)


def _entries(schema: JSON) -> list[str]:
    tops = {_type(option) for option in schema["oneOf"]}
    named = sorted(schema["$defs"].items(), key=lambda item: (item[0] not in tops, item[0]))
    return [_entry(name, each) for name, each in named]


def _entry(name: str, schema: JSON) -> str:
    required = set(schema.get("required", []))
    rows = "\n".join(
        f"| `{key}` | `{_type(value).replace('|', chr(92) + '|')}` | {'' if key in required else 'optional. '}"
        f"{value.get('description', '')} |"
        for key, value in schema["properties"].items()
    )
    return f"### {name}\n\n{schema['description']}\n\n| key | type | |\n|---|---|---|\n{rows}\n"


def main() -> None:
    """Write the generated files."""
    for path, content in generated().items():
        (ROOT / path).write_text(content)


if __name__ == "__main__":
    main()
