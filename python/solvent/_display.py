"""Pictures for notebooks: positions and search trees as SVG, answers as HTML; boards as arrays.

A board is levels of rows of cells, the row at the top of the drawing first, with 1 for a stone of
the first player, -1 for one of the other, or with numbers of stones.
"""

from html import escape
from typing import Any, Iterable, List, NamedTuple, Optional, Tuple

_CELL = 30
_COLOURS = {1: ("#c0392b", "X"), -1: ("#e0b000", "O")}
_GRIDS = {"connect4", "mnk", "gomoku", "qubic", "othello"}
_SOWING = {"awari", "kalah"}


class _Board(NamedTuple):
    levels: List[List[List[int]]]
    columns: List[str]  # what stands below
    rows: List[str]  # and beside it, from the top


def _sign(character: str) -> int:
    return {"X": 1, "O": -1, "L": 1, "R": -1}.get(character, 0)


def _board(position: Any) -> Optional[_Board]:
    """Of games with a board of stones; None for others."""
    name, text = position.game.name, position.text
    if name == "othello":
        squares = text.split()[0]
        sizes = position.game.spec.split(":")[1].split("x")
        width = int(sizes[0])
        rows = [[_sign(c) for c in squares[k : k + width]] for k in range(0, len(squares), width)]
        return _Board([rows], list("abcdefgh"[:width]), [str(k + 1) for k in range(len(rows))])
    if name in _GRIDS:
        levels = [[[_sign(c) for c in row] for row in level.split("/")] for level in text.split("|")]
        width, height = len(levels[0][0]), len(levels[0])
        numbered = name == "connect4"
        columns = [str(k + 1) if numbered else chr(ord("a") + k) for k in range(width)]
        rows = [""] * height if numbered else [str(height - k) for k in range(height)]
        return _Board(levels, columns, rows)
    if name == "woodpush":
        squares = [_sign(c) for c in text.split()[0]]
        return _Board([[squares]], [str(k + 1) for k in range(len(squares))], [""])
    return None


def _pits(position: Any) -> List[List[int]]:
    """The second player's pits as they are drawn, from the far end, then the first player's."""
    south, north = position.text.split("|")
    return [
        [int(n) for n in reversed(north.split()[: len(south.split())])],
        [int(n) for n in south.split()],
    ]


def array(position: Any) -> Any:
    """array() -> numpy.ndarray

    The board as a new array of small whole numbers: 1 for stones of game.players[0], -1 for those of
    the other, 0 for empty cells; rows from the top as the board is shown, of Qubic all four levels.
    Of Awari and Kalah the stones in the pits, the second player's row first, as it is shown. Needs
    NumPy; ValueError for games without a board."""
    if position.game.name in _SOWING:
        cells: Any = _pits(position)
    else:
        board = _board(position)
        if board is None:
            raise ValueError(f"{position.game.spec} has no board that is an array")
        cells = board.levels if len(board.levels) > 1 else board.levels[0]
    try:
        import numpy
    except ImportError:
        raise ImportError("array() needs NumPy: apt-get install python3-numpy") from None
    return numpy.array(cells, dtype=numpy.int8)


# --- SVG --------------------------------------------------------------------------------------------


