import type { LoggedOperation, VersionVector } from './operations.js';

/** Returns the dot of an operation, its author and number: `rep_…:7`. */
export const getDot = ({ replica, operation }: LoggedOperation): string => `${replica}:${operation.s}`;

/** Splits `replica:seq`; the argument must have that shape. */
export function parseDot(dot: string): { readonly replica: string; readonly seq: number } {
  const colon = dot.lastIndexOf(':');
  return { replica: dot.slice(0, colon), seq: Number(dot.slice(colon + 1)) };
}

/**
 * Compares operations in the total order of all replicas: by Lamport number, then author, then number. An operation
 * sorts after every operation its author knew, independent of wall clocks.
 */
export function compareOperations(a: LoggedOperation, b: LoggedOperation): number {
  return (
    a.operation.l - b.operation.l ||
    (a.replica < b.replica ? -1 : a.replica > b.replica ? 1 : a.operation.s - b.operation.s)
  );
}

/**
 * Returns true when a version vector includes an operation of a replica.
 *
 * @param seq sequence number of the operation, from 1
 */
export const covers = (vector: VersionVector, replica: string, seq: number): boolean => (vector[replica] ?? 0) >= seq;

/** Returns true when a version vector includes an operation, given as `replica:seq`. */
export const coversDot = (vector: VersionVector, dot: string): boolean => {
  const { replica, seq } = parseDot(dot);
  return covers(vector, replica, seq);
};

/** Returns true when `vector` includes every operation that `other` includes. */
export const coversAll = (vector: VersionVector, other: VersionVector): boolean =>
  Object.entries(other).every(([replica, seq]) => covers(vector, replica, seq));

/** Returns the union of two version vectors. */
export function joinVectors(a: VersionVector, b: VersionVector): VersionVector {
  const joined: Record<string, number> = { ...a };
  for (const [replica, seq] of Object.entries(b)) joined[replica] = Math.max(joined[replica] ?? 0, seq);
  return joined;
}

/** Returns the intersection of version vectors: the operations that all of them include. */
export function meetVectors(vectors: readonly VersionVector[]): VersionVector {
  const [first = {}, ...others] = vectors;
  const met: Record<string, number> = {};
  for (const [replica, seq] of Object.entries(first)) {
    const least = others.reduce((lowest, vector) => Math.min(lowest, vector[replica] ?? 0), seq);
    if (least > 0) met[replica] = least;
  }
  return met;
}

/** Counts the operations that a version vector includes. */
export const countOperations = (vector: VersionVector): number =>
  Object.values(vector).reduce((sum, seq) => sum + seq, 0);
