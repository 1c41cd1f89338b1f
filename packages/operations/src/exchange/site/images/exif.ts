/** Facts in Exif metadata that affect publishing. */
export interface ExifFacts {
  /** Orientation from 1, which is upright, to 8; undefined when it is missing. */
  readonly orientation: number | undefined;
  /** True when there is a GPS directory. */
  readonly hasLocation: boolean;
}

const NOTHING: ExifFacts = { orientation: undefined, hasLocation: false };
const ORIENTATION = 0x0112;
const GPS_DIRECTORY = 0x8825;
const SHORT = 3;
const ENTRY_BYTES = 12;

/** Reads the first directory of a TIFF structure from any bytes. See "Exif Version 2.32", sections 4.5 and 4.6. */
export function readExif(tiff: Buffer): ExifFacts {
  const order = tiff.toString('latin1', 0, 4);
  if (tiff.length < 10 || (order !== 'II*\0' && order !== 'MM\0*')) return NOTHING;
  const isLittle = order.startsWith('I');
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return NOTHING;
  const count = Math.min(short(start), Math.floor((tiff.length - start - 2) / ENTRY_BYTES));
  let orientation: number | undefined;
  let hasLocation = false;
  for (let n = 0; n < count; n++) {
    const at = start + 2 + n * ENTRY_BYTES;
    const tag = short(at);
    if (tag === GPS_DIRECTORY) hasLocation = true;
    const value = tag === ORIENTATION && short(at + 2) === SHORT ? short(at + 8) : 0;
    if (value >= 1 && value <= 8) orientation = value;
  }
  return { orientation, hasLocation };
}

/** Returns a TIFF structure that contains only an orientation. */
export function createExif(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
