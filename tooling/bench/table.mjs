// @ts-check
import { describeTarget, reachesTarget, targetsFor } from './targets.mjs';

/**
 * @typedef {import('./figures.mjs').Figures} Figures
 * @typedef {Awaited<ReturnType<typeof import('./run.mjs').measureSize>>} Result
 */

const HEADS = ['', 'service', 'p95', 'floor', 'ratio', 'target', '', 'limit', 'database', 'Express'];

/** Formats the results of one size as lines of a table. */
export function formatResult(/** @type {Result} */ { notes, markdownBytes, bulkNotesPerSecond, rows: figures }) {
  const targets = targetsFor(notes);
  const rows = figures.map((row) => {
    const target = targets[row.name];
    const verdict = target === undefined ? '' : reachesTarget(target, row) ? 'ok' : 'MISS';
    const show = (/** @type {number | undefined} */ value) => formatFigure(value, row.unit);
    return [
      ...[row.name, show(row.service), show(row.p95), show(row.floor), formatComparison(row)],
      ...[
        target === undefined ? '' : describeTarget(target),
        verdict,
        row.limit?.toFixed(2) ?? show(row.limitMs),
        show(row.raw),
        show(row.express),
      ],
    ];
  });
  const size = (markdownBytes / 1024 / 1024).toFixed(1);
  const about = `${notes} notes, ${size} MB of Markdown, written in bulk at ${Math.round(bulkNotesPerSecond)} notes/s`;
  return [about, '', ...align([HEADS, ...rows])].join('\n');
}

function formatComparison(/** @type {Figures} */ { ratio, over, unit }) {
  return over === undefined ? (ratio?.toFixed(2) ?? '') : `${over < 0 ? '' : '+'}${over.toFixed(2)} ${unit}`;
}

/** Largest ratio for a library a hundred times as large. */
const MAX_GROWTH = 1.5;

/** Formats the growth of each call from the first library to the last. */
export function formatGrowth(/** @type {Result} */ first, /** @type {Result} */ last) {
  const rows = last.rows.flatMap(({ name, unit, service }) => {
    const before = first.rows.find((row) => row.name === name);
    if (unit !== 'ms' || before === undefined) return [];
    return [`${name} × ${(service / before.service).toFixed(2)}`];
  });
  return `From ${first.notes} to ${last.notes} notes (goal ≤ ${MAX_GROWTH}, searches and the first use of the graph apart): ${rows.join(', ')}`;
}

/** Formats columns of equal width, figures to the right. */
function align(/** @type {string[][]} */ rows) {
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || column === 5 || column === 6
          ? cell.padEnd(widths[column] ?? 0)
          : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

function formatFigure(/** @type {number | undefined} */ value, /** @type {Figures['unit']} */ unit) {
  if (value === undefined) return '';
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
  return `${value.toFixed(digits)} ${unit}`;
}
