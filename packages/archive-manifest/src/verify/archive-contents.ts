import { type EntityName, ordinalOf } from '../entities.js';
import type { BlobEntry, IndexEntry, RecordsEntry } from '../index/entry.js';
import { RunState } from '../index/run-state.js';
import type { Manifest } from '../manifest/schema.js';
import { ArchiveError, type ArchiveErrorCode } from '../problems.js';
import { ChunkStream } from '../records/chunk-stream.js';
import type { ArchiveRecord } from '../records/schemas.js';
import { decodeUtf8 } from '../utf8.js';
import { walkIndex } from './index-walk.js';
import { ObjectFiles } from './presence.js';
import type { ByteReader } from './reader.js';
import { type Range, Run, type RunOptions } from './run.js';

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

  /** The records of an entity in their order, those of an object at a time. */
  async *records<Entity extends EntityName>(entity: Entity): AsyncGenerator<readonly ArchiveRecord<Entity>[]> {
    for await (const entry of this.#entries()) {
      if (entry.kind === 'blob' || ordinalOf(entry.entity) > ordinalOf(entity)) return;
      if (entry.entity === entity) yield (await this.#recordsOf(entry)) as readonly ArchiveRecord<Entity>[];
    }
  }

  /** The blobs, ascending by their digests. */
  async *blobs(): AsyncGenerator<BlobEntry> {
    for await (const entry of this.#entries()) if (entry.kind === 'blob') yield entry;
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

  async *#entries(): AsyncGenerator<IndexEntry> {
    for await (const entry of walkIndex(this.#run, this.#manifest, new RunState(this.#run.newHash))) {
      this.#checkProblems();
      yield entry;
    }
    this.#checkProblems();
  }

  async #recordsOf(entry: RecordsEntry): Promise<unknown[]> {
    const records: unknown[] = [];
    const chunks = new ChunkStream(entry.entity, this.#run.newHash);
    const update = (bytes: Uint8Array) => {
      // Each line was found to be canonical JSON; what is not what it was has another digest.
      if (chunks.push(bytes, (line) => records.push(JSON.parse(decodeUtf8(line) ?? ''))).length > 0)
        throw changed('archive_object_digest', entry);
    };
    const digest = await this.#run.digest(await this.#rangeOf(entry), { update });
    if (digest !== entry.sha256 || chunks.end().length > 0) throw changed('archive_object_digest', entry);
    return records;
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
