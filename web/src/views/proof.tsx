// Open a certificate, hear the checker's verdict, walk through the proof.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PositionInfo, ProofInfo, ProofNode, Statement } from '../api';
import { Refusal, get, post } from '../api';
import { BoardView } from '../boards/view';
import type { Mark } from '../boards/view';
import type { Parameters } from '../route';
import { coloured, inColour } from '../players';
import { go } from '../route';
import { bytes, count, duration, signed } from '../words';

const known = new Map<string, ProofInfo>();

export function ProofPage({ parameters }: { parameters: Parameters }) {
  const { id } = parameters;
  const [proof, setProof] = useState<ProofInfo | null>(null);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState('');
  const mover = useMover(proof);

  useEffect(() => {
    setError('');
    setProof(null);
    if (!id) return;
    const abort = new AbortController();
    setBusy('Asking for the proof…');
    find(parameters, abort.signal)
      .then(setProof, (refusal: Error) => abort.signal.aborted || setError(refusal.message))
      .finally(() => setBusy(''));
    return () => abort.abort();
  }, [id]);

  const open = async (file: Blob) => {
    setError('');
    setBusy('Checking the proof…');
    try {
      const found = await post<ProofInfo>('/api/proofs', file);
      if (found.verdict === 'unreadable') {
        setProof(null);
        setError(`The file cannot be read: ${found.reason ?? 'this is not a certificate'}.`);
      } else {
        known.set(found.id, found);
        setProof(found);
        go('proof', { id: found.id });
      }
    } catch (refusal) {
      setError((refusal as Error).message);
    }
    setBusy('');
  };

  return (
    <>
      <h1 class="hidden">Proof</h1>
      <Opener onFile={open} small={proof !== null} />
      {busy && <p class="muted" role="status">{busy}</p>}
      {error && (
        <p class="error card" role="alert">
          {error}
        </p>
      )}
      {proof && <Verdict proof={proof} mover={mover} />}
      {proof && isGood(proof) && proof.statements.length > 0 && (
        <Walk key={proof.id} proof={proof} mover={mover} parameters={parameters} />
      )}
    </>
  );
}

// A proof that the server has forgotten is made again if the address says of what.
async function find(parameters: Parameters, signal: AbortSignal): Promise<ProofInfo> {
  const { id, game, position, outcomes } = parameters;
  const kept = known.get(id);
  let proof: ProofInfo | undefined;
  try {
    proof = await get<ProofInfo>(`/api/proofs/${id}`, {}, signal);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 404 && !game)
      throw new Refusal(404, 'The server does not have this proof any more: open its file again.');
    proof = error.status === 404 ? undefined : kept;
  }
  if (!proof) {
    proof = await post<ProofInfo>('/api/proofs/make', { game, position, outcomes }, signal);
    go('proof', { ...parameters, id: proof.id }, true);
  }
  known.set(proof.id, proof);
  return proof;
}

function Opener({ onFile, small }: { onFile: (file: Blob) => void; small: boolean }) {
  const [over, setOver] = useState(false);
  const take = useRef(onFile);
  take.current = onFile;
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      event.preventDefault();
      setOver(event.type === 'dragover');
      const file = event.type === 'drop' ? event.dataTransfer?.files[0] : null;
      if (file) take.current(file);
    };
    const kinds = ['dragover', 'dragleave', 'drop'] as const;
    for (const kind of kinds) addEventListener(kind, onDrag);
    return () => kinds.forEach((kind) => removeEventListener(kind, onDrag));
  }, []);
  return (
    <section class={`card opener ${over ? 'over' : ''} ${small ? 'small' : ''}`} aria-label="Open a certificate">
      {!small && (
        <p class="lead">
          A certificate proves a value, move by move, to anyone who knows the rules of the game. Here it is checked without any
          search, and you can walk through it.
        </p>
      )}
      <label class="button primary filebutton">
        Open a certificate
        <input
          type="file"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) onFile(file);
            event.currentTarget.value = '';
          }}
        />
      </label>
      <p class="muted">
        or drop the file here. <code>solvent solve … --proof FILE</code> writes one, and so does “Show the proof” on the board.
      </p>
    </section>
  );
}

