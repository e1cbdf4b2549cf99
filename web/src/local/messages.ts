// What the page and its workers say to each other.
export interface Asked {
  id: number;
  method: string;
  target: string;
  body: string;
}
export type Said =
  | { kind: 'ready' }
  | { kind: 'event'; id: number; event: string; data: string }
  | { kind: 'answer'; id: number; status: number; text: string };
