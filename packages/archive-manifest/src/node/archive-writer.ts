import fs from 'node:fs';
import type { EntityName } from '../entities.js';
import { digestOf, type HashFactory } from '../hash.js';
import { type IndexEntry, RECORDS_MEDIA_TYPE } from '../index/entry.js';
import type { WrittenContents } from '../manifest/commit.js';
import type { Manifest } from '../manifest/schema.js';
import { EXPORT_FOLDER, MANIFEST_PATH } from '../paths.js';
import { ArchiveError } from '../problems.js';
import type { RecordObject } from '../records/chunker.js';
import type { RecordLines } from '../records/record-lines.js';
import { RecordRun } from '../records/record-run.js';
import type { ArchiveRecord } from '../records/schemas.js';
import { BOUNDS, type WriterBounds } from './bounds.js';
import { Fanout } from './fanout.js';
import { digestsHere, type FileDigests } from './file-digests.js';
import type { ArchiveFs } from './fs.js';
import { nodeSha256 } from './hash.js';
import { IndexBuilder } from './index-builder.js';
import { commitStaged, STAGED_MANIFEST_PATH, stageManifest } from './manifest-files.js';
import { type KnownLocation, ObjectPlacer } from './object-placer.js';
import { REREAD_BYTES, ReusedFiles } from './reused-files.js';
import { Target } from './target.js';

export interface ArchiveWriterOptions {
  readonly fs?: ArchiveFs;
  readonly hash?: HashFactory;
  /** `fanout`: every object is a file of its own; otherwise small ones are packed. */
  readonly layout?: 'auto' | 'fanout';
  /** Where objects lie that need not be written again: those of the manifest before, and those told to `onEntries` before a stop. */
  readonly known?: KnownLocation;
  /** How files are read again: another thread does it while this one goes on. */
  readonly digests?: FileDigests;
  /** Of the files that objects lie in by `known`, so many bytes are read, and what was altered is written again: 1 GiB. */
  readonly rereadBytes?: number;
  /** Entries in the order of the index, each once its object is durable. What this throws ends the export. */
  readonly onEntries?: (entries: readonly IndexEntry[]) => void;
  readonly bounds?: Partial<WriterBounds>;
}

/**
 * Writes an archive into a folder: records by their entities and keys, blobs by their digests, then `finish`, `stage`
 * and `commit`. Whatever has its final name is whole and durable at every instant, and the manifest of an earlier export
 * stays valid until `commit` replaces it. Equal input gives equal files. Calls return when the disk is done, so it
 * belongs in a thread that may wait; memory is bounded by an object of records and the entries of a pack. After an
 * exception nothing but `close` may be called.
 */
export class ArchiveWriter {
  readonly #target: Target;
  readonly #hash: HashFactory;
  readonly #records: RecordRun;
  readonly #index: IndexBuilder;
  readonly #placer: ObjectPlacer;
  readonly #reused: ReusedFiles;
  readonly #capabilities = new Set(['records.jsonl.v1']);
  #isCommitted = false;

