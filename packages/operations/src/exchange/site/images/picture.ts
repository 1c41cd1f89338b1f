import { createExif, type ExifFacts, readExif } from './exif.js';

/** An image while it is copied without metadata. Records whether the metadata contained a location. */
export class Picture {
  readonly source: Buffer;
  hasLocation = false;
  readonly #copy: Buffer;
  #length = 0;
  #hasOrientation = false;

  constructor(source: Buffer) {
    this.source = source;
    // Leaves room for the added Exif with the orientation, which is added once.
    this.#copy = Buffer.alloc(source.length + 64);
  }

  /** Copied bytes. */
  get bytes(): Buffer {
    return this.#copy.subarray(0, this.#length);
  }

  keep(from: number, to: number): void {
    this.add(this.source.subarray(from, to));
  }

  add(...pieces: readonly Uint8Array[]): void {
    for (const piece of pieces) {
      this.#copy.set(piece, this.#length);
      this.#length += piece.length;
    }
  }

  /**
   * Omits Exif metadata. Returns a replacement with only the orientation when that matters and was not returned before.
   */
  omitExif(tiff: Buffer): Buffer | undefined {
    const { orientation = 1, hasLocation }: ExifFacts = readExif(tiff);
    this.hasLocation ||= hasLocation;
    if (orientation === 1 || this.#hasOrientation) return undefined;
    this.#hasOrientation = true;
    return createExif(orientation);
  }

  /** Omits a block of text metadata. */
  omitText(from: number, to: number): void {
    this.hasLocation ||= this.source.subarray(from, to).includes('GPSLatitude');
  }
}
