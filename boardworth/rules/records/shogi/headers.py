"""What records say of a game before its moves, as tags, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, MutableMapping

# Tags by the names that the formats have for what they say; other names are tags of their own.
CSA_TAGS = {"EVENT": "Event", "SITE": "Site", "OPENING": "Opening", "TIME": "TimeControl"}
CSA_TAGS |= {"TIME_LIMIT": "TimeControl"}
KIF_TAGS = {"棋戦": "Event", "場所": "Site", "戦型": "Opening", "持ち時間": "TimeControl"}
# What these say becomes two tags, a date and a time of day.
CSA_TIMES = {"START_TIME": "", "END_TIME": "End"}
KIF_TIMES = {"開始日時": "", "対局日": "", "終了日時": "End"}

_MOMENT = re.compile(
    r"(\d{4}|\?{4})[/年.-](\d{1,2}|\?\?)[/月.-](\d{1,2}|\?\?)日?(?:\([^)]*\)|（[^）]*）)?"
    r"(?:[\s　]+(\d{1,2}):(\d\d)(?::(\d\d))?)?"
)
# What is said elsewhere in a file.
_NOT_HEADERS = ("Sente", "Gote", "Result", "Termination")


def add_header(
    tags: MutableMapping[str, str],
    name: str,
    value: str,
    names: Mapping[str, str],
    times: Mapping[str, str],
) -> None:
    """Adds what a header says, by the tables of its format."""
    name, value = name.strip(), value.strip()
    moment = _MOMENT.fullmatch(value) if name in times else None
    if moment is None:
        if name and value:
            tags[names.get(name, name)] = value
        return
    year, month, day, hour, minute, second = moment.groups()
    tags[f"{times[name]}Date"] = f"{year}.{month:0>2}.{day:0>2}"
    if hour is not None:
        tags[f"{times[name]}Time"] = f"{hour:0>2}:{minute}:{second or '00'}"


def headers(
    tags: Mapping[str, str], names: Mapping[str, str], times: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """What to write for tags that are not said elsewhere, by the tables of a format."""
    own = {tag: name for name, tag in reversed(list(names.items()))}
    told = set(_NOT_HEADERS)
    for name, prefix in times.items():
        date, time = f"{prefix}Date", f"{prefix}Time"
        if date in tags and date not in told:
            told |= {date, time}
            moment = " ".join([tags[date].replace(".", "/"), *filter(None, [tags.get(time)])])
            yield name, in_one_line(moment)
    for tag, value in tags.items():
        if tag not in told:
            yield own.get(tag, tag), in_one_line(value)


def in_one_line(text: str) -> str:
    """Text without line breaks."""
    return re.sub(r"[\r\n]+", " ", text).strip()
