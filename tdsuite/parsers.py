"""How bodies of API calls are read.  Apart from `tdsuite/api.py`, because the framework reads this before it has its views."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class WholeCharacters(JSONParser):
    """JSON whose text can be kept and sent back: half of a surrogate pair is no character in any encoding."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError("Brackets stand in brackets too many times: this is no call of this API.") from None
        try:
            json.dumps(data, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise ParseError("The text has half of a character (a lone surrogate): send whole characters.") from error
        return data
