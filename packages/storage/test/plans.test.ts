import { join } from 'node:path';
import { parseQuery } from '@notes/query-language';
import { processorTimeUntil } from '@notes/tooling/expect-time';
import { expect, it, vi } from 'vitest';
import {
  type ReceivedBlob,
  type ResourceRow,
  readOnSeparateConnection,
  type Store,
  type TagRow,
  type UnitOfWork,
} from '../src/index.js';
import { type Connection, openSqlite } from '../src/library/driver.js';
import { addNote, NOTEBOOK, openIn, revision, storedBytes, temporaryDirectory } from './support.js';

const LINKED = '[[elsewhere]] [[x/One]] <doc_b> <res_a> <#a>\n- [ ] open\n- [x] done %template';

/** Reads links, tasks and names. */
function readDerived({ links, tasks, documents }: UnitOfWork, pk: number, home: number): void {
  links.outgoing(pk);
  links.incoming(pk, { limit: 10, perNote: 5 });
  links.listEdges([pk]);
  links.anchorUses(pk);
  links.resolve([{ type: 'title', title: 'x/two.md' }], pk);
  links.findFormerOwner('one');
  links.suggest('els', 10);
  links.suggest('no such one', 10, pk);
  for (const state of ['open', 'done', 'all'] as const) tasks.list({ state, limit: 10, notebookPks: [home] });
  tasks.list({ state: 'all', limit: 10, documentPk: pk });
  tasks.counts({ documentPk: pk });
  tasks.counts({});
  documents.listTemplates(10);
  documents.flags(['doc_a']);
  documents.getMany([pk]);
}

function workWithAttachments({ documents, resources }: UnitOfWork, pk: number, bytes: ReceivedBlob): void {
  const [a, b] = ['res_a', 'res_b'].map((id) => {
    return resources.adopt(bytes, { id, filename: 'a', mimeType: 'a/b', at: 1 }).resource;
  }) as [ResourceRow, ResourceRow];
  resources.attach(pk, a.pk, 'cover');
  resources.copyRelations(pk, documents.get('doc_b')?.pk as number);
  resources.listForDocument(pk);
  resources.isEmbedded(pk, a.pk);
  resources.countUses(a.pk);
  resources.detach(pk, a.pk, 2);
  resources.remove(b);
}

function workWithTags({ tags }: UnitOfWork, pk: number): void {
  const [a, b] = ['A', 'A/b'].map((name) => tags.ensure(name, () => `tag_${name}`, 1)) as [TagRow, TagRow];
  tags.attach(pk, a.pk);
  tags.branch('a', true, 10);
  tags.countNotes([a.pk]);
  tags.rename([{ tag: b, name: 'Other' }]);
  tags.rename([{ tag: a, name: 'other' }]);
}

function workWithBatches({ batchRequests }: UnitOfWork): void {
  batchRequests.deleteBefore(1);
  batchRequests.keep('key', { argumentsSha256: Buffer.alloc(32), report: '[]' }, 1);
  batchRequests.get('key');
}

function workWithFeed({ searchFeed, journal }: UnitOfWork): void {
  searchFeed.begin('rep_a', 0);
  searchFeed.queueChanges({ last: journal.last(), limit: 1_000, at: 1 });
  searchFeed.queueNotes({ from: 0, to: 1_000, excluded: [] }, 1);
  const [job] = searchFeed.listDue({ at: 1, latest: 2, limit: 10 });
  searchFeed.reject({ documentId: 'doc_a', seq: job?.seq ?? 0, message: 'No', dueAt: 9 });
  searchFeed.complete([{ documentId: 'doc_a', seq: 1 }]);
  searchFeed.firstPendingSeq(['doc_a']);
  searchFeed.listNotes(0, 10);
  searchFeed.findNotes(['doc_a']);
  searchFeed.readNotes(['doc_a']);
  searchFeed.listIds([1]);
  searchFeed.findJobs(['doc_a']);
  searchFeed.listChangedSince(0);
  searchFeed.counts();
  searchFeed.oldestPendingAt();
  searchFeed.nextRetryAt();
  searchFeed.failure();
  searchFeed.hasWork();
  searchFeed.retryFailed(1);
}

