// @ts-check
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const READY = /^listening on (http:\/\/\S+)$/;
/** Milliseconds without a request after which a server counts as idle. */
const IDLE_MS = 1_500;

/** Environment without the settings of the user. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NOTES_')));

/**
 * @typedef {{ url: URL, getAgeMs: () => number, readResidentBytes: () => Promise<number>, readPeakBytes: () => number,
 *   readProcessorMs: () => number, readWrittenBytes: () => number, stop: () => Promise<void> }} Running
 */

/**
 * Starts a server and waits for its ready line.
 * @param {string[]} args arguments of Node
 * @returns {Promise<Running>}
 */
export async function startServer(args) {
  const started = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const kill = () => child.kill();
  process.once('exit', kill);
  for await (const line of createInterface({ input: child.stdout })) {
    const address = READY.exec(line)?.[1];
    if (address === undefined) continue;
    return {
      url: new URL(address),
      getAgeMs: () => performance.now() - started,
      readResidentBytes: async () => {
        await sleep(IDLE_MS);
        return readResidentBytes(/** @type {number} */ (child.pid));
      },
      readPeakBytes: () => readMemory(/** @type {number} */ (child.pid), 'VmHWM'),
      readProcessorMs: () => readProcessorMs(/** @type {number} */ (child.pid)),
      readWrittenBytes: () => readWrittenBytes(/** @type {number} */ (child.pid)),
      stop: async () => {
        child.kill();
        await exited;
        process.off('exit', kill);
      },
    };
  }
  throw new Error(`node ${args.join(' ')} exited before it was ready.`);
}

function readResidentBytes(/** @type {number} */ pid) {
  if (process.platform === 'linux') return readMemory(pid, 'VmRSS');
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
}

/** Returns the bytes that a process wrote to the disk; NaN outside Linux. */
function readWrittenBytes(/** @type {number} */ pid) {
  if (process.platform !== 'linux') return Number.NaN;
  return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

/** Returns a size from the status of a process on Linux, in bytes; not a number elsewhere. */
function readMemory(/** @type {number} */ pid, /** @type {'VmRSS' | 'VmHWM'} */ name) {
  if (process.platform !== 'linux') return Number.NaN;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024;
}

/**
 * Returns the processor time of all threads of a process; outside Linux with a resolution of a hundredth of a second.
 */
function readProcessorMs(/** @type {number} */ pid) {
  if (process.platform !== 'linux') {
    const [seconds = 0, minutes = 0, hours = 0] = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], {
      encoding: 'utf8',
    })
      .split(':')
      .map(Number)
      .reverse();
    return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
  }
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((id) =>
    Number.parseInt(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8'), 10),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

/** @typedef {{ ask: (message: unknown) => Promise<any>, readProcessorMs: () => number, stop: () => Promise<void> }} Piped */

/**
 * Starts a server that reads requests and writes answers as lines of JSON.
 * @param {string[]} args arguments of Node
 * @returns {Piped}
 */
export function startPiped(args) {
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const kill = () => child.kill();
  process.once('exit', kill);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (message) => {
      child.stdin.write(`${JSON.stringify(message)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`node ${args.join(' ')} exited before it answered.`);
      return JSON.parse(value);
    },
    readProcessorMs: () => readProcessorMs(/** @type {number} */ (child.pid)),
    stop: async () => {
      child.kill();
      await exited;
      process.off('exit', kill);
    },
  };
}

/** Runs a script to its end and returns the JSON it prints. */
export async function runScript(/** @type {string[]} */ args) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`node ${args.join(' ')} exited with code ${code}.`);
  return JSON.parse(text);
}
