// @ts-check
/** @import { TaskResult } from './run.mjs' */

const COLUMNS = /** @type {const} */ (['calls', 'failed', 'in', 'out', 'tokens', 'with list', 'bytes']);

/** Tokens that a model reads and writes in a task, without the list of tools. */
export const countTaskTokens = (/** @type {TaskResult} */ { argumentTokens, answerTokens }) =>
  argumentTokens + answerTokens;

const toCells = (/** @type {TaskResult} */ result) => [
  result.calls,
  result.failedCalls,
  result.answerTokens,
  result.argumentTokens,
  countTaskTokens(result),
  countTaskTokens(result) + result.listTokens,
  result.bytes,
];

/**
 * Formats the results of one server: a row for each task, and their sum.
 * @param {string} name
 * @param {readonly TaskResult[]} results
 */
export function formatResults(name, results) {
  const played = results.filter(({ impossible }) => impossible === undefined);
  const rows = results.map((result) =>
    result.impossible === undefined
      ? [result.task, ...toCells(result), result.faults.length === 0 ? '' : `FAILED: ${result.faults[0]}`]
      : [result.task, `not possible: ${result.impossible}`],
  );
  const sums = COLUMNS.map((_, at) => played.reduce((sum, result) => sum + Number(toCells(result)[at]), 0));
  return [[name, ...COLUMNS], ...rows, [`${played.length} tasks`, ...sums]].map(formatRow).join('\n');
}

function formatRow(/** @type {readonly (string | number)[]} */ [task = '', ...cells]) {
  if (typeof cells[0] === 'string' && cells.length === 1) return `${String(task).padEnd(24)} ${cells[0]}`;
  return `${String(task).padEnd(24)} ${cells.map((cell, at) => (at < COLUMNS.length ? String(cell).padStart(9) : ` ${cell}`)).join('')}`.trimEnd();
}

/** @typedef {{ name: string, results: readonly TaskResult[] }} Played */

const isDone = (/** @type {TaskResult} */ { impossible, faults }) => impossible === undefined && faults.length === 0;

/** Formats calls and tokens of several servers side by side, and the shares of the service in those of each other. */
export function formatComparison(/** @type {readonly Played[]} */ played) {
  const names = played.map(({ name }) => name.split('/').at(-1)?.slice(-18) ?? '');
  const print = (/** @type {TaskResult} */ result) =>
    isDone(result) ? `${result.calls} / ${countTaskTokens(result)}` : '–';
  const rows = (played[0]?.results ?? []).map(({ task }, at) => [
    task,
    ...played.map(({ results }) => print(/** @type {TaskResult} */ (results[at]))),
  ]);
  const table = [['calls / tokens', ...names], ...rows].map(([task = '', ...cells]) =>
    [task.padEnd(24), ...cells.map((cell) => cell.padStart(20))].join(''),
  );
  const service = played.find(({ name }) => name === 'notes');
  const others = played.filter((each) => each !== service);
  return [...table, '', ...others.map((other) => formatShares(/** @type {Played} */ (service), other))].join('\n');
}

/** Formats the share of the service in the calls and tokens of another server, over the tasks that both finish. */
function formatShares(/** @type {Played} */ service, /** @type {Played} */ other) {
  const pairs = service.results.flatMap((own, at) => {
    const theirs = /** @type {TaskResult} */ (other.results[at]);
    return isDone(own) && isDone(theirs) ? [{ own, theirs }] : [];
  });
  const share = (/** @type {(result: TaskResult) => number} */ count) => {
    const [own, theirs] = [pairs.map((pair) => count(pair.own)), pairs.map((pair) => count(pair.theirs))];
    return `${Math.round((100 * sum(own)) / sum(theirs))} %`;
  };
  const worse = pairs.filter(({ own, theirs }) => countTaskTokens(own) > countTaskTokens(theirs)).length;
  const shares = [
    `calls ${share(({ calls }) => calls)}`,
    `tokens ${share(countTaskTokens)}`,
    `with the list ${share((result) => countTaskTokens(result) + result.listTokens)}`,
    `bytes ${share(({ bytes }) => bytes)}`,
  ];
  return `notes / ${other.name}, ${pairs.length} tasks: ${shares.join(', ')}; more tokens in ${worse}`;
}

const sum = (/** @type {readonly number[]} */ numbers) => numbers.reduce((total, each) => total + each, 0);
