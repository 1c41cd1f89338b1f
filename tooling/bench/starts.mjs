// @ts-check
import { figures } from './figures.mjs';
import { sample } from './measure.mjs';
import { startServer } from './process.mjs';

const STARTS = 9;
/** How many of the starts wait until memory has settled. */
const SETTLED = 3;
const MB = 1024 * 1024;

/** Starts the service and the floor in turn: how long each takes to be ready, and what it holds when idle. */
export async function measureStarts(/** @type {string[]} */ serviceArgs, /** @type {string[]} */ floorArgs) {
  const service = { args: serviceArgs, starts: /** @type {number[]} */ ([]), memory: /** @type {number[]} */ ([]) };
  const floor = { args: floorArgs, starts: /** @type {number[]} */ ([]), memory: /** @type {number[]} */ ([]) };
  for (let round = 0; round < STARTS; round++) {
    for (const { args, starts, memory } of [floor, service]) {
      const server = await startServer(args);
      starts.push(server.startMs);
      if (round >= STARTS - SETTLED) memory.push((await server.residentBytes()) / MB);
      await server.stop();
    }
  }
  const each = (/** @type {number[]} */ values) => sample(values.map((value) => [value]));
  return [
    figures('cold start', 'ms', { product: each(service.starts), floor: each(floor.starts) }),
    figures('idle memory', 'MB', { product: each(service.memory), floor: each(floor.memory) }),
  ];
}
