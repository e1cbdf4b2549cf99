#!/usr/bin/env python3
"""Every figure Solvent was asked to reach, measured again: the table of docs/measurements.md.

    bench/figures.py [--data DIR] [--work DIR] [ROW...]       after ./dev test, which builds all

DIR of --data has the public position sets (connect4/Test_L3_R1 and others, othello/*.obf), which are
not part of the project; rows that need them are passed over without it. Databases and proofs go to
--work (default: a temporary folder). ROW is a part of a row's text. All times are CPU time.
"""
import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
BIN = os.path.join(ROOT, "build", "release", "bin")
ROWS = []  # (what, command, must, goal, measure)
data = work = ""


def row(what, command, must="", goal=""):
    """A row; what it decorates returns the text to print, whether must is met and whether goal is."""

    def register(measure):
        ROWS.append((what, command, must, goal, measure))
        return measure

    return register


# --- running our programs ---------------------------------------------------------------------------


def run(program, *words, accept=(0, 3)):
    """(standard output, standard error, CPU seconds, most resident bytes) of one run."""
    command = [os.path.join(BIN, program), *(str(w) for w in words)]
    out, err = tempfile.TemporaryFile(), tempfile.TemporaryFile()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    text = []
    for stream in (out, err):
        stream.seek(0)
        text.append(stream.read().decode())
    if process.returncode not in accept:
        raise RuntimeError(f"exit {process.returncode}: {text[1].strip()[-200:]}")
    return text[0], text[1], used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def solve(*words):
    return json.loads(run("solvent", "solve", *words, "--json")[0])


def batch(*words):
    out, err, _, _ = run("solvent", "batch", *words, "--json", accept=(0, 1, 3))
    return [json.loads(line) for line in out.splitlines()], err


def right(answers, sign=False):
    """How many of a batch agree with the value expected, or only with its sign."""
    def expected(a):
        return (a["expected"] > 0) - (a["expected"] < 0) if sign else a["expected"]

    return sum(a["value"] == expected(a) for a in answers)


def bench(program, name, counter=None):
    """The middle one of three runs: its counter, or its CPU time in its own unit."""
    out = run(program, f"--benchmark_filter=^{name}$", "--benchmark_format=json",
              "--benchmark_repetitions=3")[0]
    runs = [r for r in json.loads(out)["benchmarks"] if r["run_type"] == "iteration"]
    return sorted(r[counter or "cpu_time"] for r in runs)[1]


def passes(program, names):
    out = run(program, f"--gtest_filter={names}")[0]
    count = int(re.search(r"\[  PASSED  \] (\d+) test", out).group(1))
    return f"{count} tests pass", count > 0, None


def at_least(text, measured, must, goal=None):
    return text.format(measured), measured >= must, goal and measured >= goal


def at_most(text, measured, must, goal=None):
    return text.format(measured), measured <= must, goal and measured <= goal


# --- rules ------------------------------------------------------------------------------------------


@row("perft(connect4, 8)", "`solvent perft connect4 8`", "5,673,234")
def _():
    count = json.loads(run("solvent", "perft", "connect4", 8, "--json")[0])
    return f"{count['count']:,}", count["count"] == 5_673_234, None


@row("Connect Four, leaves a second", "`bench_perft`", "60 M")
def _():
    return at_least("{:.0f} M", bench("bench_perft", "perft/connect4", "leaves/s") / 1e6, 60)


@row("Othello, leaves a second", "`bench_perft`", "30 M")
def _():
    return at_least("{:.0f} M", bench("bench_perft", "perft/othello", "leaves/s") / 1e6, 30)


# --- searches ---------------------------------------------------------------------------------------


@row("alphabeta with table, Connect Four middle games, nodes a second", "`bench_search`", "8 M")
def _():
    known = bench("bench_search", "search/connect4_alphabeta", "nodes/s") / 1e6
    rules = bench("bench_search", "search/connect4_alphabeta_rules", "nodes/s") / 1e6
    return f"{known:.1f} M; by the rules alone {rules:.1f} M", known >= 8, None


