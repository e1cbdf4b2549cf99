#!/usr/bin/env python3
"""Solvent beside other solvers, on the sets of positions in bench/sets, or on empty boards.

    bench/peers.py [--pons PATH] [--c4 PATH] [--also PATH] [--runs N] [SET...]
    bench/peers.py [--pons PATH] [--c4 PATH] [--also PATH] [--runs N] --empty [BOARD,...]

SET is a file like those of bench/sets, or a part of the name of one there (default: all of them); BOARD is
such as 7x6 (default: all of at most 42 cells from 4x4 up). Programs take turns, a set each, and of N
runs (default 3) the middle one counts. Every value is checked: by the set, or where it has none by the other
programs. A wrong one ends the run with status 1, and bad arguments with status 2.

Peers are not part of the project. --pons and --c4 name a program for 7x6, or a folder of programs that
are called as their boards (7x6, 9x5, ...). Such a program reads positions, a line each, as the columns played
from 1 on (an empty line is the empty board), and writes for each a line of four words: the position, the
score for the side to move, nodes, and microseconds of CPU, which it has spent on this position after its
table was cleared. So a few lines around the solver's own function for one position are needed: see
docs/measurements.md. --also names another build of Solvent, which is measured like the first.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SETS = os.path.join(HERE, "sets")
EMPTY_CELLS = 42

NOTES = """
Nodes and CPU time (user and system) are means of a position. One thread; every position begins with an empty
table. `search` is what each program spends on a position between reading it and knowing the value, emptying the
table not counted; `whole` is all that the process used, start and end too, divided by the positions. `ratio` is
that of our `search` to that of the faster peer. Nodes are counted by each program in its own way."""


class Wrong(Exception):
    """A program did not do what it should."""


# --- what is measured -------------------------------------------------------------------------------


class PositionSet:
    def __init__(self, name, game, positions):
        self.name, self.game = name, game
        self.positions = positions  # (text, value or None if it is not known)

    @property
    def board(self):
        """As 7x6, for games of Connect Four."""
        name, _, board = self.game.partition(":")
        return board if name == "connect4" else None


def read_set(path):
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip()]
    head = re.match(r"# (\S+) (\S+): ", lines[0]) if lines else None
    if not head:
        raise ValueError(f"{path}: the first line should be '# GAME NAME: ...', as in {SETS}")
    positions = []
    for line in lines:
        if not line.startswith("#"):
            text, _, value = line.rpartition(" ")
            if not text or not re.fullmatch(r"[+-]?\d+", value):
                raise ValueError(f"{path}: '{line}' is not a position and its value")
            positions.append((text, int(value)))
    if not positions:
        raise ValueError(f"{path}: there are no positions")
    return PositionSet(head.group(2), head.group(1), positions)


def chosen_sets(words):
    known = {f[:-4]: os.path.join(SETS, f) for f in sorted(os.listdir(SETS)) if f.endswith(".txt")}
    paths = []
    for word in words or [""]:
        found = [path for name, path in known.items() if word in name]
        if os.path.isfile(word):
            found = [word]
        if not found:
            raise ValueError(f"no set is called '{word}'; there are {', '.join(known)}")
        paths += found
    return [read_set(path) for path in dict.fromkeys(paths)]


def empty_boards(words):
    if words:
        boards = words.split(",")
        for board in boards:
            if not re.fullmatch(r"[1-9]x[1-9]\d?|[1-9]\dx[1-9]", board):
                raise ValueError(f"--empty {board}: a board is such as 7x6")
    else:
        sizes = [(w, h) for w in range(4, 11) for h in range(4, 11) if w * h <= EMPTY_CELLS]
        boards = [f"{w}x{h}" for w, h in sorted(sizes, key=lambda size: size[0] * size[1])]
    return [PositionSet(f"empty {b}", f"connect4:{b}", [("", None)]) for b in boards]


# --- the programs -----------------------------------------------------------------------------------


def run(command, lines):
    """The lines of output, and seconds of CPU."""
    with tempfile.TemporaryFile("w+") as source, tempfile.TemporaryFile("w+") as out:
        source.write("".join(line + "\n" for line in lines))
        source.seek(0)
        process = subprocess.Popen(command, stdin=source, stdout=out)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise Wrong(f"{command[0]} ended with status {process.returncode}")
        out.seek(0)
        return out.read().splitlines(), used.ru_utime + used.ru_stime


class Solvent:
    peer = False

    def __init__(self, title, path, table_size):
        self.title, self.path = title, path
        self.options = ["--table-size", table_size] if table_size else []

    def plays(self, _):
        return True

    def solve(self, chosen):
        """[(value, nodes, seconds)] and the seconds of the whole process."""
        def text(position):
            if position:
                return position
            columns, rows = map(int, chosen.board.split("x"))
            return "/".join(["." * columns] * rows)

        command = [self.path, "batch", chosen.game, "--threads", "1", "--fresh-table", "--json", "--quiet"]
        lines, whole = run(command + self.options, [text(p) for p, _ in chosen.positions])
        answers = [json.loads(line) for line in lines]
        return [(a["value"], a["created"], a["cpu_seconds"]) for a in answers], whole


class Peer:
    peer = True

    def __init__(self, title, path):
        self.title, self.path = title, path

    def program(self, board):
        return os.path.join(self.path, board) if os.path.isdir(self.path) else self.path

    def plays(self, board):
        if not board:
            return False
        return os.path.isfile(self.program(board)) if os.path.isdir(self.path) else board == "7x6"

    def solve(self, chosen):
        lines, whole = run([self.program(chosen.board)], [p for p, _ in chosen.positions])
        answers = []
        for line in lines:
            words = line.split(" ")
            try:
                _, value, nodes, microseconds = words
                answers.append((int(value), int(nodes), float(microseconds) / 1e6))
            except ValueError:
                raise Wrong(f"{self.path} wrote '{line}' where POSITION SCORE NODES MICROSECONDS should stand") from None
        return answers, whole


def check(chosen, values):
    """`values` is {title: [value]}; a set's own values have the title None."""
    known = {None: [value for _, value in chosen.positions]} if chosen.positions[0][1] is not None else {}
    known.update(values)
    reference, *others = known.items()
    for title, given in others:
        if len(given) != len(chosen.positions):
            raise Wrong(f"{chosen.name}: {title} answered {len(given)} of {len(chosen.positions)} positions")
        for (text, _), right, value in zip(chosen.positions, reference[1], given):
            if value != right:
                where = f"{chosen.name}, {text}" if text else chosen.name
                raise Wrong(f"{where}: {title} says {value}, {reference[0] or 'the set'} {right}")


