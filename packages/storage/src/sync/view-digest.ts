import { hash } from 'node:crypto';
import { compareSources, type NoteState as NoteView, type ProvenanceView } from '@notes/sync-protocol/merge';
import { createLeaves, type Leaf, LeafTree } from '@notes/sync-protocol/run';
import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { build, defineQuery, type Parameters, type Row, rows, toHex } from '../library/query.js';
import type { Statements } from '../library/statements.js';
import {
  documents,
  documentTags,
  notebooks,
  provenance,
  resourceProvenance,
  resources,
  revisions,
  searchNotebooks,
  sourceBundles,
  tags,
} from '../schema.js';
import { parseNoteState } from './note-states.js';

const noteFields = {
  id: documents.id,
  state: sql<string>`${documents.synced}`,
  title: documents.title,
  bodySha256: toHex(revisions.bodySha256),
  deletedAt: documents.deletedAt,
};
const selectAllNotes = () =>
  build.select(noteFields).from(documents).innerJoin(revisions, eq(revisions.pk, documents.revisionPk)).$dynamic();
const IS_SYNCED = sql`${documents.synced} IS NOT NULL`;
const selectNotes = defineQuery(() => selectAllNotes().where(IS_SYNCED));
const selectNote = defineQuery(({ id }: Parameters<{ id: string }>) =>
  selectAllNotes().where(and(eq(documents.id, id), IS_SYNCED)),
);
const parent = alias(notebooks, 'p');
const selectNotebooks = defineQuery(() =>
  build
    .select({
      id: notebooks.id,
      name: notebooks.name,
      parent: sql<string | null>`${parent.id}`,
      iconEmoji: notebooks.iconEmoji,
    })
    .from(notebooks)
    .leftJoin(parent, eq(parent.pk, notebooks.parentPk))
    .where(sql`${notebooks.builtin} = 0`),
);
const selectTags = defineQuery(() =>
  build
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(sql`${tags.pk} IN (SELECT ${documentTags.tagPk} FROM ${documentTags})`),
);
const selectSearches = defineQuery(() =>
  build
    .select({
      id: searchNotebooks.id,
      name: searchNotebooks.name,
      query: searchNotebooks.query,
      iconEmoji: searchNotebooks.iconEmoji,
    })
    .from(searchNotebooks)
    .where(sql`${searchNotebooks.builtin} = 0`),
);
const selectResources = defineQuery(() =>
  build
    .select({
      id: resources.id,
      sha256: toHex(resources.sha256),
      sizeBytes: resources.sizeBytes,
      mimeType: resources.mimeType,
      filename: resources.filename,
    })
    .from(resources),
);
const selectBundles = defineQuery(() =>
  build
    .select({
      id: sourceBundles.id,
      sha256: toHex(sourceBundles.sha256),
      sizeBytes: sourceBundles.sizeBytes,
      kind: sourceBundles.kind,
    })
    .from(sourceBundles),
);
const sourceFields = {
  id: documents.id,
  sourceKind: provenance.sourceKind,
  sourceId: provenance.sourceId,
  contentSha256: sql<string | null>`${provenance.contentSha256}`,
};
type Source = Row<typeof sourceFields>;
const selectSources = defineQuery(() =>
  rows(
    sourceFields,
    (list) => sql`SELECT ${list} FROM ${provenance} JOIN ${documents} ON ${documents.pk} = ${provenance.documentPk}
      UNION ALL SELECT ${resources.id}, ${resourceProvenance.sourceKind}, ${resourceProvenance.sourceId}, NULL
        FROM ${resourceProvenance} JOIN ${resources} ON ${resources.pk} = ${resourceProvenance.resourcePk}
      ORDER BY 1`,
  ),
);

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer');
const LEAVES = createLeaves(sha256);

/**
 * Builds the hash tree of the materialized library, not of the log, one entity per step. Any difference from the
 * reference view changes its root.
 */
export function* buildLeafTree(statements: Statements): Generator<void, LeafTree> {
  const tree = new LeafTree(sha256);
  for (const leaf of readLeaves(statements)) {
    tree.add(leaf);
    yield;
  }
  return tree;
}

/**
 * Updates the leaves of notes.
 *
 * @returns false when one of the notes has no leaf any more; the tree is then unusable
 */
export function updateNoteLeaves(statements: Statements, tree: LeafTree, ids: Iterable<string>): boolean {
  for (const id of ids) {
    const row = statements.get(selectNote, { id });
    if (row === undefined) return false;
    tree.set(noteLeaf(row));
  }
  return true;
}

/** Entity of the reference view. Its leaf depends on the selected fields only. */
type Entity<Kind extends keyof typeof LEAVES> = (typeof LEAVES)[Kind] extends (
  entity: infer Found,
  ...rest: never[]
) => Leaf
  ? Found
  : never;

function* readLeaves(statements: Statements): Iterable<Leaf> {
  for (const row of statements.iterate(selectNotes)) yield noteLeaf(row);
  for (const row of statements.all(selectNotebooks)) yield LEAVES.notebook(row as Entity<'notebook'>);
  for (const row of statements.all(selectTags)) yield LEAVES.tag(row as Entity<'tag'>);
  for (const row of statements.all(selectSearches)) yield LEAVES.search(row as Entity<'search'>);
  for (const row of statements.all(selectResources)) yield LEAVES.resource(row as Entity<'resource'>);
  for (const row of statements.all(selectBundles)) yield LEAVES.bundle(row as Entity<'bundle'>);
  // SQLite compares the bytes of UTF-8, the reference view UTF-16.
  for (const [id, own] of groups(statements.iterate(selectSources)))
    yield LEAVES.provenance(id, own.toSorted(compareSources) as unknown as readonly ProvenanceView[]);
}

function noteLeaf({ id, state, title, bodySha256, deletedAt }: Row<typeof noteFields>): Leaf {
  const { heads, losers, home, given, attached } = parseNoteState(state);
  const attachments = Object.keys(attached)
    .sort()
    .map((key) => {
      const [resource, relation] = key.split(' ') as [string, string];
      return { resource, relation };
    });
  const aside = losers.map((revisionId) => ({ revisionId }));
  const note = { id, title, heads, losers: aside, trashedAt: deletedAt, home, tagIds: given, attachments };
  return LEAVES.note(note as unknown as NoteView, bodySha256);
}

/** Groups consecutive rows with the same id. */
function* groups(rows: Iterable<Source>): Iterable<readonly [id: string, own: readonly Source[]]> {
  let own: Source[] = [];
  for (const row of rows) {
    const id = own[0]?.id;
    if (id !== undefined && id !== row.id) {
      yield [id, own];
      own = [];
    }
    own.push(row);
  }
  if (own[0] !== undefined) yield [own[0].id, own];
}
