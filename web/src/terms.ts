// The words that need explaining, each in a sentence, and where the guide says more.
export interface Term {
  text: string;
  page: 'algorithms' | 'glossary' | 'games';
  at: string; // a heading or an entry of that page
}

export const terms: Record<string, Term> = {
  'proof number': { text: 'The least number of leaves that must still be shown to be good for a side before its claim is proved. The search goes where it is small.', page: 'algorithms', at: 'pns' },
  'disproof number': { text: 'The least number of leaves that must still be shown to be bad before a claim is disproved.', page: 'algorithms', at: 'pns' },
  'most-proving path': { text: 'From the root always to the child with the least proof number, or where the other side moves the least disproof number: its last node is looked at next.', page: 'algorithms', at: 'pns' },
  'OR node': { text: 'A node where the side that claims something is to move: one child for which the claim holds is enough.', page: 'algorithms', at: 'pns' },
  'AND node': { text: 'A node where the other side is to move: the claim must hold for every child.', page: 'algorithms', at: 'pns' },
  G: { text: 'In mopns: what it seems to cost to prove that the side gets at least this outcome (G for greater).', page: 'algorithms', at: 'mopns' },
  S: { text: 'In mopns: what it seems to cost to prove that the side gets less (S for smaller).', page: 'algorithms', at: 'mopns' },
  freed: { text: 'The node is solved, and what was below it has been deleted to save memory. Its value stays.', page: 'algorithms', at: 'pns' },
  settled: { text: 'The question that the search asks has its answer here. The value itself may still be open.', page: 'glossary', at: 'cut' },
  window: { text: 'Two values, alpha and beta. A search with a window only has to tell values between them apart: all that is lower counts as one, and all that is higher.', page: 'glossary', at: 'window' },
  'cut-off': { text: 'One reply was so good that the other moves cannot matter any more, so they are never looked at.', page: 'algorithms', at: 'alphabeta' },
  're-search': { text: 'A test said that a move is better than the best so far, but not by how much, so it is searched again with a wider window.', page: 'algorithms', at: 'scout' },
  'transposition table': { text: 'Remembers positions that were searched, since different orders of moves lead to the same one.', page: 'glossary', at: 'table-of-facts' },
  knowledge: { text: 'What a game knows beyond its rules: more bounds, a good order of moves, forced moves. A search may leave it out.', page: 'glossary', at: 'knowledge' },
  'P-game': { text: 'A random game tree: every leaf is a win with the same probability. Searches are compared on them.', page: 'games', at: 'pgame' },
  layer: { text: 'A group of claims of a certificate. Each rests only on claims of later layers, so that no claim can rest on itself.', page: 'glossary', at: 'layer' },
  certificate: { text: 'A file that proves an answer. A small program checks it without any search of its own program.', page: 'glossary', at: 'certificate' },
  claim: { text: 'A sentence about one position: this side gets at least so much here.', page: 'glossary', at: 'claim' },
  bounds: { text: 'Two values between which the true one lies. Bounds are always proved.', page: 'glossary', at: 'bounds' },
  score: { text: 'How much a side wins or loses by, not only whether. What it counts is said in the rules of each game.', page: 'glossary', at: 'outcome' },
  node: { text: 'A position as a search has reached it, and the unit in which searches are counted.', page: 'glossary', at: 'node' },
  'threat of order 2': { text: 'A move after which the attacker would win by force if the defender did nothing about it.', page: 'algorithms', at: 'threats' },
  perfect: { text: 'Never plays a move that is worse than another, as far as the search gets within its time.', page: 'glossary', at: 'value' },
};
