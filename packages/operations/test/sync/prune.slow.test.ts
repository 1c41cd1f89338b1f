import { LibrarySyncStore } from '@notes/storage/sync';
import { covers, coversAll, getDot, type LoggedOperation, type VersionVector } from '@notes/sync-protocol';
import { computeView } from '@notes/sync-protocol/merge';
import {
  type BootstrapCheckpoint,
  computeStableFloor,
  computeViewDigest,
  type MemberKnowledge,
} from '@notes/sync-protocol/run';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OpenedLibrary } from '../support.js';
import { act, ignoreRefusals, step } from './acts.js';
import { describeLibrary, describeView, Group, readViewDigest, toCheckpoint } from './exchange.js';
import { openReplica, recordOperations } from './support.js';

/** Number of random histories; SYNC_RUNS overrides it. */
const RUNS = Number(process.env.SYNC_RUNS ?? 4);
const SEED = Number(process.env.SYNC_SEED ?? 1);

const readVector = ({ library }: OpenedLibrary): VersionVector => library.store.read(({ sync }) => sync.vector());

/** Three libraries, and all operations that any of them ever recorded. */
class Histories {
  readonly members: readonly OpenedLibrary[];
  readonly group: Group;
  /** Number of operations that any of them pruned. */
  prunedCount = 0;
  readonly #operations = new Map<string, LoggedOperation>();
  /** Acknowledgements that each member has received, by `<reader> <member>`. */
  readonly #acks = new Map<string, VersionVector>();

  constructor(members: readonly OpenedLibrary[]) {
    this.members = members;
    this.group = new Group(members);
  }

