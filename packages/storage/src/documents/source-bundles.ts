import { type Handle, Statements } from '../library/statements.js';
import type { Blobs, ReceivedBlob } from '../resources/blobs.js';

/** Original bytes of an import source, as of its last import. */
export interface SourceBundle {
  readonly id: string;
  /** SHA-256 of the bytes, hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Format of the bytes. */
  readonly kind: string;
  /** Time at which the source was first seen in this state, in milliseconds since the Unix epoch. */
  readonly createdAt: number;
}

const BY_ID = `SELECT id, lower(hex(sha256)) AS sha256, size_bytes AS sizeBytes, kind, created_at AS createdAt
  FROM source_bundles WHERE id = ?`;
const KEEP = `INSERT INTO source_bundles (id, sha256, size_bytes, kind, created_at) VALUES (?, unhex(?), ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET sha256 = excluded.sha256, size_bytes = excluded.size_bytes, kind = excluded.kind,
    created_at = excluded.created_at`;

/** Reads the kept import sources. */
export class SourceBundleReader {
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.sql = new Statements(handle.raw);
  }

  get(id: string): SourceBundle | undefined {
    return this.sql.get<SourceBundle>(BY_ID, id);
  }
}

export class SourceBundleWriter extends SourceBundleReader {
  readonly #handle: Handle;
  readonly #blobs: Blobs;

  constructor(handle: Handle, blobs: Blobs) {
    super(handle);
    this.#handle = handle;
    this.#blobs = blobs;
  }

  /** Records the current state of a source whose bytes arrive later. */
  recordWithoutBytes({ id, sha256, sizeBytes, kind, createdAt }: SourceBundle): void {
    const known = this.get(id);
    if (known?.sha256 === sha256 && known.kind === kind) return;
    this.sql.run(KEEP, id, sha256, sizeBytes, kind, createdAt);
    this.#handle.journal('source_bundle', id, known === undefined ? 'create' : 'update');
  }

  /**
   * Places received bytes and records them as the current state of a source. Bytes of its previous state lose their
   * reference.
   */
  keep(received: ReceivedBlob, { id, kind }: Pick<SourceBundle, 'id' | 'kind'>, at: number): void {
    const { sha256, sizeBytes } = received;
    this.#blobs.place(received);
    const known = this.get(id);
    if (known?.sha256 === sha256 && known.kind === kind) return;
    this.sql.run(KEEP, id, sha256, sizeBytes, kind, at);
    this.#handle.journal('source_bundle', id, known === undefined ? 'create' : 'update');
  }
}
