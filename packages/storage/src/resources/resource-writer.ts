import { nameKey } from '@notes/query-language';
import type { Derived } from '../documents/derived.js';
import type { Source } from '../documents/provenance.js';
import type { Handle } from '../library/statements.js';
import type { GroupCommit } from '../library/writer.js';
import { LinkWriter } from '../links/link-writer.js';
import type { Blobs, ReceivedBlob, StoredBlob } from './blobs.js';
import { EMBEDDED, ResourceReader, type ResourceRow, UNATTACHED, type Unattached } from './resources.js';

interface NamedBytes {
  /** SHA-256, hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Attachment to be stored; `at` is its creation time in milliseconds since the Unix epoch. */
export interface NewResource {
  readonly id: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly at: number;
}

const INSERT = `INSERT INTO resources
  (id, sha256, size_bytes, filename, filename_key, mime_type, created_at, unattached_at, unattached_by)
  VALUES (?, unhex(?), ?, ?, ?, ?, ?, ?, ?)`;
const RECORD = `INSERT INTO resource_provenance (source_kind, source_id, resource_pk, imported_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (source_kind, source_id) DO UPDATE SET resource_pk = excluded.resource_pk, imported_at = excluded.imported_at`;
const ATTACH = 'INSERT OR IGNORE INTO document_resources (document_pk, resource_pk, relation_type) VALUES (?, ?, ?)';
const NOW_ATTACHED = 'UPDATE resources SET unattached_at = NULL, unattached_by = NULL WHERE pk = ?';
/** Marks the given attachments that no note uses any more. */
const NOW_UNATTACHED = `UPDATE resources SET unattached_at = ?, unattached_by = ?
  WHERE pk IN (SELECT value FROM json_each(?))
  AND NOT EXISTS (SELECT 1 FROM document_resources dr WHERE dr.resource_pk = resources.pk)`;
const OTHER_THAN_EMBEDDED = `relation_type <> '${EMBEDDED}'`;
const DETACH = `DELETE FROM document_resources WHERE document_pk = ? AND resource_pk = ? AND ${OTHER_THAN_EMBEDDED}`;
const DETACH_AS = 'DELETE FROM document_resources WHERE document_pk = ? AND resource_pk = ? AND relation_type = ?';
const COPY = `INSERT OR IGNORE INTO document_resources (document_pk, resource_pk, relation_type)
  SELECT ?, resource_pk, relation_type FROM document_resources WHERE document_pk = ? AND ${OTHER_THAN_EMBEDDED}`;
const EMBEDDED_IN = `SELECT resource_pk FROM document_resources WHERE document_pk = ? AND relation_type = '${EMBEDDED}'`;
const UNEMBED = `DELETE FROM document_resources
  WHERE document_pk = ? AND resource_pk = ? AND relation_type = '${EMBEDDED}'`;
const KEYS = 'SELECT pk FROM resources WHERE id IN (SELECT value FROM json_each(?))';

/** Writes attachments and their relations to notes. */
export class ResourceWriter extends ResourceReader {
  readonly #blobs: Blobs;
  readonly #writer: GroupCommit;
  readonly #links: LinkWriter;

  constructor(handle: Handle, blobs: Blobs, writer: GroupCommit) {
    super(handle);
    this.#blobs = blobs;
    this.#writer = writer;
    this.#links = new LinkWriter(handle);
  }

  /**
   * Creates an attachment from received bytes and places the bytes. `deduplicated` is true when the library had them
   * already.
   */
  adopt(received: ReceivedBlob, resource: NewResource): { resource: ResourceRow; deduplicated: boolean } {
    const { sha256, sizeBytes } = received;
    const { id, filename, mimeType, at } = resource;
    const deduplicated = !this.#blobs.place(received);
    const unattached = [at, UNATTACHED.indexOf('uploaded')];
    this.sql.run(INSERT, id, sha256, sizeBytes, filename, nameKey(filename), mimeType, at, ...unattached);
    this.handle.journal('resource', id, 'create');
    const adopted = this.get(id) as ResourceRow;
    this.#embedWhereReferenced(adopted);
    return { resource: adopted, deduplicated };
  }

  /** Creates an attachment whose bytes arrive later. It counts as unused from now on, whatever its creation time. */
  insertWithoutBytes({ id, sha256, sizeBytes, filename, mimeType, at }: NewResource & NamedBytes): ResourceRow {
    const unattached = [Date.now(), UNATTACHED.indexOf('uploaded')];
    this.sql.run(INSERT, id, sha256, sizeBytes, filename, nameKey(filename), mimeType, at, ...unattached);
    this.handle.journal('resource', id, 'create');
    const announced = this.get(id) as ResourceRow;
    this.#embedWhereReferenced(announced);
    return announced;
  }

