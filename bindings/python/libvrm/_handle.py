# SPDX-License-Identifier: MIT
"""What every Python object over a C object shares: an end, `with`, and an error after the end."""

from __future__ import annotations

from types import TracebackType
from typing import Any, TypeVar

from ._memory import Native, Pointer
from .errors import StaleError

H = TypeVar("H", bound="Handle")


class Handle:
    """Ends with close(), at the end of a `with`, or when nothing refers to it any more. What others
    still need of it (a rig that avatars use, memory that a view shows) lives until they end."""

    _native: Native | None

    @property
    def _c(self) -> Pointer:
        """The pointer for C. It keeps the object alive while a call runs, whatever other threads do."""
        return Pointer(self._owner)

    @property
    def _owner(self) -> Native:
        native: Native | None = getattr(self, "_native", None)
        if native is None:
            raise StaleError(f"this {type(self).__name__} is closed")
        native.check_use()
        return native

    @property
    def is_closed(self) -> bool:
        """True after close(), or at the end of its `with`."""
        return getattr(self, "_native", None) is None

    def close(self) -> None:
        """Lets go of the object. Closing twice is fine."""
        self._native = None

    def _facts(self) -> str:
        """What repr() says of an open object."""
        return ""

    def __repr__(self) -> str:
        name = f"libvrm.{type(self).__name__}"
        if self.is_closed:
            return f"<{name}, closed>"
        try:
            facts = self._facts()
        except Exception:  # another thread is inside it; a repr must not fail
            return f"<{name}, in use>"
        return f"<{name} {facts}>" if facts else f"<{name}>"

    def __enter__(self: H) -> H:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None,
                 traceback: TracebackType | None) -> None:
        self.close()

    def __copy__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be copied")

    def __deepcopy__(self, memo: Any) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be copied")

    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be pickled")


def expect(value: object, kind: type, what: str) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{what} must be {kind.__name__}, got {type(value).__name__}")