  /**
   * Opens a folder, or makes it.
   *
   * @throws ArchiveError `archive_target_not_empty` for one that holds something else
   */
  constructor(directory: string, options: ArchiveWriterOptions = {}) {
    const { layout = 'auto', known = () => undefined, rereadBytes = REREAD_BYTES } = options;
    const hash = options.hash ?? nodeSha256;
    const bounds = { ...BOUNDS, ...options.bounds };
    const files = options.fs ?? fs;
    const target = new Target(directory, files, options.digests ?? digestsHere(files, hash));
    openFolder(directory, target);
    const fanout = new Fanout(target, hash);
    const onEntries = (entries: readonly IndexEntry[]) => this.#settle(entries, options.onEntries);
    this.#target = target;
    this.#hash = hash;
    this.#records = new RecordRun(hash);
    this.#index = new IndexBuilder(fanout, bounds, hash);
    this.#reused = new ReusedFiles(target, rereadBytes);
    const placing = { target, fanout, hash, bounds, known, reused: this.#reused, onEntries };
    this.#placer = new ObjectPlacer({ ...placing, usesPacks: layout === 'auto' });
  }

  /**
   * Takes the next record.
   *
   * @throws RangeError for one that is out of order or larger than a line, TypeError for what is no record of the entity
   */
  addRecord<Entity extends EntityName>(entity: Entity, record: ArchiveRecord<Entity>): void {
    for (const object of this.#records.add(entity, record)) this.#addRecords(object);
    if ('body' in record && record.body === null) this.#capabilities.add('body.blob');
  }

  /**
   * Takes the next records as lines, of a {@link LineMaker}: what was found of each record there is not looked at again.
   * Their bytes are used up when it returns.
   *
   * @throws RangeError for lines that are out of order
   */
  addLines(lines: RecordLines): void {
    for (const object of this.#records.addLines(lines)) this.#addRecords(object);
    if (lines.hasBlobBody) this.#capabilities.add('body.blob');
  }

  /**
   * Takes the next blob. Its bytes are read when the archive does not have them yet: each piece is used up before the next
   * is asked for. No record comes after it. Bytes that are not those of the digest may be found later, by `finish` at the
   * latest, and are never part of the archive.
   *
   * @throws ArchiveError `archive_object_digest`, of this blob or of one before it
   */
  addBlob(sha256: string, sizeBytes: number, read: () => Iterable<Uint8Array>): void {
    this.#endRecords();
    this.#placer.add({ kind: 'blob', sha256, size_bytes: sizeBytes }, read);
  }

  /**
   * Takes the next object as an index has it, records or a blob: instead of the calls above, where an archive is
   * written anew from its own objects.
   *
   * @param bytes of an object that is not to stay where `known` says
   * @throws ArchiveError `archive_object_digest`, as `addBlob`
   */
  addObject({ location: _, ...entry }: IndexEntry, bytes: () => Iterable<Uint8Array>): void {
    this.#placer.add(entry, bytes);
  }

  /** Begins to read a file that an object may lie in by `known`, before that object is added. */
  expect(path: string): void {
    this.#reused.expect(path);
  }

  /** Objects that lie by `known` in files of which the sizes alone were looked at. */
  get unread(): { readonly objects: number; readonly bytes: number } {
    return this.#reused.unread;
  }

  /**
   * Writes what is left of packs and index.
   *
   * @throws ArchiveError `archive_object_digest` when an object was read otherwise than it should be
   */
  finish(): WrittenContents {
    this.#endRecords();
    this.#placer.finish();
    const { index, run } = this.#index.finish();
    if (index.length > 0) this.#capabilities.add('layout.fanout');
    const { totals, counts, entriesSha256 } = run;
    return { index, totals, counts, entriesSha256, requiredCapabilities: [...this.#capabilities].sort() };
  }

  /** Makes a manifest durable at {@link STAGED_MANIFEST_PATH}, by which the archive can be verified before the commit. */
  stage(manifest: Manifest): void {
    stageManifest(this.#target, manifest);
  }

  /** Makes the staged manifest that of the archive. The one before it is kept, under the name of its commit. */
  commit(): void {
    commitStaged(this.#target);
    this.#isCommitted = true;
  }

  /** Gives up what is unfinished. Objects stay: another export finds them. To be called in any case. */
  close(): void {
    this.#target.discardDrafts();
    // What else is in it is of whoever runs the export. Until a commit it tells that there was one.
    if (this.#isCommitted) this.#target.removeFolder(EXPORT_FOLDER);
  }

  #endRecords(): void {
    for (const object of this.#records.end()) this.#addRecords(object);
  }

  #addRecords({ entity, seq, chunks, records, bytes }: RecordObject): void {
    const entry = {
      kind: 'records',
      sha256: digestOf(bytes, this.#hash),
      size_bytes: bytes.length,
      media_type: RECORDS_MEDIA_TYPE,
      entity,
      seq,
      record_chunks: chunks,
      records,
    } as const;
    this.#placer.add(entry, () => [bytes]);
  }

  #settle(entries: readonly IndexEntry[], onEntries: ArchiveWriterOptions['onEntries']): void {
    for (const entry of entries) {
      this.#index.add(entry);
      this.#capabilities.add(`layout.${entry.location.layout}`);
    }
    onEntries?.(entries);
  }
}

function openFolder(directory: string, target: Target): void {
  const names = target.names('');
  if (names.length > 0 && !names.includes(MANIFEST_PATH) && !names.includes(EXPORT_FOLDER))
    throw new ArchiveError('archive_target_not_empty', `${directory} holds something else than an archive`);
  target.makeFolder('');
  target.makeFolder(EXPORT_FOLDER);
}
