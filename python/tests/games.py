"""Games in Python that several tests use."""

import solvent


class TicTacToe(solvent.PythonGame):
    """States are texts of nine cells; moves are numbers of cells."""

    players = ("X", "O")
    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def initial(self):
        return "." * 9

    def to_move(self, state):
        return state.count("X") - state.count("O")

    def moves(self, state):
        return [cell for cell in range(9) if state[cell] == "."]

    def play(self, state, move):
        return state[:move] + "XO"[self.to_move(state)] + state[move + 1 :]

    def value(self, state):
        for a, b, c in self.LINES:
            if state[a] != "." and state[a] == state[b] == state[c]:
                return 1 if state[a] == "X" else -1
        return None if "." in state else 0


class Race:
    """A token on a ring with stations: each player steps it one or two on, or one back, so play can
    go on for ever. Who brings it to station 0 wins what stands there for him. Not a PythonGame: the
    methods are enough."""

    players = ("A", "B")
    outcomes = (-2, 0, 3)
    repetition = 0

    def __init__(self, size, steps=(1, 2, -1)):
        self.size, self.steps = size, steps

    def initial(self):
        return self.size // 2, 0

    def to_move(self, state):
        return state[1]

    def moves(self, state):
        return self.steps

    def play(self, state, move):
        return (state[0] + move) % self.size, 1 - state[1]

    def value(self, state):
        if state[0] != 0:
            return None
        return 3 if state[1] == 1 else -2


class Endless(solvent.PythonGame):
    """A tree without an end: two moves everywhere."""

    def initial(self):
        return 1, 0

    def to_move(self, state):
        return state[1]

    def moves(self, state):
        return (0, 1)

    def play(self, state, move):
        return 2 * state[0] + move, 1 - state[1]

    def value(self, state):
        return None


def plain_value(game, state):
    """The value for players[0] by two fixed points: what each side can force in a game with cycles."""
    states, todo = {}, [state]
    while todo:
        s = todo.pop()
        if s in states:
            continue
        children = [] if game.value(s) is not None else [game.play(s, m) for m in game.moves(s)]
        states[s] = children
        todo += children
    best = game.repetition
    for outcome in game.outcomes:
        if outcome == game.repetition:
            continue
        # Who wants this outcome or a better one wins exactly the attractor of such ends.
        good = outcome > game.repetition
        side = 0 if good else 1
        won = {
            s
            for s in states
            if game.value(s) is not None
            and (game.value(s) >= outcome if good else game.value(s) <= outcome)
        }
        while True:
            more = {
                s
                for s, children in states.items()
                if children
                and s not in won
                and (any if game.to_move(s) == side else all)(c in won for c in children)
            }
            if not more:
                break
            won |= more
        if state in won:
            best = max(best, outcome) if good else min(best, outcome)
    return best