  /** Collects new operations. Call it after each change of a library. */
  collect({ library }: OpenedLibrary): void {
    const own = [...this.#operations.values()].filter(({ replica }) => replica === library.replicaId).length;
    const fresh = library.store.read(({ sync }) => sync.operations(library.replicaId, own, 10_000));
    for (const logged of fresh) this.#operations.set(getDot(logged), logged);
  }

  async pass(from: OpenedLibrary, to: OpenedLibrary): Promise<void> {
    await this.group.pass(from, to);
    this.#acks.set(`${to.library.replicaId} ${from.library.replicaId}`, readVector(from));
  }

  /** Passes everything to all members, and then what each has received, so that all may be pruned. */
  async exchangeAll(): Promise<void> {
    for (let round = 0; round < 2; round += 1)
      for (const from of this.members) for (const to of this.members) if (from !== to) await this.pass(from, to);
  }

  /** Prunes the operations that a library may prune. */
  async prune(member: OpenedLibrary): Promise<void> {
    const { replicaId: own, store } = member.library;
    const knowledge = this.members.map(({ library }): MemberKnowledge => {
      const { replicaId } = library;
      const acknowledged = replicaId === own ? readVector(member) : (this.#acks.get(`${own} ${replicaId}`) ?? null);
      return { replicaId, acknowledged, retired: false };
    });
    const floor = computeStableFloor(knowledge, readVector(member));
    if (floor === null) return;
    await new LibrarySyncStore(member.library).materializePending();
    await store.write(({ sync: { pruning } }) => {
      for (const { dots } of pruning.notes(floor)) {
        this.prunedCount += dots.length;
        pruning.prune(dots);
      }
    });
  }

  /**
   * Compares the libraries: members that have applied the same operations show the same state, whatever each has
   * pruned.
   */
  async compare(): Promise<void> {
    const pictures = new Map<string, ReturnType<typeof describeLibrary>>();
    for (const member of this.members) {
      await new LibrarySyncStore(member.library).materializePending();
      const at = JSON.stringify(readVector(member));
      const other = pictures.get(at);
      if (other !== undefined) expect(describeLibrary(member)).toEqual(other);
      pictures.set(at, describeLibrary(member));
    }
  }

  /** Returns the view derived from all operations that a member has applied, pruned or not. */
  reference(member: OpenedLibrary) {
    const vector = readVector(member);
    return computeView(
      [...this.#operations.values()].filter(({ replica, operation }) => covers(vector, replica, operation.s)),
    );
  }
}

it('a library that prunes converges with libraries that do not [SYNC-RETENTION]', async () => {
  let prunedCount = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 100 }), async (steps) => {
      const histories = new Histories(await Promise.all([openReplica(), openReplica(), openReplica()]));
      const { members, group } = histories;
      const others = (member: OpenedLibrary) => members.filter((each) => each !== member);
      for (const [serial, member] of members.entries())
        await act({ kind: 'create', who: serial, which: 0, other: serial }, member, -1 - serial);
      for (const member of members) histories.collect(member);
      await histories.exchangeAll();
      for (const [serial, each] of steps.entries()) {
        const member = members[each.who] as OpenedLibrary;
        if (each.kind === 'pass') {
          const [near, far] = others(member) as [OpenedLibrary, OpenedLibrary];
          for (const from of [member, near, far])
            for (const to of each.other > 3 ? [near, far, member] : [near])
              if (from !== to) await histories.pass(from, to);
          if (each.which > 3) await histories.exchangeAll();
          // The first library prunes nothing.
          if (each.which > 1) for (const pruned of members.slice(1)) await histories.prune(pruned);
        } else await act(each, member, serial).catch(ignoreRefusals);
        for (const each of members) histories.collect(each);
        await histories.compare();
      }
      await group.exchange();
      await histories.compare();
      for (const member of members) {
        histories.collect(member);
        expect(describeLibrary(member)).toEqual(describeView(histories.reference(member)));
      }
      prunedCount += histories.prunedCount;
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  expect(prunedCount).toBeGreaterThan(0);
}, 1_200_000);

const WHOLE = Number.MAX_SAFE_INTEGER;

/**
 * Completes pending state in parts, as a run does. `between` runs between the parts, and each part may be interrupted
 * once before.
 */
async function materializeInParts({ library: { store } }: OpenedLibrary, most: number, between = async () => {}) {
  let parts = 0;
  for (let left = 'more'; left === 'more'; parts += 1) {
    await between();
    const broken = store.write(({ sync }) => {
      sync.materializePending(most);
      throw new Error('power cut');
    });
    await expect(broken).rejects.toThrow('power cut');
    left = await store.write(({ sync }) => sync.materializePending(most));
  }
  return parts;
}

it('a new library adopts a checkpoint in parts, keeps changes made in between, and resumes or replaces an interrupted adoption [SYNC-CHECKPOINT]', async () => {
  let parts = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 60 }),
      fc.integer({ min: 1, max: 12 }),
      fc.array(step, { maxLength: 8 }),
      fc.constantFrom('resumed', 'replaced', 'continued by segments'),
      async (steps, most, own, how) => {
        const histories = new Histories(await Promise.all([openReplica(), openReplica()]));
        const { members } = histories;
        const [first, second] = members as [OpenedLibrary, OpenedLibrary];
        const late = await openReplica();
        const group = new Group([first, second, late]);
        for (const [at, each] of steps.entries())
          await act(each, each.who > 0 ? first : second, at).catch(ignoreRefusals);
        await histories.group.exchange();
        for (const from of members) for (const to of members) if (from !== to) await histories.pass(from, to);
        const early = toCheckpoint(second, group);
        if (how !== 'continued by segments') await histories.prune(second);
        const [started, checkpoint] = how === 'replaced' ? [early, toCheckpoint(second, group)] : [early, early];
        const apply = (of: BootstrapCheckpoint, some: number) =>
          late.library.store.write(({ sync }) => sync.applyCheckpoint(of, some));
        const result = await apply(started, most);
        const store = new LibrarySyncStore(late.library);
        expect(await store.readBootstrap()).toBe(result === 'more' ? started.name : null);
        for (const [at, each] of own.entries()) {
          if (each.kind !== 'pass') await act(each, late, 1_000 + at).catch(ignoreRefusals);
          expect(readViewDigest(late)).toBe(computeViewDigest(group.reference(late)));
          if (result === 'more' && how === 'resumed' && at % 2 === 0) await apply(started, most);
        }
        parts += Number(result === 'more');
        if (result === 'more' && how === 'continued by segments') {
          // The contents of the carrier may have changed since.
          for (let moved = true; moved; ) {
            moved = false;
            for (const from of members) moved = (await group.pass(from, late)) || moved;
          }
        } else if (result === 'more' || started !== checkpoint)
          for (let answer: string = 'more'; answer === 'more'; ) answer = await apply(checkpoint, most);
        await materializeInParts(late, most);
        expect(await store.readBootstrap()).toBeNull();
        // Its author no longer counts an operation that was pruned before it was in a segment.
        expect(coversAll(readVector(late), readVector(second))).toBe(true);
        expect(readViewDigest(late)).toBe(computeViewDigest(group.reference(late)));
        expectShown(late, second, group);
      },
    ),
    { numRuns: 4 * RUNS, seed: SEED, endOnFailure: true },
  );
  expect(parts).toBeGreaterThan(0);
}, 1_200_000);

