"""The compiled core, in the build that suits this machine best.

One extension module is built per instruction set; the environment variable BOARDWORTH_CORE names
one of them, or a file, instead of the automatic choice.
"""

import importlib
import importlib.util
import os
import platform
from pathlib import Path
from types import ModuleType

from boardworth.errors import BoardworthError

_V3_FLAGS = {"avx2", "bmi1", "bmi2", "fma", "f16c", "movbe", "abm"}


def _best_build() -> str:
    if platform.machine() not in {"x86_64", "AMD64"}:
        return "generic"
    try:
        with Path("/proc/cpuinfo").open(encoding="ascii", errors="replace") as cpuinfo:
            flags = next((line for line in cpuinfo if line.startswith("flags")), "")
    except OSError:
        flags = ""
    return "x86_64_v3" if set(flags.split()) >= _V3_FLAGS else "x86_64_v2"


def _load(build: str) -> ModuleType:
    try:
        if os.sep not in build:
            return importlib.import_module(f"{__name__}.{build}")
        spec = importlib.util.spec_from_file_location(Path(build).name.split(".")[0], build)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    except (ImportError, AssertionError) as error:
        raise BoardworthError(f"the core '{build}' cannot be loaded: {error}") from None
    return module


# Packages that export classes of the core: these show themselves under the packages' names.
_EXPORTED = {
    "boardworth.rules.gdl": ("RandomPlay",),
    "boardworth.fitting": ("FluentSum", "StateFunction"),
    "boardworth.search": (
        "ParanoidResult",
        "SearchResult",
        "StartSign",
        "StopSign",
        "UctMove",
        "UctResult",
    ),
}

BUILD = os.environ.get("BOARDWORTH_CORE") or _best_build()
globals().update({k: v for k, v in vars(_load(BUILD)).items() if not k.startswith("_")})
for _package, _names in _EXPORTED.items():
    for _name in _names:
        globals()[_name].__module__ = _package
