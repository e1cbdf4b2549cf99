#!/usr/bin/env python3
"""Whole games, solved from their starts, each answer with a certificate that is checked.

    bench/solved.py [--programs DIR] [--time S] [--leaf N] [--journal FILE] [--proofs DIR] GAME...
    bench/solved.py ... --boards K M N     all (m,n,k) boards, K in a row, K <= m <= M, m <= n <= N
    bench/solved.py ... --print            only the table of what the journal has

GAME is as `solvent solve` takes it (connect4:6x5, mnk:5,5,4). For each, one after another and with one thread:
`solvent solve GAME` and `solvent solve GAME --proof FILE`, each within S seconds (default 300); and
`solvent-check FILE`. With --journal a line of JSON is kept for each game, and a game that has one is not
measured again. --proofs keeps the certificates. The table has user and system seconds.

Values of (m,n,k) are compared with the published ones below: exit status 1 if one differs, if a certificate is
not verified or if a program fails, else 0.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


class Wrong(Exception):
    """A program did not do what it should."""


# --- what others have found -------------------------------------------------------------------------


def published_line(m, n, k):
    """The value for X of (m,n,k), m <= n, and who says so; None if nobody is known to."""
    uiterwijk = "Uiterwijk & van den Herik 2000"
    if k == 3:
        return (0 if (m, n) == (3, 3) or m < 3 else 1), uiterwijk
    if k == 4:
        if m < 4 or n < 5 or (m, n) == (5, 5):
            return 0, uiterwijk
        if m == 4:
            return (0, uiterwijk) if n <= 8 else None
        return 1, uiterwijk
    if k == 5:
        if m <= 6 and n <= 6:
            return 0, uiterwijk
        if (m, n) == (6, 7):
            return 0, uiterwijk
        if (m, n) == (7, 7) or (m, n) == (8, 8):
            return 0, "Hsu et al. 2020"
    return None


def of_line_game(game):
    found = re.fullmatch(r"mnk:(\d+),(\d+),(\d+)", game)
    if not found:
        return None
    m, n, k = map(int, found.groups())
    return min(m, n), max(m, n), k


# --- what is measured -------------------------------------------------------------------------------


def run(words, accepted):
    """The JSON that a program writes, and the user and system seconds it took."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(words, stdout=out, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        if process.returncode not in accepted:
            raise Wrong(f"{' '.join(words)}: exit status {process.returncode}\n"
                        f"{err.read().decode(errors='replace')}")
        text = out.read().decode()
    return json.loads(text), round(usage.ru_utime + usage.ru_stime, 3)


def measure(game, arguments, folder):
    solvent = os.path.join(arguments.programs, "solvent")
    check = os.path.join(arguments.programs, "solvent-check")
    solve = [solvent, "solve", game, "--threads", "1", "--json", "--quiet"]
    answer, seconds = run(solve + ["--time", str(arguments.time)], (0, 3))
    row = {"game": game, "outcomes": answer["outcomes"], "lower": answer["lower"],
           "upper": answer["upper"], "nodes": answer["created"], "seconds": seconds}
    if answer["status"] != "solved":
        return row
    row["value"] = answer["value"]
    name = re.sub(r"[^a-z0-9]+", "-", game) + ".proof"
    file = os.path.join(folder, name)
    leaf = [] if arguments.leaf is None else ["--leaf", str(arguments.leaf)]
    proved, seconds = run(solve + leaf + ["--proof", file, "--time", str(arguments.time)],
                          (0, 3))
    row["proof_seconds"] = seconds
    if proved["status"] != "solved" or not proved["proof"]["written"]:
        return row
    verdict, seconds = run([check, file, "--threads", "1", "--json"], (0,))
    if verdict["verdict"] != "verified":
        raise Wrong(f"{game}: the certificate is {verdict['verdict']}")
    for bound in ("at-least", "at-most"):
        if verdict.get(bound, answer["value"]) != answer["value"]:
            raise Wrong(f"{game}: the certificate proves another value")
    row.update(claims=verdict["claims"], bytes=os.path.getsize(file), check_seconds=seconds)
    return row


def compare(rows):
    """Sentences about values that are not the published ones."""
    wrong = []
    for row in rows:
        line = of_line_game(row["game"])
        known = published_line(*line) if line else None
        if known and not row["lower"] <= known[0] <= row["upper"]:
            wrong.append(f"{row['game']}: {known[1]} have {known[0]}")
    return wrong


# --- what is shown ----------------------------------------------------------------------------------


def value_words(row):
    if "value" not in row:
        return f"open: {row['lower']} to {row['upper']}"
    if row["outcomes"] == "wld":
        return {1: "first player wins", 0: "draw", -1: "second player wins"}[row["value"]]
    return f"{row['value']:+d}"


def number(value):
    return "" if value is None else f"{value:,}"


def seconds(value):
    return "" if value is None else f"{value:.2f} s" if value < 100 else f"{value:,.0f} s"


def table(rows):
    yield "| game | value | published | nodes | to solve | with the proof | claims | bytes | to check |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for row in rows:
        line = of_line_game(row["game"])
        known = published_line(*line) if line else None
        words = "" if known is None else {1: "win", 0: "draw"}[known[0]] + ", " + known[1]
        yield (f"| `{row['game']}` | {value_words(row)} | {words} | {number(row['nodes'])} | "
               f"{seconds(row['seconds'])} | {seconds(row.get('proof_seconds'))} | "
               f"{number(row.get('claims'))} | {number(row.get('bytes'))} | "
               f"{seconds(row.get('check_seconds'))} |")


def boards(in_a_row, most, longest):
    return [f"mnk:{n},{m},{in_a_row}" for m in range(in_a_row, most + 1)
            for n in range(m, longest + 1)]


def read_journal(path):
    if not path or not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default=os.path.join(HERE, "..", "build", "release", "bin"))
    parser.add_argument("--time", type=float, default=300)
    parser.add_argument("--leaf", type=int)
    parser.add_argument("--journal")
    parser.add_argument("--proofs")
    parser.add_argument("--boards", nargs=3, type=int, metavar=("K", "M", "N"))
    parser.add_argument("--print", action="store_true")
    parser.add_argument("games", nargs="*", metavar="GAME")
    arguments = parser.parse_args()
    games = arguments.games + (boards(*arguments.boards) if arguments.boards else [])
    if not games and not arguments.print:
        parser.error("name games, or --boards, or --print")
    rows = read_journal(arguments.journal)
    done = {row["game"] for row in rows}
    try:
        for game in [] if arguments.print else games:
            if game in done:
                continue
            with tempfile.TemporaryDirectory() as folder:
                if arguments.proofs:
                    os.makedirs(arguments.proofs, exist_ok=True)
                row = measure(game, arguments, arguments.proofs or folder)
            rows.append(row)
            if arguments.journal:
                with open(arguments.journal, "a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
            print(f"{game}: {value_words(row)}, {seconds(row['seconds'])}", file=sys.stderr)
    except (Wrong, OSError) as problem:
        print(f"solved.py: {problem}", file=sys.stderr)
        return 1
    if games:
        rows = [row for row in rows if row["game"] in games]
    print("\n".join(table(rows)))
    wrong = compare(rows)
    for sentence in wrong:
        print(f"solved.py: {sentence}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
