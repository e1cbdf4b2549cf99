"""What a call from Python costs: PYTHONPATH=build/release/python /usr/bin/python3 python/tests/bench.py"""

import sys
import timeit
from pathlib import Path

import solvent

sys.path.insert(0, str(Path(__file__).parent))
from games import TicTacToe  # noqa: E402


def microseconds(call, number=2000):
    return min(timeit.repeat(call, number=number, repeat=7)) / number * 1e6


won = solvent.game("mnk:3,3,3").parse("moves:a1 b1 a2 b2 a3")
solver = solvent.Solver(won.game)
mine = solvent.from_python(TicTacToe())
mine_won = mine.position("XXXOO....")
answer = solvent.solve(won)

for what, call, number in [
    ("solve, a won tic-tac-toe end position", lambda: solvent.solve(won), 2000),
    ("Solver.solve, the same", lambda: solver.solve(won), 2000),
    ("solve, the same of a game in Python", lambda: solvent.solve(mine_won), 2000),
    ("Answer.as_dict", answer.as_dict, 2000),
    ("Position.moves of the start", won.game.start.moves, 2000),
    ("Position.play", lambda: won.game.start.play("b2"), 2000),
    ("solve, tic-tac-toe from the start", lambda: solvent.solve(won.game), 20),
    ("the same in Python, all positions new",
     lambda: solvent.solve(solvent.from_python(TicTacToe())), 1),
    ("the same in Python, all positions known", lambda: solvent.solve(mine), 5),
]:  # fmt: skip
    print(f"{what:44} {microseconds(call, number):12.1f} µs")
