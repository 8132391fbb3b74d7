"""libsotto.so through cffi: its declarations are those of sotto.h, which lies in this package."""

import os
import pathlib
import re
import threading
import weakref
from typing import Any, Callable, cast

import cffi

from ._errors import error_of

_PACKAGE = pathlib.Path(__file__).parent


def _declarations() -> str:
    header = (_PACKAGE / "sotto.h").read_text(encoding="utf-8")
    inside = re.search(r'extern "C" \{\n#endif\n(.*)#ifdef __cplusplus', header, re.DOTALL)
    assert inside is not None
    return inside.group(1).replace("SOTTO_API ", "")


def _open(ffi: cffi.FFI) -> Any:
    """$SOTTO_LIBRARY, else the library of this package, else that of the system."""
    given = os.environ.get("SOTTO_LIBRARY")
    if given and "/" in given:  # it looks for its models from where it lies
        given = os.path.abspath(given)
    own = _PACKAGE / "lib" / "libsotto.so.0"
    return ffi.dlopen(given or (str(own) if own.exists() else "libsotto.so.0"))


ffi = cffi.FFI()
ffi.cdef(_declarations())
lib = _open(ffi)
_here = threading.local()


def version() -> str:
    """Of the library: "0.1.0"."""
    return text_of(lib.sotto_version())


def check(status: int) -> None:
    """Raises what the status says. To be called on the thread whose call gave it."""
    if status != lib.SOTTO_OK:
        raise error_of(status, text_of(lib.sotto_last_error()))


def struct(kind: str, /, **fields: Any) -> Any:
    """A new struct that begins with its size; None is the default of a field."""
    given = {key: value for key, value in fields.items() if value is not None}
    return ffi.new(f"{kind} *", {"struct_size": ffi.sizeof(kind), **given})


def c_text(text: str) -> Any:
    """A copy that lives as long as the result. Half a surrogate pair becomes a question mark."""
    if "\0" in text:
        raise ValueError(f"a text has a zero character at {text.index(chr(0))}, expected none")
    return ffi.new("char[]", text.encode("utf-8", "replace"))


def c_texts(texts: "list[str]") -> "tuple[Any, list[Any]]":
    """An array that ends with null, and what it points to, which must live as long."""
    copies = [c_text(text) for text in texts]
    return ffi.new("const char *[]", [*copies, ffi.NULL]), copies


def text_of(pointer: Any) -> str:
    return cast(bytes, ffi.string(pointer)).decode("utf-8", "replace")


def text_or_none(pointer: Any) -> "str | None":
    return None if pointer == ffi.NULL else text_of(pointer)


class Handle:
    """What a function of the library has made, freed when nobody has it any more. `kept` lives as
    long: what the library calls back with."""

    def __init__(self, make: Callable[[Any], int], kind: str, kept: Any = None) -> None:
        out = ffi.new(f"{kind} **")
        check(make(out))
        self.pointer = out[0]
        # Not at the end of the process: other threads may be at work in it.
        self._free = weakref.finalize(self, _free, getattr(lib, f"{kind}_free"), self.pointer, kept)
        self._free.atexit = False

    def free(self) -> None:
        """Now, and once. Nobody may use the pointer any more."""
        self._free()


def _free(free: Callable[[Any], None], pointer: Any, kept: Any) -> None:
    # A collection may run within a callback, on a thread that the library would wait for.
    if getattr(_here, "in_callback", False):
        threading.Thread(target=_free, args=(free, pointer, kept), daemon=True).start()
    else:
        free(pointer)


class in_callback:
    """While the library calls back on this thread."""

    def __enter__(self) -> None:
        _here.in_callback = True

    def __exit__(self, *_: object) -> None:
        _here.in_callback = False
