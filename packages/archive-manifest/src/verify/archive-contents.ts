import { type EntityName, ordinalOf } from '../entities.js';
import type { BlobEntry, IndexEntry, RecordsEntry } from '../index/entry.js';
import { RunState } from '../index/run-state.js';
import type { Manifest } from '../manifest/schema.js';
import { ArchiveError, type ArchiveErrorCode } from '../problems.js';
import { ChunkStream, HeldBytes } from '../records/chunk-stream.js';
import type { ArchiveRecord } from '../records/schemas.js';
import { decodeUtf8 } from '../utf8.js';
import { walkIndex } from './index-walk.js';
import { ObjectFiles } from './presence.js';
import type { ByteReader } from './reader.js';
import { type Range, Run, type RunOptions } from './run.js';

const CHUNK_PIECE_BYTES = 64 * 1024;

/** Used again for each object of an entity: such memory is not soon given back. */
interface HeldObject {
  object: Uint8Array;
  readonly chunk: HeldBytes;
}

/**
 * Reads what an archive holds that was verified at level 3 by this manifest. Digests are looked at again, so that what
 * has changed since is never taken for what was verified; then the methods throw ArchiveError. Holds one object of records,
 * or one piece of a blob.
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

  /** The records of an entity in their order, some at a time. */
  async *records<Entity extends EntityName>(entity: Entity): AsyncGenerator<readonly ArchiveRecord<Entity>[]> {
    const held = { object: new Uint8Array(0), chunk: new HeldBytes() };
    for await (const entry of this.entries()) {
      if (entry.kind === 'blob' || ordinalOf(entry.entity) > ordinalOf(entity)) return;
      if (entry.entity !== entity) continue;
      if (held.object.length < entry.size_bytes) held.object = new Uint8Array(entry.size_bytes);
      yield* this.#recordsOf(entry, held) as AsyncGenerator<readonly ArchiveRecord<Entity>[]>;
    }
  }

  /** The blobs, ascending by their digests. */
  async *blobs(): AsyncGenerator<BlobEntry> {
    for await (const entry of this.entries()) if (entry.kind === 'blob') yield entry;
  }

  /** The bytes of a blob in pieces. That they are not those of its digest is told after the last one. */
  async *bytes(blob: BlobEntry): AsyncGenerator<Uint8Array> {
    const hash = this.#run.newHash();
    for await (const slice of this.#run.slices(await this.#rangeOf(blob))) {
      hash.update(slice);
      yield slice;
    }
    if (hash.digestHex() !== blob.sha256) throw changed('archive_object_digest', blob);
  }

  /** All that the index names, in its order. */
  async *entries(): AsyncGenerator<IndexEntry> {
    for await (const entry of walkIndex(this.#run, this.#manifest, new RunState(this.#run.newHash))) {
      this.#checkProblems();
      yield entry;
    }
    this.#checkProblems();
  }

  /** Looks at the digest of an object first, then gives its records by and by: most of them are then soon forgotten. */
  async *#recordsOf(entry: RecordsEntry, held: HeldObject): AsyncGenerator<readonly unknown[]> {
    let size = 0;
    const digest = await this.#run.digest(await this.#rangeOf(entry), {
      update: (bytes) => {
        held.object.set(bytes, size);
        size += bytes.length;
      },
    });
    if (digest !== entry.sha256) throw changed('archive_object_digest', entry);
    const object = held.object.subarray(0, size);
    const chunks = new ChunkStream(entry.entity, this.#run.newHash, held.chunk);
    for (let at = 0; at < object.length; at += CHUNK_PIECE_BYTES) {
      const records: unknown[] = [];
      // Each line was found to be canonical JSON.
      chunks.push(object.subarray(at, at + CHUNK_PIECE_BYTES), (line) =>
        records.push(JSON.parse(decodeUtf8(line) ?? '')),
      );
      if (records.length > 0) yield records;
    }
  }

  async #rangeOf(entry: IndexEntry): Promise<Range> {
    const range = await this.#files.locate(entry);
    this.#checkProblems();
    if (range === null) throw changed('archive_object_missing', entry);
    return range;
  }

  #checkProblems(): void {
    const [found] = this.#run.problems;
    if (found !== undefined) throw new ArchiveError(found.code, `${found.file ?? 'the archive'} ${found.detail}`);
  }
}

const changed = (code: ArchiveErrorCode, { sha256 }: IndexEntry) =>
  new ArchiveError(code, `${sha256} was changed while it was read`);
