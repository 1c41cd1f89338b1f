import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatRecoveryCode } from '../src/control/index.js';
import {
  zlibCodec as codec,
  createDirectoryCarrier,
  sodiumCrypto as crypto,
  DirectoryCarrier,
} from '../src/node/index.js';
import { type LibraryState, MemoryCarrier, simulate } from '../src/testing/index.js';
import { listOperations } from '../src/testing/memory-state.js';
import { computeReferenceView } from '../src/testing/sim/library-view.js';
import { expandSeed } from '../src/testing/sim/options.js';
import type { World } from '../src/testing/sim/world.js';
import { addEverything, addNote, createGroup, createPrunedGroup, createSmallGroup, SECRET } from './reader-groups.js';
import type { Device } from './run/devices.js';
import { fill } from './support.js';

const CODE = formatRecoveryCode(crypto, SECRET);
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Runs the reader with each list of arguments in turn, in one process, since Python starts slowly. */
const RUN_IN_TURN = `
import contextlib, io, json, sys
sys.path.insert(0, sys.argv[1])
import read_carrier
answers, calls = [], json.load(sys.stdin)
for code, arguments in calls:
    sys.argv, sys.stdin = [read_carrier.__file__, *arguments], io.StringIO(code)
    with contextlib.redirect_stderr(io.StringIO()) as stderr, contextlib.redirect_stdout(io.StringIO()) as stdout:
        try:
            status = read_carrier.main()
        except SystemExit as end:
            status = end.code
    answers.append({"status": status, "stdout": stdout.getvalue(), "stderr": stderr.getvalue()})
json.dump(answers, sys.stdout)
`;

interface ReadNote {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly notebook: string;
  readonly tags: readonly string[];
  readonly trashed: boolean;
  readonly file: string;
  readonly set_aside: readonly { readonly title: string; readonly body: string; readonly file: string }[];
}

interface ReadLibrary {
  readonly notes: readonly ReadNote[];
  readonly notebooks: Readonly<Record<string, readonly [name: string, parent: string | null]>>;
  readonly attachments: Readonly<Record<string, { readonly filename: string; readonly file: string }>>;
}

interface Answer {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

let root = '';
let reader = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'notes-reader-'));
  reader = join(root, 'reader');
  // People keep a copy of this folder alone.
  cpSync(fileURLToPath(new URL('../reader', import.meta.url)), reader, { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true }));
beforeEach((context) => {
  if (!hasPython) context.skip('python3 is not installed');
});

const newFolder = () => mkdtempSync(join(root, 'test-'));

