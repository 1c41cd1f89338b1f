import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineErrorCode } from '@notes/search-engine';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SearchFeed } from '../../src/notes/search/feed/search-feed.js';
import type { Library } from '../../src/platform/context.js';
import { type FedLibrary, listExpected, listIndexed, openFedLibrary, readFeed, waitForSync } from './support.js';

type Step =
  | { readonly do: 'create' | 'change' | 'trash' | 'restore' | 'purge' | 'move'; readonly note: number }
  | { readonly do: 'forget' | 'stale' | 'orphan' | 'reject'; readonly note: number }
  | { readonly do: 'lose' | 'replace' | 'rewind' | 'restart' | 'heal' }
  | { readonly do: 'fail'; readonly code: EngineErrorCode }
  | { readonly do: 'die'; readonly calls: number }
  | { readonly do: 'dieInApply'; readonly moment: 'before' | 'after' }
  | { readonly do: 'crash'; readonly writes: number; readonly isCommitted: boolean }
  | { readonly do: 'wait'; readonly ms: number };

const note = fc.nat(5);
const only = <Name extends string>(...names: readonly Name[]) => fc.constantFrom(...names);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: only('create', 'change', 'trash', 'restore', 'purge', 'move'), note }) },
  { weight: 2, arbitrary: fc.record({ do: only('forget', 'stale', 'orphan', 'reject'), note }) },
  { weight: 2, arbitrary: fc.record({ do: only('lose', 'replace', 'rewind', 'restart', 'heal') }) },
  fc.record({ do: only('fail'), code: only<EngineErrorCode>('unreachable', 'refused', 'gap', 'full', 'failed') }),
  fc.record({ do: only('die'), calls: fc.nat(6) }),
  fc.record({ do: only('dieInApply'), moment: only('before', 'after') }),
  { weight: 2, arbitrary: fc.record({ do: only('crash'), writes: fc.nat(6), isCommitted: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: only('wait'), ms: fc.nat(15) }) },
);

/** Library whose process dies at a write of the feed: it fails, and so does everything after it. */
function createMortal(library: Library) {
  let writesLeft = Number.POSITIVE_INFINITY;
  let isCommitted = false;
  const dead = () => new Error('The process is dead');
  const store = Object.create(library.store, {
    write: {
      value: async (work: Parameters<Library['store']['write']>[0]) => {
        const isLast = --writesLeft < 0;
        if (writesLeft < -1 || (isLast && !isCommitted)) throw dead();
        const value = await library.store.write(work);
        if (isLast) throw dead();
        return value;
      },
    },
    read: {
      value: (work: Parameters<Library['store']['read']>[0]) => {
        if (writesLeft < 0) throw dead();
        return library.store.read(work);
      },
    },
    subscribe: {
      value: (listener: (seq: number) => void) =>
        library.store.subscribe((seq) => {
          if (writesLeft >= 0) listener(seq);
        }),
    },
  });
  return {
    library: Object.create(library, { store: { value: store } }) as Library,
    dieAfter: (writes: number, committed: boolean) => {
      writesLeft = writes;
      isCommitted = committed;
    },
  };
}

/** Runs steps on a library, with one feed at a time. */
class Interleaving {
  readonly #fed: FedLibrary;
  readonly #notes: string[] = [];
  #mortal: ReturnType<typeof createMortal>;
  #feed: SearchFeed;
  readonly #excludedId: string;

  constructor(fed: FedLibrary, excludedId: string) {
    this.#fed = fed;
    this.#excludedId = excludedId;
    this.#mortal = createMortal(fed.library);
    this.#feed = fed.start({}, this.#mortal.library);
  }

