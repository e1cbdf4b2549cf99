"""Every option of a search, with its type."""

from typing import Optional, Tuple, TypedDict, Union


class Options(TypedDict, total=False):
    """The options of solve, solve_many, Solver and Position.value; all are keyword arguments."""

    # The question.
    at_least: Optional[int]  # only: does the side to move reach this value?
    range: Optional[Tuple[int, int]]  # outcomes at and beyond its ends are not told apart
    moves: bool  # the value of every legal move (default False)
    line: bool  # a line of best play (default True)
    # Limits.
    time: Optional[float]  # seconds
    nodes: Optional[int]  # created in all
    memory: Union[int, str, None]  # bytes, or a text such as '2G'; half of the machine's if None
    # How to search.
    algorithm: str  # 'auto', or a name of algorithms()
    table_size: Union[int, str, None]  # of the transposition table; 0 for none
    knowledge: bool  # use what the game knows beyond its rules (default True)
    seed: int  # of all that is random (default 1)
    profile: str  # a paper's conventions: 'saffidine2012', 'allis1994'
    deepening: Optional[bool]  # iterative deepening; None: where positions can repeat
    # Effort numbers, best first.
    driver: str  # pns, pn2, dfpn asked for a value: 'binary', 'linear', 'linear-down', 'open'
    keep_tree: bool  # pns: one tree for all questions of its driver
    mobility: bool  # new nodes' numbers from their moves
    evaluate: str  # new nodes when 'created' or when 'selected'
    selection: str  # 'most-proving' or 'lecture'
    second_level: str  # pn2, mopn2: 'first-tree', 'descents', 'fraction', 'fraction:A,B'
    keep_solved: bool  # free nothing that is solved
    graph: bool  # merge transpositions (acyclic games)
    # Effort numbers, depth first.
    epsilon: Optional[float]  # a child may cost 1+epsilon of the next
    weak_sums: bool  # the largest child stands for all
    # Random games: mcpns, ppns.
    playouts: int  # for a new node (default 60)
    theta: float  # shares of wins stay within theta..1-theta
    precision_rate: float  # ppns: stop with an estimate once p is that near 0 or 1
    # Files; a path or a text.
    endgame: str  # a folder with an endgame database of the game
    store: str  # a folder with positions that other runs have solved, and room for ours
    store_size: Union[int, str]  # bytes; the cheapest positions make room
    proof: str  # a file for a certificate of the answer, JSON if it ends in .json
    certify: bool  # write one, check it, and only then answer
    minimize: bool  # take time for a smaller one
    checkpoint: str  # a file that keeps where a solve stands, for resume=True
    checkpoint_every: float  # seconds


Options.__module__ = "solvent"
