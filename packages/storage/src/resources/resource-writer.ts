import { nameKey } from '@notes/query-language';
import type { Handle } from '../statements.js';
import type { GroupCommit } from '../writer.js';
import type { Blobs, ReceivedBlob } from './blobs.js';
import { EMBEDDED, ResourceReader, type ResourceRow, UNATTACHED } from './resources.js';

export interface NewResource {
  readonly id: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly at: number;
}

const INSERT = `INSERT INTO resources
  (id, sha256, size_bytes, filename, filename_key, mime_type, created_at, unattached_at, unattached_by)
  VALUES (?, unhex(?), ?, ?, ?, ?, ?, ?, ?)`;
const NAMES_BYTES = 'SELECT EXISTS (SELECT 1 FROM resources WHERE sha256 = unhex(?))';
const ATTACH = 'INSERT OR IGNORE INTO document_resources (document_pk, resource_pk, relation_type) VALUES (?, ?, ?)';
const DETACH = `DELETE FROM document_resources
  WHERE document_pk = ? AND resource_pk = ? AND relation_type <> '${EMBEDDED}'`;
const COPY = `INSERT OR IGNORE INTO document_resources (document_pk, resource_pk, relation_type)
  SELECT ?, resource_pk, relation_type FROM document_resources WHERE document_pk = ? AND relation_type <> '${EMBEDDED}'`;
/** Of the attachments with these keys those that no note has any more. */
const NOW_UNATTACHED = `UPDATE resources SET unattached_at = ?, unattached_by = ?
  WHERE pk IN (SELECT value FROM json_each(?)) AND unattached_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM document_resources dr WHERE dr.resource_pk = resources.pk)`;

/** Writes attachments and what they are to notes, but for what follows from the texts of notes. */
export class ResourceWriter extends ResourceReader {
  readonly #blobs: Blobs;
  readonly #writer: GroupCommit;

  constructor(handle: Handle, blobs: Blobs, writer: GroupCommit) {
    super(handle);
    this.#blobs = blobs;
    this.#writer = writer;
  }

  /** Makes an attachment of received bytes, which it places; `deduplicated`: the library had those bytes. */
  adopt(received: ReceivedBlob, resource: NewResource): { resource: ResourceRow; deduplicated: boolean } {
    const { sha256, sizeBytes } = received;
    const { id, filename, mimeType, at } = resource;
    const deduplicated = !this.#blobs.place(received);
    const unattached = [at, UNATTACHED.indexOf('uploaded')];
    this.sql.run(INSERT, id, sha256, sizeBytes, filename, nameKey(filename), mimeType, at, ...unattached);
    this.handle.journal('resource', id, 'create');
    return { resource: this.get(id) as ResourceRow, deduplicated };
  }

  /** Deletes an attachment that no note has. Its bytes go once that is durable, unless another has them too. */
  remove({ pk, id, sha256 }: ResourceRow): void {
    this.sql.run('DELETE FROM resources WHERE pk = ?', pk);
    this.handle.journal('resource', id, 'delete');
    this.#writer.followUp(() => {
      if (this.sql.count(NAMES_BYTES, sha256) === 0) this.#blobs.remove(sha256);
    });
  }

  /** False when it is that to the note already. */
  attach(documentPk: number, resourcePk: number, relationType: string): boolean {
    const added = this.sql.run(ATTACH, documentPk, resourcePk, relationType).changes === 1;
    if (added) this.sql.run('UPDATE resources SET unattached_at = NULL, unattached_by = NULL WHERE pk = ?', resourcePk);
    return added;
  }

  /** Takes an attachment from a note, but where the text embeds it; false when it was not attached otherwise. */
  detach(documentPk: number, resourcePk: number, at: number): boolean {
    if (this.sql.run(DETACH, documentPk, resourcePk).changes === 0) return false;
    this.sql.run(NOW_UNATTACHED, at, UNATTACHED.indexOf('detached'), JSON.stringify([resourcePk]));
    return true;
  }

  /** Gives a note the attachments of another; what the texts embed stays with the texts. */
  copyRelations(fromPk: number, toPk: number): void {
    this.sql.run(COPY, toPk, fromPk);
  }
}
