import fs from 'node:fs';
import type { EntityName } from '../entities.js';
import { computeDigest, type HashFactory } from '../hash.js';
import { type IndexEntry, RECORDS_MEDIA_TYPE } from '../index/entry.js';
import type { WrittenContents } from '../manifest/commit.js';
import type { Manifest } from '../manifest/schema.js';
import { EXPORT_FOLDER } from '../paths.js';
import { ArchiveError } from '../problems.js';
import type { RecordObject } from '../records/chunker.js';
import type { FormerLines, RecordLines } from '../records/record-lines.js';
import { RecordRun } from '../records/record-run.js';
import type { ArchiveRecord } from '../records/schemas.js';
import type { SortKey } from '../records/sort-key.js';
import { BOUNDS, type WriterBounds } from './bounds.js';
import { Fanout } from './fanout.js';
import { createLocalDigests, type FileDigests } from './file-digests.js';
import type { ArchiveFs } from './fs.js';
import { nodeSha256 } from './hash.js';
import { IndexBuilder } from './index-builder.js';
import { commitStaged, STAGED_MANIFEST_PATH, stageManifest } from './manifest-files.js';
import { type LocationFinder, ObjectPlacer } from './object-placer.js';
import { DEFAULT_REREAD_BYTES, ReusedFiles } from './reused-files.js';
import { Target } from './target.js';
import { readTargetState } from './target-state.js';

/** Options of an {@link ArchiveWriter}; all have defaults. */
export interface ArchiveWriterOptions {
  readonly fs?: ArchiveFs | undefined;
  readonly hash?: HashFactory | undefined;
  /** `fanout`: every object is a file of its own; otherwise small ones are packed. */
  readonly layout?: 'auto' | 'fanout' | undefined;
  /** `deflate`: records are compressed where that makes them smaller. Attachments and other blobs never are. */
  readonly compress?: 'none' | 'deflate' | undefined;
  /**
   * Locations of objects that need no rewriting: those of the previous manifest, and those reported to `onEntries`
   * before an interruption.
   */
  readonly findLocation?: LocationFinder | undefined;
  /** Reads files back for verification; a digest thread does it in parallel. */
  readonly digests?: FileDigests | undefined;
  /**
   * Number of bytes read back from files of objects that `findLocation` locates; altered objects are written again.
   * 1 GiB by default.
   */
  readonly rereadBytes?: number | undefined;
  /** Receives entries in index order, each once its object is durable. An exception ends the export. */
  readonly onEntries?: ((entries: readonly IndexEntry[]) => void) | undefined;
  readonly bounds?: Partial<WriterBounds> | undefined;
  /** Receives each object of records once its last record was added, in index order. */
  readonly onRecords?: ((object: KeptRecords) => void) | undefined;
}

/** Object of records that a later export can keep without its records: see {@link ArchiveWriter.keepRecords}. */
export interface KeptRecords {
  readonly entity: EntityName;
  readonly sha256: string;
  readonly size_bytes: number;
  readonly record_chunks: number;
  readonly records: number;
  /** Sort key of the first record. */
  readonly firstKey: SortKey;
}

/**
 * Writes an archive into a folder: records by their entities and keys, blobs by their digests, then `finish`, `stage`
 * and `commit`. Every file with its final name is complete and durable at every instant, and the manifest of an earlier
 * export stays valid until `commit` replaces it. Equal input gives equal files. Calls are synchronous and wait for the
 * disk, so the writer belongs in a thread that may block. Memory is bounded by an object of records and the entries of
 * a pack. After an exception only `close` may be called.
 */
export class ArchiveWriter {
  readonly #target: Target;
  readonly #hash: HashFactory;
  readonly #records: RecordRun;
  readonly #index: IndexBuilder;
  readonly #placer: ObjectPlacer;
  readonly #reused: ReusedFiles;
  readonly #capabilities = new Set(['records.jsonl.v1']);
  readonly #onRecords: ArchiveWriterOptions['onRecords'];
  #isCommitted = false;