  async run(each: Step): Promise<void> {
    const { engine } = this.#fed;
    if ('note' in each) await this.#runOnNote(each);
    else if (each.do === 'fail') engine.failWith(each.code);
    else if (each.do === 'die') engine.dieAfterCalls(each.calls);
    else if (each.do === 'dieInApply') engine.dieInApply(each.moment);
    else if (each.do === 'crash') this.#mortal.dieAfter(each.writes, each.isCommitted);
    else if (each.do === 'wait') await sleep(each.ms);
    else if (each.do === 'restart') await this.restart();
    else if (each.do === 'heal') this.heal();
    else if (each.do === 'lose') engine.lose();
    else if (each.do === 'replace') engine.replace();
    else this.#spoil(() => engine.rewind(0));
  }

  heal(): void {
    this.#fed.engine.failWith(null);
    this.#fed.engine.restart();
    this.#fed.engine.rejectNone();
  }

  async restart(): Promise<void> {
    await this.#feed.stop();
    this.#mortal = createMortal(this.#fed.library);
    this.#feed = this.#fed.start({}, this.#mortal.library);
  }

  stop(): Promise<void> {
    return this.#feed.stop();
  }

  /** Spoils the index, if there is one. */
  #spoil(fault: () => void): void {
    try {
      fault();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }

  async #runOnNote({ do: what, note }: Extract<Step, { note: number }>): Promise<void> {
    const { engine, call } = this.#fed;
    const id = this.#notes[note % Math.max(1, this.#notes.length)];
    if (what === 'create' || id === undefined)
      return void this.#notes.push((await call('createDocument', { title: `Note ${note}`, body: '' })).id);
    if (what === 'reject') return engine.reject([id]);
    const ghost = { id: `doc_ghost${note}`, version: 'rev_1', title: '', body: '' };
    if (what === 'forget') return this.#spoil(() => engine.forget(id));
    if (what === 'stale') return this.#spoil(() => engine.makeStale(id));
    if (what === 'orphan') return this.#spoil(() => engine.addOrphans(ghost));
    await this.#write(what, id).catch(() => {});
  }

  /** Changes a note; refused when the note is in the wrong state, such as in Trash. */
  async #write(what: 'change' | 'trash' | 'restore' | 'purge' | 'move', id: string): Promise<void> {
    const { call } = this.#fed;
    if (what === 'restore') return void (await call('restoreDocument', { document_id: id }));
    if (what === 'purge')
      return void (await call('purgeDocument', { document_id: id, confirmation: `purge-document:${id}` }));
    const { current_revision_id: base_revision_id, notebook_id } = await call('getDocument', { document_id: id });
    const target = notebook_id === this.#excludedId ? 'nb_notes' : this.#excludedId;
    if (what === 'trash') await call('trashDocument', { document_id: id, base_revision_id });
    else if (what === 'move') await call('moveDocument', { document_id: id, notebook_id: target });
    else await call('replaceDocument', { document_id: id, title: 'Changed', body: '', base_revision_id });
  }
}

it('any interleaving of writes, faults and crashes ends with no difference once both are back [SIDECAR-RECONCILE]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const fed = await openFedLibrary(undefined, ['search.sidecar.excluded_notebooks=Hidden']);
      const hidden = await fed.call('createNotebook', { name: 'Hidden' });
      const interleaving = new Interleaving(fed, hidden.notebook_id);
      for (const each of steps) await interleaving.run(each);
      interleaving.heal();
      await interleaving.stop();
      const since = Date.now();
      await sleep(2);
      await interleaving.restart();
      await waitForSync(fed.library, since);
      await interleaving.stop();
      const hiddenPk = fed.library.store.read(({ notebooks }) => notebooks.get(hidden.notebook_id)?.pk);
      expect(await listIndexed(fed.engine)).toEqual(listExpected(fed.library, (pk) => pk === hiddenPk));
      const { state, counts } = readFeed(fed.library);
      expect(state).toMatchObject({ missing: 0, stale: 0, orphaned: 0 });
      expect(counts).toEqual({ pending: 0, retrying: 0, failed: 0 });
      fed.library.store.close();
    }),
    { numRuns: samples(12) },
  );
}, 600_000);
