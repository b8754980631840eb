"""Stands in for the ``cython`` module when a kernel runs uncompiled: decorators that do nothing, types that are objects.

The kernels are written in Cython's pure Python mode. When the package is built with a compiler, they are compiled from
a copy in which the import of this module is replaced by ``import cython`` (see setup.py).
"""

from __future__ import annotations

from typing import Any, TypeVar

_Thing = TypeVar("_Thing")

compiled = False


class _Type:
    """A C type: can be subscripted as a buffer type, and called as a cast."""

    def __getitem__(self, _item: Any) -> _Type:
        return self

    def __call__(self, value: Any) -> Any:
        return value


bint = int_ = uint = longlong = ulonglong = uchar = short = void = Py_ssize_t = _Type()
double = _Type()


def _keep(thing: _Thing) -> _Thing:
    return thing


class _Lock:
    """As a decorator and as a context: without C there is nothing to let go of."""

    def __call__(self, thing: _Thing) -> _Thing:
        return thing

    def __enter__(self) -> None: ...

    def __exit__(self, *_error: object) -> None: ...


nogil = gil = _Lock()
cclass = cfunc = ccall = inline = final = _keep


def _decorator(*_values: Any, **_named: Any) -> Any:
    return _keep


boundscheck = wraparound = cdivision = initializedcheck = exceptval = locals = returns = _decorator


def cast(_type: Any, value: Any) -> Any:
    """The value itself: Python's integers need no cast; a number with a fraction loses it, as in C."""
    return int(value) if isinstance(value, float) and _type is not double else value


def declare(_type: Any, value: _Thing) -> _Thing:
    """The value itself: where it is compiled, a C variable."""
    return value


def __getattr__(name: str) -> Any:
    if name == "int":
        return int_
    raise AttributeError(name)
