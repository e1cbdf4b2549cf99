import pickle
import threading

import pytest
import solvent
from games import Endless, Race, TicTacToe, plain_value

ENGINES = [a["name"] for a in solvent.algorithms() if a["name"] != "auto"]


@pytest.mark.parametrize("algorithm", ["auto", *ENGINES])
def test_tic_tac_toe_is_a_draw_for_every_engine(algorithm):
    random_games = {"playouts": 5} if algorithm in ("mcpns", "ppns") else {}
    answer = solvent.solve(solvent.from_python(TicTacToe()), algorithm=algorithm, **random_games)
    assert answer.status == "solved" and answer.value == 0
    assert len(ENGINES) >= 5


def test_positions_of_a_python_game():
    game = solvent.from_python(TicTacToe())
    assert game.spec == "python:TicTacToe" and game.players == ("X", "O")
    assert game.scale == [-1, 0, 1] and game.outcomes == "wld"
    assert game.start.moves() == list("012345678")
    p = game.start.play(4, "0")
    assert p.state == "O...X...." and p.text == p.state and p.to_move == "X"
    assert game.position("O...X....") == p and game.parse("moves:4 0") == p
    assert p.show() == "O...X....\n"
    assert solvent.from_python(TicTacToe()).position(p.state) != p  # of another game
    ended = game.position("XXXOO....")
    assert ended.ended and ended.to_move == "O" and ended.bounds == (-1, -1)
    assert game.start.perft(6) == solvent.game("mnk:3,3,3").start.perft(6)
    with pytest.raises(ValueError, match="no method parse"):
        game.parse("O...X....")
    with pytest.raises(ValueError, match="move '4' is not legal here: choose among"):
        p.play(4)


def test_every_position_has_the_value_of_the_game_in_the_library():
    theirs = solvent.game("mnk:3,3,3")
    mine = solvent.from_python(TicTacToe())
    mine_solver, their_solver = solvent.Solver(mine, line=False), solvent.Solver(theirs, line=False)
    cell = {f"{'abc'[k % 3]}{k // 3 + 1}": str(k) for k in range(9)}
    todo, seen = [(theirs.start, mine.start)], set()
    while todo:
        a, b = todo.pop()
        if b in seen or len(seen) > 1500:
            continue
        seen.add(b)
        assert a.ended == b.ended and a.to_move == b.to_move
        assert their_solver.solve(a).value == mine_solver.solve(b).value
        todo += [(a.play(m), b.play(cell[m])) for m in a.moves()]
    assert len(seen) > 1000


def test_each_position_is_asked_about_once():
    class Counting(TicTacToe):
        asked = {}

        def value(self, state):
            self.asked[state] = self.asked.get(state, 0) + 1
            return super().value(state)

    game = solvent.from_python(Counting())
    for algorithm in ("minimax", "alphabeta", "mopns"):
        solvent.solve(game, algorithm=algorithm)
    assert set(Counting.asked.values()) == {1}
    assert len(Counting.asked) == 5478


@pytest.mark.parametrize("size", range(3, 12))
@pytest.mark.parametrize("steps", [(1, 2, -1), (1, -1), (2, -1), (3, -2)])
def test_games_with_cycles(size, steps):
    rules = Race(size, steps)
    expected = plain_value(rules, rules.initial())
    game = solvent.from_python(rules)
    for algorithm in ("minimax", "alphabeta", "negascout", "dfpn", "pns", "mopns"):
        assert solvent.solve(game, algorithm=algorithm).value == expected, algorithm
    assert game.outcomes == "score" and game.scale == [-2, 0, 3]


