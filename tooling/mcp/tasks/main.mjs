// @ts-check
// Plays the tasks of agents on MCP servers. See README.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../bench/packages.mjs';
import { serviceProgram } from '../../run/workspace.mjs';
import { makeNotes } from './library.mjs';
import { notesPolicies } from './notes-policies.mjs';
import { openPeers } from './peers.mjs';
import { playTasks } from './run.mjs';
import { openService } from './service.mjs';
import { formatComparison, formatResults } from './table.mjs';

const { values } = parseArgs({
  options: {
    server: { type: 'string', multiple: true, default: [] },
    tasks: { type: 'string', default: '' },
    peers: { type: 'boolean', default: false },
    'no-instructions': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1));
const parts = values.tasks.split(',');
const wants = (/** @type {{ name: string }} */ { name }) => parts.some((part) => name.includes(part));
const play = { wants, showsInstructions: !values['no-instructions'] };
const folder = mkdtempSync(join(tmpdir(), 'notes-tasks-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const notes = makeNotes();
/** @type {import('./peers.mjs').Peer[]} */
const subjects = [];
for (const [index, server] of [...values.server.map((path) => resolve(path)), serviceProgram(root)].entries()) {
  const subject = await openService(server, mkdtempSync(join(folder, 'service-')), notes);
  const name = index === values.server.length ? 'notes' : server;
  subjects.push({ name, subject, policies: notesPolicies });
}
if (values.peers) subjects.push(...openPeers(folder, notes));

const played = [];
for (const { name, subject, policies } of subjects) {
  const results = await playTasks(subject, policies, play);
  played.push({ name, results });
  if (!values.json) process.stdout.write(`${formatResults(name, results)}\n\n`);
}
if (values.json) process.stdout.write(`${JSON.stringify(played, null, 2)}\n`);
else if (played.length > 1) process.stdout.write(`${formatComparison(played)}\n`);
// Faults of other servers are theirs; only tasks on the last service have to succeed.
const own = played.find(({ name }) => name === 'notes')?.results ?? [];
process.exitCode = own.some(({ faults }) => faults.length > 0) ? 1 : 0;
