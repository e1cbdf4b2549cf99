"""apps/solvent-check/naive_check.py and solvent-check on the same certificates, good and forged:
python3 tests/certificate/naive_check_test.py SOLVENT SOLVENT_CHECK [MUTANTS]."""
import collections
import copy
import functools
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NAIVE = os.path.join(SOURCE, "apps", "solvent-check", "naive_check.py")
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.dirname(NAIVE), os.path.dirname(os.path.abspath(__file__))]
import forger  # noqa: E402
import naive_check  # noqa: E402

naive_check.make_game = functools.lru_cache(None)(naive_check.make_game)  # it makes them anew for every file

SOLVENT = CHECKER = ""
MUTANTS = 2000

# A game, its outcomes, and positions, or after how many random moves to take one.
GAMES = (
    ("connect4:3x3", ("score", "wld"), [0]),
    ("connect4:4x4", ("score", "wld"), [7, 8, 9]),
    ("connect4:5x4", ("score", "wld"), [11, 13]),
    ("connect4:2x9", ("score", "wld"), [8, 11]),
    ("connect4:11x2", ("score", "wld"), [13, 15]),
    ("mnk:3,3,3", ("wld",), [1, 2, 3]),
    ("mnk:4,3,3", ("wld",), [3, 5]),
    ("mnk:4,4,4", ("wld",), [8, 9]),
    ("mnk:4,4,3", ("wld",), [5, 6]),
    ("qubic", ("wld",), [
        "XXOO/OOX./XOX./XXOX|OXOO/.OXX/XOXO/OOXX|OXOX/OOXO/XOXX/XOXO|XOXX/XXO./OXOO/OXOO",
        "OXOO/XXXO/XOOX/X.X.|XXXO/O.X./X.OX/XOOO|OOOX/OXOO/XXOO/OOXX|XXOX/.O.O/OXXX/..O."]),
    ("gomoku", ("wld",), ["h8a1i8b1j8c1k8"]),
    ("othello:4", ("score", "wld"), [5, 6, 7]),
    ("othello:6", ("score", "wld"), [27, 28]),
    ("othello:6x4", ("score", "wld"), [13, 15]),
    ("othello:8", ("score", "wld"), [56, 57]),
    ("kalah:2,2", ("score", "wld"), [0, 1]),
    ("kalah:3,2", ("score", "wld"), [3, 4]),
    ("kalah:4,2,empty-capture", ("score", "wld"), [9]),
    ("kalah:6,3", ("score",), [25]),
    ("woodpush:4,2", ("score", "wld"), [0, 2]),
    ("woodpush:5,2", ("score", "wld"), [3, 4]),
    ("woodpush:6,2,score=pieces", ("score", "wld"), [4, 5]),
    ("awari", ("score", "wld"), ["0 0 0 0 1 1|0 0 0 0 0 1 S22 N23 N", "0 0 0 0 0 2|0 0 1 0 0 0 S20 N25 S",
                                 "0 0 1 0 0 1|0 1 0 0 0 0 S22 N23 S", "0 0 0 1 0 1|0 1 0 0 0 1 S22 N22 N",
                                 "0 0 0 0 3 0|0 0 0 0 0 0 S22 N23 S"]),
)


def random_tree(rng):
    """A small graph, as often as not with cycles."""
    cyclic, inner, text = rng.random() < 0.6, rng.randint(4, 9), "repetition 0\nscale -2..2\n"
    reached = {0}
    for k in range(inner):
        children = [str(n) for n in range(k + 1, inner) if n not in reached and n == k + 1]
        for _ in range(rng.randint(1, 3)):
            low = 0 if cyclic and rng.random() < 0.5 else k + 1
            leaf = low >= inner or rng.random() < 0.4
            name = f"x{k}.{len(children)}={rng.randint(-2, 2)}" if leaf else str(rng.randint(low, inner - 1))
            if name not in children:
                children.append(name)
        reached |= {int(name) for name in children if name.isdigit()}
        text += f"{k} {rng.choice(['Max', 'Min'])}: {' '.join(children)}\n"
    return text


def verdict(status):
    """Verified, relative or neither: what makes a certificate bad is for each checker to say."""
    return status if status in (0, 5) else None


