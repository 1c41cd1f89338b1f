// @ts-check
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { serviceProgram } from '../../run/workspace.mjs';
import { Client } from '../client.mjs';
import { root } from '../packages.mjs';
import { startServer } from '../process.mjs';
import { openDevice, pairDevices } from '../sync/device.mjs';
import { applyEdits } from './edits.mjs';

/**
 * @typedef {import('./edits.mjs').Edit} Edit
 * @typedef {{ folder: string, edits: readonly Edit[], editsPerSave: number, say: (line: string) => void }} Replay
 * @typedef {{ saves: number, sentBytes: number, writtenBytes: number, processorMs: number, seconds: number,
 *   libraryBytes: number, text: string, id: string }} Saved sentBytes: of all bodies; writtenBytes: by the service to the
 *   disk; libraryBytes: of the database afterwards
 */

const NOTES = '/api/v1/documents';

/**
 * Replays the edits as saves of the service, each with the whole text, as the web client saves.
 * @param {Replay} replay
 * @param {string} dataDir
 * @param {(saves: number) => void} [afterSave]
 * @returns {Promise<Saved>}
 */
export async function replaySaves({ edits, editsPerSave }, dataDir, afterSave = () => undefined) {
  const main = serviceProgram(root);
  const server = await startServer([
    main,
    'serve',
    '--data-dir',
    dataDir,
    '--listen',
    '127.0.0.1:0',
    '--set',
    'log.level=warn',
  ]);
  const client = new Client(server.url);
  try {
    let { id, current_revision_id } = (
      await client.call({ method: 'POST', path: NOTES, body: { title: 'Trace', body: '' } })
    ).value;
    const before = { written: server.readWrittenBytes(), processorMs: server.readProcessorMs() };
    let [text, saves, sentBytes, milliseconds] = ['', 0, 0, 0];
    for (let from = 0; from < edits.length; from += editsPerSave) {
      text = applyEdits(text, edits.slice(from, from + editsPerSave));
      const body = { title: 'Trace', body: text, base_revision_id: current_revision_id };
      const { ms, value } = await client.call({ method: 'PUT', path: `${NOTES}/${id}`, body });
      current_revision_id = value.current_revision_id;
      sentBytes += Buffer.byteLength(text);
      milliseconds += ms;
      afterSave(++saves);
    }
    const stored = (await client.call({ method: 'GET', path: `${NOTES}/${id}` })).value;
    if (stored.body !== text) throw new Error('The stored text is not the text that the edits lead to.');
    const writtenBytes = server.readWrittenBytes() - before.written;
    const processorMs = server.readProcessorMs() - before.processorMs;
    client.close();
    await server.stop();
    const libraryBytes = statSync(join(dataDir, 'notes.db')).size;
    return { saves, sentBytes, writtenBytes, processorMs, seconds: milliseconds / 1000, libraryBytes, text, id };
  } finally {
    client.close();
    await server.stop();
  }
}

/**
 * Replays the edits on one device and exchanges with a second one after each part of the saves, through a folder.
 * @param {Replay & { exchanges: number }} replay
 */
export async function replaySync({ exchanges, ...replay }) {
  const { folder, edits, editsPerSave, say } = replay;
  const carrier = join(folder, 'carrier');
  mkdirSync(carrier, { recursive: true });
  const [deskDir, phoneDir] = [join(folder, 'desk'), join(folder, 'phone')];
  const desk = openDevice(deskDir, carrier);
  const phone = openDevice(phoneDir, carrier);
  desk.sync('init', 'desk');
  desk.sync('run');
  pairDevices(desk, phone);
  phone.sync('run');
  const start = { carrier: sumFiles(carrier), phone: statSync(join(phoneDir, 'notes.db')).size };
  const times = { send: 0, receive: 0 };
  const exchange = () => {
    times.send += desk.sync('run');
    times.receive += phone.sync('run');
  };
  const every = Math.max(1, Math.ceil(edits.length / editsPerSave / exchanges));
  const saved = await replaySaves(replay, deskDir, (saves) => {
    if (saves % every !== 0) return;
    say(`  exchange after ${saves} saves`);
    exchange();
  });
  exchange();
  if (phone.readText(saved.id) !== saved.text) throw new Error('The second device has another text.');
  return {
    saved,
    ...times,
    carrierBytes: sumFiles(carrier) - start.carrier,
    phoneBytes: statSync(join(phoneDir, 'notes.db')).size - start.phone,
  };
}

/** Returns the size of all files below a folder. */
function sumFiles(/** @type {string} */ folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
