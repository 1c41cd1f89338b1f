import { type Handle, Statements } from '../library/statements.js';
import { BY_ENTITY } from './op-log.js';

/** Content transferred as a blob, by its SHA-256 (hex). */
export interface NamedContent {
  readonly sha256: string;
  readonly sizeBytes: number;
}

const NOT_PUBLISHED = 'NOT EXISTS (SELECT 1 FROM sync_published p WHERE p.carrier = @carrier AND p.sha256 = c.sha256)';
/** Attachments and import sources that this replica created. */
const OWN = (prefix: string) => `SELECT o.operation ->> 'sha256' AS sha256, o.operation ->> 'size' AS sizeBytes
  FROM ${BY_ENTITY} o WHERE o.entity >= '${prefix}_' AND o.entity < '${prefix}\`' AND o.replica_pk = 1
  AND o.operation ->> 'sha256' IS NOT NULL`;
const UNPUBLISHED = {
  text: `SELECT DISTINCT sha256, size_bytes AS sizeBytes FROM sync_long_texts c WHERE ${NOT_PUBLISHED}`,
  resource: `SELECT DISTINCT sha256, sizeBytes FROM (${OWN('res')} UNION ALL ${OWN('bundle')}) c WHERE ${NOT_PUBLISHED}`,
} as const;
const NAMED = `SELECT lower(hex(sha256)) AS sha256, size_bytes AS sizeBytes FROM resources
  UNION SELECT lower(hex(sha256)), size_bytes FROM source_bundles`;
const LONG_TEXT = `SELECT coalesce(r.body, b.body) FROM sync_long_texts t LEFT JOIN revisions r ON r.id = t.revision_id
  LEFT JOIN sync_bodies b ON b.revision_id = t.revision_id
  WHERE t.sha256 = ? AND coalesce(r.body, b.body) IS NOT NULL LIMIT 1`;

/** Reads which content the log refers to, and which of it is on carriers. */
export class ContentReader {
  protected readonly sql: Statements;

  constructor({ raw }: Pick<Handle, 'raw'>) {
    this.sql = new Statements(raw);
  }

  /** Content that this library has to publish on a carrier and has not published yet. */
  listUnpublished(carrier: string, kind: keyof typeof UNPUBLISHED): NamedContent[] {
    return this.sql.all<NamedContent>(UNPUBLISHED[kind], { carrier });
  }

  /** Content of all attachments and import sources. */
  listReferenced(): NamedContent[] {
    return this.sql.all<NamedContent>(NAMED);
  }

  /**
   * Time of the last complete verification of content on any carrier, in milliseconds since the Unix epoch; null when
   * it was never verified.
   */
  readVerifiedAt(sha256: string): number | null {
    return this.sql.row<[number | null]>('SELECT max(at) FROM sync_verified WHERE sha256 = ?', sha256)?.[0] ?? null;
  }

  /** Returns a text that is too long for a segment: an own one, or one received for an operation to be applied. */
  readText(sha256: string): string | undefined {
    const own = this.sql.row<[string]>(LONG_TEXT, sha256);
    return (own ?? this.sql.row<[string]>('SELECT body FROM sync_texts WHERE sha256 = ?', sha256))?.[0];
  }
}

export class ContentWriter extends ContentReader {
  /** Records that an own operation refers to its text by digest. */
  recordTextReference(revisionId: string, { sha256, sizeBytes }: NamedContent): void {
    const row = [revisionId, sha256, sizeBytes];
    this.sql.run('INSERT OR IGNORE INTO sync_long_texts (revision_id, sha256, size_bytes) VALUES (?, ?, ?)', ...row);
  }

  keepText(sha256: string, body: string): void {
    this.sql.run('INSERT OR IGNORE INTO sync_texts (sha256, body) VALUES (?, ?)', sha256, body);
  }

  dropTexts(sha256s: readonly string[]): void {
    for (const sha256 of sha256s) this.sql.run('DELETE FROM sync_texts WHERE sha256 = ?', sha256);
  }

  markPublished(carrier: string, sha256s: readonly string[]): void {
    for (const sha256 of sha256s)
      this.sql.run('INSERT OR IGNORE INTO sync_published (carrier, sha256) VALUES (?, ?)', carrier, sha256);
  }

  /**
   * Replaces the verified content of a carrier.
   *
   * @param at milliseconds since the Unix epoch
   */
  setVerified(carrier: string, sha256s: readonly string[], at: number): void {
    this.sql.run('DELETE FROM sync_verified WHERE carrier = ?', carrier);
    const row = 'INSERT OR REPLACE INTO sync_verified (carrier, sha256, at) VALUES (?, ?, ?)';
    for (const sha256 of sha256s) this.sql.run(row, carrier, sha256, at);
  }

  clearPublished(carrier: string): void {
    this.sql.run('DELETE FROM sync_published WHERE carrier = ?', carrier);
    this.sql.run('DELETE FROM sync_verified WHERE carrier = ?', carrier);
  }
}