class NaiveCheckTest(forger.Forger, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.held = tempfile.TemporaryDirectory()
        cls.folder, cls.rng, cls.files = cls.held.name, random.Random(2026), 0
        cls.good = cls.certificates()
        cls.pool = {}  # positions of claims, by game and outcomes
        for made in cls.good:
            positions = cls.pool.setdefault((made["game"], made["outcomes"]), [])
            positions += [claim["position"] for claim in made["claims"]]

    @classmethod
    def tearDownClass(cls):
        cls.held.cleanup()

    # --- making certificates --------------------------------------------------------------------

    @classmethod
    def write(cls, certificate):
        cls.files += 1
        path = os.path.join(cls.folder, f"{cls.files}.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(certificate if type(certificate) is str else json.dumps(certificate))
        return path

    @classmethod
    def solve(cls, game, position, outcomes, *options, leaf=0):
        path = os.path.join(cls.folder, "made.json")
        run = subprocess.run([SOLVENT, "solve", game, position, "--outcomes", outcomes, "--quiet",
                              "--proof", path, "--leaf", str(leaf), *options], capture_output=True, text=True)
        if run.returncode != 0:
            raise AssertionError(f"solve {game} '{position}' {outcomes} {options}: {run.stderr}")
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    @classmethod
    def certificates(cls):
        asked, good = [], []
        for game, scales, wheres in GAMES:
            for outcomes, where in itertools.product(scales, wheres):
                position = cls.random_position(game, outcomes, where) if type(where) is int else where
                asked.append((game, position, outcomes))
        for k in range(12):
            path = os.path.join(cls.folder, f"{k}.tree")
            with open(path, "w", encoding="utf-8") as file:
                file.write(random_tree(cls.rng))
            asked += [(f"tree:{path}", "0", outcomes) for outcomes in ("score", "wld")]
        for game, position, outcomes in asked:
            both = cls.solve(game, position, outcomes)
            good.append(both)
            good.append(cls.solve(game, position, outcomes, leaf=cls.rng.choice([1, 4, 30])))
            weaker = both["at-least"] - cls.rng.choice([0, 1, 2])
            if both["claims"] and weaker in naive_check.make_game(game, outcomes).values:
                good.append(cls.solve(game, position, outcomes, "--at-least", str(weaker)))
        return good

    @classmethod
    def random_position(cls, game, outcomes, plies):
        """So many random moves that do not end the game, named by the naive rules and played by the program."""
        shown = subprocess.run([SOLVENT, "show", game, "--json"], capture_output=True, text=True, check=True)
        rules = naive_check.make_game(game, outcomes)
        s, names = rules.parse(json.loads(shown.stdout)["position"]), []
        while len(names) < plies:
            open_moves = [(name, after) for name, after in rules.moves(s) if len(set(rules.bounds(after))) == 2]
            if not open_moves:
                break
            name, s = cls.rng.choice(open_moves)
            names.append(name)
        return "moves: " + " ".join(names)

    # --- checking them --------------------------------------------------------------------------

    def naive(self, certificate):
        path = self.write(certificate)
        status, words = naive_check.check(path)[:2]
        os.remove(path)
        return status, words

    def solvent_check(self, certificate):
        path = self.write(certificate)
        run = subprocess.run([CHECKER, "--threads", "1", path], capture_output=True, text=True)
        os.remove(path)
        return run.returncode, run.stdout + run.stderr

    def agree(self, certificate):
        """What both say of it."""
        (mine, words), (other, reason) = self.naive(certificate), self.solvent_check(certificate)
        if verdict(mine) != verdict(other):
            text = certificate if type(certificate) is str else json.dumps(certificate)
            self.fail(f"naive_check {mine} {words}\nsolvent-check {other} {reason}\n{text}")
        return verdict(mine)

    def test_both_verify_what_the_program_writes(self):
        claims = 0
        for made in self.good:
            self.assertEqual(self.agree(made), 0, made)
            claims += len(made["claims"])
        self.assertGreater(claims, 2000)

    def test_both_say_the_same_of_forged_certificates(self):
        # The one claim of the large board takes too long to be looked at so often.
        with_claims = [made for made in self.good if made["claims"] and made["game"] != "gomoku"]
        found, kinds = collections.Counter(), collections.Counter()
        for _ in range(MUTANTS):
            made = self.rng.choice(with_claims)
            mutant, kind = copy.deepcopy(made), ""
            for _ in range(self.rng.choice([1, 1, 1, 2])):
                mutation = self.rng.choice(forger.MUTATIONS)
                kind += mutation.__name__ + " "
                mutant = mutation(self, mutant) or mutant
                if mutation in forger.UNREADABLE:
                    break  # there is nothing to change in it
            says = self.agree(mutant)
            found[says] += 1
            kinds[kind, says] += 1
        print(f"{MUTANTS} mutants: {found[None]} bad, {found[5]} relative, {found[0]} still proofs", file=sys.stderr)
        if "-v" in sys.argv:
            print(*sorted(f"{count:6} {kind}{says}" for (kind, says), count in kinds.items()), sep="\n")
        self.assertGreater(found[None], MUTANTS // 2)
        self.assertGreater(found[0], MUTANTS // 100)
        self.assertGreater(found[5], 0)

    def tree(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\nscale -1..1\n")
        return self.solve(f"tree:{path}", "a", "score")

    def test_a_tree_without_cycles_has_no_safety_claims(self):
        made = self.tree("chain.tree", "a Max: b\nb Max: c=-1 d\nd Max: e=-1")
        self.assertEqual([claim["layer"] for claim in made["claims"]], [0, 1, 2])
        self.assertEqual(self.agree(made), 0)
        made["claims"][2]["layer"] = 1  # b cites d in its own layer
        self.assertIsNone(self.agree(made))
        made = self.tree("round.tree", "a Max: b\nb Max: c=-1 d\nd Max: e=-1 b\nrepetition -1")
        self.assertEqual([claim["layer"] for claim in made["claims"]], [0, 1, 1])
        self.assertEqual(self.agree(made), 0)

    def test_one_line_and_one_exit_status(self):
        def run(*certificates):
            paths = [self.write(certificate) for certificate in certificates]
            done = subprocess.run([sys.executable, NAIVE, *paths], capture_output=True, text=True)
            self.assertEqual(done.stderr, "")
            words = [line[len(path) + 2:] for path, line in zip(paths, done.stdout.splitlines(), strict=True)]
            for path in paths:
                os.remove(path)
            return done.returncode, [line.split(":")[0] for line in words], words

        made = next(made for made in self.good if made["claims"] and made["game"] == "awari")
        refused = dict(made, claims=made["claims"][1:])
        relative = dict(made, version=1)
        relative.pop("claims")
        relative["slices"] = [[3, "0123456789abcdef"]]
        relative["claims"] = [{"claimant": side, "layer": 0, "position": made["position"], "database": True}
                              for side in ("Max", "Min")]
        self.assertEqual(run(made)[:2], (0, ["verified"]))
        self.assertEqual(run(refused)[:2], (4, ["refused"]))
        self.assertEqual(run("{")[:2], (2, ["unreadable"]))
        self.assertEqual(run(relative, made)[:2], (5, ["relative", "verified"]))
        self.assertEqual(run(made, refused, "", made)[:2], (2, ["verified", "refused", "unreadable", "verified"]))
        status, kinds, words = run(self.solve("random:b=2,d=3", "root", "score"))
        self.assertEqual((status, kinds), (2, ["unreadable"]))
        self.assertIn("no rules for random:", words[0])
        with open(NAIVE, encoding="utf-8") as file:
            self.assertLess(len(file.readlines()), 500)

    # --- version 2 ------------------------------------------------------------------------------

    def second(self, made, number, **claim):
        """The certificate with another reason for one claim, and without what that one cited."""
        made = copy.deepcopy(made)
        claims = made.pop("claims")
        old = claims[number]
        claims[number] = {name: old[name] for name in ("claimant", "layer", "position")} | claim
        return made | {"version": 2, "claims": claims}

    def test_searched_claims(self):
        tried, hopeless = 0, 1000
        for made in [made for made in self.good if made["claims"] and made["game"] != "gomoku" and "leaf" not in made
                     and "regions" not in made]:
            number = self.rng.randrange(len(made["claims"]))
            mutant = self.second(made, number, searched=True)
            claim, claims = made["claims"][number], mutant.pop("claims")
            game = naive_check.make_game(made["game"], made["outcomes"])
            root, claimant = game.parse(made["position"]), naive_check.SIDES.index(claim["claimant"])
            value = made["at-least" if claimant == root[1] else "at-most"] * (1, -1)[root[1]]
            proof = naive_check.Proof(game, claimant, value, {"leaf": hopeless})
            if proof.searched(game.parse(claim["position"]), claim):
                continue  # too long, or play that goes round
            taken = hopeless - proof.left
            if taken == 0:
                continue  # the rules settle every reply
            mutant.update({"leaf": taken, "claims": claims})
            mutant["claims"] = self.only_cited(mutant)
            self.assertLessEqual(len(mutant["claims"]), len(claims))
            self.assertEqual(self.agree(mutant), 0)
            if taken > 1:  # it may be enough: what the rules settle is not counted
                self.agree(mutant | {"leaf": taken - 1, "claims": mutant.pop("claims")})
            tried += 1
        self.assertGreater(tried, 50)

    def test_how_many_positions_a_search_takes(self):
        # a; the rules settle b (e will not do) and c
        made = self.tree("one.tree", "a Max: b c\nb Min: d=1 e=-1\nc Min: f=1 g=1")
        claim = {"claimant": "Max", "layer": 0, "position": "a", "searched": True}
        made.pop("claims")
        for leaf, says in ((1, 0), (0, None)):
            self.assertEqual(self.agree(made | {"version": 2, "leaf": leaf, "claims": [claim]}), says)

    def test_a_search_proves_nothing_false(self):
        for made in self.good:
            for name, step in (("at-least", 1), ("at-most", -1)):
                game = naive_check.make_game(made["game"], made["outcomes"])
                if "at-most" not in made or made[name] + step not in game.values:
                    continue
                root = game.parse(made["position"])
                side = root[1] if name == "at-least" else 1 - root[1]
                header = {key: made[key] for key in ("format", "game", "outcomes", "rules", "position", "mover")}
                claim = {"claimant": naive_check.SIDES[side], "layer": 0, "position": made["position"],
                         "searched": True}
                self.assertIsNone(self.agree(header | {"version": 2, name: made[name] + step, "leaf": 100,
                                                      "claims": [claim]}))

    def test_pairs(self):
        game = naive_check.make_game("mnk:5,5,5", "wld")
        cells = {}  # which line a cell is used for

        def find(line, seen):
            for k in game.lines[line]:
                if k not in seen:
                    seen.add(k)
                    if k not in cells or find(cells[k], seen):
                        cells[k] = line
                        return True
            return False

        for line in list(range(len(game.lines))) * 2:
            self.assertTrue(find(line, set()))
        pairs = [[game.names[k] for k in sorted(cells) if cells[k] == line] for line in range(len(game.lines))]
        made = self.solve("mnk:5,5,5", self.random_position("mnk:5,5,5", "wld", 22), "wld")
        empty = "/".join(["....."] * 5)
        header = {name: made[name] for name in ("format", "game", "outcomes", "rules")}
        header.update({"version": 2, "position": empty, "mover": "X"})

        def says(pairs, claimant="Min", **statement):
            claim = {"claimant": claimant, "layer": 0, "position": empty, "pairs": pairs}
            return self.agree(header | (statement or {"at-most": 0}) | {"claims": [claim]})

        self.assertEqual(says(pairs), 0)
        self.assertEqual(says(pairs[::-1], "Max", **{"at-least": 0}), 0)
        self.assertIsNone(says(pairs, "Max", **{"at-least": 1}))
        self.assertIsNone(says(pairs, **{"at-most": -1}))
        self.assertIsNone(says(pairs[1:]))
        self.assertIsNone(says([[b, a] for a, b in pairs[1:]] + [pairs[0][:1]]))
        self.assertIsNone(says(pairs[1:] + [["a1", "z9"]]))
        self.assertIsNone(says(pairs + [pairs[0]]))
        self.assertIsNone(says([[pairs[0][0], pairs[1][1]], [pairs[1][0], pairs[0][1]]] + pairs[2:]))
        self.assertIsNone(says([]))


if __name__ == "__main__":
    SOLVENT, CHECKER = sys.argv[1:3]
    MUTANTS = int(sys.argv[3]) if len(sys.argv) > 3 and sys.argv[3].isdigit() else MUTANTS
    unittest.main(argv=sys.argv[:1])