/** Runs every ordinary operation on notes once. */
async function ordinaryWork(store: Store): Promise<void> {
  const bytes = await storedBytes(store);
  await store.write((unit) => {
    const notebook = unit.notebooks.get(NOTEBOOK);
    const [home, other] = [notebook?.pk as number, unit.notebooks.insert(newNotebook('nb_other')).pk];
    const pk = addNote(unit, { id: 'doc_a', title: 'One', body: LINKED, fileName: 'One more.md' });
    addNote(unit, { id: 'doc_b', title: 'Elsewhere', body: '[[One]] [[Two]] [[x/two.md]]' });
    const tag = unit.tags.ensure('Tag', () => 'tag_1', 1);
    unit.tags.attach(pk, tag.pk);
    const note = () =>
      unit.documents.getWithBody('doc_a') as NonNullable<ReturnType<typeof unit.documents.getWithBody>>;
    unit.documents.touchTags(note(), 2);
    unit.documents.revise(note(), revision('Two', LINKED));
    workWithAttachments(unit, pk, bytes);
    workWithTags(unit, pk);
    workWithBatches(unit);
    workWithFeed(unit);
    unit.documents.setTimes(note(), 1, 2);
    unit.provenance.record(note(), { kind: 'markdown', id: 'a.md' }, 'digest', 3);
    unit.provenance.find({ kind: 'markdown', id: 'a.md' });
    unit.provenance.isImported(pk);
    unit.documents.move(note(), other, 4);
    unit.documents.trash(note(), 5);
    unit.documents.restore(note(), 6);
    unit.notebooks.update(
      unit.notebooks.get('nb_other') as NonNullable<typeof notebook>,
      { name: 'X', iconEmoji: null, parentPk: home },
      6,
    );
    unit.documents.get('doc_a');
    readDerived(unit, pk, home);
    unit.documents.getPage([pk]);
    unit.documents.findByTitleKey('two', 5);
    unit.documents.listInNotebook(home, 10);
    unit.documents.listTrash(10);
    unit.revisions.list(pk, 10);
    unit.revisions.get(pk, 'rev_1');
    unit.notebooks.noteCount(home);
    unit.notebooks.trashedCount(home);
    unit.notebooks.findByName(null, 'notes');
    unit.journal.last();
    unit.journal.since(0, 10);
    for (const held of unit.tags.listForDocument(pk)) unit.tags.detach(pk, held);
    unit.documents.emptyNotebook(other, home, 7);
    unit.documents.purge(note(), 9);
    unit.notebooks.delete(unit.notebooks.get('nb_other') as NonNullable<typeof notebook>);
  });
}

const newNotebook = (id: string) => ({ id, name: id, parentPk: null, iconEmoji: null, at: 1 });

/** Returns the prototype shared by all databases of this thread. */
function prototypeOfDatabases(): Connection {
  const database = openSqlite(':memory:');
  database.close();
  return Object.getPrototypeOf(database);
}

