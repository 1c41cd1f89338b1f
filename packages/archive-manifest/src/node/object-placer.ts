import type { HashFactory } from '../hash.js';
import type { BlobEntry, IndexEntry, RecordsEntry } from '../index/entry.js';
import type { Location } from '../manifest/schema.js';
import type { WriterBounds } from './bounds.js';
import type { Fanout, PendingObject } from './fanout.js';
import { PackBuilder, type Slot } from './pack-builder.js';
import type { ReusedFiles } from './reused-files.js';
import type { Target } from './target.js';

/** Entry whose location is not known yet. */
export type EntryWithoutLocation = Omit<RecordsEntry, 'location'> | Omit<BlobEntry, 'location'>;

/** Returns the location of an object of an earlier export, or of one that was interrupted. */
export type LocationFinder = (kind: IndexEntry['kind'], sha256: string) => Location | undefined;

interface PlacerOptions {
  readonly target: Target;
  readonly fanout: Fanout;
  readonly hash: HashFactory;
  readonly bounds: WriterBounds;
  readonly usesPacks: boolean;
  readonly findLocation: LocationFinder;
  readonly reused: ReusedFiles;
  /** Receives entries in index order, whose objects are durable. */
  readonly onEntries: (entries: readonly IndexEntry[]) => void;
}

/** Number of files that are synced and read back while the next ones are written. */
const MAX_FILES_IN_FLIGHT = 2;

/** Stores objects in index order. Entries of a pack wait until the pack is durable, and so do those after them. */
export class ObjectPlacer {
  readonly #options: PlacerOptions;
  #pack: PackBuilder | null = null;
  /** Entries since the last pack was finished. */
  #queue: { readonly entry: EntryWithoutLocation; readonly at: Slot | Location }[] = [];
  /** Pending waits, in order, before any later entry is reported. */
  readonly #pendingWaits: (() => void)[] = [];

  constructor(options: PlacerOptions) {
    this.#options = options;
  }

  /**
   * Adds the next object.
   * @throws ArchiveError `archive_object_digest` for bytes that do not match the entry, of this object or of one before
   * it
   */
  add(entry: EntryWithoutLocation, read: () => Iterable<Uint8Array>): void {
    const known = this.#knownLocation(entry);
    if (known !== null) this.#addLocated(entry, known);
    else if (this.#isPacked(entry)) this.#addToPack(entry, read());
    else this.#addLocated(entry, this.#options.fanout.add(entry.sha256, entry.size_bytes, read));
  }

  /** Waits until all objects are durable. */
  finish(): void {
    this.#closePack();
    this.#runWaits(0);
  }

  #isPacked({ kind, size_bytes }: EntryWithoutLocation): boolean {
    const { usesPacks, bounds } = this.#options;
    return usesPacks && (kind === 'records' || size_bytes < bounds.fanoutFromBytes);
  }

  #addToPack(entry: EntryWithoutLocation, source: Iterable<Uint8Array>): void {
    const { target, hash, bounds } = this.#options;
    if (this.#pack !== null && this.#pack.sizeWith(entry.size_bytes) > bounds.packBytes) this.#closePack();
    this.#pack ??= new PackBuilder(target, hash);
    this.#enqueue(entry, this.#pack.add(entry, source));
  }

  /** Records the location of an object, which is durable once `waitUntilDurable` returns. */
  #addLocated(entry: EntryWithoutLocation, { location, waitUntilDurable }: PendingObject): void {
    if (this.#pack === null)
      this.#reportWhenDurable(() => {
        waitUntilDurable();
        return [withLocation(entry, location)];
      });
    else {
      this.#addWait(waitUntilDurable);
      this.#enqueue(entry, location);
    }
  }

  #enqueue(entry: EntryWithoutLocation, at: Slot | Location): void {
    this.#queue.push({ entry, at });
    if (this.#queue.length === this.#options.bounds.indexEntries) this.#closePack();
  }

  #closePack(): void {
    if (this.#pack === null) return;
    const waitForLocations = this.#pack.finish();
    const waiting = this.#queue;
    this.#pack = null;
    this.#queue = [];
    this.#reportWhenDurable(() => {
      const locate = waitForLocations();
      return waiting.map(({ entry, at }) => withLocation(entry, 'layout' in at ? at : locate(at)));
    });
  }

  /** @param waitForEntries waits until objects are durable, and returns their entries */
  #reportWhenDurable(waitForEntries: () => readonly IndexEntry[]): void {
    this.#addWait(() => this.#options.onEntries(waitForEntries()));
  }

  #addWait(wait: () => void): void {
    this.#pendingWaits.push(wait);
    this.#runWaits(MAX_FILES_IN_FLIGHT);
  }

  #runWaits(most: number): void {
    while (this.#pendingWaits.length > most) this.#pendingWaits.shift()?.();
  }

  #knownLocation({ kind, sha256, size_bytes }: EntryWithoutLocation): PendingObject | null {
    const location = this.#options.findLocation(kind, sha256);
    if (location?.path === undefined) return null;
    return this.#options.reused.has({ sha256, size_bytes, location }) ? { location, waitUntilDurable: () => {} } : null;
  }
}

const withLocation = (entry: EntryWithoutLocation, location: Location): IndexEntry =>
  ({ ...entry, location }) as IndexEntry;
