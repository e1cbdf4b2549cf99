"""What notebooks show: pictures that are well formed and show what is on the board; boards as
arrays; positions in the way of pyspiel."""

import importlib.util
import pickle
import xml.etree.ElementTree as ElementTree

import pytest
import solvent

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [
    ("connect4", "4455", 4, 42),
    ("connect4:9x5", "5", 1, 45),
    ("othello", "", 4, 64),
    ("othello:6x4", "", 4, 24),
    ("mnk:4,3,3", "b2a1c3", 3, 12),
    ("gomoku", "h8", 1, 225),
    ("qubic", "b22a11", 2, 64),
    ("woodpush:8,3", "", 6, 8),
    ("awari", "", 12, 0),
    ("kalah:4,3", "", 8, 0),
]


def drawn(svg):
    """The picture's root; every shape lies within it."""
    root = ElementTree.fromstring(svg)
    assert root.tag == SVG + "svg"
    width, height = float(root.get("width")), float(root.get("height"))
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    for circle in root.iter(SVG + "circle"):
        x, y, r = (float(circle.get(k)) for k in ("cx", "cy", "r"))
        assert r <= x <= width - r and r <= y <= height - r
    for text in root.iter(SVG + "text"):
        assert 0 <= float(text.get("x")) <= width and 0 < float(text.get("y")) <= height
    return root


@pytest.mark.parametrize("spec, text, stones, cells", GAMES)
def test_positions_are_drawn(spec, text, stones, cells):
    position = solvent.game(spec).parse(text)
    root = drawn(position._repr_svg_())
    assert len(list(root.iter(SVG + "circle"))) == stones
    squares = [r for r in root.iter(SVG + "rect") if r.get("stroke")]
    assert len(squares) == cells
    assert position.text in root.find(SVG + "title").text


def test_stones_are_where_they_are():
    root = drawn(solvent.game("connect4").parse("12")._repr_svg_())
    first, second = root.iter(SVG + "circle")
    assert first.get("cy") == second.get("cy") and first.get("fill") != second.get("fill")
    assert float(second.get("cx")) - float(first.get("cx")) == 30
    lowest = max(float(r.get("y")) for r in root.iter(SVG + "rect") if r.get("stroke"))
    assert lowest < float(first.get("cy")) < lowest + 30


def test_what_has_no_board_is_shown_as_text(tmp_path):
    class Odd(solvent.PythonGame):
        def initial(self):
            return "<&>", 0

        def to_move(self, state):
            return state[1]

        def moves(self, state):
            return ["x<y"]

        def play(self, state, move):
            return "end", 1

        def value(self, state):
            return 1 if state[0] == "end" else None

    position = solvent.from_python(Odd()).start
    root = drawn(position._repr_svg_())
    assert any("<&>" in (text.text or "") for text in root.iter(SVG + "text"))
    ElementTree.fromstring(solvent.solve(position, moves=True)._repr_html_())
    with pytest.raises(ValueError, match="has no board that is an array"):
        position.array()


def test_answers_are_pages():
    answer = solvent.solve(solvent.game("tictactoe").parse("a1b1"), moves=True)
    root = ElementTree.fromstring(answer._repr_html_())
    rows = [[cell.text or cell.find("b").text for cell in row] for row in root.iter("tr")]
    assert rows[0] == ["move", "value"] and len(rows) == 8
    assert [int(value) for _, value in rows[1:]] == sorted((m.value for m in answer.moves), reverse=True)
    best = {row.find("td").find("b").text for row in root.iter("tr") if row.find("td/b") is not None}
    assert best == {m.move for m in answer.moves if m.value == 1}
    assert answer.verdict in "".join(root.itertext())


def test_a_limit_names_a_move_that_is_not_proved():
    answer = solvent.solve(solvent.game("connect4", "6x6"), nodes=30_000, threads=1)
    assert answer.best is None and answer.promising in "123456"
    assert f"not proved: {answer.promising}" in answer._repr_html_()
    again = pickle.loads(pickle.dumps(answer))
    assert again.promising == answer.promising and again.as_dict() == answer.as_dict()
    assert answer.as_dict()["promising"] == answer.promising


def test_a_win_in_a_game_of_lines_has_a_distance():
    answer = solvent.solve(solvent.game("tictactoe").parse("a1b1"))
    assert answer.plies_to_win == {"least": 5, "most": 5}
    assert pickle.loads(pickle.dumps(answer)).plies_to_win == answer.plies_to_win
    assert solvent.solve(solvent.game("tictactoe")).plies_to_win is None


def test_search_trees_are_drawn():
    tree, rounds = solvent.SearchTree(most=20), []

    def both(iteration):
        tree(iteration)
        rounds.append(iteration)

    solvent.solve(solvent.game("mnk:3,3,3"), algorithm="pns", at_least=1, trace=both)
    assert tree.rounds == len(rounds) == tree.visits() > 20
    first = tree.children()[0]
    assert tree.visits(first) == sum(r["path"][:1] == [first] for r in rounds) > 0
    assert tree.visits(first) == max(tree.visits(move) for move in tree.children())
    root = drawn(tree._repr_svg_())
    assert len(list(root.iter(SVG + "circle"))) == 20
    assert len(list(root.iter(SVG + "line"))) == 19
    drawn(solvent.SearchTree()._repr_svg_())  # that has seen nothing


def test_positions_in_the_way_of_pyspiel():
    position = solvent.game("tictactoe").start
    while not position.ended:
        assert position.returns() == [0, 0]
        assert [position.moves()[a] for a in position.legal_actions()] == position.moves()
        assert position.apply(0) == position.play(position.moves()[0])
        position = position.apply(0)
    assert position.returns() == [1, -1]
    assert position.legal_actions() == []
    with pytest.raises(ValueError, match="the game is over"):
        position.apply(0)
    for wrong in (9, -1, True, "b2"):
        with pytest.raises(ValueError, match="legal is 0 to 8; see legal_actions"):
            solvent.game("tictactoe").start.apply(wrong)
    lost = solvent.game("connect4:4x4").parse("1212121")  # O to move has lost
    assert lost.to_move == "O" and lost.returns()[0] > 0 > lost.returns()[1]


def test_boards_are_arrays():
    if importlib.util.find_spec("numpy") is None:
        with pytest.raises(ImportError, match="apt-get install python3-numpy"):
            solvent.game("connect4").start.array()
        pytest.skip("there is no NumPy")
    board = solvent.game("connect4").parse("4455").array()
    assert board.shape == (6, 7) and board.dtype == "int8"
    assert board[5].tolist() == [0, 0, 0, 1, 1, 0, 0] and board[4].tolist() == [0, 0, 0, -1, -1, 0, 0]
    assert solvent.game("qubic").parse("b22a11").array().shape == (4, 4, 4)
    assert solvent.game("othello:6x4").start.array().sum() == 0
    awari = solvent.game("awari").parse("0 2 0 0 0 14|0 0 0 1 1 1 S9 N20 S").array()
    assert awari.tolist() == [[1, 1, 1, 0, 0, 0], [0, 2, 0, 0, 0, 14]]
    with pytest.raises(ValueError, match="has no board"):
        solvent.game("random").start.array()


def test_nothing_private_is_listed():
    assert [n for n in dir(solvent) if n.startswith("_") and not n.startswith("__")] == []
    assert set(solvent.__all__) <= set(dir(solvent))
