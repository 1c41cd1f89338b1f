import type { HashFactory } from '../hash.js';
import type { BlobEntry, IndexEntry, RecordsEntry } from '../index/entry.js';
import type { Location } from '../manifest/schema.js';
import type { WriterBounds } from './bounds.js';
import type { Fanout, Storing } from './fanout.js';
import { PackBuilder, type Slot } from './pack-builder.js';
import type { ReusedFiles } from './reused-files.js';
import type { Target } from './target.js';

/** Entry whose location is not known yet. */
export type Unplaced = Omit<RecordsEntry, 'location'> | Omit<BlobEntry, 'location'>;

/** Returns the location of an object of an earlier export, or of one that was interrupted. */
export type KnownLocation = (kind: IndexEntry['kind'], sha256: string) => Location | undefined;

interface PlacerOptions {
  readonly target: Target;
  readonly fanout: Fanout;
  readonly hash: HashFactory;
  readonly bounds: WriterBounds;
  readonly usesPacks: boolean;
  readonly known: KnownLocation;
  readonly reused: ReusedFiles;
  /** Receives entries in index order, whose objects are durable. */
  readonly onEntries: (entries: readonly IndexEntry[]) => void;
}

/** Number of files that are synced and read back while the next ones are written. */
const IN_FLIGHT = 2;

/** Stores objects in index order. Entries of a pack wait until the pack is durable, and so do those after them. */
export class ObjectPlacer {
  readonly #options: PlacerOptions;
  #pack: PackBuilder | null = null;
  /** Entries since the last pack was finished. */
  #waiting: { readonly entry: Unplaced; readonly at: Slot | Location }[] = [];
  /** Pending waits, in order, before any later entry is reported. */
  readonly #unsettled: (() => void)[] = [];

  constructor(options: PlacerOptions) {
    this.#options = options;
  }

  /**
   * Adds the next object.
   * @throws ArchiveError `archive_object_digest` for bytes that do not match the entry, of this object or of one before
   * it
   */
  add(entry: Unplaced, read: () => Iterable<Uint8Array>): void {
    const known = this.#knownLocation(entry);
    if (known !== null) this.#place(entry, known);
    else if (this.#isPacked(entry)) this.#addToPack(entry, read());
    else this.#place(entry, this.#options.fanout.add(entry.sha256, entry.size_bytes, read));
  }

  /** Waits until all objects are durable. */
  finish(): void {
    this.#closePack();
    this.#settle(0);
  }

  #isPacked({ kind, size_bytes }: Unplaced): boolean {
    const { usesPacks, bounds } = this.#options;
    return usesPacks && (kind === 'records' || size_bytes < bounds.fanoutFromBytes);
  }

  #addToPack(entry: Unplaced, source: Iterable<Uint8Array>): void {
    const { target, hash, bounds } = this.#options;
    if (this.#pack !== null && this.#pack.sizeWith(entry.size_bytes) > bounds.packBytes) this.#closePack();
    this.#pack ??= new PackBuilder(target, hash);
    this.#wait(entry, this.#pack.add(entry, source));
  }

  /** Records the location of an object, which is durable once `settle` returns. */
  #place(entry: Unplaced, { location, settle }: Storing): void {
    if (this.#pack === null)
      this.#tellLater(() => {
        settle();
        return [placed(entry, location)];
      });
    else {
      this.#settleLater(settle);
      this.#wait(entry, location);
    }
  }

  #wait(entry: Unplaced, at: Slot | Location): void {
    this.#waiting.push({ entry, at });
    if (this.#waiting.length === this.#options.bounds.indexEntries) this.#closePack();
  }

  #closePack(): void {
    if (this.#pack === null) return;
    const settle = this.#pack.finish();
    const waiting = this.#waiting;
    this.#pack = null;
    this.#waiting = [];
    this.#tellLater(() => {
      const locate = settle();
      return waiting.map(({ entry, at }) => placed(entry, 'layout' in at ? at : locate(at)));
    });
  }

  /** @param settle waits until objects are durable, and returns their entries */
  #tellLater(settle: () => readonly IndexEntry[]): void {
    this.#settleLater(() => this.#options.onEntries(settle()));
  }

  #settleLater(settle: () => void): void {
    this.#unsettled.push(settle);
    this.#settle(IN_FLIGHT);
  }

  #settle(most: number): void {
    while (this.#unsettled.length > most) this.#unsettled.shift()?.();
  }

  #knownLocation({ kind, sha256, size_bytes }: Unplaced): Storing | null {
    const location = this.#options.known(kind, sha256);
    if (location?.path === undefined) return null;
    return this.#options.reused.has({ sha256, size_bytes, location }) ? { location, settle: () => {} } : null;
  }
}

const placed = (entry: Unplaced, location: Location): IndexEntry => ({ ...entry, location }) as IndexEntry;
