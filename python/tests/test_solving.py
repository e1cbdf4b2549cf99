import concurrent.futures
import copy
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
import typing
from pathlib import Path

import games
import pytest
import solvent

HARD = solvent.game("connect4", "7x6").start


def without_times(d):
    return {k: v for k, v in d.items() if k not in ("seconds", "cpu_seconds", "peak_bytes")}


def command_line(*arguments):
    out = subprocess.run(
        [os.environ["SOLVENT_BINARY"], "solve", *arguments, "--json"], capture_output=True, text=True
    )
    return json.loads(out.stdout)


@pytest.mark.parametrize(
    "game, position, flags, options",
    [
        ("connect4", "4455", [], {}),
        ("connect4:5x4", "", ["--moves"], {"moves": True}),
        ("woodpush:6,2", "", ["--algorithm", "pns", "--driver", "linear"],
         {"algorithm": "pns", "driver": "linear"}),
        ("mnk:3,3,3", "", ["--at-least", "1"], {"at_least": 1}),
        ("mnk:3,3,3", "", ["--algorithm", "ppns", "--seed", "7"], {"algorithm": "ppns", "seed": 7}),
        ("connect4", "", ["--nodes", "5000"], {"nodes": 5000}),
        ("connect4:6x5", "", ["--range", "-1..1", "--nodes", "20000", "--memory", "64M"],
         {"range": (-1, 1), "nodes": 20000, "memory": "64M"}),
        ("awari", "0 2 0 0 0 14|0 0 0 1 1 1 S9 N20 S", ["--no-knowledge", "--nodes", "20000"],
         {"knowledge": False, "nodes": 20000}),
    ],
)  # fmt: skip
def test_answers_are_those_of_the_command_line(game, position, flags, options):
    asked = solvent.game(game).parse(position)
    theirs = command_line(game, *([position] if position else []), *flags)
    theirs["position"] = asked.text  # the program repeats what it was given
    assert without_times(solvent.solve(asked, **options).as_dict()) == without_times(theirs)


def test_an_answer():
    answer = solvent.solve(solvent.game("connect4").parse("4455"), moves=True)
    assert answer.status == "solved" and answer.solved
    assert answer.value == 18 and answer.bounds == (18, 18)
    assert answer.best == answer.line[0] == "3"
    assert {m.move: m.value for m in answer.moves}["3"] == 18
    assert max(m.value for m in answer.moves) == 18
    assert answer.counts["expanded"] >= 1 and answer.seconds >= 0
    assert answer.position.game.spec == "connect4:7x6"
    assert repr(answer) == "<Answer solved: X to move wins, score +18>"
    assert answer.proof is None and answer.store is None and answer.at_least_holds is None
    assert answer.rests_on == ["search"]


def test_what_an_answer_rests_on(tmp_path):
    mnk = solvent.game("mnk:3,3,3")
    assert solvent.solve(mnk.parse("moves:a1 b1 a2 b2 a3")).rests_on == ["rules"]
    store = tmp_path / "store"
    assert solvent.solve(mnk, store=store).rests_on == ["search"]
    assert solvent.solve(mnk, store=store).rests_on == ["store"]
    awari = solvent.game("awari")
    solvent.build_table(awari, tmp_path / "db", slice=4)
    ending = awari.parse("0 0 0 0 0 2|0 1 0 0 0 0 S22 N23 S")
    answer = solvent.solve(ending, endgame=tmp_path / "db")
    assert answer.rests_on == answer.as_dict()["rests_on"] == ["database"]