@row("dfpn, Connect Four, nodes a second", "`bench_search`", "4 M")
def _():
    return at_least("{:.1f} M", bench("bench_search", "search/connect4_wld_dfpn", "nodes/s") / 1e6, 4)


for name, outcomes, must, goal, most in (("pns", "one question", 70, 40, 28),
                                         ("mopns", "three outcomes", 100, 60, 36)):
    @row(f"{name}, Connect Four 5×5, {outcomes}, a created node", "`bench_search` (grow)", f"{must} ns",
         f"{goal} ns")
    def _(name=name, must=must, goal=goal):
        return at_most("{:.0f} ns", 1e9 / bench("bench_search", f"grow/connect4_5x5_{name}", "nodes/s"),
                       must, goal)

    @row("the same, memory", "`bench_search` (grow)", f"{most} bytes")
    def _(name=name, most=most):
        return at_most("{:.1f}", bench("bench_search", f"grow/connect4_5x5_{name}", "bytes/node"), most)


@row("mopns, 37 outcomes, memory against three", "`bench_search` (grow)", "3 times")
def _():
    three, many = (bench("bench_search", f"grow/{name}_mopns", "bytes/node")
                   for name in ("connect4_5x5", "connect4_7x6_score"))
    return at_most("{:.1f} times", many / three, 3)


for name in ("mcpns", "ppns"):
    @row(f"{name}, random games a second on 7×6",
         f"`solve connect4 --outcomes wld --algorithm {name} --no-knowledge --time 5`", "1.5 M", "3 M")
    def _(name=name):
        a = solve("connect4", "--outcomes", "wld", "--algorithm", name, "--no-knowledge", "--time", 5)
        return at_least("{:.1f} M", a["playouts"] / a["cpu_seconds"] / 1e6, 1.5, 3)


@row("memory limit kept, resident memory of mopns with 200M", "`solve connect4 --algorithm mopns "
     "--outcomes wld --no-knowledge --memory 200M --time 20`", "210 MB")
def _():
    used = run("solvent", "solve", "connect4", "--algorithm", "mopns", "--outcomes", "wld",
               "--no-knowledge", "--memory", "200M", "--time", 20)[3]
    return at_most("{:.0f} MB", used / 2**20, 210)


for position, worth in (("121526474474", "a loss"), ("124343544554", "a draw")):
    @row(f"`{position}` ({worth}) by pns, mcpns, ppns",
         f"`solve connect4 {position} --outcomes wld --algorithm NAME`", "all right")
    def _(position=position, worth=worth):
        values = [solve("connect4", position, "--outcomes", "wld", "--algorithm", a)["value"]
                  for a in ("pns", "mcpns", "ppns")]
        good = sum(v == {"a loss": -1, "a draw": 0}[worth] for v in values)
        return f"{good} of 3", good == 3, None


@row("the MOPNS paper's 4×5 totals, 16/222/18", "`test_published`", "equal")
def _():
    return passes("test_published", "MopnsPaper.ConnectFour4x5")


# --- the fastest choice -----------------------------------------------------------------------------

for name in ("Test_L3_R1", "Test_L2_R1", "Test_L2_R2"):
    @row(f"Connect Four {name[5:]}, scores", f"`batch connect4 {name} --expect --threads 1 --fresh-table`",
         "1,000 right")
    def _(name=name):
        answers, _ = batch("connect4", f"{data}/connect4/{name}", "--expect", "--threads", 1,
                           "--fresh-table")
        n = right(answers)
        each = sum(a["cpu_seconds"] for a in answers) / len(answers) * 1e6
        nodes = sum(a["created"] for a in answers) / len(answers)
        return f"{n:,}; {nodes:,.0f} nodes, {each:,.1f} µs each", n == 1000, None

    for algorithm in ("dfpn", "dfmopns"):
        @row(f"Connect Four {name[5:]}, {algorithm}, win/draw/loss",
             f"`batch connect4 {name} --expect --outcomes wld --algorithm {algorithm}`", "1,000 right")
        def _(name=name, algorithm=algorithm):
            answers, _ = batch("connect4", f"{data}/connect4/{name}", "--expect", "--outcomes", "wld",
                               "--algorithm", algorithm, "--threads", 1, "--table-size", "64M",
                               "--fresh-table")
            n = right(answers, sign=True)
            each = sum(a["cpu_seconds"] for a in answers) / len(answers) * 1e6
            return f"{n:,}; {each:,.0f} µs each", n == 1000, None


