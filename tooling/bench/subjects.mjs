// @ts-check
import { Client } from './client.mjs';
import { interleave } from './measure.mjs';

/**
 * @typedef {import('./rows.mjs').Row} Row
 * @typedef {import('./measure.mjs').Subject} Subject
 * @typedef {{ product: URL, floor: URL, raw: URL, limit: URL, express: URL }} Servers
 */

const PARALLEL = 8;

/** Measures one row on the service, on the floor and the database alone where available, and on Express. */
export async function timeRow(
  /** @type {Servers} */ servers,
  /** @type {Row} */ row,
  /** @type {number | undefined} */ warmUp,
) {
  const { raw } = row;
  const subjects = [
    ...(raw === undefined ? [] : [overHttp('floor', servers.floor, row.floorCall ?? row.call, row)]),
    overHttp('product', servers.product, row.call, row),
    ...(row.limited === true ? [overHttp('limit', servers.limit, row.call, row)] : []),
    ...(row.constant === true ? [overHttp('express', servers.express, row.call, row)] : []),
    ...(raw === undefined ? [] : [inProcess(servers.raw, raw)]),
  ];
  const found = await interleave(subjects, { ...row.size, warmUp });
  for (const { close } of subjects) close();
  return found;
}

/** Measures calls per second over eight connections, as milliseconds per call. */
export async function timeParallel(/** @type {Servers} */ servers, /** @type {Row} */ row) {
  const subjects = /** @type {const} */ (['floor', 'product', 'limit', 'express']).map((name) => {
    const client = new Client(servers[name], PARALLEL);
    const run = async (/** @type {number} */ round, /** @type {number} */ count) => {
      const started = performance.now();
      const worker = async (/** @type {number} */ first) => {
        for (let at = first; at < count; at += PARALLEL) await client.call(row.call(round * count + at, new Map()));
      };
      await Promise.all(Array.from({ length: PARALLEL }, (_, first) => worker(first)));
      return [(performance.now() - started) / count];
    };
    return { name, run, close: () => client.close() };
  });
  const found = await interleave(subjects, { rounds: row.size.rounds, count: 800 });
  for (const { close } of subjects) close();
  return found;
}

/** @returns {Subject & { close: () => void }} */
function overHttp(
  /** @type {string} */ name,
  /** @type {URL} */ url,
  /** @type {Row['call']} */ makeCall,
  /** @type {Row} */ row,
) {
  const client = new Client(url);
  const revisions = new Map();
  const prepare = async (/** @type {number} */ index) => {
    if (row.written === undefined) return makeCall(index, revisions);
    const { path } = makeCall(index, revisions);
    const id = /** @type {string} */ (path.split('/').at(-1));
    if (!revisions.has(id)) row.written((await client.call({ method: 'GET', path })).value, revisions);
    return makeCall(index, revisions);
  };
  const run = async (/** @type {number} */ round, /** @type {number} */ count) => {
    const times = [];
    for (let at = 0; at < count; at++) {
      const { ms, value } = await client.call(await prepare(round * count + at));
      row.written?.(value, revisions);
      times.push(ms);
    }
    return times;
  };
  return { name, run, close: () => client.close() };
}

/** @returns {Subject & { close: () => void }} */
function inProcess(/** @type {URL} */ url, /** @type {NonNullable<Row['raw']>} */ raw) {
  const client = new Client(url);
  const run = async (/** @type {number} */ round, /** @type {number} */ count) => {
    const body = Array.from({ length: count }, (_, at) => raw(round * count + at));
    return (await client.call({ method: 'POST', path: '/', body })).value;
  };
  return { name: 'raw', run, close: () => client.close() };
}
