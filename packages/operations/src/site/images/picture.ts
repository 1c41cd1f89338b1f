import { type ExifFacts, exifOf, readExif } from './exif.js';

/** An image while it is copied: so much of it as is the picture, and whether the rest said where it was taken. */
export class Picture {
  readonly source: Buffer;
  hasPlace = false;
  readonly #copy: Buffer;
  #length = 0;
  #isTurned = false;

  constructor(source: Buffer) {
    this.source = source;
    // What is put in says how the picture is turned, once.
    this.#copy = Buffer.alloc(source.length + 64);
  }

  /** What was copied. */
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

  /** Leaves Exif out; answers Exif that only says how the picture is turned, where it is and that was not said before. */
  leaveExif(tiff: Buffer): Buffer | undefined {
    const { orientation = 1, hasPlace }: ExifFacts = readExif(tiff);
    this.hasPlace ||= hasPlace;
    if (orientation === 1 || this.#isTurned) return undefined;
    this.#isTurned = true;
    return exifOf(orientation);
  }

  /** Leaves text out. */
  leaveText(from: number, to: number): void {
    this.hasPlace ||= this.source.subarray(from, to).includes('GPSLatitude');
  }
}
