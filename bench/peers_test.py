"""bench/peers.py with peers that are a few lines of shell: python3 bench/peers_test.py SOLVENT."""
import os
import stat
import subprocess
import sys
import tempfile
import unittest

PEERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers.py")
SOLVENT = ""

SET = """# connect4:5x4 tiny: by hand
# nothing else
1234512345 2
112233 7
"""


class PeersTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.set = self.write("tiny.txt", SET)

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def peer(self, answers):
        """A folder with a peer for 5x4 that gives these answers: words after the position."""
        lines = "".join(f"read p; echo \"$p {a}\"\n" for a in answers)
        path = self.write("peer/5x4", "#!/bin/sh\n" + lines)
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return os.path.dirname(path)

    def run_peers(self, *words):
        return subprocess.run([sys.executable, PEERS, "--solvent", SOLVENT, "--runs", "1", *words],
                              capture_output=True, text=True, check=False)

    def refused(self, status, part, *words):
        done = self.run_peers(*words)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(part, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_without_peers(self):
        done = self.run_peers(self.set)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| tiny | 2 |", done.stdout)
        self.assertNotIn("| ratio |", done.stdout)

    def test_beside_a_peer(self):
        done = self.run_peers("--c4", self.peer(["2 30 1000000", "7 10 3000000"]), self.set)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"\| tiny \| 2 \| .* \| 20 \| 2,000 \| 0.00 \|")

    def test_a_program_for_one_board_is_left_out_on_others(self):
        done = self.run_peers("--pons", os.path.join(self.peer(["0 1 1"]), "5x4"), self.set)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_wrong_values(self):
        self.refused(1, "112233: c4 says 6, the set 7", "--c4", self.peer(["2 30 10", "6 10 30"]), self.set)
        self.refused(1, "c4 answered 1 of 2 positions", "--c4", self.peer(["2 30 10"]), self.set)
        self.refused(1, "POSITION SCORE NODES MICROSECONDS", "--c4", self.peer(["0 30"]), self.set)
        wrong = self.write("wrong.txt", SET.replace("112233 7", "112233 5"))
        self.refused(1, "112233: solvent says 7, the set 5", wrong)

    def test_empty_boards(self):
        done = self.run_peers("--empty", "4x4,5x4", "--c4", self.peer(["0 5 10"]))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| empty 4x4, +0 | 1 |", done.stdout)
        self.refused(1, "empty 5x4: c4 says 1, solvent 0", "--empty", "5x4", "--c4", self.peer(["1 5 10"]))

    def test_bad_arguments(self):
        self.refused(2, "no set is called 'chess'", "chess")
        self.refused(2, "first line", self.write("headless.txt", "4455 1\n"))
        self.refused(2, "not a position and its value", self.write("open.txt", "# connect4:5x4 open: x\n4455\n"))
        self.refused(2, "no positions", self.write("bare.txt", "# connect4:5x4 bare: x\n"))
        self.refused(2, "there is no such program", "--pons", "/nowhere", self.set)
        self.refused(2, "--runs", "--runs", "0", self.set)
        self.refused(2, "--runs", "--runs", "x", self.set)
        self.refused(2, "a board is such as 7x6", "--empty", "7by6")
        self.refused(2, "no sets beside it", "--empty", "4x4", self.set)
        self.refused(2, "--table-size", "--table-size", "huge", self.set)
        self.refused(2, "unrecognized arguments", "--speed")


if __name__ == "__main__":
    SOLVENT = sys.argv.pop(1)
    unittest.main()
