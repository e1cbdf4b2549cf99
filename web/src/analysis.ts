// The value of every move of a position, as the server finds them.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, MoveValue, Progress } from './api';
import { Refusal, events, forget, pause, post } from './api';

export interface Analysis {
  state: 'off' | 'running' | 'done' | 'failed';
  known: Map<string, MoveValue>;
  progress: Progress | null;
  answer: Answer | null;
  error: string;
  restarted: boolean; // the server was restarted meanwhile and the question asked again
}

const nothing: Analysis = {
  state: 'off',
  known: new Map(),
  progress: null,
  answer: null,
  error: '',
  restarted: false,
};

const finished = new Map<string, Analysis>(); // so that undo shows at once what was known
const kKept = 300;
const kSettle = 120; // milliseconds before a position is asked about: quick play asks about the last one only

export interface Subject {
  game: string;
  position: string;
  outcomes: string;
}

// The values of all moves of a position, from what is known already or from the server.
export async function valueMoves(subject: Subject, seconds: number, signal: AbortSignal): Promise<Map<string, MoveValue>> {
  const kept = finished.get(JSON.stringify(subject));
  if (kept?.answer) return kept.known;
  const { id } = await post<{ id: string }>('/api/jobs', { ...subject, kind: 'moves', seconds }, signal);
  const known = new Map<string, MoveValue>();
  const leave = () => forget(`/api/jobs/${id}`);
  signal.addEventListener('abort', leave);
  await events(
    `/api/jobs/${id}/events`,
    (name, data) => {
      if (name === 'error') throw new Refusal(422, (data as { error: string }).error);
      if (name !== 'answer') return false;
      for (const value of (data as Answer).moves ?? []) known.set(value.move, value);
      finished.set(JSON.stringify(subject), { ...nothing, state: 'done', known, answer: data as Answer });
      return true;
    },
    signal,
  ).finally(() => signal.removeEventListener('abort', leave));
  return known;
}

export function useAnalysis(subject: Subject | null, seconds: number) {
  const [found, setFound] = useState({ key: '', analysis: nothing });
  const [asked, setAsked] = useState({ key: '', times: 0 }); // what was asked for again, and how often
  const job = useRef<string | null>(null);
  const key = subject ? JSON.stringify(subject) : '';
  const again = asked.key === key ? asked.times : 0;

  useEffect(() => {
    const kept = finished.get(key);
    if (!subject || (kept && !again)) return;
    const setAnalysis = (analysis: Analysis) => setFound({ key, analysis });
    const abort = new AbortController();
    let now: Analysis = { ...nothing, known: new Map(kept?.known), state: 'running' };
    let painting = 0;
    const begun = performance.now();
    const paint = () => {
      painting ||= requestAnimationFrame(() => {
        painting = 0;
        if (!abort.signal.aborted) setAnalysis(now);
      });
    };
    const update = (change: Partial<Analysis>) => {
      now = { ...now, ...change };
      paint();
    };
    const learn = (value: MoveValue) => {
      const old = now.known.get(value.move);
      const known = new Map(now.known);
      const lower = Math.max(value.lower, old?.lower ?? value.lower);
      const upper = Math.min(value.upper, old?.upper ?? value.upper);
      known.set(value.move, { ...value, lower, upper, value: lower === upper ? lower : null });
      now = { ...now, known };
      paint();
    };
    const take = (name: string, data: unknown): boolean => {
      if (name === 'progress') {
        // A job's own clock stands still between its parts; people count from the question.
        const progress = data as Progress;
        update({ progress: { ...progress, seconds: Math.max(progress.seconds, (performance.now() - begun) / 1000) } });
      } else if (name === 'move') learn(data as MoveValue);
      else if (name === 'answer') {
        const answer = data as Answer;
        for (const value of answer.moves ?? []) learn({ nodes: now.known.get(value.move)?.nodes, ...value });
        update({ state: 'done', answer });
      } else if (name === 'error') update({ state: 'failed', error: (data as { error: string }).error });
      return now.state !== 'running';
    };
    const run = async () => {
      await pause(kSettle, abort.signal);
      for (;;) {
        job.current = (
          await post<{ id: string }>('/api/jobs', { ...subject, kind: 'moves', seconds }, abort.signal)
        ).id;
        try {
          await events(`/api/jobs/${job.current}/events`, take, abort.signal);
          break;
        } catch (error) {
          if (!(error instanceof Refusal && error.status === 404)) throw error;
          update({ restarted: true, progress: null });
        }
      }
      job.current = null;
      finished.set(key, now);
      if (finished.size > kKept) finished.delete(finished.keys().next().value!);
    };
    setAnalysis(now);
    run().catch((error: Error) => {
      if (!abort.signal.aborted) update({ state: 'failed', error: error.message });
    });
    const leave = () => {
      if (job.current) forget(`/api/jobs/${job.current}`);
      job.current = null;
    };
    addEventListener('pagehide', leave);
    return () => {
      abort.abort();
      cancelAnimationFrame(painting);
      leave();
      removeEventListener('pagehide', leave);
    };
  }, [key, again, seconds]);

  // What is known of another position says nothing here, not even for a moment.
  const unknown = subject ? { ...nothing, state: 'running' as const } : nothing;
  const analysis = found.key === key ? found.analysis : (finished.get(key) ?? unknown);

  return {
    analysis: subject ? analysis : nothing,
    stop: () => {
      if (job.current) forget(`/api/jobs/${job.current}`);
    },
    again: () => setAsked({ key, times: again + 1 }),
  };
}
