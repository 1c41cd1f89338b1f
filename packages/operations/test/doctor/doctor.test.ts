import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { invoke } from '../../src/index.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { examine } from '../../src/upkeep/doctor/index.js';
import { openTestLibrary, temporaryFolder } from '../support.js';

/** Creates a library that no process has open, with a note of two revisions and an attachment. */
async function closedLibrary() {
  const dataDir = join(temporaryFolder(), 'data');
  const { call, context } = await openTestLibrary(dataDir);
  const bytes = Readable.from([Buffer.from('attached')]);
  const attachment = await invoke('uploadResource', { ...context, bytes }, { filename: 'a.txt' });
  const note = await call('createDocument', { title: 'Title', body: 'first' });
  const body = `![](${attachment.uri})\n${'line of text\n'.repeat(2_000)}Its Last Line`;
  const { current_revision_id } = await call('replaceDocument', {
    ...{ document_id: note.id, base_revision_id: note.current_revision_id },
    ...{ title: 'Title', body },
  });
  const blob = context.library.store.blobs.getPath(attachment.sha256);
  context.library.store.close();
  return { dataDir, database: join(dataDir, 'notes.db'), note, attachment, revision: current_revision_id, blob };
}

async function runChecks(dataDir: string, { deep = false, set = [] as string[] } = {}) {
  const { checks } = await examine(loadConfig({ dataDir, set }, {}), { deep, now: Date.now() });
  return checks;
}

/** Returns each failed check with its findings. */
async function complaints(dataDir: string, options?: Parameters<typeof runChecks>[1]) {
  const checks = await runChecks(dataDir, options);
  return checks.filter(({ status }) => status !== 'ok').map(({ check, findings }) => [check, ...findings]);
}

/** Returns the content of every file, including files in subfolders, by path. */
function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ name, parentPath }) => {
      const path = join(parentPath, name);
      return [path, createHash('sha256').update(readFileSync(path)).digest('hex')];
    }),
  );
}

function flip(path: string, offset: number): void {
  const bytes = readFileSync(path);
  bytes[offset] = (bytes[offset] as number) ^ 1;
  writeFileSync(path, bytes);
}

