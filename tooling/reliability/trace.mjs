// @ts-check
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Calls that change the contents of a disk, or send data to a client. */
export const TRACED = 'openat,close,pwrite64,write,writev,fsync,fdatasync,ftruncate,unlink,rmdir,rename,link,mkdir';
const UNFINISHED = ' <unfinished ...>';
/** Options of strace: all threads, one file, every byte as hexadecimal. */
export const STRACE_OPTIONS = ['-f', '-qq', '-xx', '-s', '200000', '-e', `trace=${TRACED}`];

/**
 * Successful call. `texts` are its strings (paths and data) and `numbers` its other arguments, in order.
 * @typedef {{ name: string, texts: Buffer[], numbers: number[], flags: string, result: number }} Call
 */

/**
 * Parses the output of strace with {@link STRACE_OPTIONS}, in the order in which the calls completed.
 * @returns {Promise<Call[]>}
 */
export async function readTrace(/** @type {string} */ path) {
  const calls = [];
  /** @type {Map<string, string>} beginnings of calls another thread's line came between, by thread */
  const begun = new Map();
  for await (const line of createInterface({ input: createReadStream(path, 'latin1') })) {
    const { thread = '', text = '' } = /^(?<thread>\d+) +(?<text>.*)$/.exec(line)?.groups ?? {};
    if (text.endsWith(UNFINISHED)) {
      const start = text.slice(0, -UNFINISHED.length);
      // Another thread may get the number of the file before the line of its closing is complete.
      const closing = start.startsWith('close(') ? parseCall(`${start}) = 0`) : undefined;
      if (closing === undefined) begun.set(thread, start);
      else calls.push(closing);
      continue;
    }
    if (text.startsWith('<... close resumed>')) continue;
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)?.[1];
    const call = parseCall(rest === undefined ? text : (begun.get(thread) ?? '') + rest);
    if (call !== undefined) calls.push(call);
  }
  return calls;
}

/** @returns {Call | undefined} */
function parseCall(/** @type {string} */ text) {
  const {
    name,
    inside = '',
    answer = '',
  } = /^(?<name>\w+)\((?<inside>.*)\) += (?<answer>-?\d+)/.exec(text)?.groups ?? {};
  const result = Number(answer);
  if (name === undefined || result < 0) return undefined;
  const texts = [];
  let bare = '';
  for (const [index, part] of inside.split('"').entries()) {
    if (index % 2 === 0) bare += part;
    else texts.push(Buffer.from(part.replaceAll('\\x', ''), 'hex'));
  }
  const numbers = [...bare.matchAll(/(?<![\w.])\d+(?![\w.])/g)].map(([digits]) => Number(digits));
  return { name, texts, numbers, flags: bare, result };
}