// Who is to move in the position of the proof: its statements are for that side, all the way down.
function useMover(proof: ProofInfo | null): string {
  const [mover, setMover] = useState('');
  useEffect(() => {
    setMover('');
    if (!proof) return;
    const abort = new AbortController();
    const { game, position, outcomes = '' } = proof;
    get<PositionInfo>('/api/position', { game, position, outcomes }, abort.signal).then((info) => setMover(coloured(info).to_move), () => {});
    return () => abort.abort();
  }, [proof?.id]);
  return mover;
}

// A check mark is for what the rules say.
function settledSign(settled: string): string {
  return settled.includes('database') ? '◐' : '✓';
}

function claimOf(statement: Statement): string {
  return `at ${statement.at_least ? 'least' : 'most'} ${signed(statement.value)}`;
}

function claimFor(mover: string, statement: Statement): string {
  return mover ? `${mover} gets ${claimOf(statement)}` : claimOf(statement);
}

function sizeOf({ claims, layers }: Statement, good: boolean): string {
  if (good && claims === 0) return 'settled at once';
  return `${count(claims)} claim${claims === 1 ? '' : 's'} in ${count(layers)} layer${layers === 1 ? '' : 's'}`;
}

// What is relative has been checked as well, down to what it takes from elsewhere.
function isGood({ verdict }: ProofInfo): boolean {
  return verdict === 'verified' || verdict === 'relative';
}

const stamps: Partial<Record<ProofInfo['verdict'], { text: string; tone: string }>> = {
  verified: { text: '✓ Verified', tone: 'win' },
  relative: { text: '◐ Verified, relying on:', tone: 'relative' },
  refused: { text: '✗ Refused', tone: 'loss' },
};

