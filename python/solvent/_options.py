"""Every option of a search, with its type, from the table of options in the library.

The build writes _options.pyi from the same table.
"""

from os import PathLike  # noqa: F401: these are names in the types
from typing import Optional, Tuple, TypedDict, Union  # noqa: F401

from . import _core

Options = TypedDict("Options", dict(_core._option_types()), total=False)  # type: ignore[misc]
Options.__doc__ = _core._option_help()
Options.__module__ = "solvent"
