"""The OpenAPI 3.1 document: made from the views' operations, their fields and the types of their answers."""

import re
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

import msgspec
from django.urls import include, path
from django.utils.http import quote_etag
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerFieldExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework.fields import FileField
from rest_framework.renderers import JSONRenderer

from tdsuite.exchange.export import FORMATS
from tdsuite.platform.access.models import ApiToken
from tdsuite.platform.access.roles import CAPABILITIES, Can, Role
from tdsuite.platform.access.tokens import RESULTS, SAFE
from tdsuite.platform.web.problems import MEDIA_TYPE
from tdsuite.tournaments.api.answers import Problem
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.api.lists import PageFields
from tdsuite.tournaments.api.once import HEADER
from tdsuite.tournaments.api.operations import JSON, Operation, is_serializer

PLACE = "#/components/schemas/{name}"
BYTES = "application/octet-stream"
METHOD = re.compile(r"(?=\b(?:GET|POST|PUT|PATCH|DELETE)\b)")
PATH_WORDS = {
    "slug": "The event's short name.", "code": "The division's short name.", "number": "Of the player or the round.",
    "pk": "The number from a list.", "key": "A format, from `files/`.",
}  # fmt: skip
ERRORS = {
    400: "A field is wrong, or the body cannot be read.", 401: "No token, or one that is unknown or over.",
    403: "This account or token may not.", 404: "There is no such thing, or not for this caller.", 406: "JSON is not accepted.",
    409: "Refused; nothing was changed.", 413: "Too large.", 415: "The body is of a kind that is not read.",
    422: "The `Idempotency-Key` was sent with another call.", 429: "Too many calls this minute; `Retry-After` says how many seconds to wait.",
}  # fmt: skip