  /**
   * Opens or creates a folder.
   *
   * @throws ArchiveError as {@link readTargetState}, before anything is written
   */
  constructor(directory: string, options: ArchiveWriterOptions = {}) {
    const { layout = 'auto', findLocation = () => undefined, rereadBytes = DEFAULT_REREAD_BYTES } = options;
    const hash = options.hash ?? nodeSha256;
    const isCompressing = options.compress === 'deflate';
    const bounds = { ...BOUNDS, ...options.bounds };
    const files = options.fs ?? fs;
    const target = new Target(directory, files, options.digests ?? createLocalDigests(files, hash));
    openFolder(directory, target, files);
    const fanout = new Fanout(target, hash);
    const onEntries = (entries: readonly IndexEntry[]) => this.#addEntries(entries, options.onEntries);
    this.#target = target;
    this.#hash = hash;
    this.#onRecords = options.onRecords;
    this.#records = new RecordRun(hash, isCompressing);
    if (isCompressing) this.#capabilities.add('codec.deflate');
    this.#index = new IndexBuilder(fanout, bounds, hash);
    this.#reused = new ReusedFiles(target, rereadBytes);
    const placing = { target, fanout, hash, bounds, findLocation, reused: this.#reused, onEntries };
    this.#placer = new ObjectPlacer({ ...placing, usesPacks: layout === 'auto' });
  }

  /**
   * Adds the next record.
   *
   * @throws RangeError for a record out of order or larger than a line, TypeError for an invalid record of the entity
   */
  addRecord<Entity extends EntityName>(entity: Entity, record: ArchiveRecord<Entity>): void {
    for (const object of this.#records.add(entity, record)) this.#addRecords(object);
    if ('body' in record && record.body === null) this.#capabilities.add('body.blob');
  }

  /**
   * Adds the next records as lines of a `LineMaker`, which has validated them. The memory of the lines may be
   * reused after the call.
   *
   * @throws RangeError for lines that are out of order
   */
  addLines(lines: RecordLines): void {
    for (const object of this.#records.addLines(lines)) this.#addRecords(object);
    if (lines.hasBlobBody) this.#capabilities.add('body.blob');
  }

  /**
   * Adds the next records as lines of a chunk of an earlier archive that a writer of this version made. The caller has
   * verified the digest of its object. The memory of the lines may be reused after the call.
   *
   * @throws RangeError for lines that are out of order
   */
  addFormerLines(lines: FormerLines): void {
    for (const object of this.#records.addFormerLines(lines)) this.#addRecords(object);
  }

  /** Returns true when {@link keepRecords} may add an object of an entity. */
  canKeepRecords(entity: EntityName): boolean {
    return this.#records.isBetweenObjects(entity);
  }

  /**
   * Adds an object of records that `findLocation` locates, in place of its records. The caller knows that the same
   * records, and the same next record, would make the same object.
   *
   * @throws RangeError for an object out of order; ArchiveError `archive_object_missing` when its file is missing or
   *   was altered
   */
  keepRecords({ firstKey, ...object }: KeptRecords): void {
    const { seq, finished } = this.#records.skipObject(object.entity, firstKey);
    for (const former of finished) this.#addRecords(former);
    this.#placer.add({ kind: 'records', media_type: RECORDS_MEDIA_TYPE, seq, ...object }, () => {
      throw new ArchiveError('archive_object_missing', `Object ${object.sha256} cannot be kept`);
    });
  }

  /** Declares that a kept record is a revision whose body is a blob. The writer finds out for all other records. */
  declareBlobBodies(): void {
    this.#capabilities.add('body.blob');
  }

  /**
   * Adds the next blob. Its bytes are read when the archive does not have them yet; each piece is consumed before the
   * next is requested. No record may follow. Bytes that do not match the digest may be detected later, by `finish` at
   * the latest, and never become part of the archive.
   *
   * @throws ArchiveError `archive_object_digest`, of this blob or of one before it
   */
  addBlob(sha256: string, sizeBytes: number, read: () => Iterable<Uint8Array>): void {
    this.#endRecords();
    this.#placer.add({ kind: 'blob', sha256, size_bytes: sizeBytes }, read);
  }

  /**
   * Adds the next object as an index entry, records or a blob. Rewriting an archive from its own objects uses it
   * instead of the calls above.
   *
   * @param bytes content of the object, unless it stays where `findLocation` says
   * @throws ArchiveError `archive_object_digest`, as `addBlob`
   */
  addObject({ location: _, ...entry }: IndexEntry, bytes: () => Iterable<Uint8Array>): void {
    this.#placer.add(entry, bytes);
  }

  /** Starts to read a file of objects that `findLocation` locates, before those objects are added. */
  prefetch(path: string): void {
    this.#reused.prefetch(path);
  }

  /** Objects reused after a check of file sizes only. */
  get unread(): { readonly objects: number; readonly bytes: number } {
    return this.#reused.unread;
  }

  /**
   * Writes the rest of packs and index.
   *
   * @throws ArchiveError `archive_object_digest` when an object does not read back with its digest
   */
  finish(): WrittenContents {
    this.#endRecords();
    this.#placer.finish();
    const { index, run } = this.#index.finish();
    if (index.length > 0) this.#capabilities.add('layout.fanout');
    const { totals, counts, entriesSha256 } = run;
    return { index, totals, counts, entriesSha256, requiredCapabilities: [...this.#capabilities].sort() };
  }

  /**
   * Writes a manifest durably to {@link STAGED_MANIFEST_PATH}, so that the archive can be verified before the commit.
   */
  stage(manifest: Manifest): void {
    stageManifest(this.#target, manifest);
  }

  /**
   * Makes the staged manifest that of the archive. The previous one is kept under the name of its commit.
   *
   * @throws ArchiveError `archive_target_not_empty` where a manifest of another library appeared meanwhile
   */
  commit(): void {
    commitStaged(this.#target);
    this.#isCommitted = true;
  }

  /** Removes unfinished files. Objects stay for the next export. Call it in any case. */
  close(): void {
    this.#target.discardDrafts();
    // Other files in the folder belong to the caller of the export. Until a commit the folder marks an unfinished
    // export.
    if (this.#isCommitted) this.#target.removeFolder(EXPORT_FOLDER);
  }

  #endRecords(): void {
    for (const object of this.#records.end()) this.#addRecords(object);
  }

  #addRecords({ entity, seq, chunks, records, firstKey, bytes }: RecordObject): void {
    const entry = {
      kind: 'records',
      sha256: computeDigest(bytes, this.#hash),
      size_bytes: bytes.length,
      media_type: RECORDS_MEDIA_TYPE,
      entity,
      seq,
      record_chunks: chunks,
      records,
    } as const;
    this.#placer.add(entry, () => [bytes]);
    this.#onRecords?.({
      entity,
      sha256: entry.sha256,
      size_bytes: bytes.length,
      record_chunks: chunks,
      records,
      firstKey,
    });
  }

  #addEntries(entries: readonly IndexEntry[], onEntries: ArchiveWriterOptions['onEntries']): void {
    for (const entry of entries) {
      this.#index.add(entry);
      this.#capabilities.add(`layout.${entry.location.layout}`);
    }
    onEntries?.(entries);
  }
}

function openFolder(directory: string, target: Target, files: ArchiveFs): void {
  readTargetState(directory, files);
  target.makeFolder('');
  target.makeFolder(EXPORT_FOLDER);
}