it('an interrupted checkpoint is adopted when segments brought the rest of it, so that later segments follow its ends [SYNC-CHECKPOINT]', async () => {
  const members = await Promise.all([openReplica(), openReplica(), openReplica()]);
  const [first, second, late] = members as [OpenedLibrary, OpenedLibrary, OpenedLibrary];
  const group = new Group(members);
  await first.call('createDocument', { title: 'A', body: 'one\n' });
  while (await group.pass(first, second));
  for (const title of ['B', 'C', 'D']) await second.call('createDocument', { title, body: 'one\n' });
  const checkpoint = toCheckpoint(second, group);
  const apply = (most: number) => late.library.store.write(({ sync }) => sync.applyCheckpoint(checkpoint, most));
  expect(await apply(checkpoint.versions[first.library.replicaId] as number)).toBe('more');
  while (await group.pass(second, late));
  expect(readVector(late)).toEqual(readVector(second));
  expect(await apply(WHOLE)).toBe('applied');
  const authors = late.library.store.read(({ sync }) => sync.exchange.authors());
  expect(authors.get(first.library.replicaId)?.index).toBe(1_000);
  expect(await apply(WHOLE)).toBe('stale');
  expect(describeLibrary(late)).toEqual(describeLibrary(second));
});

it('an interrupted checkpoint is continued by segments with the operations it had pruned [SYNC-CHECKPOINT]', async () => {
  for (const most of [1, 2, 3]) {
    const histories = new Histories(await Promise.all([openReplica(), openReplica(), openReplica()]));
    const [first, second, third] = histories.members as [OpenedLibrary, OpenedLibrary, OpenedLibrary];
    const late = await openReplica();
    const { id, current_revision_id } = await first.call('createDocument', { title: 'A', body: 'one\n' });
    const passAll = async () => {
      for (const from of histories.members)
        for (const to of histories.members) if (from !== to) await histories.pass(from, to);
    };
    await passAll();
    const edited = await second.call('replaceDocument', {
      document_id: id,
      base_revision_id: current_revision_id,
      title: 'A',
      body: 'two\n',
    });
    await passAll();
    await second.call('trashDocument', { document_id: id, base_revision_id: edited.current_revision_id });
    await second.call('purgeDocument', { document_id: id, confirmation: `purge-document:${id}` });
    await first.call('createDocument', { title: 'B', body: 'one\n' });
    await histories.exchangeAll();
    await histories.prune(third);
    expect(histories.prunedCount).toBeGreaterThan(0);
    const group = new Group([...histories.members, late]);
    const checkpoint = toCheckpoint(third, group);
    expect(await late.library.store.write(({ sync }) => sync.applyCheckpoint(checkpoint, most))).toBe('more');
    for (const from of [first, second, first]) while (await group.pass(from, late));
    expect(readVector(late)).toEqual(readVector(first));
    expect(readViewDigest(late)).toBe(readViewDigest(first));
    expect(describeLibrary(late)).toEqual(describeLibrary(first));
  }
});

