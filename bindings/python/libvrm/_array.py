# SPDX-License-Identifier: MIT
"""What views are where numpy is not installed."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any, Iterator

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    #: What views of floats are: arrays of numpy's, or an Array, which can be indexed in the same way.
    Floats = NDArray[numpy.float32]


class Array:
    """Numbers in rows, read-only: array[i] is a row, array[i, j] or array[i][j] a number. It can be sliced along its rows,
    iterated and compared with tolist(); memoryview(array.data) has the numbers one after another. Where numpy is installed,
    libvrm gives arrays of numpy's instead."""

    __slots__ = ("data", "shape")

    def __init__(self, data: memoryview, shape: tuple[int, ...]) -> None:
        #: All numbers, one after another.
        self.data = data
        #: Rows, numbers in each row, and so on.
        self.shape = shape

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, index: Any) -> Any:
        first, *rest = index if isinstance(index, tuple) else (index,)
        size = math.prod(self.shape[1:])
        if isinstance(first, slice):
            start, stop, step = first.indices(len(self))
            if step != 1 or rest:
                raise IndexError("rows of an Array can only be sliced one after another; numpy can do more")
            stop = max(start, stop)
            return Array(self.data[start * size:stop * size], (stop - start, *self.shape[1:]))
        number = operator.index(first)
        if not -len(self) <= number < len(self):
            raise IndexError(f"index {number} is out of range: there are {len(self)}")
        number %= len(self)
        if len(self.shape) == 1:
            if rest:
                raise IndexError("too many indices")
            return self.data[number]
        row = Array(self.data[number * size:(number + 1) * size], self.shape[1:])
        return row[tuple(rest)] if rest else row

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def tolist(self) -> list[Any]:
        """Lists of lists of numbers: a copy."""
        return [row.tolist() if isinstance(row, Array) else row for row in self]

    def __repr__(self) -> str:
        return f"Array({self.tolist()})" if math.prod(self.shape) <= 64 else f"<libvrm.Array of {' x '.join(map(str, self.shape))}>"
