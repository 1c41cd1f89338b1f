import type { AuthorState, LoggedOperation } from '@notes/sync-protocol';
import { type BootstrapCheckpoint, createStoredOperations } from '@notes/sync-protocol/run';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AMENDED } from '../src/documents/derived.js';
import { dataPaths } from '../src/index.js';
import { openSqlite } from '../src/library/driver.js';
import { derive } from './derive.js';
import { addNotebook, openIn, temporaryDirectory } from './support.js';

const TITLES = ['One', 'one', 'Two', 'Größe', '', 'Work/One'];
const PIECES = [
  '[[One]] [[two]] [[größe#x|shown]] [[Work/One]] [[one.md]]',
  '<doc_1> <doc_2> [[doc_3]] <#here> <https://example.org>',
  '<res_1> <res_2>',
  '- [ ] open ^first due:2026-11-20\n- [x] done\n%code',
  '東京都港区 Größe words of a text',
];

/** Step of a history. `isBehind`: a write follows the first revision instead of the last, so that branches arise. */
const step = fc.record({
  who: fc.constantFrom('rep_a', 'rep_b'),
  kind: fc.constantFrom(
    ...(['write', 'write', 'write', 'home', 'tag', 'untag', 'trash', 'restore', 'source'] as const),
    ...(['attach', 'detach', 'notebook', 'resource', 'retag'] as const),
  ),
  note: fc.nat({ max: 4 }),
  other: fc.nat({ max: 2 }),
  title: fc.constantFrom(...TITLES),
  body: fc.subarray(PIECES).map((some) => some.join('\n')),
  at: fc.integer({ min: 1_000, max: 9_000 }),
  isBehind: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Steps that concern no existing note. */
const LONE: ReadonlySet<Step['kind']> = new Set(['write', 'notebook', 'resource', 'retag']);

/** Entity that a step names beside its note. */
const NAMED: Partial<Record<Step['kind'], (other: number) => string>> = {
  home: (other) => `nb_${other}`,
  tag: (other) => `tag_${other}`,
  retag: (other) => `tag_${other}`,
  attach: (other) => `res_${other}`,
};

/** Operations of two replicas, in the order of the log. */
class History {
  readonly operations: LoggedOperation[] = [];
  readonly #seqs = new Map<string, number>();
  readonly #created = new Set<string>();
  readonly #revisions = new Map<string, string[]>();
  /** Dots of additions, by name of the operation and note. */
  readonly #dots = new Map<string, string[]>();

  constructor(steps: readonly Step[]) {
    for (const each of steps) this.#take(each);
  }

  get checkpoint(): BootstrapCheckpoint {
    const versions = Object.fromEntries(this.#seqs);
    const lamport = this.operations.length;
    const authors = [...this.#seqs].map(([replica, seq]): [string, AuthorState] => [
      replica,
      { index: 1, digest: 'f'.repeat(64), seq, lamport, context: {} },
    ]);
    return {
      name: 'one',
      versions,
      authors: new Map(authors),
      operations: createStoredOperations(this.operations),
    };
  }

  #take({ who, kind, note, other, title, body, at, isBehind }: Step): void {
    const doc = `doc_${note}`;
    const add = (content: object) => this.#add(who, at, content);
    const addDot = (content: { op: string }) => {
      const key = `${content.op} ${doc}`;
      this.#dots.set(key, [...(this.#dots.get(key) ?? []), add(content)]);
    };
    const dots = (name: string) => this.#dots.get(`${name} ${doc}`) ?? [];
    const known = this.#revisions.get(doc) ?? [];
    // Nobody changes a note before it has a text, or names what does not exist yet.
    if (known.length === 0 && !LONE.has(kind)) return;
    const named = NAMED[kind]?.(other);
    if (named !== undefined && !this.#created.has(named)) return;
    switch (kind) {
      case 'write': {
        if (known.length === 0) {
          add({ op: 'doc.create', doc, created: at, file_name: other === 0 ? 'one.md' : null });
          // Another entity comes in between, so that small slices create the note before its text.
          add({ op: 'tag.create', tag: `tag_${other}`, name: `t${other}`, created: at });
        }
        const rev = `rev_${this.operations.length}`;
        const parents = (isBehind ? known.slice(0, 1) : known.slice(-1)) as string[];
        this.#revisions.set(doc, [...known, rev]);
        add({ op: 'doc.write', doc, rev, parents, title, body });
        break;
      }
      case 'home':
        add({ op: 'doc.home', doc, notebook: `nb_${other}` });
        break;
      case 'tag':
        addDot({ op: 'doc.tag_add', doc, tag: `tag_${other}` } as { op: string });
        break;
      case 'untag':
        add({ op: 'doc.tag_remove', doc, dots: dots('doc.tag_add') });
        break;
      case 'trash':
        addDot({ op: 'doc.trash', doc, seen: known } as { op: string });
        break;
      case 'restore':
        add({ op: 'doc.restore', doc, undo: dots('doc.trash') });
        break;
      case 'source':
        add({
          op: 'src.provenance',
          target: doc,
          source_kind: 'k',
          source_id: `s${other}`,
          content_sha256: `${note}`.repeat(64),
          imported: at,
        });
        break;
      case 'attach':
        addDot({ op: 'doc.attach', doc, resource: `res_${other}`, relation_type: 'file' } as { op: string });
        break;
      case 'detach':
        add({ op: 'doc.detach', doc, dots: dots('doc.attach') });
        break;
      case 'notebook':
        add({ op: 'nb.create', notebook: `nb_${other}`, name: 'Work', parent: null, icon_emoji: null, created: at });
        break;
      case 'resource': {
        const content = { sha256: `${other}`.repeat(64), size: 1, mime: 'a/b', filename: 'a', created: at };
        add({ op: 'res.create', resource: `res_${other}`, ...content });
        break;
      }
      case 'retag':
        add({ op: 'tag.name', tag: `tag_${other}`, name: `T${note}` });
    }
  }

  #add(replica: string, w: number, content: object): string {
    const s = (this.#seqs.get(replica) ?? 0) + 1;
    this.#seqs.set(replica, s);
    const { op, tag, notebook, resource } = content as {
      op: string;
      tag?: string;
      notebook?: string;
      resource?: string;
    };
    const id = tag ?? notebook ?? resource;
    if (op.endsWith('.create') && id !== undefined) this.#created.add(id);
    const l = this.operations.length + 1;
    this.operations.push({ replica, operation: { ...content, s, l, w } } as unknown as LoggedOperation);
    return `${replica}:${s}`;
  }
}

const NOTE = '(SELECT id FROM documents WHERE pk = document_pk)';
/**
 * Tables of the library and of the log, with ids in place of keys. Revisions that merge others, closed conflicts, the
 * journal and titles given up between branches depend on what was materialized in between.
 */
const COMPARED = [
  `SELECT d.id, n.id, r.id, d.title, d.title_key, d.excerpt, d.size_bytes, d.created_at, d.updated_at, d.deleted_at,
    d.features & ~${AMENDED}, d.open_tasks, d.done_tasks, d.file_name, json_remove(d.synced, '$.revisionPk'),
    d.synced ->> 'revisionPk' = (SELECT max(pk) FROM revisions WHERE document_pk = d.pk)
    FROM documents d JOIN notebooks n ON n.pk = d.notebook_pk JOIN revisions r ON r.pk = d.revision_pk ORDER BY d.id`,
  `SELECT id, ${NOTE}, created_at, origin, title, size_bytes, hex(body_sha256), body FROM revisions
    WHERE id IN (SELECT operation ->> 'rev' FROM sync_ops) ORDER BY id`,
  `SELECT s.id, l.n, l.kind, l.line, l.start_byte, l.end_byte, l.target, l.title, l.anchor, l.text, l.state,
    l.target_key, t.id FROM links l JOIN documents s ON s.pk = l.source_pk LEFT JOIN documents t ON t.pk = l.target_pk
    ORDER BY 1, 2`,
  `SELECT ${NOTE}, n, done, line, text, block_id, due FROM tasks ORDER BY 1, 2`,
  `SELECT ${NOTE}, key FROM document_names ORDER BY 1, 2`,
  `SELECT ${NOTE}, word FROM title_words ORDER BY 1, 2`,
  `SELECT ${NOTE}, (SELECT id FROM tags WHERE pk = tag_pk) FROM document_tags ORDER BY 1, 2`,
  `SELECT ${NOTE}, (SELECT id FROM resources WHERE pk = resource_pk), relation_type FROM document_resources
    ORDER BY 1, 2, 3`,
  `SELECT ${NOTE}, source_kind, source_id, content_sha256, imported_at FROM provenance ORDER BY 1, 2, 3`,
  'SELECT id, name FROM tags ORDER BY 1',
  'SELECT id, name, parent_pk FROM notebooks ORDER BY 1',
  'SELECT id, filename, hex(sha256), unattached_at IS NULL FROM resources ORDER BY 1',
  'SELECT * FROM sync_ops ORDER BY pk',
  'SELECT * FROM sync_bodies ORDER BY 1',
  'SELECT * FROM sync_states ORDER BY 1',
  'SELECT id, kind, subject, record FROM sync_conflicts WHERE closed_at IS NULL ORDER BY 1',
  'SELECT id, seq, lamport, segment, segment_seq, forgotten FROM sync_replicas ORDER BY 1',
  'SELECT term, (SELECT id FROM documents WHERE pk = doc) AS id, col, "offset" FROM temp.entries ORDER BY 1, 2, 3, 4',
];

/**
 * Applies a history to a new library, `most` operations at a time, in writes of `ms` milliseconds, and returns its tables
 * and its digest.
 */
async function apply(history: History, most: number, ms = 0) {
  const dataDir = temporaryDirectory();
  const readText = ({ title, body }: { title: string; body: string }) => {
    return { title, body, sizeBytes: Buffer.byteLength(body), excerpt: body.slice(0, 20), derived: derive(body) };
  };
  const store = openIn(dataDir, {
    readText,
    initialise: (unit) => {
      addNotebook(unit);
    },
  });
  await store.write(({ sync }) => sync.becomeReplica('rep_own'));
  const { checkpoint } = history;
  while ((await store.write(({ sync }) => sync.applyCheckpoint(checkpoint, most, { ms }))) === 'more');
  const digest = store.read(({ sync }) => {
    const steps = sync.buildLeafTree();
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value.root();
    }
  });
  store.close();
  const database = openSqlite(dataPaths(dataDir).database, {});
  database.exec("CREATE VIRTUAL TABLE temp.entries USING fts5vocab('main', 'search_fts', 'instance')");
  const tables = COMPARED.map((statement) => database.prepare(statement).raw().all());
  const formerTitles = database.prepare(`SELECT ${NOTE}, title_key FROM former_titles ORDER BY pk`).raw().all();
  database.close();
  return { digest, tables, formerTitles };
}

/** Number of operations above that of any history. */
const WHOLE = 10_000;
/** Milliseconds above those that any history takes. */
const LONG_MS = 60_000;

it('notes created together equal notes materialized operation by operation', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 2, max: 9 }),
      async (steps, most) => {
        const history = new History(steps);
        const single = await apply(history, 1);
        const isLinear = steps.every(({ isBehind }) => !isBehind);
        for (const [size, ms] of [[most], [WHOLE], [most, LONG_MS]] as const) {
          const bulk = await apply(history, size, ms);
          expect(bulk.tables).toEqual(single.tables);
          expect(bulk.digest).toBe(single.digest);
          if (isLinear) expect(bulk.formerTitles).toEqual(single.formerTitles);
        }
      },
    ),
    { numRuns: samples(20), endOnFailure: true },
  );
});

it('a note that several replicas trashed, tagged and attached has one state in slices of any size', async () => {
  const usual = { note: 0, other: 1, title: 'One', body: '', isBehind: true };
  const kinds = ['write', 'resource', 'trash', 'tag', 'attach'] as const;
  const authors = ['rep_a', 'rep_b', 'rep_a'] as const;
  const steps = authors.flatMap((who, n) => kinds.map((kind) => ({ ...usual, who, kind, at: 1000 - n })));
  const history = new History(steps);
  const { tables } = await apply(history, 1);
  for (const most of [2, 4, WHOLE]) expect((await apply(history, most)).tables).toEqual(tables);
});

it('titles that a note gave up are recorded alike in slices of any size', async () => {
  const write = { who: 'rep_a', kind: 'write', note: 0, other: 1, body: 'b', isBehind: false } as const;
  const steps = ['A', 'B', 'C', 'A', 'D'].map((title, n) => ({ ...write, title, at: 1000 + n }));
  const history = new History(steps as unknown as ConstructorParameters<typeof History>[0]);
  const expected = ['b', 'c', 'a'].map((title) => ['doc_0', title]);
  for (const most of [1, 2, 3, WHOLE]) expect((await apply(history, most)).formerTitles).toEqual(expected);
});
