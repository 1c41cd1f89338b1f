import { type EntityName, getEntityOrdinal } from '../entities.js';
import type { BlobEntry, IndexEntry, RecordsEntry } from '../index/entry.js';
import { RunState } from '../index/run-state.js';
import type { Manifest } from '../manifest/schema.js';
import { ArchiveError, type ArchiveErrorCode } from '../problems.js';
import { ChunkStream, ReusableBuffer } from '../records/chunk-stream.js';
import type { ArchiveRecord } from '../records/schemas.js';
import { decodeUtf8 } from '../utf8.js';
import { ObjectFiles } from './check-presence.js';
import { walkIndex } from './index-walk.js';
import type { ByteReader } from './reader.js';
import { type Range, Run, type RunOptions } from './run.js';

const CHUNK_PIECE_BYTES = 64 * 1024;

/** Buffers reused for each object of an entity, because fresh ones would not be freed soon. */
interface ReadBuffers {
  object: Uint8Array;
  readonly chunk: ReusableBuffer;
}

/**
 * Reads the contents of an archive that was verified at level 3 by this manifest. Digests are checked again, so that
 * later alterations are detected; the methods then throw ArchiveError. Each call buffers one object of records, or one
 * piece of a blob. Several calls may run at the same time.
 */
export class ArchiveContents {
  readonly #run: Run;
  readonly #files: ObjectFiles;
  readonly #manifest: Manifest;

  constructor(reader: ByteReader, manifest: Manifest, options: Pick<RunOptions, 'hash' | 'signal'> = {}) {
    this.#run = new Run(reader, options);
    this.#files = new ObjectFiles(this.#run);
    this.#manifest = manifest;
  }

  /** Yields the records of an entity in order, in batches. */
  async *records<Entity extends EntityName>(entity: Entity): AsyncGenerator<readonly ArchiveRecord<Entity>[]> {
    const held = { object: new Uint8Array(0), chunk: new ReusableBuffer() };
    for await (const entry of this.entries()) {
      if (entry.kind === 'blob' || getEntityOrdinal(entry.entity) > getEntityOrdinal(entity)) return;
      if (entry.entity !== entity) continue;
      if (held.object.length < entry.size_bytes) held.object = new Uint8Array(entry.size_bytes);
      yield* this.#readRecords(entry, held) as AsyncGenerator<readonly ArchiveRecord<Entity>[]>;
    }
  }

  /** Yields the blobs in ascending order of their digests. */
  async *blobs(): AsyncGenerator<BlobEntry> {
    for await (const entry of this.entries()) if (entry.kind === 'blob') yield entry;
  }

  /** Yields the bytes of a blob in pieces. A wrong digest is reported after the last piece. */
  async *bytes(blob: BlobEntry): AsyncGenerator<Uint8Array> {
    const hash = this.#run.newHash();
    for await (const slice of this.#run.slices(await this.#locateObject(blob))) {
      hash.update(slice);
      yield slice;
    }
    if (hash.digestHex() !== blob.sha256) throw createChangedError('archive_object_digest', blob);
  }

  /** Yields all entries of the index, in order. */
  async *entries(): AsyncGenerator<IndexEntry> {
    for await (const entry of walkIndex(this.#run, this.#manifest, new RunState(this.#run.newHash))) {
      this.#checkProblems();
      yield entry;
    }
    this.#checkProblems();
  }

  /**
   * Checks the digest of an object first, then yields its records in small batches, so that most can be freed early.
   */
  async *#readRecords(entry: RecordsEntry, held: ReadBuffers): AsyncGenerator<readonly unknown[]> {
    let size = 0;
    const digest = await this.#run.digest(await this.#locateObject(entry), {
      update: (bytes) => {
        held.object.set(bytes, size);
        size += bytes.length;
      },
    });
    if (digest !== entry.sha256) throw createChangedError('archive_object_digest', entry);
    const object = held.object.subarray(0, size);
    const chunks = new ChunkStream(entry.entity, this.#run.newHash, held.chunk);
    for (let at = 0; at < object.length; at += CHUNK_PIECE_BYTES) {
      const records: unknown[] = [];
      // Each line was verified to be canonical JSON.
      chunks.push(object.subarray(at, at + CHUNK_PIECE_BYTES), (line) =>
        records.push(JSON.parse(decodeUtf8(line) ?? '')),
      );
      if (records.length > 0) yield records;
    }
  }

  async #locateObject(entry: IndexEntry): Promise<Range> {
    const range = await this.#files.locate(entry);
    this.#checkProblems();
    if (range === null) throw createChangedError('archive_object_missing', entry);
    return range;
  }

  #checkProblems(): void {
    const [found] = this.#run.problems;
    if (found !== undefined) throw new ArchiveError(found.code, `${found.file ?? 'The archive'}: ${found.detail}`);
  }
}

const createChangedError = (code: ArchiveErrorCode, { sha256 }: IndexEntry) =>
  new ArchiveError(code, `Object ${sha256} was changed while it was read`);
