"""Calls that cannot be made, in words.

The compiled functions answer wrong arguments with a list of C++ types. Here each of them gets a
function around it that says in one line what was wrong and how the call is written.
"""

import ast
import functools
import inspect
from typing import Any, Callable

_UNFIT = ("incompatible function arguments", "incompatible constructor arguments")


def _declared(signature: str) -> inspect.Signature:
    """From the first line of a function's text: game(spec, parameters=None) -> Game."""
    head = signature.split(" -> ")[0]
    place: dict[str, Any] = {}
    exec(compile(ast.parse(f"def {head}: pass"), "<signature>", "exec"), place)
    return inspect.signature(place[head.split("(")[0]])


def _explanation(signature: str, args: tuple, kwargs: dict) -> str:
    name = signature.split("(")[0]
    try:
        given = _declared(signature).bind(*args, **kwargs).arguments
    except TypeError as error:
        return f"{name}(): {error}; write {signature}"
    shown = ", ".join(f"{key}={value!r}" for key, value in given.items())
    return f"{name}(): {shown} is not what it takes; write {signature}"


def in_words(function: Callable, signature: str = "", of: str = "") -> Callable:
    """The same function, but for what it says of arguments that do not fit; `of` is its class."""
    signature = signature or function.__doc__.splitlines()[0]

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except TypeError as error:
            # Said of this call, not of one that a game or a callback has made.
            here = error.__traceback__ is not None and error.__traceback__.tb_next is None
            if not here or not any(words in str(error) for words in _UNFIT):
                raise
            given = args[1:] if of else args
        raise TypeError(_explanation(signature, given, kwargs))

    call.__module__ = "solvent"
    call.__qualname__ = f"{of}.{call.__name__}" if of else call.__name__
    return call


def methods_in_words(cls: type) -> None:
    """The same for the methods of a class."""
    for name, method in list(vars(cls).items()):
        if not name.startswith("_") and callable(method):
            setattr(cls, name, in_words(method, of=cls.__name__))


def not_made_by_hand(cls: type, how: str) -> None:
    """A class whose objects come from elsewhere says so."""

    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        raise TypeError(how)

    cls.__init__ = init  # type: ignore[misc]
