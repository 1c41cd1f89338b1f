import { eq, sql } from 'drizzle-orm';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, getExcludedValue, type Parameters, toHex } from '../library/query.js';
import { Statements } from '../library/statements.js';
import type { Blobs, ReceivedBlob } from '../resources/blobs.js';
import { sourceBundles } from '../schema.js';

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

const selectById = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build
    .select({
      id: sourceBundles.id,
      sha256: toHex(sourceBundles.sha256),
      sizeBytes: sourceBundles.sizeBytes,
      kind: sourceBundles.kind,
      createdAt: sourceBundles.createdAt,
    })
    .from(sourceBundles)
    .where(eq(sourceBundles.id, id)),
);
const keepBundle = defineQuery(({ id, sha256, sizeBytes, kind, createdAt }: Parameters<SourceBundle>) =>
  build
    .insert(sourceBundles)
    .values({ id, sha256: sql`unhex(${sha256})`, sizeBytes, kind, createdAt })
    .onConflictDoUpdate({
      target: sourceBundles.id,
      set: {
        sha256: getExcludedValue(sourceBundles.sha256),
        sizeBytes: getExcludedValue(sourceBundles.sizeBytes),
        kind: getExcludedValue(sourceBundles.kind),
        createdAt: getExcludedValue(sourceBundles.createdAt),
      },
    }),
);

/** Reads the kept import sources. */
export class SourceBundleReader {
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.sql = new Statements(handle.raw);
  }

  get(id: string): SourceBundle | undefined {
    return this.sql.get(selectById, { id });
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
    this.sql.run(keepBundle, { id, sha256, sizeBytes, kind, createdAt });
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
    this.sql.run(keepBundle, { id, sha256, sizeBytes, kind, createdAt: at });
    this.#handle.journal('source_bundle', id, known === undefined ? 'create' : 'update');
  }
}
