"""The characters of a record: Japanese programs write Shift-JIS, UTF-8, and sometimes EUC."""

from __future__ import annotations

import codecs
import re

from boardworth.errors import FormatError

_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_DECLARED = re.compile(rb"\s*(?:'CSA|#KIF?2?)\b[^\r\n]*\bencoding=([\w-]+)")
# What Windows calls Shift-JIS has more characters.
SHIFT_JIS = "cp932"
_GUESSES = (SHIFT_JIS, "euc_jp", "utf-8")
_DECLARABLE = {"utf_8": "utf-8", "utf8": "utf-8", "shift_jis": SHIFT_JIS}
# Characters that Shift-JIS has, which Windows takes for others that look alike.
_LOOK_ALIKE = str.maketrans("〜−—‖", "～－―∥")
_UNLIKELY = re.compile("[\ufffd\uff61-\uff9f\ue000-\uf8ff]")


def decoded(data: bytes) -> str:
    """The text of a file. Bytes that mean nothing become U+FFFD: they cost no other game.

    The encoding is the one that the file declares; if it declares none and is not UTF-8, the one in
    which the fewest characters are none, or half-width katakana, which EUC is full of if it is
    taken for Shift-JIS.
    """
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    if declared := _DECLARED.match(data):
        name = declared[1].decode("ascii").lower().replace("-", "_")
        if name in _DECLARABLE:
            return data.decode(_DECLARABLE[name], "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        texts = [data.decode(encoding, "replace") for encoding in _GUESSES]
        return min(texts, key=lambda text: len(_UNLIKELY.findall(text)))


def encoded(text: str, encoding: str, what: str) -> bytes:
    """Text as bytes. Raises FormatError with the character that an encoding lacks."""
    if encoding == SHIFT_JIS:
        text = text.translate(_LOOK_ALIKE)
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        raise FormatError(
            f"{what}: '{text[error.start]}' is no character of Shift-JIS; in a file that ends in u "
            f"(.kifu, .ki2u) it can be written"
        ) from None


def lines_of(text: str) -> list[str]:
    """The lines of a text, without their ends; as editors number them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
