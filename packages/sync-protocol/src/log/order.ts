import type { LoggedOperation, VersionVector } from './operations.js';

/** An operation by its author and number: `rep_…:7`. */
export const dotOf = ({ replica, operation }: LoggedOperation): string => `${replica}:${operation.s}`;

export function parseDot(dot: string): { readonly replica: string; readonly seq: number } {
  const colon = dot.lastIndexOf(':');
  return { replica: dot.slice(0, colon), seq: Number(dot.slice(colon + 1)) };
}

/**
 * The one order of all operations: Lamport number, then author, then number. Whatever an author knew comes before what
 * they did, by no clock.
 */
export function compareOperations(a: LoggedOperation, b: LoggedOperation): number {
  return (
    a.operation.l - b.operation.l ||
    (a.replica < b.replica ? -1 : a.replica > b.replica ? 1 : a.operation.s - b.operation.s)
  );
}

export const covers = (vector: VersionVector, replica: string, seq: number): boolean => (vector[replica] ?? 0) >= seq;

export const coversDot = (vector: VersionVector, dot: string): boolean => {
  const { replica, seq } = parseDot(dot);
  return covers(vector, replica, seq);
};

/** Whether `vector` knows all that `other` does. */
export const coversAll = (vector: VersionVector, other: VersionVector): boolean =>
  Object.entries(other).every(([replica, seq]) => covers(vector, replica, seq));

/** What either knows. */
export function joinVectors(a: VersionVector, b: VersionVector): VersionVector {
  const joined: Record<string, number> = { ...a };
  for (const [replica, seq] of Object.entries(b)) joined[replica] = Math.max(joined[replica] ?? 0, seq);
  return joined;
}

/** What all of them know. */
export function meetVectors(vectors: readonly VersionVector[]): VersionVector {
  const [first = {}, ...others] = vectors;
  const met: Record<string, number> = {};
  for (const [replica, seq] of Object.entries(first)) {
    const least = others.reduce((lowest, vector) => Math.min(lowest, vector[replica] ?? 0), seq);
    if (least > 0) met[replica] = least;
  }
  return met;
}
