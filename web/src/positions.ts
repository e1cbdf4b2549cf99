// Two or three positions of each game that show something. The tests ask the solver whether what is said holds.
export interface Example {
  title: string;
  game: string;
  position?: string;
  moves?: string; // played from the start, separated by commas
  outcomes?: string;
  value: number; // to the side to move
}

export const examples: Record<string, Example[]> = {
  connect4: [
    { title: 'Two in a row with both sides open: Red wins in two moves', game: 'connect4:7x6', moves: '4,4,5,5', value: 18 },
    { title: 'Every move wins: which wins soonest?', game: 'connect4:7x6', moves: '4,4,4,4,4,2,1,1,2,2,2,3,3,3,1,1', value: 3 },
    { title: 'A small board is a draw, if the first move is not on the edge', game: 'connect4:5x4', value: 0 },
  ],
  othello: [
    { title: 'One move is six discs better than any other', game: 'othello:8', position: '-XXXXXXX--XOOXOX-XXXXXOXXXXOXXOOXXOXOXO-OXXOOOO-OXOXOO--XO--XO-- X', value: 28 },
    { title: 'On 4 × 4 whoever moves first loses by ten', game: 'othello:4', value: -10 },
  ],
  awari: [
    { title: 'One move draws, the other loses by two', game: 'awari', position: '1 0 0 0 0 2|0 0 0 0 0 1 S22 N22 S', value: 0 },
    { title: 'Few stones, and South is behind for good', game: 'awari', position: '0 0 1 0 1 0|0 1 0 1 0 1 S22 N21 S', value: -4 },
  ],
  kalah: [
    { title: 'Three pits of three stones: moving first wins by two', game: 'kalah:3,3', value: 2 },
    { title: 'A chain of extra turns', game: 'kalah', position: '0 0 3 1 2 1|1 0 2 0 1 0 S20 N17 S', value: 8 },
  ],
  woodpush: [
    { title: 'Only one of three moves wins', game: 'woodpush:8,3', value: 3 },
    { title: 'Three moves win, and one loses', game: 'woodpush', position: 'LL.R.RLR', value: 8 },
  ],
  mnk: [
    { title: 'After a corner and the edge beside it X wins', game: 'mnk:3,3,3', moves: 'a1,b1', value: 1 },
    { title: 'From the start it is a draw, whatever X does', game: 'mnk:3,3,3', value: 0 },
    { title: 'One column more, and X wins', game: 'mnk:4,3,3', value: 1 },
  ],
  gomoku: [{ title: 'Three in a row with both ends open', game: 'gomoku', moves: 'h8,a1,i8,b1,j8,c1', value: 1 }],
  qubic: [{ title: 'Lines through the cube: X wins by threats', game: 'qubic', position: 'a11b22d44c33a14d41d11a44', value: 1 }],
  tree: [
    { title: 'A complete tree of three plies', game: 'tree:@minimax', value: 5 },
    { title: 'Why a repetition is no value', game: 'tree:@history', value: -1 },
    { title: 'A side may move twice', game: 'tree:@extra-turn', value: 4 },
  ],
  random: [{ title: 'A random tree that is a draw', game: 'random', value: 0 }],
  pgame: [{ title: 'Random wins and losses: one first move is good', game: 'pgame', value: 1 }],
};