def test_bounds_texts_and_drawings():
    class Told(TicTacToe):
        name = "ttt"

        def bounds(self, state):
            return (0, 1) if state == "X..." + "." * 5 else None

        def text(self, state):
            return state.replace(".", "-")

        def parse(self, text):
            if len(text) != 9:
                raise ValueError("write nine cells")
            return text.replace("-", ".")

        def draw(self, state):
            return "\n".join((state[:3], state[3:6], state[6:]))

        def move_text(self, move):
            return "abc"[move % 3] + str(move // 3 + 1)

    game = solvent.from_python(Told())
    assert game.spec == "python:ttt"
    p = game.parse("X--------")
    assert p == game.start.play("a1") and p.text == "X--------"
    assert p.bounds == (-1, 0)  # O's
    assert p.show() == "X..\n...\n...\n"
    assert game.start.moves()[:4] == ["a1", "b1", "c1", "a2"]
    with pytest.raises(ValueError, match="write nine cells"):
        game.parse("X")


def test_batches_of_a_python_game():
    game = solvent.from_python(TicTacToe())
    positions = [game.start.play(k) for k in range(9)]
    answers = solvent.solve_many(positions, threads=3)
    assert [a.value for a in answers] == [0] * 9


def test_threads_share_a_python_game():
    game, values = solvent.from_python(TicTacToe()), []
    threads = [
        threading.Thread(target=lambda: values.append(solvent.solve(game).value)) for _ in range(4)
    ]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert values == [0] * 4


class Watched(solvent.PythonGame):
    """So large that several threads would take part. Remembers who asked."""

    acyclic = True
    outcomes = tuple(range(21))

    def __init__(self):
        self.askers = set()

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[0] % 2

    def moves(self, state):
        return range(1, 7)

    def play(self, state, move):
        return (state[0] + 1, (state[1] * 37 + move * 101) % 20011)

    def value(self, state):
        self.askers.add(threading.get_ident())
        return None if state[0] < 11 else (state[1] * 7919 >> 3) % 21


def test_one_thread_asks_a_python_game():
    # Others would only wait for the interpreter.
    rules = Watched()
    answer = solvent.solve(solvent.from_python(rules), algorithm="alphabeta", threads=4, line=False)
    assert answer.value is not None and answer.counts["created"] > 50_000
    assert answer.threads == 1 and rules.askers == {threading.get_ident()}
    rules = Watched()
    [answer] = solvent.solve_many([solvent.from_python(rules)], algorithm="alphabeta", threads=4)
    assert answer.threads == 1 and len(rules.askers) <= 2


def test_its_memory_counts():
    answer = solvent.solve(solvent.from_python(Endless()), memory="8M", algorithm="dfpn")
    assert answer.status == "memory-limit" and answer.bounds == (-1, 1)


# --- what is wrong with a game is said ------------------------------------------------------------


class Oops(Exception):
    pass


def broken(**methods):
    return type("Broken", (TicTacToe,), methods)()


def raise_oops(self, state):
    if state.count(".") < 5:
        raise Oops(state)
    return None


@pytest.mark.parametrize("algorithm", ["auto", "minimax", "negascout", "pns", "mopns", "dfpn", "ppns"])
def test_an_exception_in_a_game_comes_out(algorithm):
    game = solvent.from_python(broken(value=raise_oops))
    with pytest.raises(Oops):
        solvent.solve(game, algorithm=algorithm)
    with pytest.raises(Oops):
        solvent.solve_many([game, game.start.play(1)], threads=2, algorithm=algorithm)


def test_a_solver_survives_the_exception_of_a_game():
    faults = [1]

    def value(self, state):
        return raise_oops(self, state) if faults else TicTacToe.value(self, state)

    solver = solvent.Solver(solvent.from_python(broken(value=value)))
    with pytest.raises(Oops):
        solver.solve(solver.game)
    faults.clear()
    assert solver.solve(solver.game).value == 0


@pytest.mark.parametrize(
    "methods, words",
    [
        ({"value": lambda self, s: 5}, "its value 5 is not one of the game's outcomes"),
        ({"value": lambda self, s: 0.5}, "value() returned '0.5', not a whole number or None"),
        ({"value": lambda self, s: "won"}, "value() returned"),
        ({"value": lambda self, s: 10**30}, "value() returned"),
        ({"moves": lambda self, s: []}, "it has neither a value nor a move"),
        ({"moves": lambda self, s: range(1100), "play": lambda self, s, m: s},
         "moves, more than 1024"),
        ({"moves": lambda self, s: 7}, "moves() returned '7', not moves in a list"),
        ({"to_move": lambda self, s: 2}, "to_move() returned '2', not 0, 1, 'X' or 'O'"),
        ({"to_move": lambda self, s: "Z"}, "to_move() returned"),
        ({"to_move": lambda self, s: None}, "to_move() returned 'None'"),
        ({"bounds": lambda self, s: 1}, "bounds() returned '1', not a pair"),
        ({"bounds": lambda self, s: (1, -1)}, "its bounds contradict each other"),
        ({"bounds": lambda self, s: (-7, 1)}, "its value -7 is not one"),
        ({"outcomes": (1, 0)}, "outcomes: write whole numbers that rise"),
        ({"outcomes": ()}, "outcomes: write 1 to 256"),
        ({"outcomes": ("a",)}, "outcomes = ('a',): write whole numbers"),
        ({"outcomes": (1, 2)}, "repetition = ..."),
        ({"repetition": 7}, "infinite play is worth 7"),
        ({"players": "XYZ"}, "players = 'XYZ': write a pair of names"),
        ({"name": 7}, "name = 7: write a text"),
    ],
)  # fmt: skip
def test_wrong_answers_are_value_errors(methods, words):
    with pytest.raises(ValueError) as caught:
        solvent.solve(solvent.from_python(broken(**methods)))
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_states_must_be_hashable():
    with pytest.raises(TypeError, match="a state must be hashable, such as a tuple"):
        solvent.from_python(broken(initial=lambda self: [0] * 9))
    game = solvent.from_python(broken(play=lambda self, s, m: [s]))
    with pytest.raises(TypeError, match="hashable"):
        solvent.solve(game)


def test_what_is_no_game():
    with pytest.raises(TypeError, match="object has no methods initial, to_move, moves, play and value"):
        solvent.from_python(object())
    with pytest.raises(TypeError, match=r"TicTacToe is a class: give an object of it"):
        solvent.from_python(TicTacToe)
    with pytest.raises(NotImplementedError):
        solvent.from_python(solvent.PythonGame())


def test_what_needs_lasting_names_is_refused(tmp_path):
    game = solvent.from_python(TicTacToe())
    for option in ({"certify": True}, {"store": tmp_path}):
        with pytest.raises(ValueError, match="numbered anew in every run"):
            solvent.solve(game, **option)
    with pytest.raises(ValueError, match="as it finds them"):
        solvent.solve(game, checkpoint=tmp_path / "c")


def test_pickle():
    game = solvent.from_python(Race(7))
    p = game.start.play(1)
    answer = solvent.solve(p)
    games, positions, again = pickle.loads(pickle.dumps((game, p, answer)))
    assert positions.game is games and again.position.game is games
    assert positions.state == p.state and positions.text == p.text
    assert again.as_dict() == answer.as_dict()
    assert positions.value() == answer.value


# --- games that say that nothing repeats ----------------------------------------------------------


class Forward(TicTacToe):
    acyclic = True


@pytest.mark.parametrize("algorithm", ["auto", *ENGINES])
def test_a_game_can_say_that_nothing_repeats(algorithm):
    random_games = {"playouts": 5} if algorithm in ("mcpns", "ppns") else {}
    answer = solvent.solve(solvent.from_python(Forward()), algorithm=algorithm, **random_games)
    assert answer.value == 0
    if algorithm == "auto":
        assert (answer.algorithm, answer.chosen_because) == ("negascout", "positions cannot repeat")
        other = solvent.solve(solvent.from_python(TicTacToe()))
        assert (other.algorithm, other.chosen_because) == ("dfpn", "positions can repeat")


def test_graphs_are_for_games_that_say_so():
    graph = {"algorithm": "mopns", "graph": True}
    merged = solvent.solve(solvent.from_python(Forward()), **graph)
    tree = solvent.solve(solvent.from_python(Forward()), algorithm="mopns")
    assert merged.value == tree.value == 0
    assert merged.counts["expanded"] < tree.counts["expanded"]
    with pytest.raises(ValueError, match="graph merges transpositions where positions cannot repeat"):
        solvent.solve(solvent.from_python(TicTacToe()), **graph)


def test_a_game_that_says_so_needs_no_worth_of_infinite_play():
    assert solvent.from_python(broken(outcomes=(1, 2), acyclic=True)).scale == [1, 2]
    with pytest.raises(ValueError, match="acyclic = 1: write True or False"):
        solvent.from_python(broken(acyclic=1))


@pytest.mark.parametrize("algorithm", ["auto", *ENGINES, "pns graph", "mopns graph"])
def test_a_game_that_is_mistaken_is_told(algorithm):
    noticed = 0
    name, *graph = algorithm.split()
    options = {"algorithm": name, "graph": bool(graph)} if graph else {"algorithm": name}
    if name in ("mcpns", "ppns"):
        options["playouts"] = 3
    for size in range(3, 12):
        rules = Race(size)
        rules.acyclic = True
        game = solvent.from_python(rules)
        try:
            value = solvent.solve(game, **options, nodes=1_000_000).value
            assert value == plain_value(rules, rules.initial())
        except ValueError as error:
            noticed += 1
            assert "has come back, and the game says that no position can (acyclic)" in str(error)
            assert str(error).startswith("game python:Race, position '(")
    assert noticed > 0