@pytest.mark.parametrize(
    "game, position, options",
    [
        ("connect4", "4455", {"moves": True}),
        ("connect4", "", {"nodes": 1000}),
        ("connect4", "4455", {"at_least": 18}),
        ("woodpush:6,2", "", {"line": False}),
        ("connect4:4x4", "", {"certify": True}),
        ("connect4:4x4", "", {"store": "store"}),
        ("connect4", "121526474474", {"algorithm": "ppns", "precision_rate": 0.4}),
    ],
)
def test_an_answer_can_be_pickled(game, position, options, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = solvent.solve(solvent.game(game).parse(position), **options)
    for again in (pickle.loads(pickle.dumps(answer)), copy.copy(answer), copy.deepcopy(answer)):
        assert again.as_dict() == answer.as_dict()
        names = [n for n in dir(solvent.Answer) if not n.startswith("_") and n != "as_dict"]
        assert len(names) > 25
        for name in names:
            assert getattr(again, name) == getattr(answer, name), name
        assert repr(again) == repr(answer)
    assert pickle.loads(pickle.dumps(answer.moves)) == answer.moves
    assert pickle.loads(pickle.dumps(answer.counts)) == answer.counts


def test_answers_come_back_from_other_processes():
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        answers = list(pool.map(solvent.solve, [solvent.game("mnk:3,3,3").start] * 3))
    assert [a.value for a in answers] == [0] * 3


def test_limits_give_true_bounds():
    answer = solvent.solve(HARD, time=0.05)
    assert answer.status == "time-limit" and answer.value is None
    assert answer.lower <= 1 <= answer.upper
    assert HARD.value(nodes=1000) is None
    assert HARD.game.parse("4455").value() == 18


# Whatever ends a search, and whatever was asked: a value is only shown where the bounds meet.
@pytest.mark.parametrize(
    "spec, value", [("mnk:3,3,3", 0), ("connect4:4x4", 0), ("kalah:3,2", 4), ("othello:4", -10)]
)
@pytest.mark.parametrize("algorithm", ["auto", "minimax", "pns", "mopns", "ppns", "dfpn"])
def test_bounds_are_never_shown_as_values(spec, value, algorithm):
    position = solvent.game(spec).start
    low, middle, high = position.game.scale[0], 0, position.game.scale[-1]
    told = []
    for options in (
        {"nodes": 1}, {"nodes": 30}, {"nodes": 300}, {"moves": True, "nodes": 300},
        {"at_least": middle}, {"at_least": high}, {"at_least": high, "moves": True, "nodes": 3000},
        {"range": (low, middle)}, {"range": (middle, high)},
    ):  # fmt: skip
        watch = {"progress": told.append, "interval": 0}
        if algorithm in ("pns", "mopns", "ppns"):
            watch["trace"] = told.append
        answer = solvent.solve(position, algorithm=algorithm, **watch, **options)
        lower, upper = answer.bounds
        assert lower <= value <= upper, (options, answer)
        assert answer.value is None or answer.value == lower == upper, (options, answer)
        assert (answer.as_dict()["value"] is None) == (answer.value is None)
        said = re.search(r"to move (wins|loses|draws)", repr(answer))
        assert said is None or lower == upper, (options, answer)
        for move in answer.moves:
            assert move.value == (move.lower if move.lower == move.upper else None), (options, move)
            assert ("value=None" in repr(move)) == (move.lower < move.upper)
    for news in told:
        assert news["lower"] <= value <= news["upper"] and "value" not in news


def test_a_call_costs_little():
    won = solvent.game("mnk:3,3,3").parse("moves:a1 b1 a2 b2 a3")

    def microseconds():
        began = time.process_time()
        for _ in range(200):
            solvent.solve(won)
        return (time.process_time() - began) / 200 * 1e6

    assert solvent.solve(won).value == -1
    assert min(microseconds() for _ in range(25)) < 50


def test_a_solver_keeps_what_it_learns():
    game = solvent.game("connect4", "5x4")
    solver = solvent.Solver(game, algorithm="negascout")
    first = solver.solve(game.start).counts["created"]
    assert solver.solve(solvent.game("connect4", "5x4")).counts["created"] < first
    solver.forget()
    assert solver.solve(game.start).counts["created"] == first
    with pytest.raises(ValueError, match="made for connect4:5x4"):
        solver.solve(HARD)


@pytest.mark.parametrize(
    "options, words",
    [
        ({"algorithm": "alphabet"}, "did you mean alphabeta"),
        ({"at_least": 1, "range": (-1, 1)}, "at_least and range are two questions"),
        ({"memory": "lots"}, "memory"),
        ({"memory": 1000}, "memory: at least 1M"),
        ({"time": -1}, "time=-1: write a number from 0 on"),
        ({"time": float("nan")}, "time=nan"),
        ({"time": "long"}, "time='long'"),
        ({"nodes": 1.5}, "nodes=1.5: write a whole number"),
        ({"nodes": 2**70}, "nodes="),
        ({"range": 5}, "range=5: write a pair"),
        ({"range": (3, -3)}, "range 3..-3"),
        ({"moves": 1}, "moves=1: write True or False"),
        ({"algorithm": None}, "algorithm=None: write a text"),
        ({"graph": True, "algorithm": "alphabeta"}, "graph"),
        ({"proof": "/dev/null/x.proof"}, "proof /dev/null/x.proof: the file cannot be written"),
        ({"endgame": "/dev/null/nowhere"}, "endgame: "),
        ({"store_size": 1, "store": "/tmp"}, "store_size: at least 256K"),
        ({"resume": True}, "resume: name the file"),
        ({"resume": "yes"}, "resume='yes': write True or False"),
        ({"trace": print, "algorithm": "alphabeta"}, "trace: only best-first"),
    ],
)
def test_wrong_options_are_value_errors(options, words):
    with pytest.raises(ValueError) as caught:
        solvent.solve(HARD, **options)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value) and "--" not in str(caught.value)


