"""What the core does with vector instructions: every kind is tried, or skipped with a reason."""

import platform

import pytest

from boardworth import _core

X86 = platform.machine() in {"x86_64", "AMD64"}


def _where(offered, needs):
    """Parameters of a test; those that this machine does not offer are skipped, and say so."""
    return [
        pytest.param(
            one, marks=pytest.mark.skipif(one not in offered, reason=f"this machine has no {flags}")
        )
        for one, flags in needs.items()
    ]


# How many games are simulated at once.
LANES = _where(_core.lane_widths(), {64: "", 256: "AVX2", 512: "AVX-512"})
# How configurations are counted.
KERNELS = _where(
    _core.and_count_kernels(),
    {"plain": "", "avx2": "AVX2", "avx512": "AVX-512 VPOPCNTDQ"} if X86 else {"plain": ""},
)