for board, value, most in (("7x6", 1, 45), ("6x6", -1, 0), ("7x5", 0, 0), ("5x7", 0, 0), ("8x5", 1, 0),
                           ("6x7", 1, 0)):
    @row(f"Connect Four {board}, the empty board", f"`solve connect4:{board} --table-size 1G`",
         f"{most} s" if most else "solved")
    def _(board=board, value=value, most=most):
        a = solve(f"connect4:{board}", "--table-size", "1G")
        return (f"{a['value']:+}, {a['cpu_seconds']:.1f} s", a["value"] == value and
                (not most or a["cpu_seconds"] <= most), None)


@row("FFO 1–19", "`batch othello ffo-1-19.obf --expect`", "19 right")
def _():
    answers, _ = batch("othello", f"{data}/othello/ffo-1-19.obf", "--expect", "--threads", 1)
    n = right(answers)
    return f"{n}; {sum(a['cpu_seconds'] for a in answers):.2f} s in all", n == 19, None


@row("FFO 40–44 (Edax 4.6 with its data: 0.3 to 2.7 s each; 8 times, goal 3)",
     "`batch othello ffo-40-44.obf --expect --fresh-table`", "21.6 s each", "8.1 s each")
def _():
    answers, _ = batch("othello", f"{data}/othello/ffo-40-44.obf", "--expect", "--threads", 1,
                       "--fresh-table")
    each = [a["cpu_seconds"] for a in answers]
    return (f"{right(answers)} right; {', '.join(f'{s:.2f}' for s in each)} s",
            right(answers) == 5 and max(each) <= 21.6, max(each) <= 8.1)


@row("Othello 4×4 from the start", "`solve othello:4`", "solved")
def _():
    a = solve("othello:4")
    return f"{a['value']:+}, {a['created']} nodes", a["value"] == -10, None


for game, value in (("kalah:6,3", 2), ("kalah:6,3,empty-capture", 2)):
    @row(f"`{game}` from the start", f"`solve {game}`", f"{value:+}")
    def _(game=game, value=value):
        a = solve(game)
        return f"{a['value']:+}, {a['cpu_seconds']:.1f} s", a["value"] == value, None


for game, value in (("mnk:5,5,4", 0), ("mnk:6,6,4", 1), ("mnk:6,6,5", 0)):
    @row(f"`{game}` from the empty board", f"`solve {game}`", "solved")
    def _(game=game, value=value):
        a = solve(game)
        return f"{a['verdict']}, {a['created']:,} nodes, {a['cpu_seconds']:.2f} s", a["value"] == value, None


# --- endgame databases ------------------------------------------------------------------------------


def database(stones):
    """Awari up to so many stones, built where it is missing: CPU seconds and memory of the rest."""
    run("solvent", "table", "build", "awari", "--stones", stones - 1, "--dir", f"{work}/awari",
        "--quiet")
    return run("solvent", "table", "build", "awari", "--stones", stones, "--dir", f"{work}/awari",
               "--threads", 1, "--quiet")


for stones in (13, 17, 19, 20, 21):
    @row(f"Awari, slice {stones}, positions a second on one core",
         f"`table build awari --stones {stones} --threads 1`", "4 M", "8 M")
    def _(stones=stones):
        _, _, cpu, used = database(stones)
        positions = math.comb(stones + 11, 11)
        text = f"{positions / cpu / 1e6:.1f} M, {used / positions:.1f} bytes a position resident"
        return text, positions / cpu >= 4e6, positions / cpu >= 8e6


@row("bits a position, 13 to 19 stones", "`table info awari --json`", "3.5")
def _():
    lines = run("solvent", "table", "info", "awari", "--dir", f"{work}/awari", "--json")[0].splitlines()
    bits = [8 * s["bytes"] / s["positions"] for s in map(json.loads, lines) if 13 <= s["slice"] <= 19]
    return f"{min(bits):.2f} to {max(bits):.2f}", max(bits) <= 3.5, None


