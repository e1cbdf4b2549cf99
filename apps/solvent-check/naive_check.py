#!/usr/bin/env python3
"""A second checker of certificates in their JSON form, as naive as possible: python3 naive_check.py FILE...

It follows docs/certificates.md and the README.md of every game with plain loops, and shares no code with solvent-check.
Exit status: 0 verified, 5 relative (an endgame database is not looked at), 4 refused, 2 unreadable; of several files the
worst (2, then 4, then 5). It has no rules for random trees, reads positions only as certificates write them, and does not
see the `rules` fingerprint (only its form), the order of claims within a layer (that of the bytes of states), and whether
a position is its canonical image (it compares positions by the least of all images).
"""
import itertools, json, re, sys

MAX, MIN, SIDES = 0, 1, ("Max", "Min")
VERIFIED, UNREADABLE, REFUSED, RELATIVE = 0, 2, 4, 5
WORDS = {0: "verified", 2: "unreadable", 4: "refused", 5: "relative"}
sys.setrecursionlimit(10 * (DEEPEST := 1000))  # plies of a searched claim
Unreadable, Refused = type("Unreadable", (Exception,), {}), type("Refused", (Exception,), {})
sign = lambda x: (x > 0) - (x < 0)

class Game:
    """Values are what Max gets. A position is a tuple, in which the side to move comes second. `moves` lists every
    legal move by its name, with the position after it, in order."""
    players = ("X", "O")
    repetition = None  # or a function: the worth of infinite play through a position
    images = None  # or the symmetries: for each the places that the cells come from
    exact = staticmethod(lambda s: s)  # the position that claims about a position are about
    same = staticmethod(lambda k, name: name)  # what is the same for the same move of another position
    slice = None  # or a function: the slice of the endgame database that has the position
    def set_scale(self, outcomes, scores):
        self.wld = outcomes == "wld"
        self.values = (-1, 0, 1) if self.wld else scores
    def bounds(self, s):  # what the rules alone promise, the least and the most
        low, high = self.limits(s)
        return (sign(low), sign(high)) if self.wld else (low, high)
    def least_image(self, s):  # all images of a position have the same
        return (min("".join([s[0][k] for k in image]) for image in self.images),) + s[1:] if self.images else s

