// @ts-check
// Measures the processor time of the service for calls of agents, beside the same operations over REST. A client's wait
// is not measured, because most of it is outside the service.
import { cpSync } from 'node:fs';
import { Client } from './client.mjs';
import { figuresOver } from './figures.mjs';
import { interleave } from './measure.mjs';
import { startPiped, startServer } from './process.mjs';

/**
 * @typedef {import('./client.mjs').Call} Call
 * @typedef {import('./measure.mjs').Sample} Sample
 * @typedef {{ stored: import('./fill.mjs').Stored[], queries: import('./queries.mjs').Query[] }} Material
 * @typedef {{ name: string, rest: (index: number) => Call, tool: string, given: (index: number) => object }} Operation
 * @typedef {{ served: string[], library: string, piped: string[], copy: string }} Doors how to serve the library over
 *   HTTP, and a copy of it over stdio; the copy is made here
 */

const SIZE = { rounds: 10, count: 120 };
const LIMIT = 10;

/** @returns {Operation[]} */
function operations(/** @type {Material} */ { stored, queries }) {
  const getId = (/** @type {number} */ index) => stored[(index * 7) % stored.length]?.id;
  const getQuery = (/** @type {number} */ index) => queries[index % queries.length]?.query;
  return [
    {
      name: 'search',
      rest: (index) => ({ method: 'POST', path: '/api/v1/search', body: { query: getQuery(index), limit: LIMIT } }),
      tool: 'search_documents',
      given: (index) => ({ query: getQuery(index), limit: LIMIT }),
    },
    {
      name: 'get',
      rest: (index) => ({ method: 'GET', path: `/api/v1/documents/${getId(index)}` }),
      tool: 'get_document',
      given: (index) => ({ document_id: getId(index) }),
    },
  ];
}

/**
 * Measures the processor time of the service per call over REST, over MCP, and over MCP on stdio, in turns.
 * @param {Doors} doors
 * @param {Material} material
 * @param {Pick<import('./run.mjs').Job, 'wants' | 'say'>} job
 */
export async function measureAgents(doors, material, { wants, say }) {
  const wanted = operations(material).filter(({ name }) => wants(`${name} over MCP`) || wants(`${name} over stdio`));
  if (wanted.length === 0) return [];
  cpSync(doors.library, doors.copy, { recursive: true });
  const service = await startServer(doors.served);
  const piped = startPiped(doors.piped);
  const client = new Client(service.url);
  try {
    const rows = [];
    for (const operation of wanted) {
      say(`  ${operation.name} over MCP`);
      rows.push(...(await measureOperation(operation, service, client, piped)));
    }
    return rows;
  } finally {
    client.close();
    await piped.stop();
    await service.stop();
  }
}

async function measureOperation(
  /** @type {Operation} */ { name, rest, tool, given },
  /** @type {import('./process.mjs').Running} */ service,
  /** @type {Client} */ client,
  /** @type {import('./process.mjs').Piped} */ piped,
) {
  const call = (/** @type {number} */ id) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name: tool, arguments: given(id) },
  });
  const overHttp = async (/** @type {number} */ index) =>
    (await client.call({ method: 'POST', path: '/mcp', body: call(index) })).value;
  const found = await interleave(
    [
      timeProcessor('rest', service, (index) => client.call(rest(index))),
      timeProcessor('http', service, async (index) => checkAnswer(await overHttp(index))),
      timeProcessor('stdio', piped, async (index) => checkAnswer(await piped.ask(call(index)))),
    ],
    SIZE,
  );
  const { rest: floor, http, stdio } = /** @type {Record<'rest' | 'http' | 'stdio', Sample>} */ (found);
  return [figuresOver(`${name} over MCP`, http, floor), figuresOver(`${name} over stdio`, stdio, floor)];
}

/** @returns {import('./measure.mjs').Subject} */
function timeProcessor(
  /** @type {string} */ name,
  /** @type {{ readProcessorMs: () => number }} */ { readProcessorMs },
  /** @type {(index: number) => Promise<unknown>} */ call,
) {
  const run = async (/** @type {number} */ round, /** @type {number} */ count) => {
    const before = readProcessorMs();
    for (let at = 0; at < count; at++) await call(round * count + at);
    return [(readProcessorMs() - before) / count];
  };
  return { name, run };
}

function checkAnswer(/** @type {{ result?: { content?: object[], isError?: boolean } }} */ answer) {
  if (answer.result?.content === undefined || answer.result.isError) throw new Error(`MCP: ${JSON.stringify(answer)}`);
}
