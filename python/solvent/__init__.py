"""Solvent: the exact value of a position in a two-player, zero-sum, perfect-information game.

    >>> import solvent
    >>> position = solvent.game("connect4", "7x6").parse("4455")
    >>> solvent.solve(position).value
    18

- games: game(), games(), from_python() for a game of your own; Game, Position
- solving: solve(), Solver, solve_many(), algorithms(); Answer, SearchTree
- files: build_table(), query_table(), table_slices(), verify_table(), check() for certificates,
  store_statistics(), stored_positions(), verify_store(), prune_store()

All values are for the side to move. A value is only given when it is proved; a search that a limit
ends answers with bounds that are true.
"""

from . import _calls, _core, _display
from ._core import Answer, Game, MoveValue, Position, Solver, __version__
from ._options import Options
from ._display import SearchTree
from ._python_game import PythonGame

algorithms = _calls.in_words(_core.algorithms)
build_table = _calls.in_words(_core.build_table)
check = _calls.in_words(_core.check)
from_python = _calls.in_words(_core.from_python)
game = _calls.in_words(_core.game)
games = _calls.in_words(_core.games)
prune_store = _calls.in_words(_core.prune_store)
query_table = _calls.in_words(_core.query_table)
solve = _calls.in_words(_core.solve)
solve_many = _calls.in_words(_core.solve_many)
store_statistics = _calls.in_words(_core.store_statistics)
stored_positions = _calls.in_words(_core.stored_positions)
table_slices = _calls.in_words(_core.table_slices)
verify_store = _calls.in_words(_core.verify_store)
verify_table = _calls.in_words(_core.verify_table)
Answer._repr_html_ = _display.answer_html
Position._repr_svg_ = _display.position_svg
for _method in (_display.array, _display.legal_actions, _display.apply, _display.returns):
    setattr(Position, _method.__name__, _method)
for _cls in (Answer, Game, Position, Solver):
    _calls.methods_in_words(_cls)
_calls.not_made_by_hand(Answer, "an Answer is made by solve, solve_many and Solver.solve")
_calls.not_made_by_hand(Game, "a Game is made by game, or from_python")
_calls.not_made_by_hand(Position, "a Position is made by game(...).parse, or by playing moves")
Solver.__init__ = _calls.in_words(  # type: ignore[method-assign]
    Solver.__init__, "Solver(game, **options)", of="Solver"
)


def _rebuild(spec, outcomes, text):
    """What pickle calls for a game, or for a position of it."""
    made = game(spec, outcomes=outcomes)
    return made if text is None else made.parse(text)


def _rebuild_position(made, state):
    """The same for a position of a game that is written in Python."""
    return made.position(state)


def _rebuild_answer(position, fields, with_line, with_moves):
    """And for an answer."""
    return _core._answer(position, fields, with_line, with_moves)


__all__ = [
    "Answer",
    "Game",
    "MoveValue",
    "Options",
    "Position",
    "PythonGame",
    "SearchTree",
    "Solver",
    "algorithms",
    "build_table",
    "check",
    "from_python",
    "game",
    "games",
    "prune_store",
    "query_table",
    "solve",
    "solve_many",
    "store_statistics",
    "stored_positions",
    "table_slices",
    "verify_store",
    "verify_table",
]


def __dir__():
    return [*__all__, "__all__", "__doc__", "__file__", "__name__", "__path__", "__version__"]