@row("look-ups a second, warm", "`bench_endgame`", "3 M")
def _():
    return at_least("{:.0f} M", 1e3 / bench("bench_endgame", "probe/cache_megabytes:16"), 3)


@row("the 1994 table, 29 rows", "`test_published`", "equal but 46 S")
def _():
    return passes("test_published", "AllisAwari.RowsUpToAMillionNodes:AllisAwari.LargerRows")


# --- proofs -----------------------------------------------------------------------------------------


for game, options in (("connect4:6x5", ("--outcomes", "wld")), ("connect4:7x5", ("--outcomes", "wld")),
                      ("connect4:7x5", ()), ("mnk:5,5,4", ())):
    @row(f"proof of `{' '.join((game, *options))}`: claims a second, check against solve, bytes a claim",
         "`solve … --proof FILE`, `solvent-check FILE`", "2 M, twice, 24")
    def _(game=game, options=options):
        name = f"{work}/proof"
        a = solve(game, *options, "--proof", name)
        text, _, cpu, used = run("solvent-check", name, "--json")
        checked = json.loads(text)
        rate, size = checked["claims"] / cpu, checked["bytes"] / checked["claims"]
        whole = a["cpu_seconds"] + a["proof"]["seconds"]
        return (f"{checked['claims']:,} claims, {rate / 1e6:.1f} M, {cpu / whole:.2f}, {size:.1f}; "
                f"{used / 2**20:.0f} MB",
                checked["verdict"] == "verified" and rate >= 2e6 and size <= 24 and cpu <= 2 * whole, None)


@row("Test_L2_R1, the first 200, certified", "`batch connect4 --certify`", "200 verified")
def _():
    with open(f"{data}/connect4/Test_L2_R1") as lines, open(f"{work}/first", "w") as first:
        first.writelines(list(lines)[:200])
    answers, _ = batch("connect4", f"{work}/first", "--expect", "--certify", "--threads", 1)
    n = sum(a["value"] == a["expected"] and a["proof"]["checked"] for a in answers)
    return str(n), n == 200, None


@row("FFO 1–10, certified", "`batch othello --certify`", "10 verified")
def _():
    with open(f"{data}/othello/ffo-1-19.obf") as lines, open(f"{work}/first", "w") as first:
        first.writelines(list(lines)[:10])
    answers, _ = batch("othello", f"{work}/first", "--expect", "--certify", "--threads", 1)
    n = sum(a["value"] == a["expected"] and a["proof"]["checked"] for a in answers)
    return str(n), n == 10, None


# --- the table --------------------------------------------------------------------------------------


def main():
    global data, work
    arguments = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    arguments.add_argument("--data", default="", help="the public position sets")
    arguments.add_argument("--work", default="", help="for databases and proofs")
    arguments.add_argument("rows", nargs="*", help="parts of the rows' texts (default: all)")
    given = arguments.parse_args()
    data = given.data
    if data and not os.path.isdir(data):
        arguments.error(f"--data {data}: there is no such folder; name that of the position sets")
    for part in given.rows:
        if not any(part in what for what, *_ in ROWS):
            arguments.error(f"no row has '{part}' in its text; rows are those of docs/measurements.md")
    with tempfile.TemporaryDirectory() as own:
        work = given.work or own
        os.makedirs(work, exist_ok=True)
        print("| what | command | must | goal | measured | must met | goal met |")
        print("|---|---|---|---|---|---|---|")
        for what, command, must, goal, measure in ROWS:
            if given.rows and not any(r in what for r in given.rows):
                continue
            if not data and ("Test_" in command + what or ".obf" in command or "FFO" in what):
                continue
            try:
                text, met, reached = measure()
            except (RuntimeError, KeyError, AttributeError) as problem:
                text, met, reached = f"failed: {problem}", False, None
            word = {True: "yes", False: "**no**", None: ""}
            print(f"| {what} | {command} | {must} | {goal} | {text} | {word[met]} | {word[reached]} |", flush=True)


if __name__ == "__main__":
    main()
