export const BLOCK_BYTES = 512;

export interface TarHeader {
  readonly path: string;
  readonly size: number;
  /** Milliseconds since the Unix epoch. */
  readonly modifiedAt: number;
  /** Type flag: one character as in POSIX.1-1988 ("ustar") and pax. */
  readonly type: string;
}

/** Byte offset and length of each field. */
const FIELDS = {
  name: [0, 100],
  size: [124, 12],
  time: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 5],
  prefix: [345, 155],
} as const;

/** Returns true for blocks of NUL bytes, two of which end an archive. */
export const isEmpty = (blocks: Buffer): boolean => blocks.every((byte) => byte === 0);

/** Parses the header in a block; undefined when it is not a header or its size is not octal. */
export function readHeader(block: Buffer): TarHeader | undefined {
  const [size, seconds] = [readOctalField(block, 'size'), readOctalField(block, 'time')];
  if (size === undefined || readOctalField(block, 'checksum') !== computeChecksum(block)) return undefined;
  const prefix = readTextField(block, 'magic') === 'ustar' ? readTextField(block, 'prefix') : '';
  const name = readTextField(block, 'name');
  const type = String.fromCharCode(block[FIELDS.type[0]] as number);
  return { path: prefix === '' ? name : `${prefix}/${name}`, size, modifiedAt: (seconds ?? 0) * 1000, type };
}

function sliceField(block: Buffer, field: keyof typeof FIELDS): Buffer {
  const [start, length] = FIELDS[field];
  return block.subarray(start, start + length);
}

const readTextField = (block: Buffer, field: keyof typeof FIELDS) =>
  sliceField(block, field).toString('utf8').replace(/\0.*$/s, '');

function readOctalField(block: Buffer, field: keyof typeof FIELDS): number | undefined {
  const digits = sliceField(block, field)
    .toString('latin1')
    .replace(/[\0 ]+$/, '')
    .trimStart();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
}

/** Returns the checksum of a block: the sum of its bytes, with the checksum field read as spaces. */
function computeChecksum(block: Buffer): number {
  const [start, length] = FIELDS.checksum;
  let sum = length * 0x20;
  for (const [index, byte] of block.entries()) if (index < start || index >= start + length) sum += byte;
  return sum;
}

const PAX_RECORD = /^\d+ ([^=]+)=(.*)\n$/s;

/** Parses a pax header, which describes the next entry in records of `length key=value\n`. */
export function readPax(bytes: Buffer): { path?: string; size?: number } {
  const description: { path?: string; size?: number } = {};
  for (let at = 0; at < bytes.length; ) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 20), 10);
    if (!(length > 0)) break;
    const line = bytes.toString('utf8', at, at + length);
    const [, key, value] = PAX_RECORD.exec(line) ?? [];
    if (key === 'path') description.path = value as string;
    if (key === 'size' && /^\d{1,15}$/.test(value as string)) description.size = Number(value);
    at += length;
  }
  return description;
}
