"""The page about a game's balance."""

from __future__ import annotations

import msgspec

from boardworth.errors import FormatError
from boardworth.files import FilePath, as_path, reading
from boardworth.recipes.balance import Balance
from boardworth.report.page import write_page


def read_balance(file_path: FilePath) -> Balance:
    """What `boardworth balance --json` has written. Raises FormatError."""
    path = as_path(file_path)
    with reading(path):
        content = path.read_bytes()
    try:
        document = msgspec.json.decode(content)
        found = document.get("result", document) if isinstance(document, dict) else document
        return msgspec.convert(found, Balance)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"{path}: not figures of a game's balance: {error}") from None


def write_balance(found: Balance, path: FilePath) -> None:
    """Writes one HTML file about a game's balance."""
    write_page("balance_page.html.jinja", path, balance=found)
