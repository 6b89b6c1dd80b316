"""The base of the API's schemas: every property is described by the docstring below it."""

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field


class Schema(BaseModel):
    """The base of all schemas."""

    model_config = ConfigDict(use_attribute_docstrings=True)


def one_of(values: Iterable[str | None]) -> Any:
    """Return the field of a response that has one of these values. They are documented, but not validated."""
    return Field(json_schema_extra={"enum": [*values]})


Entropy = Annotated[str, Field(max_length=32, pattern="^([0-9a-f]{32})?$")]
"""A player's share of the deal's chance; empty: the site chooses one."""
