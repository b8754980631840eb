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


bint = int_ = uint = longlong = ulonglong = uchar = void = Py_ssize_t = _Type()


def _keep(thing: _Thing) -> _Thing:
    return thing


cclass = cfunc = ccall = inline = final = nogil = _keep


def _decorator(*_values: Any, **_named: Any) -> Any:
    return _keep


boundscheck = wraparound = cdivision = initializedcheck = exceptval = locals = returns = _decorator


def cast(_type: Any, value: _Thing) -> _Thing:
    """The value itself: Python's integers need no cast."""
    return value


def __getattr__(name: str) -> Any:
    if name == "int":
        return int_
    raise AttributeError(name)