class Stones(Game):
    """Connect Four, (m,n,k), Qubic: cells by levels and rows from the bottom; whether the last stone made a line."""
    def __init__(self, columns, rows, levels, length, drops, outcomes):
        self.size, self.drops, self.length = (columns, rows, levels), drops, length
        cells = [(c, r, l) for l in range(levels) for r in range(rows) for c in range(columns)]
        self.number = {cell: k for k, cell in enumerate(cells)}
        ways = [way for way in itertools.product((1, 0, -1), repeat=3) if way > (0, 0, 0)]
        lines = [[self.number.get(tuple(x + k * d for x, d in zip(cell, way))) for k in range(length)]
                 for cell in cells for way in ways]
        self.lines = [tuple(line) for line in lines if None not in line]
        self.through = [[line for line in self.lines if k in line] for k in range(len(cells))]
        column = lambda c: str(c + 1) if c < 9 or columns > 35 else chr(97 + c - 9)
        self.names = [column(c) if drops else chr(97 + c) + str(r + 1) + str(l + 1) * (levels > 1) for c, r, l in cells]
        self.images = self.all_images(cells)
        self.top = max(0, (len(cells) - 5) // 2) if drops else 1  # nobody wins before the seventh stone
        self.set_scale(outcomes, range(-self.top, self.top + 1))
    def all_images(self, cells):
        orders, places = [(0, 1, 2)], [(0, 1, 2, 3)]  # of the coordinates, and on each of them
        if not self.drops and self.size[0] == self.size[1]: orders.append((1, 0, 2))
        if self.size[2] > 1:  # the 48 images of a cube, times 4 that rearrange all of its lines
            orders = list(itertools.permutations((0, 1, 2)))
            places += [(1, 0, 3, 2), (0, 2, 1, 3), (2, 0, 3, 1)]
        flips = itertools.product((0, 1), (0, 1 - self.drops), (0, int(self.size[2] > 1)))
        images = []
        for order, flips, place in itertools.product(orders, set(flips), places):
            ats = [[cell[axis] for axis in order] for cell in cells]
            ats = [[n - 1 - x if flip else x for x, n, flip in zip(at, self.size, flips)] for at in ats]
            images.append([self.number[tuple(place[x] if self.size[2] > 1 else x for x in at)] for at in ats])
        return images
    def limits(self, s):
        board, side, won = s
        stones = len(board) - board.count(".")  # and the worth of a win that is made with n stones on the board:
        worth = lambda n: min(self.top, max(0, (len(board) + 1 - n) // 2)) if self.drops else 1
        low, high = -worth(stones + 1), worth(stones)  # for the side to move
        if won or stones == len(board): low = high = -worth(stones - 1) if won else 0
        return (low, high) if side == MAX else (-high, -low)
    def moves(self, s):
        board, side, width = s[0], s[1], self.size[0]
        cells = [k for k in range(len(board)) if board[k] == "."]
        if self.drops:
            cells = sorted([k for k in cells if k < width or board[k - width] != "."], key=lambda k: k % width)
        boards = [(k, board[:k] + "XO"[side] + board[k + 1:]) for k in cells]
        return [(self.names[k], (new, 1 - side, self.has_line(new, "XO"[side], self.through[k]))) for k, new in boards]
    def has_line(self, board, stone, lines):
        return any(all(board[k] == stone for k in line) for line in lines)
    def parse_diagram(self, text, letters):
        width, rows, levels = self.size
        parts = [part.split("/") for part in (text.split("|") if levels > 1 else [text])]
        board = "".join("".join(reversed(part)) for part in parts)
        right = len(parts) == levels and all([len(line) for line in part] == [width] * rows for part in parts)
        if not right or board.strip(letters): raise Unreadable("position: not a diagram of the board")
        return board, board.count("X"), board.count("O")
    def parse(self, text):
        (board, x, o), width = self.parse_diagram(text, "XO."), self.size[0]
        lines = [self.has_line(board, stone, self.lines) for stone in "XO"]
        hangs = self.drops and any(c == "." != above for c, above in zip(board, board[width:]))
        if x not in (o, o + 1) or lines[x > o] or hangs:
            raise Unreadable("position: stones not in turn, a line of the side to move, or a stone hangs in the air")
        return board, int(x > o), any(lines)

class Relaxed(Game):
    """What an attacker needs of a board of stones: the cells (stones, '.' contested, '-' the rest), the side to move,
    and how many of the defender's stones may stand in the rest."""
    def __init__(self, game, attacker):
        self.game, self.attacker, self.names, self.images = game, attacker, game.names, game.images
        self.mine, self.theirs, self.won = "XO"[attacker], "OX"[attacker], (1, -1)[attacker]
        self.values, self.exact = sorted((0, self.won)), lambda s: (s[0], s[1], 0)
    def limit(self, board):  # more stones in the rest make no difference
        return min(self.game.length, board.count("-"))
    def bounds(self, s):
        lines = ["".join([s[0][k] for k in line]) for line in self.game.lines]
        if any(line.strip(self.theirs + "-") == "" and line.count("-") <= s[2] for line in lines):
            return 0, 0  # he is stopped
        if any(line.strip(self.mine) == "" for line in lines): return self.won, self.won
        return self.values if any(line.strip(self.mine + ".") == "" for line in lines) else (0, 0)
    def moves(self, s):
        board = lambda k: s[0][:k] + "XO"[s[1]] + s[0][k + 1:]
        listed = [(self.names[k], (board(k), 1 - s[1], s[2])) for k, cell in enumerate(s[0]) if cell == "."]
        return listed + [("elsewhere", (s[0], 1 - s[1], min(s[2] + 1, self.limit(s[0]))))] * (s[1] != self.attacker)
    def covers(self, general, s):
        pairs, most = list(zip(general[0], s[0])), self.limit(general[0])
        needed = all(a == b for a, b in pairs if a in (self.mine, "."))
        few = general[2] == most or s[2] + pairs.count(("-", self.theirs)) <= general[2]
        return general[1] == s[1] and needed and few
    def parse(self, text):
        match = re.fullmatch("([XO./|-]*) ([0-9]{1,2}) ([XO])", text)
        board, _, _ = self.game.parse_diagram(match[1] if match else "", "XO.-")
        if str(int(match[2])) != match[2] or int(match[2]) > self.limit(board):
            raise Unreadable("position: not the stones in the rest, as far as they make a difference")
        return board, "XO".index(match[3]), int(match[2])

class Othello(Game):
    """The squares from a1 row by row."""
    def __init__(self, columns, rows, outcomes):
        self.columns, self.rows = n, m = columns, rows
        self.set_scale(outcomes, range(-n * m, n * m + 1, 2))
        all_cells = list(range(n * m))
        mirrored = [n * (k // n) + n - 1 - k % n for k in all_cells]
        self.images = [all_cells, mirrored, all_cells[::-1], mirrored[::-1]]
        if n == m: self.images += [[n * (k % n) + k // n for k in image] for image in self.images]
    def placings(self, board, side):  # where a disc turns others, and which
        n, m, own, other, found = self.columns, self.rows, "XO"[side], "OX"[side], []
        for square in [k for k in range(n * m) if board[k] == "-"]:
            turned = []
            for dc, dr in itertools.product((-1, 0, 1), repeat=2):
                run, c, r = [], square % n + dc, square // n + dr
                while 0 <= c < n and 0 <= r < m and board[n * r + c] == other:
                    run.append(n * r + c)
                    c, r = c + dc, r + dr
                if 0 <= c < n and 0 <= r < m and board[n * r + c] == own: turned += run
            found += [(square, turned)] if turned else []
        return found
    def limits(self, s):
        cells, x, o = len(s[0]), s[0].count("X"), s[0].count("O")
        if self.placings(s[0], MAX) or self.placings(s[0], MIN): return -cells, cells
        return (cells - 2 * o if x > o else 2 * x - cells if x < o else 0,) * 2
    def moves(self, s):
        board = lambda new: "".join("XO"[s[1]] if k in new else c for k, c in enumerate(s[0]))
        listed = [(chr(97 + square % self.columns) + str(square // self.columns + 1), (board([square] + turned), 1 - s[1]))
                  for square, turned in self.placings(*s)]
        return listed or [("pass", (s[0], 1 - s[1]))]
    def parse(self, text):
        n, m = self.columns, self.rows
        match = re.fullmatch(f"([XO-]{{{n * m}}}) ([XO])", text)
        centre = [n * r + c for r in (m // 2 - 1, m // 2) for c in (n // 2 - 1, n // 2)]
        if not match or any(match[1][k] == "-" for k in centre):
            raise Unreadable("position: not the squares of the board, the centre full, and the side to move")
        return match[1], "XO".index(match[2])

class Sowing(Game):
    """Kalah, and Awari if it is not given pits: the pits of South and of North, and what they have in store."""
    players, same = ("South", "North"), staticmethod(lambda k, name: name[0].lower())
    def __init__(self, pits, stones, empty_capture, outcomes):
        self.kalah, self.pits, self.empty_capture = pits is not None, int(pits or 6), empty_capture
        self.total = 2 * self.pits * int(stones or 4)
        self.set_scale(outcomes, range(-self.total, self.total + 1, 2 if self.kalah else 1))
        self.slice = lambda s: sum(s[0][0]) + sum(s[0][1])
        if not self.kalah:  # endless play divides what is on the board
            self.repetition = lambda s: sign(s[2][0] - s[2][1]) if self.wld else s[2][0] - s[2][1]
    def limits(self, s):
        (south, north), side, stores = s
        lead, left = stores[0] - stores[1], sum(south) + sum(north)
        if self.kalah and min(sum(south), sum(north)) == 0: return (lead + sum(south) - sum(north),) * 2  # its owner's
        if not self.kalah and sum(s[0][side]) == 0: return (lead + (-left, left)[side],) * 2  # the other takes it
        return lead - left, lead + left  # what is in store stays there
    def moves(self, s):
        (rows, me, stores), listed = s, []
        for pit in [k for k in range(self.pits) if rows[me][k] > 0]:
            own, enemy, gain, again = self.play(rows[me], rows[1 - me], pit)
            after = (own, enemy) if me == MAX else (enemy, own)
            kept = tuple(n + gain * (side == me) for side, n in enumerate(stores))
            counts = "" if self.kalah else str(rows[me][pit]) + f"x{gain}" * (gain > 0)
            listed.append((chr(ord("Aa"[me]) + pit) + counts, (after, me if again else 1 - me, kept)))
        feeding = [move for move in listed if sum(move[1][0][1 - me]) > 0]
        return listed if self.kalah else feeding or listed
    def play(self, own, enemy, pit):
        """The two rows after the move, what goes to the store, and whether the same player moves again."""
        n, at, gain = self.pits, pit, 0
        ring = list(own) + [0] * self.kalah + list(enemy)
        hand, ring[pit] = ring[pit], 0
        while hand > 0:
            at = (at + 1) % len(ring)
            if self.kalah or at != pit:  # in Awari the pit is skipped on every lap
                ring[at], hand = ring[at] + 1, hand - 1
        if not self.kalah:
            while at >= n and ring[at] in (2, 3):
                gain, ring[at], at = gain + ring[at], 0, at - 1
            return tuple(ring[:n]), tuple(ring[n:]), gain, False
        if at < n and ring[at] == 1 and (ring[2 * n - at] > 0 or self.empty_capture):
            gain, ring[at], ring[2 * n - at] = 1 + ring[2 * n - at], 0, 0
        return tuple(ring[:n]), tuple(ring[n + 1:]), gain + ring[n], at == n
    def parse(self, text):
        row = " ".join(["([0-9]{1,3})"] * self.pits)
        match = re.fullmatch(row + r"\|" + row + " S([0-9]{1,3}) N([0-9]{1,3}) ([SN])", text)
        counts = [int(n) for n in match.groups()[:-1]] if match else [self.total + 1]
        if sum(counts) > self.total or self.kalah and sum(counts) < self.total:
            raise Unreadable("position: not the stones of South and North, S9 N20 and the side to move")
        return (tuple(counts[:self.pits]), tuple(counts[self.pits:-2])), "SN".index(text[-1]), tuple(counts[-2:])

class Woodpush(Game):
    """The strip, and the board that ko forbids to bring back, '' if no push would."""
    players = ("Left", "Right")
    def __init__(self, cells, pieces, by_pieces, outcomes):  # with superko there are no certificates
        self.cells, self.pieces, self.by_pieces = int(cells), int(pieces), by_pieces
        self.set_scale(outcomes, range(-self.most(self.pieces), self.most(self.pieces) + 1))
        self.repetition, self.slice = lambda s: 0, lambda s: len(s[0]) - s[0].count(".")
    def most(self, pieces):
        return pieces if self.by_pieces else pieces * (self.cells - pieces + 1)
    def limits(self, s):
        left, right = s[0].count("L"), s[0].count("R")
        if left > 0 and right > 0: return -self.most(right), self.most(left)
        strip = s[0] if left else s[0][::-1]
        score = sum(1 + strip[k:].count(".") * (not self.by_pieces) for k in range(self.cells) if strip[k] != ".")
        return (score, score) if left else (-score, -score)
    def boards(self, board, side):
        """After slides, then after pushes. Seen from its other end, the strip is to Right as it is to Left."""
        turn, slides, pushes = (1, -1)[side], [], []
        strip = board[::turn]
        for k in [k for k in range(self.cells) if strip[k] == "LR"[side]]:
            cell = k + 1 if side == MAX else self.cells - k
            to, gap = strip.find(".", k), max(0, strip.rfind(".", 0, k))
            gone = strip[:k] + "." + strip[k + 1:]
            slid = gone if to < 0 else gone[:to] + strip[k] + gone[to + 1:]
            slides.append((cell, "s", slid[::turn]))
            pushed = strip[:gap] + strip[gap + 1:k + 1] + "." + strip[k + 1:]
            pushes += [(cell, "p", pushed[::turn])] if strip[:k].endswith("RL"[side]) else []
        return sorted(slides) + sorted(pushes)
    def after(self, board, side, new):
        undone = any(kind == "p" and back == board for _, kind, back in self.boards(new, 1 - side))
        return new, 1 - side, board if undone else ""
    def moves(self, s):
        return [(f"{kind}{cell}", self.after(s[0], s[1], new)) for cell, kind, new in self.boards(s[0], s[1])
                if kind == "s" or new != s[2]]
    def parse(self, text):
        match = re.fullmatch("([LR.]+) ([LR])(?: ko=([LR.]+))?", text)
        if not match or any(len(board) != self.cells or not 0 < max(board.count("L"), board.count("R")) <= self.pieces
                            for board in match.groups()[::2] if board):
            raise Unreadable("position: not the strip, the side to move and perhaps ko=BOARD")
        board, side, before = match[1], "LR".index(match[2]), match[3]
        if before and board not in [new for _, _, new in self.boards(before, 1 - side)]:
            raise Unreadable("position: no move leads there from the board before")
        return self.after(before, 1 - side, board) if before else (board, side, "")

class Tree(Game):
    """An explicit tree or graph: the name of a node."""
    players, same = SIDES, staticmethod(lambda k, name: k)
    def __init__(self, path, outcomes):
        self.children, self.leaves, self.sides, settings = {}, {}, {}, {"repetition": ["0"]}
        with open(path, encoding="utf-8-sig") as file:
            lines = [line.split("#")[0].strip() for line in file.read().split("\n")]
        for line in filter(None, lines):
            match = re.fullmatch(r"([^\s:=?]+)(?:\s+(max|min))?\s*([:=?])(.*)", line, re.IGNORECASE)
            if not match:
                settings[line.split()[0]] = line.split()[1:]
                continue
            name, side, mark, rest = match.groups()
            settings.setdefault("first", [name])
            self.sides.update({name: SIDES.index(side.capitalize())} if side else {})
            words = re.split(r"[\s,]+", rest.strip()) if mark == ":" else [name + mark + rest.split("cost")[0]]
            named = [self.named(word) for word in words]
            self.children.update({name: named} if mark == ":" else {})
        found = settings.get("root", settings.get("first", [""]))[:1]
        self.sides.setdefault(found[0], MAX)
        for name in found:
            for child in self.children.get(name, []):
                self.sides.setdefault(child, 1 - self.sides[name])
                found += [child] * (child not in found)
        forever, scale, values = int(settings["repetition"][0]), settings.get("scale"), set(self.leaves.values())
        left, gone = set(self.children), {None}
        while gone:
            gone = {name for name in left if not left.intersection(self.children[name])}
            left -= gone
        if left:  # there is a cycle
            self.repetition = lambda s: sign(forever) if self.wld else forever
            values.add(forever)
        if scale:
            low, dots, high = scale[0].replace("wld", "-1..1").partition("..")
            values = range(int(low), int(high) + 1) if dots else [int(value) for value in scale]
        self.set_scale(outcomes, sorted(values))
    def named(self, word):  # "b" or "b=3"
        name, mark, value = re.fullmatch("([^=?]+)([=?]?)(.*)", word).groups()
        if mark: self.leaves[name] = int(value)  # if it is known
        return name
    def limits(self, s):
        return self.leaves.get(s[0], min(self.values)), self.leaves.get(s[0], max(self.values))
    def moves(self, s):
        return [(child, (child, self.sides[child])) for child in self.children.get(s[0], [])]
    def parse(self, text):
        if text not in self.sides: raise Unreadable(f"position: there is no node {text!r}")
        return text, self.sides[text]

FAMILIES = (  # a game with all its parameters and its outcomes, and how it is made of them
    (r"connect4:(\d+)x(\d+) (score|wld)", lambda c, r, o: Stones(int(c), int(r), 1, 4, True, o)),
    (r"mnk:(\d+),(\d+),(\d+) (wld)", lambda m, n, k, o: Stones(int(m), int(n), 1, int(k), False, o)),
    (r"gomoku (wld)", lambda o: Stones(15, 15, 1, 5, False, o)),
    (r"qubic (wld)", lambda o: Stones(4, 4, 4, 4, False, o)),
    (r"othello:([468])(?:x([468]))? (score|wld)", lambda n, m, o: Othello(int(n), int(m or n), o)),
    (r"awari (score|wld)", lambda o: Sowing(None, None, None, o)),
    (r"kalah:(\d+),(\d+)(,empty-capture)? (score|wld)", Sowing),
    (r"woodpush:(\d+),(\d+)(,score=pieces)? (score|wld)", Woodpush),
    (r"tree:(.*) (score|wld)", Tree),
)

HEADER = {"format": str, "version": int, "game": str, "outcomes": str, "rules": str, "position": str, "mover": str,
          "at-least": int, "at-most": int, "slices": list, "leaf": int, "regions": bool, "claims": list}
CLAIM = {"claimant": str, "layer": int, "position": str, "move": str, "database": bool, "searched": bool,
         "pairs": list, "replies": bool, "region": str}
SECOND = ("leaf", "regions", "searched", "pairs", "replies", "region")  # since version 2

class Proof:
    """The claims of one statement: the claimant can make sure of v, which is what Max gets."""
    def __init__(self, game, claimant, v, header):
        self.game, self.claimant, self.header, self.relative = game, claimant, header, False
        self.sign = 1 if claimant == MAX else -1  # from here on values are the claimant's
        self.v = self.sign * v
    def known(self, s):  # by the bounds of the rules: True, False or None
        low, high = sorted(self.sign * value for value in self.game.bounds(s))
        return True if low >= self.v else False if high < self.v else None
    def settled(self, s):
        wins = s[1] == self.claimant and self.known(s) is None and self.game.moves(s)
        return bool(self.known(s) or wins and any(self.known(after) for _, after in wins))
    def is_safety(self, s):
        return self.game.repetition is not None and self.sign * self.game.repetition(s) >= self.v
    def check(self, root, claims):
        if self.settled(root) and not claims: return
        if self.known(root) is False or self.settled(root): raise Refused("the rules say otherwise, or settle it")
        layer, claimed = 0, {}  # position: layer: claim
        for k, claim in enumerate(claims):
            if claim["layer"] not in ((layer, layer + 1) if k else (0,)):
                raise Refused(f"layer {claim['layer']} comes after layer {layer}")
            layer = claim["layer"]
            if claimed.setdefault(self.game.least_image(claim["state"]), {}).setdefault(layer, claim) is not claim:
                raise Refused(f"layer {layer}: there are two claims about {claim['position']}")
        if 0 not in claimed.get(self.game.least_image(root), {}):
            raise Refused("no claim of layer 0 is about the position")
        reached = [claimed[self.game.least_image(root)][0]]
        for claim in reached:
            claim["reached"] = True
            where = f"{SIDES[self.claimant]}, layer {claim['layer']}, position {claim['position']}: "
            for s in self.cited_by(claim, where):
                layers = claimed.get(self.game.least_image(s), {})
                first = claim["layer"] + (not (self.is_safety(claim["state"]) and self.is_safety(s)))
                found = [layers[n] for n in sorted(layers) if n >= first]
                if not found: raise Refused(where + "it cites a position that no claim is about")
                reached += found[:1] if "reached" not in found[0] else []
                found[0]["reached"] = True
        if len(reached) < len(claims): raise Refused(f"{len(claims) - len(reached)} claims that nothing cites")
    def cited_by(self, claim, where):
        """The positions that the claim cites and the rules do not settle."""
        s, moves, region = claim["state"], self.game.moves(claim["state"]), claim["around"]
        alone = region and (claim["kind"] == "searched" or "move" not in claim and s[1] == self.claimant)
        if region and (region[1] != self.claimant or alone and not self.game.covers(region, s)):
            raise Refused(where + "the claimant is not to move in its region, or it does not cover the position")
        if claim["kind"] in ("database", "searched", "pairs"):
            wrong = getattr(self, claim["kind"])(region or s, claim)
            if wrong: raise Refused(where + wrong)
            return []
        if s[1] == self.claimant and not alone:
            moves = [(name, after) for name, after in moves if name == claim.get("move")]
        if not moves or s[1] != self.claimant and "move" in claim:
            raise Refused(where + "a legal move has to be named where the claimant is to move, and nowhere else")
        if claim.get("replies"):
            if self.known(moves[0][1]) is not None or moves[0][1][1] == self.claimant:
                raise Refused(where + "there are no replies to its move to be answered")
            moves = self.game.moves(moves[0][1])
        if region:
            moves = [("", region)] + [move for move in moves if not alone and not self.game.covers(region, move[1])]
        if any(self.known(after) is False for _, after in moves):
            raise Refused(where + "after a move the rules say otherwise")
        return [after for _, after in moves if not self.settled(after)]
    # Claims that cite no positions: what is wrong with them.
    def database(self, s, claim):
        self.relative, named = True, [first for first, _ in self.header.get("slices", [])]
        if not self.game.slice or self.game.slice(s) not in named: return "the header names no slice that it rests on"
    def searched(self, s, claim):
        self.left, self.met, self.deciding = self.header.get("leaf", 0), {}, {}
        if not self.left or not self.search(s, 0): return "a search does not prove it"
    def search(self, s, ply):
        if s in self.met or ply == DEEPEST: return ply < DEEPEST and self.met[s]
        moves, mine = [(k, name, after) for k, (name, after) in enumerate(self.game.moves(s))], s[1] == self.claimant
        if any(self.known(after) is mine for _, _, after in moves): return mine
        moves = [move for move in moves if self.known(move[2]) is None]
        if not moves or self.left == 0: return bool(not moves and not mine)
        self.left, self.met[s] = self.left - 1, False
        first = [move for move in moves if self.game.same(*move[:2]) == self.deciding.get(ply)]
        rest = [move for move in moves if move not in first]
        ways = sorted(range(len(rest)), key=lambda k: (abs(k - len(rest) // 2), k))  # from the middle outwards
        for move in first + [rest[k] for k in ways]:
            if self.search(move[2], ply + 1) == mine:
                self.deciding[ply], self.met[s] = self.game.same(*move[:2]), mine
                return mine
        self.met[s] = not mine
        return not mine
    def pairs(self, s, claim):
        if not isinstance(self.game, Stones) or self.game.drops or self.v != 0:
            return "pairs show that a game of placing stones is not lost, and nothing else"
        empty = {name: k for k, name in enumerate(self.game.names) if s[0][k] == "."}
        cells = [empty.get(name) for pair in claim["pairs"] for name in pair]
        if None in cells or len(set(cells)) < len(cells) or any(len(pair) != 2 for pair in claim["pairs"]):
            return "these are not pairs of empty cells, all different"
        open_lines = [line for line in self.game.lines if "XO"[self.claimant] not in [s[0][k] for k in line]]
        pairs = list(zip(cells[::2], cells[1::2]))
        if not all(any(a in line and b in line for a, b in pairs) for line in open_lines):
            return "a line has no stone of the claimant and no pair"

def look(thing, kinds, needed):
    if (not isinstance(thing, dict) or any(name not in thing for name in needed)
            or any(type(value) is not kinds.get(name) for name, value in thing.items())):
        raise Unreadable("a field is missing, is of the wrong kind, or does not belong there")

def make_game(spec, outcomes):
    for pattern, make in FAMILIES:
        match = re.fullmatch(pattern, f"{spec} {outcomes}")
        if match: return make(*match.groups())
    raise Unreadable(f"no rules for {spec} with the outcomes {outcomes}")

def understand(header):
    game = make_game(header["game"], header["outcomes"])
    root, claims, slices = game.parse(header["position"]), header["claims"], header.get("slices", [])
    right = all(type(pair) is list and [type(x) for x in pair] == [int, str] for pair in slices)
    if not right or not re.fullmatch("[0-9a-f]{16}", header["rules"]) or header.get("leaf", 1) < 1:
        raise Unreadable("rules are 16 hexadecimal digits, slices are pairs")
    if header.get("regions") and (not isinstance(game, Stones) or game.drops):
        raise Refused("it is about regions, and the game has no lines")
    statements = [header.get("at-least" if side == root[1] else "at-most") for side in (MAX, MIN)]
    wins = [header.get("regions") and statements[side] == (1, -1)[side != root[1]] for side in (MAX, MIN)]
    games = [Relaxed(game, side) if wins[side] else game for side in (MAX, MIN)]
    for claim in claims:
        named = [name for name in list(CLAIM)[3:-2] if claim.get(name, False) is not False]
        around = "region" in claim and (claim["claimant"] not in SIDES or not wins[SIDES.index(claim["claimant"])]
                                        or named not in ([], ["searched"]) and not claim.get("replies"))
        if claim["claimant"] not in SIDES or len(named) > 1 or claim.get("replies") and named != ["move"] or around:
            raise Unreadable("a claim is Max's or Min's, and has one reason; a region goes with replies or a search")
        about = games[SIDES.index(claim["claimant"])]
        claim.update(state=about.parse(claim["position"]), kind=(named or ["every"])[0])
        claim["around"] = "region" in claim and about.parse(claim["region"])
    in_order = [first for first, _ in slices] == sorted({first for first, _ in slices})
    in_order = in_order and claims == sorted(claims, key=lambda claim: claim["claimant"])
    if (not in_order or header["mover"] != game.players[root[1]] or slices and not game.slice
            or not ("at-least" in header or "at-most" in header)):
        raise Refused("another side is to move, there is no statement, no database, or something is out of order")
    words, relative = f"{header['game']}, position '{header['position']}', {header['mover']} to move", False
    for claimant in (MAX, MIN):
        name = "at-least" if claimant == root[1] else "at-most"
        mine = [claim for claim in claims if claim["claimant"] == SIDES[claimant]]
        v = header.get(name, 0) * (1, -1)[root[1]]
        if v not in game.values or mine and name not in header:
            raise Refused(f"{name}: no such outcome, or claims without a statement")
        if name in header:
            proof = Proof(games[claimant], claimant, v, header)
            proof.check(proof.game.exact(root), mine)
            words += f", {name} {header[name]}"
            relative = relative or proof.relative
    return RELATIVE if relative else VERIFIED, words, header, root

def check(path):
    """The verdict, a line of words, and of what was verified the header and the position."""
    try:
        with open(path, encoding="utf-8") as file:
            header = json.load(file)
        look(header, HEADER, list(HEADER)[:7] + ["claims"])
        for claim in header["claims"]:
            look(claim, CLAIM, list(CLAIM)[:3])
        second = any(name in SECOND for thing in [header] + header["claims"] for name in thing)
        right = header["format"] == "solvent-proof" and header["version"] in ((2,) if second else (1, 2))
        if not right or list(header)[-1] != "claims":
            raise Unreadable("not a certificate of version 1 or 2, with the claims behind all other fields")
        return understand(header)
    except Refused as why:
        return REFUSED, str(why), None, None
    except (Unreadable, OSError, ValueError, RecursionError) as why:
        return UNREADABLE, str(why).replace("\n", " "), None, None

def main(paths):
    found = {VERIFIED if paths else UNREADABLE}
    for path in paths:
        status, words, _, _ = check(path)
        found.add(status)
        print(f"{path}: {WORDS[status]}: {words}")
    return next(status for status in (UNREADABLE, REFUSED, RELATIVE, VERIFIED) if status in found)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
