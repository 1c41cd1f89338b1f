// @ts-check
// Server over stdio with a fault for every check of clients. Usage: node planted-door.mjs <folder> <address of an image>
import { existsSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [folder = '', image = ''] = process.argv.slice(2);
const starts = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((name) => join(folder, name));
// Fault: a few connections after the first there are no more.
const unused = starts.find((path) => !existsSync(path));
if (unused === undefined) process.exit(1);
writeFileSync(unused, '');

const serverInfo = { name: 'planted', version: '0.0.0' };
const note = { id: 'x', current_revision_id: 'y', results: ['unexpected'], body: 'other text' };
const answer = { content: [{ type: 'text', text: JSON.stringify(note) }], structuredContent: note };

const results = /** @type {Record<string, object>} */ ({
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo },
  'tools/list': { tools: [] },
  'tools/call': answer,
  'notes/unknown': {},
});

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  if (params?.name === 'localize_remote_media') {
    // Fault: a cancelled call goes on.
    get(image).on('error', () => {});
    continue;
  }
  const result = results[method];
  const error = { code: -32000, message: 'planted' };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) })}\n`);
}
