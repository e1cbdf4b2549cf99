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
