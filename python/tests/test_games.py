import pickle

import pytest
import solvent


def test_games_are_listed_and_made():
    listed = solvent.games()
    assert {"connect4", "awari", "mnk"} <= {g["name"] for g in listed}
    for g in listed:
        if g["name"] == "tree":
            continue  # needs a file
        game = solvent.game(g["name"])
        assert game.name == g["name"]
        assert game.outcomes in g["outcomes"]
        assert game.parse(g["example"]).game is game
        assert g["title"] and all(solvent.game(spec).spec == spec for spec in g["specs"])


def test_names_and_parameters():
    assert solvent.game("connect4", "5x4").spec == "connect4:5x4"
    assert solvent.game("connect4:5x4") == solvent.game("connect4", "5x4")
    assert solvent.game("othello", 6).spec == "othello:6"
    wld = solvent.game("connect4:7x6", outcomes="wld")
    assert wld.scale == [-1, 0, 1] and wld.outcomes == "wld"
    assert wld != solvent.game("connect4:7x6")
    assert wld.players == ("X", "O")


def test_positions():
    game = solvent.game("connect4", "7x6")
    start = game.start
    assert start.to_move == "X" and not start.ended
    assert start.moves() == ["1", "2", "3", "4", "5", "6", "7"]
    p = start.play("4").play(4).play("5", "5")
    assert p == game.parse("4455") and hash(p) == hash(game.parse("4455"))
    assert p != start and len({p, start, game.parse("moves:4 4 5 5")}) == 2
    assert p != "4455"
    assert game.parse(p.text) == p
    assert p.game is game
    assert p.show().count("\n") >= 7 and "X" in p.show()
    assert repr(p).startswith("<Position '.....") and repr(p).endswith(" of connect4:7x6>")
    assert p.state is None
    assert start.perft(3) == 343


def test_bounds_are_for_the_side_to_move():
    game = solvent.game("mnk:3,3,3")
    won = game.parse("moves:a1 b1 a2 b2 a3")
    assert won.ended and won.moves() == []
    assert won.to_move == "O" and won.bounds == (-1, -1)


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: solvent.game("conect4"), "did you mean connect4?"),
        (lambda: solvent.game("connect4", "0x6"), "connect4:0x6"),
        (lambda: solvent.game("connect4", outcomes="points"), "connect4 has score and wld"),
        (lambda: solvent.game("connect4").parse("9"), "position '9'"),
        (lambda: solvent.game("connect4").start.play("8"), "8"),
        (lambda: solvent.game("connect4").position(1), "not written in Python"),
        (lambda: solvent.game("connect4").start.perft(-1), "negative"),
    ],
)
def test_bad_input_is_a_value_error_of_one_line(call, words):
    with pytest.raises(ValueError) as caught:
        call()
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_pickle():
    p = solvent.game("connect4", "5x4", outcomes="wld").parse("3")
    assert pickle.loads(pickle.dumps(p)) == p
    assert pickle.loads(pickle.dumps(p.game)) == p.game


# --- calls that cannot be made --------------------------------------------------------------------

CONNECT4 = solvent.game("connect4")


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: solvent.game("connect4", columns=7),
         "game(): got an unexpected keyword argument 'columns'; write game(spec, parameters=None, *, "
         "outcomes=None) -> Game"),
        (lambda: solvent.game(), "game(): missing a required argument: 'spec'; write game(spec,"),
        (lambda: solvent.game(4), "game(): spec=4 is not what it takes; write game(spec,"),
        (lambda: solvent.game("connect4", "7x6", "wld"), "game(): too many positional arguments"),
        (lambda: solvent.games(1), "games(): too many positional arguments; write games() -> list"),
        (lambda: CONNECT4.parse(4455), "parse(): text=4455 is not what it takes; write parse(text='')"),
        (lambda: CONNECT4.start.perft("deep"), "perft(): depth='deep' is not what it takes"),
        (lambda: CONNECT4.start.show(color=True), "unexpected keyword argument 'color'"),
        (lambda: CONNECT4.start.moves(1), "moves(): too many positional arguments"),
        (lambda: solvent.solve(), "solve(): missing a required argument: 'position'; write solve("),
        (lambda: solvent.solve_many(7), "solve_many(): positions=7 is not what it takes"),
        (lambda: solvent.Solver(), "Solver(): missing a required argument: 'game'; write Solver(game"),
        (lambda: solvent.Solver(CONNECT4).forget(1), "forget(): too many positional arguments"),
        (lambda: solvent.from_python(), "from_python(): missing a required argument: 'game'"),
        (lambda: solvent.query_table("connect4", "db"), "query_table(): position='connect4', folder='db'"),
        (lambda: solvent.build_table("awari", "db"), "build_table(): game='awari', folder='db'"),
        (lambda: solvent.table_slices(), "table_slices(): missing a required argument"),
        (lambda: solvent.check(), "check(): missing a required argument: 'file'"),
        (lambda: solvent.prune_store("s", damaged="x"), "prune_store(): folder='s', damaged='x'"),
        (lambda: solvent.stored_positions("s", 5), "stored_positions(): folder='s', game=5"),
        (lambda: solvent.Position("4455"), "a Position is made by game(...).parse"),
        (lambda: solvent.Game("connect4"), "a Game is made by game, or from_python"),
        (lambda: solvent.Answer(), "an Answer is made by solve"),
    ],
)  # fmt: skip
def test_a_call_that_cannot_be_made_is_a_type_error_of_one_line(call, words):
    with pytest.raises(TypeError) as caught:
        call()
    message = str(caught.value)
    assert words in message and "\n" not in message
    for leak in ("incompatible", "Invoked with", "supported", "pybind", "std::", "_core"):
        assert leak not in message


def test_the_words_of_others_stay_as_they_are():
    """A TypeError out of a game's own method is the game's."""

    class Broken(solvent.PythonGame):
        def initial(self):
            raise TypeError("f(): incompatible function arguments.")

        to_move = moves = play = value = initial

    with pytest.raises(TypeError, match=r"^f\(\): incompatible function arguments\.$"):
        solvent.from_python(Broken())


def test_names():
    public = [name for name in dir(solvent) if not name.startswith("_")]
    assert public == sorted(solvent.__all__)
    for name in public:
        assert getattr(solvent, name).__module__ == "solvent", name


def test_wins_by_threats():
    position = solvent.game("mnk", "6,6,4").parse("c3a1")
    mine, theirs = position.threats()
    assert position.play(*mine).ended and position.play(*mine).bounds == (-1, -1)
    assert theirs is None
    with pytest.raises(ValueError, match="not a game of lines"):
        solvent.game("connect4").start.threats()
