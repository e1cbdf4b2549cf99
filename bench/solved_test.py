#!/usr/bin/env python3
"""bench/solved.py: solves, proves, checks, keeps a journal, and notices what cannot be right.

    solved_test.py PROGRAM      a solvent with solvent-check beside it
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.dirname(os.path.abspath(sys.argv.pop(1)))


def solved(*words, programs=PROGRAMS):
    return subprocess.run([sys.executable, os.path.join(HERE, "solved.py"), "--programs", programs,
                           *words], capture_output=True, text=True, check=False)


class Solved(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.journal = os.path.join(self.folder.name, "journal")

    def tearDown(self):
        self.folder.cleanup()

    def rows(self):
        with open(self.journal, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def test_values_and_certificates(self):
        done = solved("--journal", self.journal, "--proofs", self.folder.name, "mnk:4,3,3",
                      "connect4:5x4")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| `mnk:4,3,3` | first player wins | win, ", done.stdout)
        self.assertIn("| `connect4:5x4` | +0 |", done.stdout)
        for row in self.rows():
            self.assertGreater(row["claims"], 0)
            name = row["game"].replace(":", "-").replace(",", "-") + ".proof"
            self.assertEqual(os.path.getsize(os.path.join(self.folder.name, name)), row["bytes"])
        before = self.rows()
        again = solved("--journal", self.journal, "mnk:4,3,3")
        self.assertEqual(again.returncode, 0)
        self.assertEqual(self.rows(), before)

    def test_a_limit_leaves_bounds(self):
        done = solved("--journal", self.journal, "--time", "0.01", "othello")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("open: ", done.stdout)
        self.assertNotIn("value", self.rows()[0])

    def test_another_value_than_the_published_one(self):
        with open(self.journal, "w", encoding="utf-8") as file:
            file.write(json.dumps({"game": "mnk:3,3,3", "outcomes": "wld", "lower": 1, "upper": 1,
                                   "value": 1, "nodes": 1, "seconds": 0}) + "\n")
        done = solved("--journal", self.journal, "--print")
        self.assertEqual(done.returncode, 1)
        self.assertIn("Uiterwijk & van den Herik 2000 have 0", done.stderr)

    def test_bad_input(self):
        self.assertEqual(solved().returncode, 2)
        self.assertEqual(solved("connect5").returncode, 1)
        self.assertEqual(solved("mnk:3,3,3", programs=self.folder.name).returncode, 1)


if __name__ == "__main__":
    unittest.main()
