"""The base class of the API's schemas, and fields that several schemas share."""

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field


class Schema(BaseModel):
    """Base class of all schemas; uses attribute docstrings as descriptions."""

    model_config = ConfigDict(use_attribute_docstrings=True)


def one_of(values: Iterable[str | None]) -> Any:
    """Return a field for a response value from this list; the values are documented, but not validated."""
    return Field(json_schema_extra={"enum": [*values]})


Entropy = Annotated[str, Field(max_length=32, pattern="^([0-9a-f]{32})?$")]
"""A player's contribution to the random seed of the deal; if empty, the site chooses one."""