describe('checkLibrary', () => {
  it('reports no problem in an intact library and changes nothing [DOCTOR-SOUND] [DOCTOR-READ-ONLY]', async () => {
    const { dataDir } = await closedLibrary();
    const before = contents(dataDir);
    expect(await complaints(dataDir, { deep: true })).toEqual([]);
    expect(contents(dataDir)).toEqual(before);
  });

  it('checks a library in use, including its write-ahead log [DOCTOR-SOUND]', async () => {
    const { call } = await openTestLibrary();
    await call('createDocument', { title: 'In the log' });
    const { checks } = await call('checkLibrary', { deep: true });
    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
  });

  it('detects damage in any page of the file [DOCTOR-PAGES]', async () => {
    const { dataDir, database } = await closedLibrary();
    const whole = readFileSync(database);
    const pageSize = whole.readUInt16BE(16);
    const copy = join(temporaryFolder(), 'data');
    cpSync(dataDir, copy, { recursive: true });
    const missed: number[] = [];
    for (let page = 2; page <= whole.length / pageSize; page++) {
      const damaged = Buffer.from(whole).fill(0xff, (page - 1) * pageSize, page * pageSize);
      writeFileSync(join(copy, 'notes.db'), damaged);
      if ((await complaints(copy)).length === 0) missed.push(page);
    }
    expect(missed).toEqual([]);
  });

  it('names the note and revision of a damaged text [DOCTOR-TEXTS]', async () => {
    const { dataDir, database, note, revision } = await closedLibrary();
    flip(database, readFileSync(database).indexOf('Its Last Line') + 3);
    expect(await complaints(dataDir)).toEqual([['texts', `${note.id} ${revision}`]]);
  });

  it('names a note, a notebook and a tag whose title or name changed on the disk [DOCTOR-NAMES]', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const { call, context } = await openTestLibrary(dataDir);
    const { notebook_id } = await call('createNotebook', { name: 'Shelfmark' });
    const note = await call('createDocument', { title: 'Lampshade', body: 'text', notebook_id, tags: ['kettledrum'] });
    const [tag] = (await call('listTags', {})).tags;
    context.library.store.close();
    const database = join(dataDir, 'notes.db');
    const sound = readFileSync(database);
    for (const [name, id] of [
      ['Lampshade', note.id],
      ['Shelfmark', notebook_id],
      ['kettledrum', tag?.tag_id],
    ] as const) {
      const places = [];
      for (let at = sound.indexOf(name); at >= 0; at = sound.indexOf(name, at + 1)) places.push(at);
      const found = [];
      for (const place of places) {
        writeFileSync(database, sound);
        flip(database, place + 2);
        found.push(...(await complaints(dataDir)));
      }
      expect(found.flat()).toContain(id);
    }
  });

  it('names an attachment whose bytes are missing, truncated or, with deep, changed [DOCTOR-BLOBS]', async () => {
    const { dataDir, attachment, blob } = await closedLibrary();
    flip(blob, 3);
    expect(await complaints(dataDir)).toEqual([]);
    expect(await complaints(dataDir, { deep: true })).toEqual([['attachments', `${attachment.id} damaged: ${blob}`]]);
    truncateSync(blob, 2);
    expect(await complaints(dataDir)).toEqual([['attachments', `${attachment.id} of another size: ${blob}`]]);
    rmSync(blob);
    expect(await complaints(dataDir)).toEqual([['attachments', `${attachment.id} missing: ${blob}`]]);
  });

  it('names files that other users can read [DOCTOR-MODES]', async () => {
    const { dataDir, database } = await closedLibrary();
    chmodSync(database, 0o644);
    chmodSync(join(dataDir, 'blobs'), 0o750);
    expect((await complaints(dataDir))[0]?.toSorted()).toEqual(['blobs 0750', 'file_modes', 'notes.db 0644']);
  });

  it('counts the copies that upgrades made, with their size [DOCTOR-COPIES]', async () => {
    const { dataDir } = await closedLibrary();
    const describeDisk = async () => (await runChecks(dataDir)).find(({ check }) => check === 'disk_space')?.message;
    expect(await describeDisk()).toMatch(/; the library file takes \d+ MiB$/);
    for (const name of ['before-schema-2-1.db', 'before-schema-3-2.db'])
      writeFileSync(join(dataDir, 'backups', name), Buffer.alloc(1024 * 1024));
    expect(await describeDisk()).toMatch(/ MiB, and 2 files in backups, from before upgrades, 2 MiB$/);
  });

  it('describes a file that is not a library, and throws when it is missing [DOCTOR-NO-LIBRARY]', async () => {
    const { dataDir, database } = await closedLibrary();
    const missing = join(dataDir, 'nowhere');
    await expect(runChecks(missing)).rejects.toMatchObject({ reason: 'missing' });
    for (const content of ['', 'x'.repeat(5_000)]) {
      writeFileSync(database, content);
      const [first] = await runChecks(dataDir);
      expect(first).toMatchObject({
        check: 'pages',
        status: 'fail',
        message: expect.stringMatching(/ is (?:an?|not an?) /),
      });
    }
  });

  it('stops at an unknown schema [DOCTOR-SCHEMA]', async () => {
    const { dataDir, database } = await closedLibrary();
    const bytes = readFileSync(database);
    bytes.writeUInt32BE(9_999, 60);
    writeFileSync(database, bytes);
    const checks = await runChecks(dataDir);
    expect(checks.map(({ check }) => check)).not.toContain('texts');
    expect(checks[0]).toMatchObject({
      check: 'schema',
      status: 'fail',
      message: expect.stringMatching(
        /^Schema 9999 of version \d+\.\d+\.\d+; this version of Notes reads schemas up to \d+$/,
      ),
      advice: expect.stringMatching(/^Install Notes \d+\.\d+\.\d+ or newer\.$/),
    });
  });

  it('reports a damaged definition of a table [DOCTOR-SCHEMA]', async () => {
    const { dataDir, database } = await closedLibrary();
    const bytes = readFileSync(database);
    for (let at = bytes.indexOf('USING fts5'); at >= 0; at = bytes.indexOf('USING fts5', at + 1)) {
      flip(database, at + 'USING '.length);
      const [first] = await runChecks(dataDir);
      expect(first).toMatchObject({ check: 'schema', status: 'fail' });
      writeFileSync(database, bytes);
    }
    expect((await runChecks(dataDir))[0]).toMatchObject({ check: 'schema', status: 'ok' });
  });

  it('compares the full-text index with all texts, with deep [DOCTOR-SEARCH]', async () => {
    const { dataDir, database, note } = await closedLibrary();
    const { call, library } = await openTestLibrary(dataDir);
    const { id } = await call('createDocument', { title: 'Concert', body: 'the xylophone quartet' });
    const gone = await call('createDocument', { title: 'Gone', body: 'a passing word' });
    await call('replaceDocument', {
      ...{ document_id: gone.id, base_revision_id: gone.current_revision_id, title: 'Gone', body: 'another text' },
    });
    library.store.close();
    expect((await runChecks(dataDir, { deep: true })).find(({ check }) => check === 'search_index')).toMatchObject({
      status: 'ok',
      message: 'The full-text index is intact and has the words of every text',
    });
    const bytes = readFileSync(database);
    flip(database, bytes.lastIndexOf('xylophone') + 'xylophon'.length);
    expect(await complaints(dataDir, { deep: true })).toEqual([['search_index', id]]);
    expect(note.id).not.toBe(id);
  });

  it('reports an invalid lock file and unreadable attachment bytes [DOCTOR-SOUND] [DOCTOR-BLOBS]', async () => {
    const { dataDir, attachment, blob } = await closedLibrary();
    const lock = join(dataDir, 'maintenance.lock');
    writeFileSync(lock, 'x'.repeat(5_000), { mode: 0o600 });
    rmSync(blob);
    mkdirSync(blob, { mode: 0o700 });
    const found = await complaints(dataDir, { deep: true });
    expect(found.map(([check]) => check)).toEqual(['attachments', 'locks']);
    expect(found[1]).toEqual(['locks', lock]);
    expect(found[0]?.[1]).toContain(attachment.id);
  });

  it('reports jobs without a process and settings without effect [DOCTOR-JOBS] [DOCTOR-SETTINGS]', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const { context } = await openTestLibrary(dataDir);
    await context.library.store.write(({ jobs }) => {
      jobs.insert({ id: 'job_dead', kind: 'purge', parameters: {} }, 1);
      jobs.claim({ id: 'job_dead', owner: 'gone' }, 1);
    });
    expect(await complaints(dataDir)).toEqual([['jobs', 'job_dead purge']]);
    const lock = context.library.store.lockMaintenance('somebody');
    const held = await runChecks(dataDir, { set: ['mcp.default_profile=editor'] });
    lock.release();
    expect(held.find(({ check }) => check === 'locks')?.message).toBe('Locked for maintenance by somebody');
    expect(held.filter(({ status }) => status !== 'ok').map(({ check }) => check)).toEqual(['settings']);
  });

  it('reports a search sidecar that does not answer, and settings that send texts where they should not go [DOCTOR-SIDECAR]', async () => {
    const { dataDir } = await closedLibrary();
    const check = async (...set: string[]) => {
      const settings = set.map((setting) => `search.sidecar.${setting}`);
      return (await runChecks(dataDir, { set: settings })).find((each) => each.check === 'sidecar');
    };
    expect(await check()).toMatchObject({ status: 'ok', message: 'No search sidecar is set up' });
    const silent = await check('kind=lance', 'url=http://127.0.0.1:9', 'api_key=k-5e3f9');
    expect(silent).toMatchObject({ status: 'warn', message: 'The search sidecar is unavailable' });
    const wrong = await check('kind=lance', 'url=http://[x', 'api_key=k');
    expect(wrong?.findings).toContain('search.sidecar.url: must be an address such as http://127.0.0.1:8097');
    const open = await check('kind=lance', 'url=http://192.0.2.1:9', 'excluded_notebooks=Notes,Diary');
    expect(open?.findings).toEqual(
      expect.arrayContaining([
        'search.sidecar.url sends texts and the key to 192.0.2.1 unencrypted. Use https',
        'search.sidecar.api_key is empty',
        'search.sidecar.excluded_notebooks: there is no notebook "Diary"',
      ]),
    );
    expect(JSON.stringify([silent, open])).not.toMatch(/k-5e3f9|no notebook "Notes"/);
    const [loopback, secure] = [
      await check('kind=lance', 'url=http://[::1]:9'),
      await check('kind=lance', 'url=https://a.test'),
    ];
    expect(JSON.stringify([loopback, secure])).not.toContain('unencrypted');
  });

  it('reports keys of sync that are lost or damaged [DOCTOR-SYNC-KEYS]', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const keys = join(dataDir, 'keys');
    const check = async () => (await runChecks(dataDir)).find((each) => each.check === 'sync_keys');
    const { call, context } = await openTestLibrary(dataDir, [
      'sync.target=directory',
      `sync.directory.path=${dataDir}`,
    ]);
    expect(await check()).toMatchObject({ status: 'ok', message: 'Sync is not set up' });
    await call('initializeSync', { name: 'laptop' });
    context.library.store.close();
    expect(await check()).toMatchObject({
      status: 'ok',
      message: 'The keys for sync are intact: an identity and 1 group key',
    });

    truncateSync(join(keys, 'sync.db'), 5_000);
    expect(await check()).toMatchObject({ status: 'fail', findings: ['keys/sync.db is damaged'] });
    rmSync(join(keys, 'sync.db'));
    expect(await check()).toMatchObject({ status: 'fail', findings: ['keys/sync.db is missing'] });
    writeFileSync(join(keys, 'sync-identity.json'), '{');
    expect(await check()).toMatchObject({ status: 'fail', findings: ['keys/sync-identity.json is damaged'] });
    rmSync(keys, { recursive: true });
    expect(await check()).toMatchObject({ status: 'warn', advice: expect.stringContaining('notes sync pair') });
  });
});
