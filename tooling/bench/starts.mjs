// @ts-check
import { Client } from './client.mjs';
import { figures } from './figures.mjs';
import { sample } from './measure.mjs';
import { startServer } from './process.mjs';

const STARTS = 9;
const FIRST_USES = 3;
/** Number of starts that wait until memory has settled. */
const SETTLED = 3;
const MB = 1024 * 1024;

const each = (/** @type {number[]} */ values) => sample(values.map((value) => [value]));

/**
 * Starts the service, the floor and the limit in turn; measures the time to the first answered read and the idle memory
 * of each.
 * @param {Record<'product' | 'floor' | 'limit', string[]>} args arguments of Node for each
 * @param {string} id note that is read first
 */
export async function measureStarts(args, id) {
  const starters = Object.entries(args).map(([name, own]) => ({
    ...{ name, args: own },
    ...{ starts: /** @type {number[]} */ ([]), memory: /** @type {number[]} */ ([]) },
  }));
  for (let round = 0; round < STARTS; round++) {
    for (const { args, starts, memory } of starters) {
      const server = await startServer(args);
      const client = new Client(server.url);
      await client.call({ method: 'GET', path: `/api/v1/documents/${id}` });
      starts.push(server.getAgeMs());
      client.close();
      if (round >= STARTS - SETTLED) memory.push((await server.readResidentBytes()) / MB);
      await server.stop();
    }
  }
  const collect = (/** @type {'starts' | 'memory'} */ measured) =>
    Object.fromEntries(starters.map(({ name, [measured]: values }) => [name, each(values)]));
  return [figures('cold start', 'ms', collect('starts')), figures('idle memory', 'MB', collect('memory'))];
}

/** Measures the first request of the graph after a start, which reads all links. */
export async function measureFirstUse(/** @type {string[]} */ serviceArgs, /** @type {string} */ id) {
  /** @type {number[]} */
  const times = [];
  for (let round = 0; round < FIRST_USES; round++) {
    const server = await startServer(serviceArgs);
    const client = new Client(server.url);
    await client.call({ method: 'GET', path: `/api/v1/documents/${id}` });
    times.push((await client.call({ method: 'POST', path: '/api/v1/graph', body: { roots: [id] } })).ms);
    client.close();
    await server.stop();
  }
  return figures('graph, first use', 'ms', { product: each(times) });
}