it('a library with a part of a checkpoint and changes of its own adopts it in parts and keeps changes made in between [SYNC-CHECKPOINT]', async () => {
  let parts = 0;
  let materialized = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 60 }),
      fc.nat(30),
      fc.array(step, { maxLength: 8 }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, slices, own, most) => {
        const histories = new Histories(await Promise.all([openReplica(), openReplica()]));
        const { members } = histories;
        const [first, second] = members as [OpenedLibrary, OpenedLibrary];
        const late = await openReplica();
        const group = new Group([first, second, late]);
        for (const [serial, each] of steps.entries()) {
          const [member, other] = each.who > 0 ? [first, second] : [second, first];
          if (each.kind !== 'pass') await act(each, member, serial).catch(ignoreRefusals);
          else
            for (const [from, to] of [
              [member, other],
              [other, member],
            ] as const)
              await histories.pass(from, to);
        }
        await histories.group.exchange();
        for (const from of members) for (const to of members) if (from !== to) await histories.pass(from, to);
        for (let n = 0; n < slices; n += 1) await group.pass(first, late);
        parts += late.library.store.read(({ sync }) => sync.operations(first.library.replicaId, 0, 1_000)).length;
        const acts = own.entries();
        const actOwn = async () => {
          const { value: [serial, each] = [], done } = acts.next();
          if (done !== true && each !== undefined && each.kind !== 'pass')
            await act(each, late, 1_000 + (serial ?? 0)).catch(ignoreRefusals);
        };
        for (let n = 0; n < own.length / 2; n += 1) await actOwn();
        await histories.prune(second);
        const checkpoint = toCheckpoint(second, group);
        const apply = () => late.library.store.write(({ sync }) => sync.applyCheckpoint(checkpoint, WHOLE));
        const before = readVector(late);
        const isFurther = Object.entries(checkpoint.versions).some(([replica, seq]) => seq > (before[replica] ?? 0));
        expect(await apply()).toBe(isFurther ? 'applied' : 'stale');
        expect(await apply()).toBe('stale');
        materialized += await materializeInParts(late, most, actOwn);
        if (!isFurther) return;
        expect(readViewDigest(late)).toBe(computeViewDigest(group.reference(late)));
        expect(readVector(late)).toMatchObject(readVector(second));
        expectShown(late, second, group);
      },
    ),
    { numRuns: 4 * RUNS, seed: SEED, endOnFailure: true },
  );
  expect(parts).toBeGreaterThan(0);
  expect(materialized).toBeGreaterThan(4 * RUNS);
}, 1_200_000);

it('a library with a note that others purged adopts a checkpoint without it [SYNC-CHECKPOINT]', async () => {
  const [first, second, late] = await Promise.all([openReplica(), openReplica(), openReplica()]);
  const group = new Group([first, second, late]);
  const { id, current_revision_id } = await first.call('createDocument', { title: 'Q', body: 'secret\n' });
  for (const to of [second, late]) await group.pass(first, to);
  await second.call('trashDocument', { document_id: id, base_revision_id: current_revision_id });
  await second.call('purgeDocument', { document_id: id, confirmation: `purge-document:${id}` });
  await second.call('createDocument', { title: 'later', body: 'later\n' });
  await applyUntilInterrupted(late, second, group);
  // The run was killed here; the next run examines the library.
  expect((await new LibrarySyncStore(late.library).readState()).viewDigest).toBe(readViewDigest(second));
  expect(describeLibrary(late)).toEqual(describeLibrary(second));
});

/** Starts from another library's checkpoint, and is interrupted before the library is updated to it. */
async function applyUntilInterrupted(late: OpenedLibrary, other: OpenedLibrary, group: Group): Promise<void> {
  const checkpoint = toCheckpoint(other, group);
  expect(await late.library.store.write(({ sync }) => sync.applyCheckpoint(checkpoint, WHOLE))).toBe('applied');
}

it('changes between the parts of a checkpoint do not override the notebook and tags set by others [SYNC-CHECKPOINT]', async () => {
  const [first, second, late] = await Promise.all([openReplica(), openReplica(), openReplica()]);
  const group = new Group([first, second, late]);
  const passAll = async (from: OpenedLibrary, to: OpenedLibrary) => {
    while (await group.pass(from, to));
  };
  const { id: elder } = await first.call('createDocument', { title: 'A', body: '', tags: ['x'] });
  const [left, kept] = await Promise.all(
    ['Left', 'Kept'].map(async (name) => (await second.call('createNotebook', { name })).notebook_id),
  );
  const { id: document_id, current_revision_id: base_revision_id } = await second.call('createDocument', {
    title: 'B',
    body: '',
    notebook_id: left,
    tags: ['x'],
  });
  await passAll(second, late);
  await passAll(first, second);
  await second.call('moveDocument', { document_id, base_revision_id, notebook_id: kept });
  await second.call('deleteNotebook', { notebook_id: left as string });
  await second.call('removeDocumentTag', { document_id, tag: 'x' });
  await applyUntilInterrupted(late, second, group);
  const operations = await recordOperations(late, () => late.call('addDocumentTag', { document_id, tag: 'y' }));
  expect(operations.map(({ op }) => op)).toEqual(['tag.create', 'doc.tag_add']);
  await materializeInParts(late, 1);
  const { notes, tags } = describeLibrary(late);
  expect(notes[document_id]).toMatchObject({ notebook: kept });
  expect(notes[document_id]?.tags.map((tag) => tags[tag])).toEqual(['y']);
  expect(Object.keys(notes).sort()).toEqual([document_id, elder].sort());
  expect(describeLibrary(late)).toEqual(describeView(group.reference(late)));
});