def test_what_is_no_option_is_a_type_error():
    with pytest.raises(TypeError, match="solve.. has no option 'algoritm'; did you mean algorithm?"):
        solvent.solve(HARD, algoritm="pns")
    with pytest.raises(TypeError, match="'4455' is not a Position"):
        solvent.solve("4455")
    with pytest.raises(TypeError, match="progress=5: write a function"):
        solvent.solve(HARD, progress=5)


def test_options_are_those_of_the_library():
    """Its table gives their types, what help() says of them and the stub."""
    types = typing.get_type_hints(solvent.Options)
    assert types["at_least"] == typing.Optional[int]
    assert types["memory"] == typing.Union[int, str, None]
    assert types["endgame"] == typing.Union[str, os.PathLike[str]]
    stub = Path(solvent.__file__).with_name("_options.pyi").read_text()
    for name in types:
        assert f"\n  {name}: " in solvent.Options.__doc__
        assert f"\n    {name}: " in stub
    assert "--" not in solvent.Options.__doc__ + stub


# --- while it runs --------------------------------------------------------------------------------


def test_progress():
    class Enough(Exception):
        pass

    heard = []

    def hear(progress):
        heard.append(progress)
        if len(heard) == 5:  # however long that takes on a busy machine
            raise Enough

    with pytest.raises(Enough):
        solvent.solve(HARD, time=60, progress=hear, interval=0.05)
    assert {"stage", "seconds", "created", "bytes", "lower", "upper"} <= set(heard[0])
    assert heard[0]["created"] < heard[-1]["created"]
    rare = []
    solvent.solve(HARD, time=0.6, progress=rare.append, interval=10)
    assert len(rare) == 1


def test_an_exception_in_a_callback_stops_the_search_and_comes_out():
    class Enough(Exception):
        pass

    def stop(progress):
        raise Enough(progress["stage"])

    began = time.monotonic()
    with pytest.raises(Enough, match="search"):
        solvent.solve(HARD, time=60, progress=stop)
    assert time.monotonic() - began < 20
    solver = solvent.Solver(HARD)  # which stays of use
    with pytest.raises(Enough):
        solver.solve(HARD, progress=stop)
    assert solver.solve(HARD.game.parse("4455")).value == 18


def test_returning_false_stops():
    answer = solvent.solve(HARD, time=60, progress=lambda p: False)
    assert answer.status == "interrupted"


def test_rounds_are_traced(tmp_path):
    rounds = []
    solvent.solve(solvent.game("mnk:3,3,3"), algorithm="mopns", trace=rounds.append, nodes=2000)
    assert [r["iteration"] for r in rounds[:3]] == [1, 2, 3]
    assert rounds[1]["path"] and rounds[0]["efforts"]
    command_line("mnk:3,3,3", "--algorithm", "mopns", "--nodes", "2000", "--trace", tmp_path / "rounds")
    theirs = [json.loads(line) for line in (tmp_path / "rounds").read_text().splitlines()]
    assert rounds == theirs


def test_a_solver_at_work_refuses_a_second_question():
    solver = solvent.Solver(HARD, time=60)
    with pytest.raises(RuntimeError, match="at work"):
        solver.solve(HARD, progress=lambda p: solver.solve(HARD))


def test_other_threads_run_meanwhile():
    ticks, done = [0], threading.Event()

    def tick():
        while not done.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    solvent.solve(HARD, time=0.5)
    done.set()
    thread.join()
    assert ticks[0] > 20