it('no statement of ordinary work scans a table that grows with the library', async () => {
  const dataDir = temporaryDirectory();
  const store = openIn(dataDir);
  const prepare = vi.spyOn(prototypeOfDatabases(), 'prepare');
  await ordinaryWork(store);
  const statements = [...new Set(prepare.mock.calls.map(([text]) => text))];
  prepare.mockRestore();
  const database = openSqlite(join(dataDir, 'notes.db'), { readonly: true });
  const explain = (text: string) =>
    database.prepare(`EXPLAIN QUERY PLAN ${text.replaceAll('?', 'NULL')}`).all() as { detail: string }[];
  const scans = statements
    .filter((text) => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/i.test(text))
    .flatMap((text) => explain(text).map(({ detail }) => `${detail} — ${text}`))
    // These indexes contain only notes that match.
    .filter((line) => !/^SCAN d USING INDEX documents_(tasks|templates)/.test(line))
    .filter((line) =>
      /^SCAN "?(d|dt|p|r|s|t|f|l|documents|revisions|change_journal|document_tags|provenance|links|tasks|document_names|dn|title_words|former_titles|dr|resources|document_resources|tags|batch_requests|search_jobs)\b/.test(
        line,
      ),
    );
  database.close();
  expect(statements.length).toBeGreaterThan(40);
  expect(scans).toEqual([]);
});

it('a selection finds descendants of notebooks and tags by an index, without a scan', () => {
  const dataDir = temporaryDirectory();
  openIn(dataDir);
  const prepare = vi.spyOn(prototypeOfDatabases(), 'prepare');
  readOnSeparateConnection(dataDir, ({ selection }) => {
    selection.begin();
    selection.takeNotebooks([NOTEBOOK], true);
    selection.takeTags(['work']);
  });
  const taken = prepare.mock.calls.map(([text]) => text).filter((text) => /INSERT OR IGNORE/.test(text));
  prepare.mockRestore();
  const database = openSqlite(join(dataDir, 'notes.db'), { readonly: true });
  database.exec('CREATE TEMP TABLE selected_documents (pk INTEGER PRIMARY KEY)');
  const scans = taken
    .flatMap((text) =>
      database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(
        text
          .split('?')
          .slice(1)
          .map(() => '[]'),
      ),
    )
    .filter((step) => /^SCAN (n|d|t|dt)\b/.test((step as { detail: string }).detail));
  database.close();
  expect(taken).toHaveLength(2);
  expect(scans).toEqual([]);
});

it('a search by MIME type uses the index of attachments, without a scan', () => {
  const dataDir = temporaryDirectory();
  const store = openIn(dataDir);
  const prepare = vi.spyOn(prototypeOfDatabases(), 'prepare');
  for (const text of ['mime:image/png', 'mime:image/*']) {
    const parsed = parseQuery(text);
    if (!parsed.ok) throw new Error(text);
    store.read(({ search }) => search.find({ query: parsed.query, sort: 'updated', limit: 10, now: 1 }));
  }
  const searches = prepare.mock.calls.map(([text]) => text).filter((text) => text.includes('mime_type'));
  prepare.mockRestore();
  const database = openSqlite(join(dataDir, 'notes.db'), { readonly: true });
  const steps = searches.flatMap((text) =>
    database.prepare(`EXPLAIN QUERY PLAN ${text.replaceAll('?', "'a'")}`).all(),
  ) as { detail: string }[];
  database.close();
  const passes = steps.filter(({ detail }) => /^(SCAN|SEARCH) r\b/.test(detail));
  expect(passes.length).toBeGreaterThanOrEqual(2);
  expect(passes.filter(({ detail }) => !/^SEARCH r .*\bresources_mime_type\b/.test(detail))).toEqual([]);
});

it('an insert takes at most four times as long in a library of many notes', async () => {
  const store = openIn(temporaryDirectory());
  let made = 0;
  /** Returns the processor time of the fastest of some writes of 100 notes, in milliseconds. */
  const measureInserts = async (rounds: number) => {
    let fastest = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      const write = () =>
        store.write((unit) => {
          for (let n = 0; n < 100; n++) addNote(unit, { id: `doc_${made++}`, title: 'A title', body: `body ${made}` });
        });
      fastest = Math.min(fastest, await processorTimeUntil(write));
    }
    return fastest;
  };
  await measureInserts(5);
  const few = await measureInserts(10);
  await measureInserts(150);
  expect(await measureInserts(10)).toBeLessThan(few * 4);
});
