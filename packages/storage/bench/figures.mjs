// @ts-check

/** Returns the quantile of sorted values for a share from 0 to 1. */
export function quantile(/** @type {readonly number[]} */ values, /** @type {number} */ share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the milliseconds that a call takes. */
export function measureMs(/** @type {() => unknown} */ call) {
  const started = performance.now();
  call();
  return performance.now() - started;
}

/** Prints rows of text in columns, with numbers right-aligned. */
export function printTable(/** @type {readonly (readonly (string | number)[])[]} */ rows) {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell)));
  const widths = (cells[0] ?? []).map((_, n) => Math.max(...cells.map((row) => row[n]?.length ?? 0)));
  for (const row of cells)
    console.log(
      row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join('  '),
    );
}
