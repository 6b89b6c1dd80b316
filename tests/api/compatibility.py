"""Finds incompatible changes between two versions of the API's OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

METHODS = {"get", "post", "put", "patch", "delete"}

SHAPE = ("type", "const", "format", "$ref")

INNER, CHOICES = ("items", "additionalProperties", "propertyNames"), ("anyOf", "oneOf", "allOf")
"""The keys of a schema with one nested schema, and those with several."""

LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")

Schema = dict[str, Any]


def operations(found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in found["paths"].items():
        for method in METHODS & methods.keys():
            yield f"{method.upper()} {path}", methods[method]


def breaks(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Return the features on which a client written for ``old`` can no longer rely."""
    now, broken = dict(operations(new)), []
    for name, before in operations(old):
        if name not in now:
            broken.append(f"{name} is gone")
            continue
        broken += [f"{name}: {what}" for what in _operation_breaks(before, now[name])]
    for name, before in old["components"]["schemas"].items():
        after = new["components"]["schemas"].get(name)
        broken += [f"{name} is gone"] if after is None else _component_breaks(name, before, after)
    return broken


def _operation_breaks(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    yield from _parameter_breaks(before, after)
    yield from _body_breaks(before.get("requestBody"), after.get("requestBody"))
    for status, answer in before["responses"].items():
        if status in after["responses"]:
            yield from _content_breaks(f"the answer {status}", answer, after["responses"][status])
        else:
            yield f"the answer {status} is gone"
    if any(way not in after.get("security", []) for way in before.get("security", [])):
        yield "another scope is needed"


def _parameter_breaks(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    was, now = ({each["name"]: each for each in found["parameters"]} for found in (before, after))
    for name, parameter in was.items():
        if name not in now:
            yield f"the parameter {name} is gone"
            continue
        if parameter["in"] != now[name]["in"]:
            yield f"the parameter {name} is in another place"
        yield from _value_breaks(f"the parameter {name}", parameter["schema"], now[name]["schema"])
    for name, parameter in now.items():
        if parameter["required"] and not (name in was and was[name]["required"]):
            yield f"the parameter {name} is needed now"


def _body_breaks(before: dict[str, Any] | None, after: dict[str, Any] | None) -> Iterator[str]:
    if before and not after:
        yield "the body is gone"
    if after and after.get("required") and not (before and before.get("required")):
        yield "a body is needed now"
    if before and after:
        yield from _content_breaks("the body", before, after)


def _content_breaks(name: str, before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """Yield the breaking changes to a body, format by format; an added format is not one."""
    was, now = before.get("content", {}), after.get("content", {})
    if not was and now:
        yield f"{name} is no longer empty"
    for kind, content in was.items():
        if kind in now:
            yield from _value_breaks(f"{name} as {kind}", content["schema"], now[kind]["schema"])
        else:
            yield f"{name} comes as {kind} no longer"


def _component_breaks(name: str, before: Schema, after: Schema) -> Iterator[str]:
    """Yield a component's breaking changes: requests may not require more, and responses may not omit anything."""
    yield from _value_breaks(name, before, after)
    was, now = set(before.get("required", [])), set(after.get("required", []))
    if name.endswith("In"):
        yield from (f"{name}.{field} is needed now" for field in sorted(now - was))
    else:
        yield from (f"{name}.{field} may be missing now" for field in sorted(was - now))


def _value_breaks(name: str, before: Schema, after: Schema) -> Iterator[str]:
    was, now = _inner(before), _inner(after)
    if was.keys() != now.keys() or any(before.get(key) != after.get(key) for key in SHAPE):
        yield f"{name} is another"
    lost = [value for value in before.get("enum", []) if value not in after.get("enum", [])]
    yield from (f"{name} is {value!r} no longer" for value in lost)
    if "enum" in after and "enum" not in before:
        yield f"{name} is one of a few now"
    yield from (f"{name} has a narrower {bound}" for bound in _narrower(before, after))
    for key in was.keys() & now.keys():
        yield from _value_breaks(f"{name} ({key})", was[key], now[key])
    for field, value in before.get("properties", {}).items():
        if field in after.get("properties", {}):
            yield from _value_breaks(f"{name}.{field}", value, after["properties"][field])
        else:
            yield f"{name}.{field} is gone"


def _inner(schema: Schema) -> dict[str, Schema]:
    """Return the nested schemas other than properties. A boolean also counts as a schema."""
    found = {key: schema[key] for key in INNER if key in schema}
    found |= {f"{key} {number}": each for key in CHOICES for number, each in enumerate(schema.get(key, ()))}
    return {key: value if isinstance(value, dict) else {"const": value} for key, value in found.items()}


def _narrower(before: Schema, after: Schema) -> Iterator[str]:
    for bound in (*LOWER, *UPPER):
        was, now = before.get(bound), after.get(bound)
        if now is not None and (was is None or (now > was if bound in LOWER else now < was)):
            yield bound
    if after.get("pattern") not in (None, before.get("pattern")):
        yield "pattern"
