"""The base class of games that are written in Python."""

from typing import Any, Hashable, Iterable, Optional, Sequence, Tuple


class PythonGame:
    """The rules of a game of your own, for solvent.from_python.

    A subclass defines the five methods below; any other object that has them will do as well.
    States must be hashable and are never changed (tuples, texts, frozen dataclasses); equal states
    are the same position. Answers must depend on nothing but the arguments.

        class Nim(solvent.PythonGame):
            acyclic = True  # there are fewer stones after every move

            def initial(self):
                return (3, 4, 5), 0
            def to_move(self, state):
                return state[1]
            def moves(self, state):
                return [(heap, n) for heap, size in enumerate(state[0]) for n in range(1, size + 1)]
            def play(self, state, move):
                heaps = list(state[0])
                heaps[move[0]] -= move[1]
                return tuple(heaps), 1 - state[1]
            def value(self, state):
                if any(state[0]):
                    return None
                return -1 if state[1] == 0 else 1

        solvent.solve(solvent.from_python(Nim()))

    A subclass may also define `name`, bounds(state) -> (lower, upper) or None: what is certain
    before the end, for players[0]; text(state) and parse(text): positions as text; draw(state): the
    board, several lines; move_text(move). Without them str() is used.
    """

    #: Who moves first in the game, and the other one.
    players: Tuple[str, str] = ("Max", "Min")
    #: Every value that a game can end with, for players[0], rising; at most 256.
    outcomes: Sequence[int] = (-1, 0, 1)
    #: What play that goes on for ever is worth for players[0]; one of the outcomes. None: 0.
    repetition: Optional[int] = None
    #: True: no position can come back, whatever is played. Searches rely on it and say so with a
    #: ValueError if they meet one that does.
    acyclic: bool = False

    def initial(self) -> Hashable:
        """The state in which the game starts."""
        raise NotImplementedError

    def to_move(self, state: Any) -> Any:
        """Who is to move: 0 or 1, or the name in `players`."""
        raise NotImplementedError

    def moves(self, state: Any) -> Iterable[Any]:
        """The legal moves, one at least and at most 1024; only asked if the game is not over."""
        raise NotImplementedError

    def play(self, state: Any, move: Any) -> Hashable:
        """The state after a move; `state` itself stays as it is."""
        raise NotImplementedError

    def value(self, state: Any) -> Optional[int]:
        """If the game is over, what it is worth for players[0]; otherwise None."""
        raise NotImplementedError


PythonGame.__module__ = "solvent"
