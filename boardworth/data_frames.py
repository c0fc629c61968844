"""Tables for pandas, which is optional: it is imported where a table is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray


def data_frame(columns: Mapping[str, Sequence[Any] | NDArray[Any]]) -> pd.DataFrame:
    """The table of these columns. Raises BoardworthError where there is no pandas."""
    try:
        import pandas as pd
    except ImportError:
        raise BoardworthError("to_pandas needs pandas, which is not installed") from None
    return pd.DataFrame(dict(columns))