def _svg(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" font-family="sans-serif" font-size="13">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, text: object, anchor: str = "middle", colour: str = "#444") -> str:
    shown = escape(str(text), quote=False)
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{colour}">{shown}</text>'


def _title(position: Any) -> str:
    return f"{position.game.spec}: {position.text}"


def _board_svg(position: Any, board: _Board) -> str:
    left, top, gap = 24, 8, 24
    width = len(board.columns) * _CELL
    height = len(board.rows) * _CELL
    parts = []
    for number, level in enumerate(board.levels):
        x0 = left + number * (width + gap)
        for r, row in enumerate(level):
            parts.append(_text(x0 - 8, top + r * _CELL + 20, board.rows[r], "end"))
            for c, stone in enumerate(row):
                x, y = x0 + c * _CELL, top + r * _CELL
                parts.append(
                    f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="#f3f1ec" '
                    'stroke="#b9b4a8"/>'
                )
                if stone:
                    colour, letter = _COLOURS[stone]
                    middle = _CELL / 2
                    parts.append(
                        f'<circle cx="{x + middle:g}" cy="{y + middle:g}" r="{_CELL * 0.4:g}" '
                        f'fill="{colour}" stroke="#333"/>'
                    )
                    # The colour alone does not tell everybody whose it is.
                    own = position.game.players[0 if stone > 0 else 1]
                    shown = own[0] if len(own) == 1 or own in ("Left", "Right") else letter
                    parts.append(_text(x + middle, y + middle + 5, shown, colour="#111"))
        for c, name in enumerate(board.columns):
            parts.append(_text(x0 + c * _CELL + _CELL / 2, top + height + 16, name))
        if len(board.levels) > 1:
            parts.append(_text(x0 + width / 2, top + height + 34, f"level {number + 1}"))
    levels = len(board.levels)
    return _svg(
        left + levels * width + (levels - 1) * gap + 8,
        top + height + (42 if levels > 1 else 24),
        _title(position),
        parts,
    )


def _sowing_svg(position: Any) -> str:
    north, south = _pits(position)
    size = 44
    stores = {word[0]: word[1:] for word in position.text.split() if word[0] in "SN" and word[1:]}
    width, parts = (len(south) + 2) * size, []
    for r, pits in enumerate((north, south)):
        for c, stones in enumerate(pits):
            x, y = (c + 1.5) * size, 28 + (r + 0.5) * size
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="18" fill="#f3f1ec" stroke="#b9b4a8"/>')
            parts.append(_text(x, y + 5, stones, colour="#111"))
            letter = chr(ord("A") + c) if r else chr(ord("a") + len(pits) - 1 - c)
            parts.append(_text(x, 134 if r else 20, letter))
    for side, x in (("N", size / 2), ("S", width - size / 2)):
        parts.append(_text(x, 67, "North" if side == "N" else "South"))
        parts.append(_text(x, 86, stores.get(side, "0"), colour="#111"))
    return _svg(width, 144, _title(position), parts)


def _lines_svg(position: Any) -> str:
    lines = position.show().rstrip("\n").split("\n")
    width = 16 + 8.5 * max(len(line) for line in lines)
    parts = [
        f'<text x="8" y="{20 + 17 * k}" xml:space="preserve" font-family="monospace" '
        f'fill="#111">{escape(line, quote=False)}</text>'
        for k, line in enumerate(lines)
    ]
    return _svg(width, 14 + 17 * len(lines), _title(position), parts)


def position_svg(position: Any) -> str:
    """The position as a picture, for notebooks."""
    if position.game.name in _SOWING:
        return _sowing_svg(position)
    board = _board(position)
    return _lines_svg(position) if board is None else _board_svg(position, board)


# --- HTML -------------------------------------------------------------------------------------------


def _number(value: int) -> str:
    return f"{value:+d}" if value else "0"


def answer_html(answer: Any) -> str:
    """The answer with its board, its line and the values of moves, for notebooks."""
    out = [f"<div>{position_svg(answer.position)}<p><b>{escape(answer.verdict)}</b>"]
    out.append("." if answer.solved else f" ({escape(answer.status)}).")
    if answer.promising is not None:
        out.append(f"<br/>Most promising move so far, not proved: {escape(answer.promising)}")
    if answer.line:
        end = " and so on for ever" if answer.line_repeats else " …" if answer.line_cut else ""
        out.append(f"<br/>Best play: {escape(' '.join(answer.line))}{end}")
    out.append("</p>")
    if answer.moves:
        most = max(move.upper for move in answer.moves)
        out.append("<table><tr><th>move</th><th>value</th></tr>")
        for move in sorted(answer.moves, key=lambda m: (-m.lower, -m.upper)):
            value = _number(move.lower)
            if move.value is None:
                value += f" to {_number(move.upper)}"
            name = escape(move.move)
            if answer.solved and move.lower == most:
                name = f"<b>{name}</b>"
            out.append(f"<tr><td>{name}</td><td>{value}</td></tr>")
        out.append("</table>")
    out.append(
        f"<p><small>{escape(answer.algorithm)}, {answer.counts['created']:,} nodes, "
        f"rests on {escape(', '.join(answer.rests_on))}</small></p></div>"
    )
    return "".join(out)


# --- search trees -----------------------------------------------------------------------------------


class SearchTree:
    """Where a best-first search has been: give one as `trace` of solve, and look at it afterwards.

        tree = solvent.SearchTree()
        solvent.solve(position, algorithm="pns", at_least=1, trace=tree)
        tree        # in a notebook: a picture

    `rounds` is how many there were; `visits(*moves)` says how many went through the node after these
    moves, and `children(*moves)` which moves were tried there, the most visited first. The picture
    leaves out what was visited least, so that it has at most `most` nodes."""

    def __init__(self, most: int = 60) -> None:
        self.most = most
        self.rounds = 0
        self._visits: dict = {}

    def __call__(self, iteration: dict) -> None:
        self.rounds += 1
        path = tuple(iteration["path"])
        for length in range(len(path) + 1):
            self._visits[path[:length]] = self._visits.get(path[:length], 0) + 1

    def visits(self, *moves: str) -> int:
        """visits(*moves) -> int

        How many rounds went through the node after these moves."""
        return self._visits.get(moves, 0)

    def children(self, *moves: str) -> List[str]:
        """children(*moves) -> list[str]

        The moves that were tried there, the most visited first."""
        found = [p for p in self._visits if len(p) == len(moves) + 1 and p[:-1] == moves]
        return [p[-1] for p in sorted(found, key=lambda p: -self._visits[p])]

    def _shown(self) -> List[Tuple[str, ...]]:
        # A node is visited as often as any below it, so parents come before their children.
        by_visits = sorted(self._visits, key=lambda p: (-self._visits[p], len(p)))
        return sorted(by_visits[: self.most])

    def _repr_svg_(self) -> str:
        shown = self._shown()
        inside = set(shown)
        children: dict = {p: [] for p in shown}
        for p in shown:
            if p:
                children[p[:-1]].append(p)
        place: dict = {}
        width = 0

        def lay_out(path: Tuple[str, ...]) -> float:
            nonlocal width
            below = [lay_out(child) for child in children[path]]
            if below:
                x = (below[0] + below[-1]) / 2
            else:
                x = 30 + 52 * width
                width += 1
            place[path] = (x, 34 + 58 * len(path))
            return x

        if () in inside:
            lay_out(())
        parts = []
        for p in shown:
            x, y = place[p]
            if p:
                above, higher = place[p[:-1]]
                parts.append(
                    f'<line x1="{above:g}" y1="{higher:g}" x2="{x:g}" y2="{y:g}" stroke="#999"/>'
                )
        for p in shown:
            x, y = place[p]
            fill = "#dbe9f4" if len(p) % 2 == 0 else "#f7e3d0"
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="17" fill="{fill}" stroke="#555"/>')
            parts.append(_text(x, y + 5, self._visits[p], colour="#111"))
            if p:
                parts.append(_text(x, y - 21, p[-1]))
        deepest = max((len(p) for p in shown), default=0)
        left_out = len(self._visits) - len(shown)
        title = f"{self.rounds} rounds, {len(self._visits)} nodes, {left_out} of them not shown"
        height = 70 + 58 * deepest
        parts.append(_text(8, height - 6, title, "start"))
        return _svg(max(60 + 52 * width, 20 + 7.2 * len(title)), height, title, parts)

    def __repr__(self) -> str:
        return f"<SearchTree: {self.rounds} rounds, {len(self._visits)} nodes>"


SearchTree.__module__ = "solvent"


# --- positions in the way of pyspiel ----------------------------------------------------------------


def legal_actions(position: Any) -> List[int]:
    """legal_actions() -> list[int]

    The legal moves by their numbers, as pyspiel has them: the places in moves(); none if the game is
    over."""
    return list(range(len(position.moves())))


def apply(position: Any, action: int) -> Any:
    """apply(action) -> Position

    The position after the move with this number. (A position never changes; play takes moves by
    their names.)"""
    moves = position.moves()
    if isinstance(action, bool) or not isinstance(action, int) or not 0 <= action < len(moves):
        legal = f"0 to {len(moves) - 1}" if moves else "no action, since the game is over"
        raise ValueError(f"apply({action!r}): legal is {legal}; see legal_actions()")
    return position.play(moves[action])


def returns(position: Any) -> List[int]:
    """returns() -> list[int]

    What each of game.players gets: once the game is over its value, before that 0 and 0."""
    lower, upper = position.bounds
    if not position.ended or lower != upper:
        return [0, 0]
    return [lower, -lower] if position.to_move == position.game.players[0] else [-lower, lower]
