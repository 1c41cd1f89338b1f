// @ts-check
import { join } from 'node:path';

/** @typedef {import('./trace.mjs').Call} Call */
/** @typedef {{ call: string, path: string, to?: string, text?: string }} Step a call, and the file it was about */

export const blobPath = (/** @type {string} */ dataDir, /** @type {string} */ sha256) =>
  join(dataDir, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);

/**
 * What an upload did otherwise than: write a temporary file and sync it; where the bytes are new, name it and sync every
 * folder that got a name; then sync the log of the commit, and only then answer.
 * @param {readonly Call[]} calls
 * @param {string} dataDir
 * @param {{ sha256: string, isNew: boolean }} expected
 * @returns {string[]}
 */
export function orderFaults(calls, dataDir, { sha256, isNew }) {
  const steps = stepsOf(calls);
  const blob = blobPath(dataDir, sha256);
  const renamed = steps.findIndex(({ call, to }) => call === 'rename' && to === blob);
  const answers = steps.flatMap(({ text }, index) => (text?.includes(sha256) ? [index] : []));
  const answered = (isNew ? answers[0] : answers[1]) ?? -1;
  const opened = steps.findLastIndex(
    ({ call, path }, index) => index < answered && call === 'openat' && isUpload(path),
  );
  const temporary = steps[opened]?.path;
  const written = steps.findLastIndex(({ call, path }) => call === 'write' && path === temporary);
  const synced = (/** @type {string | undefined} */ path, /** @type {number} */ after) =>
    steps.findIndex((step, index) => index > after && step.call === 'fsync' && step.path === path);
  const folder = join(blob, '..');
  const made = steps.slice(opened, answered).flatMap(({ call, path }) => (call === 'mkdir' ? [path] : []));
  const stages = [
    ['the temporary file is written', written],
    ['it is synced', synced(temporary, written)],
    ...(isNew ? [['it gets its name', renamed]] : []),
    ['its folder is synced', synced(folder, isNew ? renamed : opened)],
    ['the commit is synced', synced(join(dataDir, 'notes.db-wal'), synced(folder, isNew ? renamed : opened))],
    ['the client is told', answered],
  ];
  const faults = stages.flatMap(([name, at], index) => {
    const before = /** @type {number} */ (stages[index - 1]?.[1] ?? opened);
    return opened >= 0 && Number(at) > before ? [] : [`${sha256}: not in order: ${name}`];
  });
  const unsynced = made.filter((path) => !between(synced(join(path, '..'), opened), opened, answered));
  return [...faults, ...unsynced.map((path) => `${path}: made, and the folder above not synced`)];
}

const isUpload = (/** @type {string} */ path) => path.includes('/tmp/upload-');
const between = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to) =>
  at > from && at < to;

/** The calls with the paths of what they were about. */
function stepsOf(/** @type {readonly Call[]} */ calls) {
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