function Verdict({ proof, mover }: { proof: ProofInfo; mover: string }) {
  const good = isGood(proof);
  const relative = proof.verdict === 'relative';
  const { text, tone } = stamps[proof.verdict] ?? { text: '? Not checked', tone: 'loss' };
  return (
    <section class="card verdictcard" aria-label="Verdict">
      <p class={`stamp ${tone}`} role="status">
        {text}
      </p>
      <div>
        {relative && (
          <ul class="rests">
            {(proof.rests_on ?? ['something that the server does not name']).map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
        {!good && (
          <p>
            {proof.reason}
            {proof.place ? ` (${proof.place})` : ''}
          </p>
        )}
        <p>
          <strong>{proof.game}</strong> <code class="position">{proof.position}</code>
        </p>
        <ul class="plain">
          {proof.statements.map((statement, k) => (
            <li key={k}>
              {good ? '' : 'It claims: '}
              {claimFor(mover, statement)}: {sizeOf(statement, good)}
            </li>
          ))}
        </ul>
        <p class="muted">
          {bytes(proof.bytes)}
          {text.startsWith('?') ? '' : `, checked in ${duration(proof.seconds)}`}
          {proof.verdict === 'verified' ? ' by the rules alone, without any search' : ''}
          {relative ? ' by the rules, except what is named above, which was taken as given' : ''} ·{' '}
          <a href={`/api/proofs/${proof.id}/file`} download>
            Download
          </a>
        </p>
      </div>
    </section>
  );
}

function Walk({ proof, mover, parameters }: { proof: ProofInfo; mover: string; parameters: Parameters }) {
  const statement = Math.min(Number(parameters.statement) || 0, proof.statements.length - 1);
  const path = (parameters.path ?? '').split(',').filter(Boolean);
  const [shown, setShown] = useState<{ node: ProofNode; path: string[]; before?: string } | null>(null);
  const [error, setError] = useState('');
  const key = `${statement} ${path.join(',')}`;

  useEffect(() => {
    const abort = new AbortController();
    const query = { statement, path: path.join(',') };
    get<ProofNode>(`/api/proofs/${proof.id}/node`, query, abort.signal).then(
      (node) => {
        setShown((old) => ({ node, path, before: old?.path.length === path.length - 1 ? old.node.position : undefined }));
        setError('');
      },
      (refusal: Error) => abort.signal.aborted || setError(refusal.message),
    );
    return () => abort.abort();
  }, [key]);

  const visit = (place: string[], which = statement) =>
    go('proof', { ...parameters, id: proof.id, statement: which ? String(which) : '', path: place.join(',') });
  const follow = (move: string) => visit([...path, move]);

  const node = shown?.node;
  const moves = !node ? [] : node.claimant ? (node.move ? [node.move] : []) : node.replies.map((reply) => reply.move);
  const marks = new Map<string, Mark>();
  if (node)
    for (const move of moves) {
      const settled = node.replies.find((reply) => reply.move === move)?.settled;
      marks.set(move, {
        lines: [node.claimant ? 'plays' : settled ? settledSign(settled) : '→'],
        sign: node.claimant ? '★' : settled ? settledSign(settled) : '→',
        tone: settled ? 'draw' : 'plain',
        best: false,
        spoken: node.claimant ? 'the move of the proof' : (settled ?? 'answered by the proof'),
      });
    }

  return (
    <div class="columns">
      <section class="card stage" aria-label="Position">
        {proof.statements.length > 1 && (
          <div class="row tabs" role="group" aria-label="Statement">
            {proof.statements.map((one, k) => (
              <button key={k} class="button" aria-pressed={k === statement} onClick={() => visit([], k)}>
                {claimOf(one)}
              </button>
            ))}
          </div>
        )}
        <nav aria-label="Path" class="crumbs">
          <ol>
            <li>
              <button onClick={() => visit([])} aria-current={path.length === 0 ? 'step' : undefined}>
                start
              </button>
            </li>
            {path.map((move, k) => (
              <li key={k}>
                <button onClick={() => visit(path.slice(0, k + 1))} aria-current={k === path.length - 1 ? 'step' : undefined}>
                  {move}
                </button>
              </li>
            ))}
          </ol>
        </nav>
        {error && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        {node && (
          <BoardView
            game={proof.game}
            position={node.position}
            drawing={node.drawing}
            moves={moves}
            maxToMove={node.mover_is_max}
            last={shown!.path[shown!.path.length - 1]}
            before={shown!.before}
            ply={shown!.path.length}
            marks={marks}
            label={`Position in the proof, ${inColour(proof.game, node.to_move)} to move`}
            onPlay={follow}
          />
        )}
        <div class="row controls">
          <button class="button" disabled={path.length === 0} onClick={() => visit(path.slice(0, -1))}>
            Back
          </button>
          <button class="button" disabled={path.length === 0} onClick={() => visit([])}>
            To the start
          </button>
        </div>
      </section>
      {node && (
        <section class="card side" aria-label="What is proved here" aria-live="polite">
          <h2>{claimFor(mover, proof.statements[statement])}</h2>
          {proof.verdict === 'relative' && <p class="muted">Provided that what the proof takes as given is right.</p>}
          <p>
            {inColour(proof.game, node.to_move)} to move{node.layer === null ? '' : `, layer ${node.layer}`}.{' '}
            {node.settled
              ? `Settled ${node.settled}.`
              : node.claimant
                ? 'The proof needs one move here:'
                : `The proof must answer every reply; there ${node.replies.length === 1 ? 'is one' : `are ${node.replies.length}`}:`}
          </p>
          <ul class="moves">
            {moves.map((move) => {
              const reply = node.replies.find((one) => one.move === move);
              return (
                <li key={move}>
                  <button class="move" data-name={move} onClick={() => follow(move)}>
                    <span class="name">{move}</span>
                    <span class="word">{node.claimant ? 'the move of the proof' : reply?.settled ? `settled ${reply.settled}` : 'goes on'}</span>
                    <span class="muted">{reply && reply.layer !== null && !reply.settled ? `layer ${reply.layer}` : ''}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </div>
  );
}