/** Runs the reader without installed packages. */
function readInTurn(calls: readonly (readonly [code: string, args: readonly string[]])[]): Answer[] {
  const { status, stdout, stderr } = spawnSync('python3', ['-S', '-B', '-c', RUN_IN_TURN, reader], {
    input: JSON.stringify(calls),
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

const readOnce = (...args: string[]) => readInTurn([[CODE, args]])[0] as Answer;

const readLibrary = (out: string): ReadLibrary => JSON.parse(readFileSync(join(out, 'library.json'), 'utf8'));

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** Puts the artifacts of a carrier into a new sync folder. */
async function storeCarrier(carrier: MemoryCarrier, folder = join(newFolder(), 'carrier')): Promise<string> {
  mkdirSync(folder);
  await createDirectoryCarrier(folder, carrier.identity.databaseId);
  for (const [place, artifacts] of carrier.folders) {
    const [replicaId = '', artifactClass] = place.split('/');
    const stored = new DirectoryCarrier(folder, { replicaId });
    for (const [name, bytes] of artifacts) await stored.put(artifactClass as 'ops', name, bytes);
  }
  return folder;
}

/** Expects that a library was read as a device has it, and that each text and attachment is in a file of its own. */
function expectRead(out: string, { log, blobs }: LibraryState): void {
  const library = readLibrary(out);
  const view = computeReferenceView([...log.values()].flat(), blobs);
  const byId = <Item extends { readonly id: string }>(items: Iterable<Item>) =>
    [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(
    byId(library.notes).map(({ id, title, body, notebook, tags, trashed, set_aside }) => ({
      ...{ id, title, body, notebook, tags, trashed },
      setAside: set_aside.map((other) => other.body),
    })),
  ).toEqual(
    byId(view.notes.values()).map(({ id, title, body, home, tagIds, trashedAt, losers }) => ({
      ...{ id, title, body, trashed: trashedAt !== null },
      notebook: home !== null && view.notebooks.has(home) ? home : 'nb_notes',
      tags: tagIds.map((tag) => view.tags.get(tag)?.name).sort(),
      setAside: losers.map((loser) => loser.body),
    })),
  );
  const { nb_notes: _, ...notebooks } = library.notebooks;
  expect(notebooks).toEqual(
    Object.fromEntries(Array.from(view.notebooks.values(), ({ id, name, parent }) => [id, [name, parent]])),
  );
  const read = (file: string) => readFileSync(join(out, file));
  for (const { title, body, file } of library.notes.flatMap((note) => [note, ...note.set_aside])) {
    const text = `${read(file)}`;
    const front = text.slice(0, text.length - body.length);
    expect(front + body).toBe(text);
    expect(front).toMatch(/^(?:---\n(?:(?:title|tags): .*\n)+---\n)?$/);
    const needsTitle = basename(file) !== `${title}.md` && !/^---\r?\n/.test(body);
    expect({ file, hasTitle: front.includes(`title: ${JSON.stringify(title)}\n`) }).toEqual({
      file,
      hasTitle: needsTitle,
    });
  }
  const attachments = byId(Object.entries(library.attachments).map(([id, { file }]) => ({ id, file })));
  expect(attachments.map(({ id, file }) => [id, createHash('sha256').update(read(file)).digest('hex')])).toEqual(
    byId(view.resources.values()).map(({ id, sha256 }) => [id, sha256]),
  );
  const named = [
    ...library.notes.flatMap((note) => [note, ...note.set_aside]),
    ...Object.values(library.attachments),
  ].map(({ file }) => join(out, file));
  expect([...named, join(out, 'library.json')].sort()).toEqual(listFiles(out));
  expect(new Set(named.map((path) => path.normalize('NFC').toLowerCase())).size).toBe(named.length);
}

const listArtifacts = (folder: string) =>
  listFiles(join(folder, 'n')).map((path) => {
    const [namespace = '', artifactClass = ''] = path.slice(join(folder, 'n/').length).split('/');
    return { path, namespace, artifactClass, name: basename(path) };
  });

describe('[SYNC-ALONE] read_carrier.py', () => {
  it('writes all notes of two devices, whatever their names, each text into a file of its own', async () => {
    const group = await createGroup();
    await addEverything(group);
    const folder = await storeCarrier(group.carrier);
    const out = join(newFolder(), 'a/out');
    const before = listFiles(folder);
    const { status, stdout, stderr } = readOnce(folder, out, '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^\d+ notes \(2 in Trash\) and 2 attachments written to .*\/a\/out\.\n$/);
    expectRead(out, group.first.store.state);
    const segments = listFiles(out).flatMap((path) => path.slice(out.length + 1).split('/'));
    expect(segments.filter((name) => /^(?:con|nul)(?:\.|$)|[.\s]$|[\0-\x1f\\:]/i.test(name))).toEqual([]);
    const { notes } = readLibrary(out);
    expect(notes.filter(({ set_aside }) => set_aside.length > 0)).toHaveLength(1);
    expect(notes.filter(({ file }) => file.startsWith('Trash/')).every(({ trashed }) => trashed)).toBe(true);
    expect(listFiles(folder)).toEqual(before);
  });

  it('reads a checkpoint in place of pruned segments', async () => {
    const { carrier, first } = await createPrunedGroup();
    const folder = await storeCarrier(carrier);
    const out = join(newFolder(), 'out');
    expect(readOnce(folder, out, '--json')).toMatchObject({ status: 0, stderr: '' });
    expectRead(out, first.store.state);
  });

  it('names each artifact that is deleted or altered unless another one has its content, and exits with 1', async () => {
    for (const [group, skipped] of [
      [await createSmallGroup(), ['']],
      [await createPrunedGroup(), ['members', 'recovery']],
    ] as const) {
      const folder = await storeCarrier(group.carrier);
      const artifacts = listArtifacts(folder).filter(
        ({ artifactClass }) => !(skipped as readonly string[]).includes(artifactClass),
      );
      const cases = artifacts.flatMap((artifact) =>
        (['delete', 'flip'] as const).map((how) => ({ ...artifact, how, at: newFolder() })),
      );
      const calls = cases.map(({ path, how, at }) => {
        const [copy, out] = [join(at, 'carrier'), join(at, 'out')];
        cpSync(folder, copy, { recursive: true });
        const damaged = join(copy, path.slice(folder.length));
        const bytes = readFileSync(damaged);
        rmSync(damaged);
        if (how === 'flip') writeFileSync(damaged, bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 4));
        return [CODE, [copy, out, '--json']] as const;
      });
      const whole = join(newFolder(), 'out');
      const [undamaged, ...answers] = readInTurn([[CODE, [folder, whole, '--json']], ...calls]);
      expect(undamaged).toMatchObject({ status: 0, stderr: '' });
      const noticed = new Set<string>();
      for (const [n, { namespace, artifactClass, name, how, at }] of cases.entries()) {
        const { status, stdout, stderr } = answers[n] as Answer;
        const about = `${artifactClass} ${name} ${how}: ${stderr}`;
        if (how === 'flip')
          expect({
            about,
            status,
            named: stderr.includes(`n/${namespace}/${artifactClass}/`) && stderr.includes(name),
          }).toEqual({ about, status: 1, named: true });
        if (status === 0) expect(readLibrary(join(at, 'out')), about).toEqual(readLibrary(whole));
        else noticed.add(`${how} ${artifactClass}`);
        expect(stdout !== '' || stderr.includes('Nothing was written'), about).toBe(true);
        rmSync(at, { recursive: true });
      }
      const classes = new Set(cases.map(({ artifactClass }) => artifactClass));
      expect(noticed).toEqual(new Set([...classes].flatMap((each) => [`delete ${each}`, `flip ${each}`])));
    }
  }, 120_000);

  it('states which segment, acknowledgement or part of a checkpoint is missing', async () => {
    const { carrier, first, second, sync, syncAll } = await createGroup();
    for (const title of ['one', 'two', 'three']) {
      addNote(second, title, `${title}\n`);
      await syncAll();
    }
    await sync(first, true);
    await syncAll();
    addNote(second, 'only known to its author', 'late\n');
    await sync(second);
    const find = (device: Device, artifactClass: 'ops' | 'acks' | 'snapshots', index: number) => {
      const names = [...carrier.folder(device.keys.replicaId, artifactClass).keys()].sort();
      return [device.keys.replicaId, artifactClass, names.at(index) as string] as const;
    };
    const about = `of the device "another"`;
    const cases = [
      { removed: [find(second, 'ops', -1)], stated: `ops lacks number 4 ${about}` },
      { removed: [find(second, 'acks', -1)], stated: `acks lacks number` },
      { removed: [find(first, 'snapshots', 0)], stated: 'snapshots lacks number 1 of the device "first"' },
      // Nothing else has these operations without the checkpoint.
      {
        removed: [find(second, 'ops', 1), find(first, 'snapshots', 1)],
        stated: `ops lacks number 2 ${about} (operations 3 to 4)`,
      },
    ];
    for (const { removed, stated } of cases) {
      const damaged = carrier.copy();
      for (const [replica, artifactClass, name] of removed)
        expect(damaged.folder(replica, artifactClass).delete(name)).toBe(true);
      const { status, stderr } = readOnce(await storeCarrier(damaged), join(newFolder(), 'out'));
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(stated) });
    }
  });

  it('leaves out what a removed device wrote after the others knew, as they do, and reads the final segment of a retirement', async () => {
    for (const final of [false, true]) {
      const { carrier, first, second, sync, syncAll } = await createGroup();
      addNote(second, 'known', 'Applied before the removal.\n');
      await syncAll();
      addNote(second, 'late', 'Published before the removal.\n');
      await second.sync(carrier.carrierFor(second.keys.replicaId));
      const author = second.store.state.authors.get(second.keys.replicaId);
      const named = final && author ? { index: author.index, sha256: author.digest as string } : null;
      await first.decide({ kind: 'member.retire', replica_id: second.keys.replicaId, final: named });
      for (let round = 0; round < 2; round += 1) await sync(first);
      const [folder, out] = [await storeCarrier(carrier), join(newFolder(), 'out')];
      const { status, stdout, stderr } = readOnce(folder, out, '--json');
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout.includes('Left out, as on the devices: 2 operations of the device "another"')).toBe(!final);
      expectRead(out, first.store.state);
      expect(readLibrary(out).notes).toHaveLength(final ? 2 : 1);
    }
  });

  it('reads a fork as members have applied it, and reports it', async () => {
    const { carrier, first, second, syncAll } = await createGroup();
    addNote(second, 'shared', 'shared\n');
    await syncAll();
    const twin = await second.twin(second.store.snapshot());
    addNote(second, 'one history', 'one\n');
    await syncAll();
    addNote(twin, 'another history', 'another\n');
    const other = new MemoryCarrier(carrier.identity);
    await twin.sync(other.carrierFor(twin.keys.replicaId));
    carrier.addAll(other);
    const [folder, out] = [await storeCarrier(carrier), join(newFolder(), 'out')];
    const { status, stderr } = readOnce(folder, out, '--json');
    expect(status).toBe(1);
    expect(stderr).toContain(`n/${second.keys.replicaId}/ops has two histories of the device "another"`);
    expectRead(out, first.store.state);
  });

  it.each([3, 12, 26, 27, 29])('reads the folders of the simulated history %i', async (seed) => {
    const options = expandSeed(seed, 'short');
    let world: World | undefined;
    const inspect = (end: World) => {
      world = end;
    };
    expect(await simulate(seed, { crypto, codec, curves: true, inspect }, 'short')).toMatchObject({ failures: [] });
    const { carriers, replicas, recoverySecret } = world as unknown as World;
    const code = formatRecoveryCode(crypto, recoverySecret);
    const state = replicas[0]?.store.state as LibraryState;
    const outs = carriers.map(() => join(newFolder(), 'out'));
    const folders = await Promise.all(carriers.map((carrier) => storeCarrier(carrier)));
    const answers = readInTurn(folders.map((folder, n) => [code, [folder, outs[n] as string, '--json']]));
    for (const answer of answers) expect(answer, JSON.stringify(options)).toMatchObject({ status: 0, stderr: '' });
    for (const out of outs) expectRead(out, state);
    expect(listOperations(state).length).toBeGreaterThan(0);
  });

  it('refuses a mistyped or another code, a folder that is none, and wrong arguments, and writes nothing', async () => {
    const { carrier } = await createGroup();
    const [folder, out] = [await storeCarrier(carrier), join(newFolder(), 'out')];
    const mistyped = CODE.slice(0, -1) + (CODE.endsWith('0') ? '1' : '0');
    const answers = readInTurn([
      [mistyped, [folder, out]],
      [formatRecoveryCode(crypto, fill(32, 8)), [folder, out]],
      [CODE, [newFolder(), out]],
      [CODE, [folder, join(folder, 'out')]],
      [CODE, [folder, join(folder, 'n/../../carrier/out')]],
      [CODE, [folder, folder]],
      [CODE, [folder, out, '--jsno']],
      [CODE, [folder]],
      [CODE, ['--help']],
    ]);
    expect(answers.map(({ status }) => status)).toEqual([1, 1, 1, 2, 2, 2, 2, 2, 0]);
    expect(answers.map(({ stderr }) => stderr).slice(0, 4)).toEqual([
      expect.stringContaining('has a typing error'),
      expect.stringContaining('No key in this folder opens with this recovery code'),
      expect.stringContaining('is not a sync folder'),
      expect.stringContaining('is in the sync folder. Name a folder outside.'),
    ]);
    expect(existsSync(out)).toBe(false);
    expect(listFiles(folder)).toEqual(
      listFiles(await storeCarrier(carrier)).map((path) => join(folder, path.slice(path.indexOf('/carrier/') + 9))),
    );
  });
});
