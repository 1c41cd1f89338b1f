// @ts-check
// Replays the edits of one document through saves of the service and through sync between two devices, and prints bytes
// and times: node tooling/bench/trace.mjs [--trace <file>]. See README.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateEdits, readEdits } from './trace/edits.mjs';
import { replaySaves, replaySync } from './trace/replay.mjs';

const { values } = parseArgs({
  options: {
    trace: { type: 'string' },
    share: { type: 'string', default: '1' },
    'edits-per-save': { type: 'string', default: '100' },
    exchanges: { type: 'string', default: '10' },
    only: { type: 'string', default: 'saves,sync' },
  },
});
const MB = 1024 * 1024;
const showBytes = (/** @type {number} */ bytes) =>
  bytes < MB ? `${Math.round(bytes / 1024)} KB` : `${(bytes / MB).toFixed(1)} MB`;
const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

const edits = values.trace === undefined ? generateEdits(Number(values.share)) : readEdits(values.trace);
const inserted = edits.filter(([, , text]) => text !== '').length;
const deleted = edits.filter(([, count]) => count > 0).length;
print(
  `${edits.length} edits, ${inserted} of them insert and ${deleted} delete${values.trace === undefined ? ', generated' : ''}`,
);

const parts = values.only.split(',');
const folder = mkdtempSync(join(tmpdir(), 'notes-trace-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1));
const replay = { folder, edits, editsPerSave: Number(values['edits-per-save']), say };

if (parts.includes('saves')) {
  say('saves');
  printSaves('saves', await replaySaves(replay, join(folder, 'alone')));
}
if (parts.includes('sync')) {
  say('sync');
  const { saved, send, receive, carrierBytes, phoneBytes } = await replaySync({
    ...replay,
    exchanges: Number(values.exchanges),
  });
  printSaves('saves, in sync', saved);
  print(`sync: ${showBytes(carrierBytes)} in the carrier, second device + ${showBytes(phoneBytes)}`);
  print(
    `      ${send.toFixed(1)} s of sending, ${receive.toFixed(1)} s of receiving, in ${values.exchanges} exchanges and a last one`,
  );
}

function printSaves(/** @type {string} */ name, /** @type {import('./trace/replay.mjs').Saved} */ saved) {
  const { saves, sentBytes, writtenBytes, processorMs, seconds, libraryBytes, text } = saved;
  print(`${name}: ${saves} saves of a text that ends with ${text.length} characters, ${showBytes(sentBytes)} sent`);
  print(
    `      ${showBytes(writtenBytes)} written (× ${(writtenBytes / sentBytes).toFixed(2)}), library ${showBytes(libraryBytes)} (× ${(libraryBytes / sentBytes).toFixed(2)})`,
  );
  print(
    `      ${((seconds / saves) * 1000).toFixed(2)} ms a save, ${(processorMs / saves).toFixed(2)} ms of processor time`,
  );
}
