import cliProgress from 'cli-progress';
import type { OutputStream } from './output.js';
import { number } from './text.js';

/** Shows how far long work is. */
export interface Progress {
  readonly update: (done: number, total: number) => void;
  /** Leaves the last state standing; may be called more than once. */
  readonly stop: () => void;
}

const REDRAWS_PER_SECOND = 10;
const PLAIN_EVERY_MS = 10_000;

/** One line redrawn in place on a terminal; elsewhere a plain line at the start and every ten seconds; none if quiet. */
export function startProgress(
  stream: OutputStream,
  options: { label: string; unit: string; quiet: boolean },
): Progress {
  if (options.quiet) return { update: () => {}, stop: () => {} };
  return stream.isTTY === true ? redrawn(stream, `${options.label}  ${options.unit}`) : plain(stream, options.label);
}

function redrawn(stream: OutputStream, label: string): Progress {
  const bar = new cliProgress.SingleBar({
    format: `${label} {value}/{total}  ▕{bar}▏ {percentage}%  {rate}/s  eta {eta_formatted}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 20,
    fps: REDRAWS_PER_SECOND,
    stream: stream as NodeJS.WritableStream,
    hideCursor: true,
    gracefulExit: false,
    formatValue: (value, _options, type) => (type === 'value' || type === 'total' ? number(value) : String(value)),
  });
  const start = performance.now();
  const update = (done: number, total: number) => {
    const rate = number(ratePerSecond(done, start));
    if (bar.isActive) bar.update(done, { rate });
    else if (total > 0) bar.start(total, done, { rate });
  };
  return { update, stop: () => bar.isActive && bar.stop() };
}

function plain(stream: OutputStream, label: string): Progress {
  const start = performance.now();
  let shownAt: number | undefined;
  const update = (done: number, total: number) => {
    const now = performance.now();
    if (shownAt === undefined) stream.write(`${label}: ${number(done)} of ${number(total)}\n`);
    else if (now - shownAt < PLAIN_EVERY_MS) return;
    else stream.write(`${label}: ${number(done)} of ${number(total)}, ${number(ratePerSecond(done, start))}/s\n`);
    shownAt = now;
  };
  return { update, stop: () => {} };
}

const ratePerSecond = (done: number, start: number) =>
  Math.round(done / Math.max(0.001, (performance.now() - start) / 1000));
