import type { Blobs, ReceivedBlob } from './resources/blobs.js';
import { type Handle, Statements } from './statements.js';

/** What a source was when notes were last imported from it. */
export interface SourceBundle {
  readonly id: string;
  /** Of its bytes, in hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** What its bytes are. */
  readonly kind: string;
  /** Milliseconds since 1970: when the source was first met like this. */
  readonly createdAt: number;
}

const BY_ID = `SELECT id, lower(hex(sha256)) AS sha256, size_bytes AS sizeBytes, kind, created_at AS createdAt
  FROM source_bundles WHERE id = ?`;
const KEEP = `INSERT INTO source_bundles (id, sha256, size_bytes, kind, created_at) VALUES (?, unhex(?), ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET sha256 = excluded.sha256, size_bytes = excluded.size_bytes, kind = excluded.kind,
    created_at = excluded.created_at`;

/** What imported notes came from, as a whole. */
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

  /** Keeps what a source is now, of which the bytes are yet to come. */
  announce({ id, sha256, sizeBytes, kind, createdAt }: SourceBundle): void {
    const known = this.get(id);
    if (known?.sha256 === sha256 && known.kind === kind) return;
    this.sql.run(KEEP, id, sha256, sizeBytes, kind, createdAt);
    this.#handle.journal('source_bundle', id, known === undefined ? 'create' : 'update');
  }

  /** Keeps received bytes, which it places, as what a source is now. What it was before is nobody's then. */
  keep(received: ReceivedBlob, { id, kind }: Pick<SourceBundle, 'id' | 'kind'>, at: number): void {
    const { sha256, sizeBytes } = received;
    this.#blobs.place(received);
    const known = this.get(id);
    if (known?.sha256 === sha256 && known.kind === kind) return;
    this.sql.run(KEEP, id, sha256, sizeBytes, kind, at);
    this.#handle.journal('source_bundle', id, known === undefined ? 'create' : 'update');
  }
}