# --- the table --------------------------------------------------------------------------------------


def measure(chosen, programs, runs):
    """{title: (nodes, seconds of search, seconds of all)}, means of a position."""
    spent, values, nodes = {}, {}, {}
    for _ in range(runs):
        for program in programs:
            if program.plays(chosen.board):
                answers, whole = program.solve(chosen)
                values[program.title] = [a[0] for a in answers]
                nodes[program.title] = sum(a[1] for a in answers)
                spent.setdefault(program.title, []).append((sum(a[2] for a in answers), whole))
        check(chosen, values)
    count = len(chosen.positions)
    if chosen.positions[0][1] is None:
        chosen.name += f", {values[programs[0].title][0]:+}"
    return {title: (nodes[title] / count, *(statistics.median(s) / count for s in zip(*times)))
            for title, times in spent.items()}


def milliseconds(seconds):
    ms = 1e3 * seconds
    return f"{ms:,.0f}" if ms >= 100 else f"{ms:.3g}"


def row(chosen, programs, measured):
    cells = [chosen.name, str(len(chosen.positions))]
    for program in programs:
        if program.title not in measured:
            cells += [""] * (2 if program.peer else 3)
            continue
        nodes, search, whole = measured[program.title]
        cells += [f"{nodes:,.0f}", milliseconds(search)]
        if not program.peer:
            cells.append(milliseconds(whole))
    peers = [measured[p.title][1] for p in programs if p.peer and p.title in measured]
    if any(p.peer for p in programs):
        cells.append(f"{measured[programs[0].title][1] / min(peers):.2f}" if peers else "")
    return cells


def heads(programs):
    cells = ["set", "positions"]
    for p in programs:
        cells += [f"{p.title}: nodes", "search, ms"] + ([] if p.peer else ["whole, ms"])
    return cells + (["ratio"] if any(p.peer for p in programs) else [])


class Arguments(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"peers.py: {message}\n")


def parsed():
    arguments = Arguments(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--solvent", metavar="PATH", help="our program (default: build/release/bin/solvent)",
                           default=os.path.join(HERE, "..", "build", "release", "bin", "solvent"))
    arguments.add_argument("--also", metavar="PATH", help="another build of ours")
    arguments.add_argument("--pons", metavar="PATH", help="PascalPons/connect4: a program or a folder")
    arguments.add_argument("--c4", metavar="PATH", help="ChristopheSteininger/c4: a program or a folder")
    arguments.add_argument("--runs", metavar="N", type=int, default=3, help="the middle of so many (default 3)")
    arguments.add_argument("--table-size", metavar="SIZE", help="of ours (default: its own)")
    arguments.add_argument("--empty", metavar="BOARD,...", nargs="?", const="", help="empty boards, not sets")
    arguments.add_argument("sets", metavar="SET", nargs="*", help="files or parts of names (default: all)")
    given = arguments.parse_args()

    programs = []
    for option, title in (("solvent", "solvent"), ("also", "also"), ("pons", "Pons"), ("c4", "c4")):
        path = getattr(given, option)
        if path is None:
            continue
        folder = option in ("pons", "c4") and os.path.isdir(path)
        if not folder and not (os.path.isfile(path) and os.access(path, os.X_OK)):
            arguments.error(f"--{option} {path}: there is no such program")
        path = os.path.abspath(path)
        if option in ("pons", "c4"):
            programs.append(Peer(title, path))
            continue
        programs.append(Solvent(title, path, given.table_size))
        trial = subprocess.run([path, "batch", "connect4", *programs[-1].options], stdin=subprocess.DEVNULL,
                               capture_output=True, text=True, check=False)
        if trial.returncode != 0:
            arguments.error(f"--{option} {path}: {trial.stderr.strip()}")
    if given.runs < 1:
        arguments.error(f"--runs {given.runs}: at least 1")
    if given.empty is not None and given.sets:
        arguments.error(f"{given.sets[0]}: --empty takes boards with commas between them, and no sets beside it")
    try:
        sets = chosen_sets(given.sets) if given.empty is None else empty_boards(given.empty)
    except (ValueError, OSError) as problem:
        arguments.error(str(problem))
    return programs, sets, given.runs


def main():
    programs, sets, runs = parsed()
    print("| " + " | ".join(heads(programs)) + " |")
    print("|" + "---|" * len(heads(programs)), flush=True)
    try:
        for chosen in sets:
            cells = row(chosen, programs, measure(chosen, programs, runs))
            print("| " + " | ".join(cells) + " |", flush=True)
        print(NOTES, flush=True)
    except (Wrong, OSError) as problem:
        print(f"peers.py: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
