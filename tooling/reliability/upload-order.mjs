// @ts-check
import { dirname, join } from 'node:path';

/** @typedef {import('./trace.mjs').Call} Call */
/** @typedef {{ call: string, path: string, to?: string, text?: string }} Step a call, and the file it was about */

export const blobPath = (/** @type {string} */ dataDir, /** @type {string} */ sha256) =>
  join(dataDir, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);

/**
 * Reports deviations of an upload from the required order: write a temporary file and sync it; for new bytes, rename it
 * and sync every folder with a new name; then sync the log of the commit, and only then answer.
 * @param {readonly Call[]} calls
 * @param {string} dataDir
 * @param {{ sha256: string, isNew: boolean }} expected
 * @returns {string[]}
 */
export function orderFaults(calls, dataDir, { sha256, isNew }) {
  const steps = resolveSteps(calls);
  const blob = blobPath(dataDir, sha256);
  const answers = steps.flatMap(({ text }, index) => (text?.includes(sha256) ? [index] : []));
  const told = (isNew ? answers[0] : answers[1]) ?? -1;
  const opened = steps.findLastIndex(({ call, path }, index) => index < told && call === 'openat' && isUpload(path));
  const temporary = steps[opened]?.path;
  const findSync = (/** @type {string | undefined} */ path, /** @type {number} */ after) =>
    steps.findIndex((step, index) => index > after && step.call === 'fsync' && step.path === path);
  const written = steps.findLastIndex(({ call, path }) => call === 'write' && path === temporary);
  const synced = findSync(temporary, written);
  const named = isNew ? steps.findIndex(({ call, to }) => call === 'rename' && to === blob) : synced;
  const listed = findSync(dirname(blob), named);
  const committed = findSync(join(dataDir, 'notes.db-wal'), listed);
  const order = [opened, written, synced, ...(isNew ? [named] : []), listed, committed, told];
  const inOrder = opened >= 0 && order.every((at, index) => index === 0 || at > Number(order[index - 1]));
  const made = steps.slice(opened, told).filter(({ call }) => call === 'mkdir');
  const unsynced = made.filter(({ path }) => {
    const at = findSync(dirname(path), opened);
    return at < 0 || at > told;
  });
  const faults = unsynced.map(({ path }) => `${path}: made, and the folder above not synced`);
  return inOrder ? faults : [`${sha256}: not in order: ${order.join(' ')}`, ...faults];
}

const isUpload = (/** @type {string} */ path) => path.includes('/tmp/upload-');

/** Resolves the calls to the paths of their files. */
function resolveSteps(/** @type {readonly Call[]} */ calls) {
  /** @type {Map<number, string>} */
  const open = new Map();
  return calls.map(({ name: call, texts, numbers, result }) => {
    const [first, second] = texts.map((text) => text.toString('latin1'));
    if (call === 'openat') open.set(result, first ?? '');
    const path = ['openat', 'rename', 'mkdir', 'unlink'].includes(call) ? first : open.get(numbers[0] ?? -1);
    const told = call.startsWith('write') && first?.startsWith('HTTP/1.1 201');
    /** @type {Step} */
    const step = { call, path: path ?? '', ...(second !== undefined && { to: second }) };
    return told ? { ...step, text: texts.map((text) => text.toString('latin1')).join('') } : step;
  });
}
