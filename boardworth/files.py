"""Files: written whole or not at all, whatever interrupts the writing; read, compressed or not."""

from __future__ import annotations

import gzip
import os
import re
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeAlias

from boardworth.errors import BoardworthError, FormatError, check_kind

# What users may give for a file.
FilePath: TypeAlias = str | os.PathLike[str]

# How a name ends while the file is written.
_SUFFIX = ".tmp"
# Bytes that are read at a time where all are wanted.
_PIECE = 1 << 24


def shipped_file(name: str) -> Path | None:
    """A file of `games/` that comes with Boardworth, if there is one of that name."""
    package = Path(__file__).parent
    folders = (package / "games", package.parent / "games")
    found = (folder / name for folder in folders)
    return next((path for path in found if os.path.exists(path)), None)  # noqa: PTH110 - long names


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Raises BoardworthError where a file cannot be read."""
    try:
        yield
    except OSError as error:
        raise BoardworthError(f"cannot read {path}: {error.strerror or error}") from None


def as_path(given: FilePath) -> Path:
    """A path as users may give it. Raises BoardworthError for anything else."""
    check_kind(given, (str, os.PathLike), "a file is a path")
    return Path(given)


def read_bytes(path: Path) -> bytes:
    """What is in a file, or in what a .gz or .zst file holds. Raises FormatError."""
    return b"".join(read_in_pieces(path, _PIECE))


def read_in_pieces(path: Path, size: int) -> Iterator[bytes]:
    """The same, at most `size` bytes at a time."""
    ending = path.suffix.lower()
    with reading(path), path.open("rb") as plain:
        if ending not in (".gz", ".zst"):
            while piece := plain.read(size):
                yield piece
            return
        try:
            with _decompressed(plain, ending) as file:
                while piece := file.read(size):
                    yield piece
        except (OSError, EOFError, zlib.error) as error:
            program = {".gz": "gzip", ".zst": "zstd"}[ending]
            raise FormatError(f"{path}: damaged or not compressed by {program}: {error}") from None


def _decompressed(file: IO[bytes], ending: str) -> IO[bytes]:
    if ending == ".gz":
        return gzip.open(file)  # type: ignore[return-value]
    import pyarrow as pa

    return pa.CompressedInputStream(file, "zstd")  # type: ignore[no-any-return]


def read_text(path: Path) -> str:
    """The same, as text. Raises FormatError."""
    content = read_bytes(path)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError(f"{path}, line {line}: byte {error.start} is not text") from None


@contextmanager
def written_atomically(file_path: FilePath) -> Iterator[IO[bytes]]:
    """A file that takes its place under `path` only when all of it is on the disk."""
    path = Path(file_path)
    if path.is_dir() or not path.parent.is_dir():
        problem = "is a folder" if path.is_dir() else f"no such folder: {path.parent}"
        raise BoardworthError(f"cannot write {path}: {problem}")
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=_prefix(path), suffix=_SUFFIX)
    except OSError as error:
        raise BoardworthError(f"cannot write {path}: {error.strerror}") from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise BoardworthError(f"cannot write {path}: {error.strerror or error}") from None
        raise


def left_by_writing(path: Path) -> list[Path]:
    """What writers of a file have left in its folder that were killed at it."""
    name = re.compile(re.escape(_prefix(path)) + r"[a-z0-9_]{8}" + re.escape(_SUFFIX))
    return [other for other in path.parent.iterdir() if name.fullmatch(other.name)]


def _prefix(path: Path) -> str:
    """How the name of a file begins that is to become another."""
    return f".{path.name[:100]}."


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