KEY_SCHEMA = {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"}
KEY_WORDS = "Of your making, another one for each call. Sent again with it, the call is answered as the first time and does nothing more."


class TokenScheme(OpenApiAuthenticationExtension):
    """`Authorization: Token …`."""

    target_class = "tdsuite.platform.access.tokens.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        words = "`Token` and the key, from `token/` or the page *Account*. Scopes: read; results; everything."
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": words}


class SentFile(OpenApiSerializerFieldExtension):
    """A file that comes with a form is bytes, and no address."""

    target_class = "rest_framework.serializers.FileField"

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        return {"type": "string", "format": "binary"}


class OperationSchema(AutoSchema):
    """One operation of the document."""

    @property
    def says(self) -> Operation:
        operation: Operation = self.view.operations[self.method]  # type: ignore[attr-defined]
        return operation

    def get_operation_id(self) -> str:
        words = re.sub(r"\{[^}]*\}", "", self.path.removeprefix("/api/v1/"))
        return "_".join(
            [self.method.lower(), *re.findall(r"[a-z0-9]+", words), *(["one"] if self.path[-2] == "}" else [])]
        )

    def get_tags(self) -> list[str]:
        module: str = type(self.view).__module__
        return [module.replace("tdsuite.api", "access").replace(".api", "").split(".")[-1]]

    def get_summary(self) -> str:
        return re.split(r"(?<=[.;])\s", self.about, maxsplit=1)[0].rstrip(".;")

    def get_description(self) -> str:  # type: ignore[override]
        return f"{self.about}\n\nWho: {self.who}. Token scope: {self.scope}."

    @property
    def about(self) -> str:
        """What the view's docstring says of this method."""
        about = [
            words.removeprefix(f"{self.method}: ")
            for words in re.split(METHOD, super().get_description())
            if words.startswith(str(self.method)) or not re.match(METHOD, words)
        ]
        text = " ".join(words.strip() for words in about).strip()
        return text[:1].upper() + text[1:]

    @property
    def who(self) -> str:
        can = self.says.can
        if can is None:
            return "everyone"
        roles = CAPABILITIES[can]
        if can is Can.SEE_EVENT:
            return "everyone"
        if roles == CAPABILITIES[Can.SEE_CONSOLE]:
            return "staff"
        return ", ".join(role.value for role in Role if role in roles) or "administrator"

    @property
    def scope(self) -> str:
        if self.method in SAFE:
            return str(ApiToken.Scope.READ.value)
        return str(ApiToken.Scope.RESULTS.value if self.says.can in RESULTS else ApiToken.Scope.EVERYTHING.value)

    def get_auth(self) -> list[dict[str, list[str]]]:
        super().get_auth()  # registers the schemes
        open_to_all = self.says.can is None or (self.says.can is Can.SEE_EVENT and self.method in SAFE)
        return [*([{}] if open_to_all else []), {"token": [self.scope]}, {"cookieAuth": []}]

    def get_extensions(self) -> dict[str, Any]:
        return {"x-who": self.who}

    def get_override_parameters(self) -> list[Any]:
        kinds = {"pk": int, "number": int}
        formats = {"key": [*FORMATS]}
        words = [
            OpenApiParameter(name, kinds.get(name, str), "path", description=PATH_WORDS[name], enum=formats.get(name))
            for name in re.findall(r"\{(\w+)\}", self.path)
        ]
        is_list = self.method == "GET" and self.says.is_list
        if self.has_key:
            words.append(OpenApiParameter(HEADER, KEY_SCHEMA, "header", description=KEY_WORDS))
        return [*words, *([self.says.query] if self.says.query else []), *([PageFields] if is_list else [])]

    @property
    def has_key(self) -> bool:
        """Whether it may be sent again with its key."""
        return self.method not in SAFE and self.says.can is not None

    def get_request_serializer(self) -> Any:
        return self.says.sends

    def map_parsers(self) -> list[str]:
        """JSON, or a form where a file comes with it: clients that are generated send what comes first, or everything at once."""
        fields = getattr(self.says.sends(), "fields", {}).values() if self.says.sends else ()
        kinds = [getattr(each, "child", each) for each in fields]
        return ["multipart/form-data" if any(isinstance(kind, FileField) for kind in kinds) else JSON]

    def get_response_serializers(self) -> Any:
        says = self.says
        answers: dict[Any, Any] = {
            status: {"schema": Problem, "media": (MEDIA_TYPE,), "words": ERRORS[status]} for status in self._errors()
        }
        media = dict.fromkeys((BYTES, *says.media)) if says.is_file else says.media  # generators read what comes first
        for status, answer in {says.status: says.answer, **says.also}.items():
            answers[status] = {"schema": answer, "media": media, "words": "Done."}
        if self.method == "GET" and not says.is_file:
            answers[304] = {
                "schema": None,
                "media": (),
                "words": "As it was when its `ETag`, sent as `If-None-Match`, was read.",
            }
        return answers

    def _errors(self) -> list[int]:
        says, changes = self.says, self.method not in SAFE
        known = {401, 403, 404, 429} if says.is_file else {401, 403, 404, 406, 429}
        if changes:
            known |= {400, 409, 413, 415}
        if says.query or says.is_list or says.is_file:
            known |= {400, 409}
        if self.has_key:
            known |= {422}
        return sorted(known)

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        return {
            str(status): {
                "description": answer["words"],
                **({"content": {media: {"schema": self.schema_of(answer["schema"], media)} for media in answer["media"]}}
                   if answer["schema"] is not None else {}),
            }
            for status, answer in sorted(self.get_response_serializers().items())
        }  # fmt: skip

    def schema_of(self, answer: Any, media: str) -> dict[str, Any]:
        """The schema of an answer; types that are no serializers are noted for the components."""
        if answer is NoneType:
            return {"type": "null"}
        if answer is bytes:
            return {"type": "object"} if media == JSON else {"type": "string", "format": "binary"}
        if isinstance(answer, UnionType):
            return {"anyOf": [self.schema_of(kind, media) for kind in get_args(answer)]}
        if get_origin(answer) is list:
            return {"type": "array", "items": self.schema_of(get_args(answer)[0], media)}
        if is_serializer(answer):
            ref: dict[str, Any] = self.resolve_serializer(answer, "response").ref
            return ref
        ANSWERS.add(answer)
        schemas, _components = msgspec.json.schema_components([answer], ref_template=PLACE)
        return dict(schemas[0])

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> dict[str, Any]:
        schema: dict[str, Any] = super()._map_basic_serializer(serializer, direction)
        return schema | {"additionalProperties": False} if isinstance(serializer, Fields) else schema


class Generator(SchemaGenerator):
    """Only this document asks views for their schema: nothing of it is loaded before."""

    def create_view(self, callback: Any, method: str, request: Any = None) -> Any:
        callback.cls.schema = OperationSchema()
        return super().create_view(callback, method, request)


ANSWERS: set[Any] = {Problem}


def readable(part: Any) -> Any:
    """A part of the document as generators of clients read it too: pairs as lists of two."""
    if isinstance(part, list):
        return [readable(each) for each in part]
    if not isinstance(part, dict):
        return part
    if part.get("items") is False and "prefixItems" in part:
        first, *others = part["prefixItems"]
        kinds = [first, *(each for each in others if each != first)]
        part = {name: value for name, value in part.items() if name != "prefixItems"}
        part["items"] = first if len(kinds) == 1 else {"anyOf": kinds}
    return {name: readable(value) for name, value in part.items()}


@cache
def document_bytes() -> tuple[bytes, str]:
    """The document as it is sent, and its `ETag`."""
    content = JSONRenderer().render(document())
    return content, quote_etag(sha256(content).hexdigest()[:32])


@cache
def document() -> dict[str, Any]:
    """The whole document."""
    schema: dict[str, Any] = Generator(patterns=[path("api/v1/", include("tdsuite.api"))]).get_schema(public=True)
    _schemas, components = msgspec.json.schema_components(ANSWERS, ref_template=PLACE)
    schema["components"]["schemas"] |= components
    whole: dict[str, Any] = readable(schema)
    return whole
