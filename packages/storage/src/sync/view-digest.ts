import type { NoteState as NoteView } from '@notes/sync-protocol/merge';
import { LEAVES, type Leaf, LeafTree } from '@notes/sync-protocol/run';
import type { Statements } from '../library/statements.js';
import { parseNoteState } from './note-states.js';

type NoteRow = [id: string, state: string, title: string, bodySha256: string, deletedAt: number | null];

const NOTES = `SELECT d.id, d.synced, d.title, lower(hex(r.body_sha256)), d.deleted_at
  FROM documents d JOIN revisions r ON r.pk = d.revision_pk WHERE d.synced IS NOT NULL`;
const NOTEBOOKS = `SELECT n.id, n.name, p.id AS parent, n.icon_emoji AS iconEmoji
  FROM notebooks n LEFT JOIN notebooks p ON p.pk = n.parent_pk WHERE n.builtin = 0`;
const TAGS = 'SELECT id, name FROM tags WHERE pk IN (SELECT tag_pk FROM document_tags)';
const SEARCHES = 'SELECT id, name, query, icon_emoji AS iconEmoji FROM search_notebooks WHERE builtin = 0';
const RESOURCES = `SELECT id, lower(hex(sha256)) AS sha256, size_bytes AS sizeBytes, mime_type AS mimeType, filename
  FROM resources`;
const BUNDLES = 'SELECT id, lower(hex(sha256)) AS sha256, size_bytes AS sizeBytes, kind FROM source_bundles';
const SOURCES = `SELECT d.id, p.source_kind AS sourceKind, p.source_id AS sourceId, p.content_sha256 AS contentSha256
    FROM provenance p JOIN documents d ON d.pk = p.document_pk
  UNION ALL SELECT r.id, p.source_kind, p.source_id, NULL
    FROM resource_provenance p JOIN resources r ON r.pk = p.resource_pk ORDER BY 1, 2, 3`;

/**
 * Digests the materialized library, not the log, one entity per step. Any difference from the reference view changes
 * the digest.
 */
export function* digestLibrary(sql: Statements): Generator<void, string> {
  const tree = new LeafTree();
  for (const leaf of readLeaves(sql)) {
    tree.add(leaf);
    yield;
  }
  return tree.root();
}

type Parameter<Name extends keyof typeof LEAVES, N extends number> = Parameters<(typeof LEAVES)[Name]>[N];

type Source = Parameter<'provenance', 1>[number] & { readonly id: string };

function* readLeaves(sql: Statements): Iterable<Leaf> {
  for (const row of sql.iterateRows<NoteRow>(NOTES)) yield noteLeaf(row);
  for (const row of sql.all<Parameter<'notebook', 0>>(NOTEBOOKS)) yield LEAVES.notebook(row);
  for (const row of sql.all<Parameter<'tag', 0>>(TAGS)) yield LEAVES.tag(row);
  for (const row of sql.all<Parameter<'search', 0>>(SEARCHES)) yield LEAVES.search(row);
  for (const row of sql.all<Parameter<'resource', 0>>(RESOURCES)) yield LEAVES.resource(row);
  for (const row of sql.all<Parameter<'bundle', 0>>(BUNDLES)) yield LEAVES.bundle(row);
  for (const [id, own] of groups(sql.iterate<Source>(SOURCES))) yield LEAVES.provenance(id, own);
}

function noteLeaf([id, text, title, bodySha256, deletedAt]: NoteRow): Leaf {
  const { heads, losers, home, given, attached } = parseNoteState(text);
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