it('text written between the parts of a checkpoint is merged with the note in the checkpoint without a common ancestor [SYNC-CHECKPOINT]', async () => {
  const histories = new Histories(await Promise.all([openReplica(), openReplica()]));
  const [first, second] = histories.members as [OpenedLibrary, OpenedLibrary];
  const late = await openReplica();
  const group = new Group([first, second, late]);
  const write = ({ call }: OpenedLibrary, document_id: string, base_revision_id: string, body: string) =>
    call('replaceDocument', { document_id, base_revision_id, title: 'N', body });
  const notes = [];
  for (let n = 0; n < 3; n += 1)
    notes.push(await first.call('createDocument', { title: 'N', body: 'one\ntwo\nthree\n' }));
  while (await group.pass(first, late));
  await histories.exchangeAll();
  for (const { id, current_revision_id } of notes) {
    const { current_revision_id: next } = await write(second, id, current_revision_id, 'one\ntwo\nTHREE\n');
    await write(second, id, next, 'one\ntwo\nTHREE\nfour\n');
  }
  await histories.exchangeAll();
  await histories.prune(second);
  expect(histories.prunedCount).toBeGreaterThan(0);
  await applyUntilInterrupted(late, second, group);
  const [apart, alike, together] = notes as [(typeof notes)[0], (typeof notes)[0], (typeof notes)[0]];
  const written = await recordOperations(late, async () => {
    await write(late, apart.id, apart.current_revision_id, 'ONE\ntwo\nthree\n');
    await late.call('addDocumentTag', { document_id: apart.id, tag: 'x' });
    await write(late, alike.id, alike.current_revision_id, 'one\ntwo\nTHREE\nfour\n');
    await write(late, together.id, together.current_revision_id, 'one\ntwo\n3\n');
  });
  expect(written.map(({ op }) => op)).toEqual(['doc.write', 'tag.create', 'doc.tag_add', 'doc.write', 'doc.write']);
  expect(describeLibrary(late).notes[apart.id]?.body).toBe('ONE\ntwo\nTHREE\nfour\n');
  await materializeInParts(late, 1);
  while (await group.pass(late, first));
  for (const member of [first, late]) {
    expect(describeLibrary(member).notes[apart.id]?.body).toBe('ONE\ntwo\nTHREE\nfour\n');
    expect(describeLibrary(member).notes[apart.id]?.tags).toHaveLength(1);
    expect(describeLibrary(member).notes[alike.id]?.body).toBe('one\ntwo\nTHREE\nfour\n');
    expect(describeLibrary(member).conflicts).toHaveLength(1);
  }
  const { revisions } = await late.call('listRevisions', { document_id: apart.id });
  const bodies = revisions.map(({ revision_id }) => late.call('getRevision', { document_id: apart.id, revision_id }));
  expect((await Promise.all(bodies)).map(({ body }) => body)).toContain('ONE\ntwo\nthree\n');
  expect(describeLibrary(late)).toEqual(describeLibrary(first));
  expect(describeLibrary(late)).toEqual(describeView(group.reference(late)));
});

/**
 * Expects a library to show the result of its operations, which equals another library's state unless it has operations
 * of its own.
 */
function expectShown(late: OpenedLibrary, other: OpenedLibrary, group: Group): void {
  expect(describeLibrary(late)).toEqual(describeView(group.reference(late)));
  if (late.library.store.read(({ sync }) => sync.operations(late.library.replicaId, 0, 1)).length === 0)
    expect(describeLibrary(late)).toEqual(describeLibrary(other));
}
