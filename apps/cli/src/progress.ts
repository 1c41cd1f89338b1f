import cliProgress from 'cli-progress';
import type { OutputStream } from './output.js';
import { formatNumber } from './text.js';

/** Display of the progress of long work. */
export interface Progress {
  readonly update: (done: number, total: number) => void;
  /** Ends the display and keeps the last state on screen. May be called more than once. */
  readonly stop: () => void;
}

export const progressStyles = ['bar', 'plain', 'json', 'none'] as const;
export type ProgressStyle = (typeof progressStyles)[number];

const REDRAWS_PER_SECOND = 10;
const PLAIN_INTERVAL_MS = 10_000;

/**
 * Starts a display of the given `style`. By default a terminal gets one line redrawn in place; other streams get a
 * plain line at the start and every ten seconds; `--quiet` shows none.
 */
export function startProgress(
  stream: OutputStream,
  { label, unit, quiet, style = quiet ? 'none' : getDefaultStyle(stream) }: ProgressOptions,
): Progress {
  if (style === 'none') return { update: () => {}, stop: () => {} };
  if (style === 'json') return startJsonEvents(stream, label, unit);
  return style === 'bar' ? startBar(stream, `${label}  ${unit}`) : startPlainLines(stream, label);
}

interface ProgressOptions {
  readonly label: string;
  readonly unit: string;
  readonly quiet: boolean;
  readonly style?: ProgressStyle | undefined;
}

const getDefaultStyle = (stream: OutputStream): ProgressStyle => (stream.isTTY === true ? 'bar' : 'plain');

/** Prints a line of JSON on each progress, at most ten a second; the last line has the final state. */
function startJsonEvents(stream: OutputStream, work: string, unit: string): Progress {
  let shownAt = Number.NEGATIVE_INFINITY;
  let waiting: object | undefined;
  const write = (event: object) => stream.write(`${JSON.stringify(event)}\n`);
  const update = (done: number, total: number) => {
    const event = { event: 'progress', work, unit, done, total };
    const now = performance.now();
    waiting = now - shownAt < 1000 / REDRAWS_PER_SECOND ? event : undefined;
    if (waiting !== undefined) return;
    write(event);
    shownAt = now;
  };
  const stop = () => {
    if (waiting !== undefined) write(waiting);
    waiting = undefined;
  };
  return { update, stop };
}

function startBar(stream: OutputStream, label: string): Progress {
  const bar = new cliProgress.SingleBar({
    format: `${label} {value}/{total}  ▕{bar}▏ {percentage}%  {rate}/s  eta {eta_formatted}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 20,
    fps: REDRAWS_PER_SECOND,
    stream: stream as NodeJS.WritableStream,
    hideCursor: true,
    gracefulExit: false,
    formatValue: (value, _options, type) =>
      type === 'value' || type === 'total' ? formatNumber(value) : String(value),
  });
  const start = performance.now();
  const update = (done: number, total: number) => {
    const rate = formatNumber(computeRatePerSecond(done, start));
    if (bar.isActive) bar.update(done, { rate });
    else if (total > 0) bar.start(total, done, { rate });
  };
  return { update, stop: () => bar.isActive && bar.stop() };
}

function startPlainLines(stream: OutputStream, label: string): Progress {
  const start = performance.now();
  let shownAt: number | undefined;
  const update = (done: number, total: number) => {
    const now = performance.now();
    if (shownAt === undefined) stream.write(`${label}: ${formatNumber(done)} of ${formatNumber(total)}\n`);
    else if (now - shownAt < PLAIN_INTERVAL_MS) return;
    else
      stream.write(
        `${label}: ${formatNumber(done)} of ${formatNumber(total)}, ${formatNumber(computeRatePerSecond(done, start))}/s\n`,
      );
    shownAt = now;
  };
  return { update, stop: () => {} };
}

const computeRatePerSecond = (done: number, start: number) =>
  Math.round(done / Math.max(0.001, (performance.now() - start) / 1000));