@pytest.mark.parametrize(
    "call",
    [
        "solvent.solve(solvent.game('connect4'))",
        "solvent.solve_many([solvent.game('connect4')] * 4, threads=2)",
        "solvent.solve(solvent.game('connect4'), certify=True)",
        "solvent.build_table(solvent.game('awari'), FOLDER, slice=20)",
        "solvent.solve(solvent.from_python(games.Endless()))",
    ],
)
def test_control_c_is_a_keyboard_interrupt_and_prompt(call, tmp_path):
    program = f"""
import solvent, sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
import games
FOLDER = {str(tmp_path)!r}
print('ready', flush=True)
try:
    {call}
except KeyboardInterrupt:
    print('interrupted', flush=True)
    sys.exit(7)
"""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.5)
    began = time.monotonic()
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    assert child.returncode == 7 and out == "interrupted\n"
    assert time.monotonic() - began < 10  # a tenth of a second where the machine is idle


# --- several threads ------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["negascout", "dfpn"])
def test_two_threads_give_the_same_answers(algorithm):
    game = solvent.game("connect4", "6x5")
    positions = [game.parse(a + b) for a in ("", "3", "33") for b in "12345"]
    positions += [solvent.game("othello:4").start, solvent.game("kalah:3,3").start]
    shared = 0
    for position in positions:
        one, two = (solvent.solve(position, algorithm=algorithm, threads=t) for t in (1, 2))
        assert one.value == two.value and one.value is not None, position
        assert one.threads == 1
        shared += two.threads == 2
        if two.threads == 1:  # a small question
            assert one.counts == two.counts
    assert shared > 0


def test_every_core_takes_part_in_a_large_question():
    cores = os.cpu_count()
    answer = solvent.solve(solvent.game("connect4").parse("4444443"), line=False)
    assert answer.value == -1 and answer.threads == cores
    solver = solvent.Solver(solvent.game("connect4"), threads=2, line=False)
    assert solver.solve(solver.game.parse("4444443")).threads == 2
    assert solver.solve(solver.game.parse("4455")).threads == 1


@pytest.mark.parametrize("game", [solvent.game("mnk"), solvent.from_python(games.TicTacToe())])
@pytest.mark.parametrize("threads", [0, 257, -1, "two"])
def test_numbers_of_threads_that_cannot_be(game, threads):
    with pytest.raises(ValueError, match="threads"):
        solvent.solve(game, threads=threads)


# --- many positions -------------------------------------------------------------------------------


def test_batches_are_in_order_and_do_not_depend_on_timing():
    game = solvent.game("connect4", "5x4")
    positions = [game.parse(f"{a}{b}{c}") for a in "123" for b in "345" for c in "14"]
    positions.append(solvent.game("mnk:3,3,3").start)
    alone = [p.value() for p in positions]
    heard = []
    for threads in (1, 3):
        answers = solvent.solve_many(positions, threads=threads, progress=lambda *a: heard.append(a))
        assert [a.value for a in answers] == alone
        assert [a.position for a in answers] == positions
        again = solvent.solve_many(positions, threads=threads)
        assert [a.counts for a in answers] == [a.counts for a in again]
    assert heard[-1] == (len(positions), len(positions))
    assert solvent.solve_many([]) == []


def test_threads_that_have_no_position_left_help():
    game = solvent.game("connect4")
    answers = solvent.solve_many([game.parse("4455"), game.parse("4444443")], threads=2, line=False)
    assert [a.value for a in answers] == [18, -1]
    assert [a.threads for a in answers] == [1, 2]
    [alone] = solvent.solve_many([game.parse("4444443")], threads=3, line=False)
    assert alone.value == -1 and alone.threads == 3


def test_batches_refuse_what_cannot_be():
    with pytest.raises(ValueError, match="proof: one file"):
        solvent.solve_many([HARD], proof="x.proof")
    with pytest.raises(ValueError, match="threads"):
        solvent.solve_many([HARD], threads=0)
    with pytest.raises(TypeError, match="not a Position"):
        solvent.solve_many(["4455"])


def test_each_position_of_a_batch_has_the_limits():
    answers = solvent.solve_many([HARD, HARD.play("4")], threads=2, nodes=3000, fresh=True)
    assert [a.status for a in answers] == ["node-limit"] * 2
