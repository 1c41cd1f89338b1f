// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../bench/packages.mjs';
import { commandProgram, serviceProgram } from '../../run/workspace.mjs';
import { writeNotes } from '../works.mjs';

/** Access of the user alone does not follow from the umask of the shell: this one refuses nobody anything. */
const OPEN_TO_ALL = ['sh', '-c', 'umask 0 && exec "$@"', 'sh'];

/**
 * Folders of a run. `sources` are read only; everything else below `scratch` is for the programs.
 * @typedef {{ scratch: string, home: string, tmp: string, cwd: string, sources: string, carrier: string, named: string }} Places
 *   named: for folders that commands name, which they create
 */

/** Makes the folders of a run. @returns {Places} */
export function makePlaces(/** @type {string} */ scratch) {
  const at = (/** @type {string} */ name) => join(scratch, name);
  const places = {
    ...{ scratch, home: at('home'), tmp: at('tmp'), cwd: at('cwd'), sources: at('sources') },
    ...{ carrier: at('carrier'), named: at('named') },
  };
  for (const folder of Object.values(places)) mkdirSync(folder, { recursive: true });
  writeNotes(join(places.sources, 'notes'), 'word');
  const settings = `[sync]\ntarget = "directory"\ninterval_seconds = 0\n[sync.directory]\npath = ${JSON.stringify(places.carrier)}\n`;
  writeFileSync(join(places.sources, 'settings.toml'), settings);
  return places;
}

/** Programs that run in the places, under a tracer where one is given. */
export class Programs {
  /** Number of programs that ran. */
  count = 0;
  #places;
  #tracer;

  constructor(/** @type {Places} */ places, /** @type {readonly string[]} */ tracer = []) {
    this.#places = places;
    this.#tracer = tracer;
  }

  /** Runs a program to its end and returns its output. @throws {Error} when it fails */
  run(/** @type {readonly string[]} */ command, input = '') {
    const [first = '', ...rest] = this.#wrap(command);
    const { status, stdout, stderr } = spawnSync(first, rest, { ...this.#options(), input, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command.slice(1).join(' ')} exited with ${status}: ${stderr}`);
    return stdout;
  }

  /** Runs the built command. */
  notes = (/** @type {string[]} */ ...words) => this.run([process.execPath, commandProgram(root), ...words, '--json']);

  /** Serves the library of the user while `use` runs. */
  async serve(/** @type {(url: URL) => Promise<void>} */ use) {
    const command = [process.execPath, serviceProgram(root), 'serve', '--listen', '127.0.0.1:0'];
    const [first = '', ...rest] = this.#wrap(command);
    const child = spawn(first, rest, { ...this.#options(), stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    const ended = once(child, 'exit');
    // A tracer does not pass signals on. The program is in its process group.
    const end = () => process.kill(-(/** @type {number} */ (child.pid)), 'SIGTERM');
    process.once('exit', end);
    for await (const line of createInterface({ input: child.stdout })) {
      const address = /^listening on (\S+)$/.exec(line)?.[1];
      if (address === undefined) continue;
      await use(new URL(address));
      break;
    }
    process.off('exit', end);
    end();
    await ended;
  }

  /** Answers messages of an agent on standard input. */
  talk = (/** @type {readonly object[]} */ messages) =>
    this.run(
      [process.execPath, serviceProgram(root), 'mcp', '--scope', 'editor'],
      messages.map((message) => `${JSON.stringify(message)}\n`).join(''),
    );

  #wrap(/** @type {readonly string[]} */ command) {
    this.count += 1;
    return [...this.#tracer, ...OPEN_TO_ALL, ...command];
  }

  #options() {
    const { home, tmp, cwd } = this.#places;
    const env = { PATH: process.env.PATH, HOME: home, TMPDIR: tmp };
    return { cwd, env };
  }
}

/** Does the work of a user: over REST, by an agent, and with every command that writes files. */
export async function doWork(/** @type {Programs} */ programs, /** @type {Places} */ { sources, named }) {
  const { notes } = programs;
  const at = (/** @type {string} */ name) => join(named, name);
  const settings = ['--config', join(sources, 'settings.toml')];
  notes('config', 'set', 'log.level', 'warn');
  await programs.serve(workOverRest);
  // No program fetches an image unasked.
  const picture = { title: 'By an agent', body: '![a picture](http://192.0.2.1/picture.png)' };
  const call = { name: 'create_note', arguments: picture };
  programs.talk([{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }]);
  notes('import', 'markdown', join(sources, 'notes'));
  const phone = ['--data-dir', at('phone'), ...settings];
  notes('sync', 'init', 'desk', ...settings);
  notes('sync', 'run', ...settings);
  const { invitations } = JSON.parse(notes('sync', 'invite', ...settings));
  for (let n = 0; n < 2; n += 1) {
    notes('sync', 'pair', invitations[0].code, 'phone', ...phone);
    notes('sync', 'run', ...settings);
  }
  notes('sync', 'run', ...phone);
  notes('sync', 'backup', 'create', ...settings);
  notes('archive', 'export', at('archive'));
  notes('archive', 'verify', at('archive'), '--level', '3');
  notes('archive', 'drill', at('archive'));
  notes('archive', 'restore', at('archive'), '--into-dir', at('restored'));
  for (const format of ['markdown', 'obsidian', 'html', 'json']) notes('export', format, at(format));
  const added = notes('resource', 'add', join(sources, 'notes/even/0.bin'));
  notes('resource', 'get', /res_\w+/.exec(added)?.[0] ?? '', '-O', at('bytes'));
  notes('tag', 'rename', 'all', 'every', '--apply', '--yes');
  notes('edit', 'By an agent', '--body', 'another text');
  notes('doctor', '--deep');
}

/** Creates, changes, searches, trashes and deletes over REST. */
async function workOverRest(/** @type {URL} */ url) {
  const ask = async (
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {any} */ json,
    headers = {},
  ) => {
    const isBytes = json instanceof Uint8Array;
    const answer = await fetch(new URL(`/api/v1${path}`, url), {
      method,
      headers: { 'content-type': isBytes ? 'application/octet-stream' : 'application/json', ...headers },
      ...(json !== undefined && { body: isBytes ? json : JSON.stringify(json) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : /** @type {any} */ (await answer.json());
  };
  const { uri } = await ask('POST', '/resources?filename=a', new Uint8Array(300_000));
  const { id, current_revision_id } = await ask('POST', '/documents', { title: 'By hand', body: `![](${uri})` });
  const change = { title: 'Changed', body: 'text', base_revision_id: current_revision_id };
  const changed = await ask('PUT', `/documents/${id}`, change);
  await ask('POST', '/search', { query: 'text', limit: 1 });
  await ask('DELETE', `/documents/${id}`, { base_revision_id: changed.current_revision_id });
  await ask('DELETE', `/trash/${id}`, undefined, { 'X-Service-Confirmation': `purge-document:${id}` });
}
