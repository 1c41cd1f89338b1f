// @ts-check
// Server over stdio with one tool whose schema clients refuse. Checks for such schemas have to find it.
import { createInterface } from 'node:readline';

const results = /** @type {Record<string, unknown>} */ ({
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'planted', version: '0.0.0' },
  },
  'tools/list': { tools: [{ name: 'planted', inputSchema: { type: 'object', properties: { anything: true } } }] },
});

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: results[method] })}\n`);
}
