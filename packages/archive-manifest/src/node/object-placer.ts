import { digestOf, type HashFactory } from '../hash.js';
import type { BlobEntry, IndexEntry, RecordsEntry } from '../index/entry.js';
import { concatBytes } from '../lines.js';
import type { Location } from '../manifest/schema.js';
import { ArchiveError } from '../problems.js';
import type { WriterBounds } from './bounds.js';
import type { Fanout } from './fanout.js';
import { PackBuilder, type Slot } from './pack-builder.js';
import type { ReusedFiles } from './reused-files.js';
import type { Target } from './target.js';

/** An entry of which it is not said yet where the object lies. */
export type Unplaced = Omit<RecordsEntry, 'location'> | Omit<BlobEntry, 'location'>;

/** Where an object of an earlier export, or of one that was stopped, lies. */
export type KnownLocation = (kind: IndexEntry['kind'], sha256: string) => Location | undefined;

interface PlacerOptions {
  readonly target: Target;
  readonly fanout: Fanout;
  readonly hash: HashFactory;
  readonly bounds: WriterBounds;
  readonly usesPacks: boolean;
  readonly known: KnownLocation;
  readonly reused: ReusedFiles;
  /** Entries in the order of the index, whose objects are durable. */
  readonly onEntries: (entries: readonly IndexEntry[]) => void;
}

/** Stores objects in the order of the index. Entries of a pack wait until it is finished, and those after them too. */
export class ObjectPlacer {
  readonly #options: PlacerOptions;
  #pack: PackBuilder | null = null;
  #waiting: { readonly entry: Unplaced; readonly at: Slot | Location }[] = [];

  constructor(options: PlacerOptions) {
    this.#options = options;
  }

  /** @throws ArchiveError `archive_object_digest` for bytes other than the entry says */
  add(entry: Unplaced, read: () => Iterable<Uint8Array>): void {
    this.#place(entry, this.#knownLocation(entry) ?? this.#store(entry, read));
  }

  closePack(): void {
    if (this.#pack === null) return;
    const locate = this.#pack.finish();
    this.#pack = null;
    const entries = this.#waiting.map(({ entry, at }) => placed(entry, 'layout' in at ? at : locate(at)));
    this.#waiting = [];
    this.#options.onEntries(entries);
  }

  #store(entry: Unplaced, read: () => Iterable<Uint8Array>): Slot | Location {
    const { target, fanout, usesPacks, bounds } = this.#options;
    const isLarge = entry.kind === 'blob' && entry.size_bytes >= bounds.fanoutFromBytes;
    if (isLarge || !usesPacks) return fanout.add(entry.sha256, entry.size_bytes, read);
    const bytes = this.#wholeOf(entry, read());
    if (this.#pack !== null && this.#pack.sizeWith(bytes.length) > bounds.packBytes) this.closePack();
    this.#pack ??= new PackBuilder(target);
    return this.#pack.add(entry.kind, entry.sha256, bytes);
  }

  #place(entry: Unplaced, at: Slot | Location): void {
    const { onEntries, bounds } = this.#options;
    if (this.#pack === null && 'layout' in at) onEntries([placed(entry, at)]);
    else this.#waiting.push({ entry, at });
    if (this.#waiting.length === bounds.indexEntries) this.closePack();
  }

  #knownLocation({ kind, sha256, size_bytes }: Unplaced): Location | null {
    const location = this.#options.known(kind, sha256);
    if (location?.path === undefined) return null;
    return this.#options.reused.has({ sha256, size_bytes, location }) ? location : null;
  }

  #wholeOf({ sha256, size_bytes }: Unplaced, source: Iterable<Uint8Array>): Uint8Array {
    const bytes = concatBytes([...source]);
    if (bytes.length !== size_bytes || digestOf(bytes, this.#options.hash) !== sha256)
      throw new ArchiveError('archive_object_digest', `${sha256}: what should be archived has other bytes`);
    return bytes;
  }
}

const placed = (entry: Unplaced, location: Location): IndexEntry => ({ ...entry, location }) as IndexEntry;