  rename({ pk, id }: ResourceRow, filename: string): void {
    this.sql.run('UPDATE resources SET filename = ?, filename_key = ? WHERE pk = ?', filename, nameKey(filename), pk);
    this.handle.journal('resource', id, 'rename');
  }

  /** Records the source of an attachment; replaces the attachment that was recorded for the source before. */
  recordSource({ pk, id }: ResourceRow, source: Source, at: number): void {
    this.sql.run(RECORD, source.kind, source.id, pk, at);
    this.handle.journal('resource', id, 'provenance');
  }

  /**
   * Deletes an unused attachment. Its bytes are removed after the commit, unless another attachment has the same bytes.
   */
  remove(resource: ResourceRow): void {
    this.deleteRow(resource);
    this.#writer.followUp(() => this.removeUnreferenced(resource.sha256));
  }

  /** Deletes an unused attachment, but not its bytes. */
  deleteRow({ pk, id }: ResourceRow): void {
    this.sql.run('DELETE FROM resources WHERE pk = ?', pk);
    this.handle.journal('resource', id, 'delete');
  }

  /**
   * Removes stored bytes that no row refers to. Call it only after that state is durable, since removal cannot be
   * undone.
   */
  removeUnreferenced(sha256: string): void {
    if (!this.isReferenced(sha256)) this.#blobs.remove(sha256);
  }

  /** Returns stored bytes that no row refers to; undefined when a row refers to them or they are missing. */
  findUnreferenced(sha256: string): StoredBlob | undefined {
    return this.isReferenced(sha256) ? undefined : this.#blobs.find(sha256);
  }

  /** Attaches an attachment to a note. Returns false when this relation exists already. */
  attach(documentPk: number, resourcePk: number, relationType: string): boolean {
    const added = this.sql.run(ATTACH, documentPk, resourcePk, relationType).changes === 1;
    if (added) this.sql.run(NOW_ATTACHED, resourcePk);
    return added;
  }

  /**
   * Detaches an attachment from a note, except where the text embeds it.
   *
   * @returns false when there was no other relation
   */
  detach(documentPk: number, resourcePk: number, at: number): boolean {
    if (this.sql.run(DETACH, documentPk, resourcePk).changes === 0) return false;
    this.#markUnattached([resourcePk], 'detached', at);
    return true;
  }

  /** Removes one relation of an attachment to a note. */
  detachAs(documentPk: number, resourcePk: number, relationType: string, at: number): void {
    this.sql.run(DETACH_AS, documentPk, resourcePk, relationType);
    this.#markUnattached([resourcePk], 'detached', at);
  }

  /** Copies the relations of a note to another, except embeds, which follow from the text. */
  copyRelations(fromPk: number, toPk: number): void {
    this.sql.run(COPY, toPk, fromPk);
  }

  /** Sets the embedded attachments of a note from the data derived from its text. */
  embed(documentPk: number, derived: Derived, at: number): void {
    const ids = listReferenced(derived);
    const wanted = new Set(ids.length === 0 ? [] : this.#keys(KEYS, JSON.stringify(ids)));
    const stored = new Set(this.#keys(EMBEDDED_IN, documentPk));
    const gone = [...stored].filter((pk) => !wanted.has(pk));
    for (const pk of gone) this.sql.run(UNEMBED, documentPk, pk);
    if (gone.length > 0) this.#markUnattached(gone, 'detached', at);
    for (const pk of wanted) if (!stored.has(pk)) this.attach(documentPk, pk, EMBEDDED);
  }

  /** Detaches all attachments from a note that is being purged. */
  release(documentPk: number, at: number): void {
    const held = this.#keys('SELECT DISTINCT resource_pk FROM document_resources WHERE document_pk = ?', documentPk);
    if (held.length === 0) return;
    this.sql.run('DELETE FROM document_resources WHERE document_pk = ?', documentPk);
    this.#markUnattached(held, 'purged', at);
  }

  /** Links a new attachment to the notes whose texts referred to it before it existed. */
  #embedWhereReferenced({ pk, id }: ResourceRow): void {
    const links = this.#links.findLinksToResource(id);
    this.#links.refresh(links);
    for (const { sourcePk } of links) this.attach(sourcePk, pk, EMBEDDED);
  }

  #markUnattached(resourcePks: readonly number[], why: Unattached, at: number): void {
    this.sql.run(NOW_UNATTACHED, at, UNATTACHED.indexOf(why), JSON.stringify(resourcePks));
  }

  #keys(statement: string, parameter: string | number): number[] {
    return this.sql.rows<[number]>(statement, parameter).map(([pk]) => pk);
  }
}

function listReferenced({ links, resources = [] }: Derived): string[] {
  const linked = links.flatMap(({ reference }) => (reference.type === 'resource' ? reference.id : []));
  return [...linked, ...resources];
}
