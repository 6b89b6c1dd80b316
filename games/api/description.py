"""The API as a whole: its routers and its OpenAPI document."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from ninja import NinjaAPI
from ninja.openapi.schema import REF_TEMPLATE, OpenAPISchema
from ninja.operation import Operation

from accounts.models import Token
from games.api import (
    catalogue,
    chat,
    documentation,
    events,
    invitations,
    moves,
    notices,
    open_data,
    orders,
    people,
    plans,
    records,
    seats,
    stream,
    tables,
    votes,
)
from games.api.authentication import BearerToken, Scope, anybody
from games.api.error_handlers import Problem, add_handlers
from games.api.idempotency import HEADER
from games.api.stream import StreamEvent
from games.models import IdempotencyKey

ROUTERS = (
    catalogue,
    people,
    tables,
    events,
    stream,
    moves,
    orders,
    plans,
    seats,
    invitations,
    votes,
    notices,
    chat,
    records,
    open_data,
)

ABOUT = """Programs can play for you at The Back Room, and read all that you may see. Changes within version 1 only add.

Send a personal or OAuth 2 token with every request: `Authorization: Bearer tbr_…`. Errors are problem details (RFC
9457); their `detail` is in the language of `Accept-Language`. A change with an `Idempotency-Key` is carried out only
once, even if the request is sent again."""

SCHEME, OAUTH = "token", "oauth"
KEY = {
    "in": "header",
    "name": HEADER,
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": IdempotencyKey.LENGTH, "pattern": "^[!-~]+$"},
    "description": "If a request with this key was carried out in the last day, it is not carried out again.",
    "example": "7f0b2a5e-4a0c-4e0e-9a57-0d0b6a1c2f3d",
}


def _bearing(scope: Scope) -> list[dict[str, Any]]:
    """Return the security requirements for this scope: a personal or OAuth token with the scope, or a bot's token."""
    return [{SCHEME: [scope.value]}, {OAUTH: [scope.value]}, {SCHEME: [Token.BOT]}]


def _oauth() -> dict[str, Any]:
    """Return the OpenAPI security scheme for OAuth 2; allauth's own describes an API key without a location."""
    with translation.override("en"):
        scopes = {scope.value: str(scope.label) for scope in Scope}
    ends = {"tokenUrl": reverse("idp:oidc:token"), "scopes": scopes}
    code = {"authorizationUrl": reverse("idp:oidc:authorization"), "refreshUrl": reverse("idp:oidc:token")}
    return {"type": "oauth2", "flows": {"authorizationCode": code | ends, "clientCredentials": ends}}


class Description(OpenAPISchema):
    """Ninja's OpenAPI document, extended by scopes, problems, examples and the idempotency key."""

    def operation_details(self, operation: Operation) -> dict[str, Any]:
        details = super().operation_details(operation)
        for parameter in details["parameters"]:
            documentation.describe_parameter(parameter)
        changes = operation.methods != ["GET"]
        details["responses"] |= documentation.problems_of(details, changes=changes) | {"default": documentation.OTHER}
        documentation.add_examples(details)
        if changes:
            details["parameters"].append(KEY)
        return details

    def operation_security(self, operation: Operation) -> list[dict[str, Any]] | None:
        """Return the tokens that the operation accepts; public operations also allow requests without a token."""
        if anybody in operation.auth_callbacks:
            return [{}, *_bearing(Scope.TABLES_READ)]
        scopes = [auth.scope for auth in operation.auth_callbacks if isinstance(auth, BearerToken)]
        return [way for scope in scopes for way in _bearing(scope)]

    def get_components(self) -> dict[str, Any]:
        for model in (Problem, StreamEvent):
            self.schemas[model.__name__] = model.model_json_schema(ref_template=REF_TEMPLATE)
        for name, schema in self.schemas.items():
            if name.endswith("In"):  # client generators expect a property with a default to be always present
                for field in schema["properties"].values():
                    field.pop("default", None)
        self.securitySchemes[SCHEME] = {"type": "http", "scheme": "bearer"}
        self.securitySchemes[OAUTH] = _oauth()
        reusable = {"responses": documentation.problem_responses(), "examples": documentation.reusable_examples()}
        return super().get_components() | reusable


class API(NinjaAPI):
    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        return Description(self, self.get_root_path(path_params or {}) if path_prefix is None else path_prefix)

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__


api = API(title="The Back Room", version="1", description=ABOUT, docs_url=None, openapi_url=None, urls_namespace="api")
add_handlers(api)
for room in ROUTERS:
    api.add_router("", room.router, tags=[room.__name__.rpartition(".")[2]])


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document without a server address."""
    return api.get_openapi_schema() | {"servers": [{"url": "/"}]}


@api.get("/openapi.json", auth=anybody, include_in_schema=False, url_name="openapi")
def get_document(request: HttpRequest) -> dict[str, Any]:
    """Return the OpenAPI document of the API with the site's address."""
    return document() | {"servers": [{"url": settings.SITE_URL}]}
