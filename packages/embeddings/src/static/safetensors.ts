import { type FileHandle, open } from 'node:fs/promises';
import { EmbeddingError } from '../embedder.js';

/** Bytes of the length that begins a file. */
const LENGTH_BYTES = 8;
const MAX_HEADER_BYTES = 10_000_000;
/** Maximum bytes of one tensor. */
const MAX_TENSOR_BYTES = 2 ** 31;
/** Bytes read at once. */
const READ_BYTES = 64 * 1024 * 1024;

/** Bytes of an element, and its reader, by the name of its type. */
const TYPES: Readonly<
  Record<string, { readonly bytes: number; readonly read: (view: DataView, at: number) => number }>
> = {
  F64: { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
  F32: { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  F16: { bytes: 2, read: (view, at) => toNumber(view.getUint16(at, true)) },
  BF16: { bytes: 2, read: (view, at) => toBrainNumber(view.getUint16(at, true)) },
  I64: { bytes: 8, read: (view, at) => Number(view.getBigInt64(at, true)) },
  I32: { bytes: 4, read: (view, at) => view.getInt32(at, true) },
  I8: { bytes: 1, read: (view, at) => view.getInt8(at) },
};

/** Numbers of a tensor, row by row. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

interface Entry {
  readonly type: string;
  readonly shape: readonly number[];
  readonly from: number;
  readonly to: number;
}

/**
 * Reads tensors of a safetensors file: the length of the header in 8 bytes, the header as JSON with type, shape and
 * offsets of each tensor, and the numbers.
 *
 * @param names tensors to read; those that the file does not have are left out
 * @throws EmbeddingError `missing` without the file; `malformed` when a size or offset does not fit the file;
 * `unsupported` for another type of numbers
 */
export async function readTensors(path: string, names: readonly string[]): Promise<Map<string, Tensor>> {
  const file = await openFile(path);
  try {
    const { size } = await file.stat();
    const { entries, dataAt } = await readHeader(file, size);
    const tensors = new Map<string, Tensor>();
    for (const name of names) {
      const entry = entries.get(name);
      if (entry !== undefined) tensors.set(name, await readTensor(file, name, entry, { dataAt, size }));
    }
    return tensors;
  } finally {
    await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    throw new EmbeddingError('missing', `The model file ${path} cannot be read`, { cause: error });
  }
}

async function readHeader(file: FileHandle, size: number): Promise<{ entries: Map<string, Entry>; dataAt: number }> {
  if (size < LENGTH_BYTES) throw makeMalformedError('is shorter than its header');
  const length = Number((await readBytes(file, 0, LENGTH_BYTES)).getBigUint64(0, true));
  const dataAt = LENGTH_BYTES + length;
  if (length > MAX_HEADER_BYTES || dataAt > size) throw makeMalformedError('has a header of an impossible length');
  const view = await readBytes(file, LENGTH_BYTES, length);
  const text = new TextDecoder().decode(view);
  return { entries: parseHeader(text), dataAt };
}

function parseHeader(text: string): Map<string, Entry> {
  const header = parseObject(text);
  const entries = new Map<string, Entry>();
  for (const [name, value] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    const { dtype, shape, data_offsets: offsets } = (value ?? {}) as Partial<Record<string, unknown>>;
    if (typeof dtype !== 'string' || !isList(shape) || !isList(offsets) || offsets.length !== 2)
      throw makeMalformedError(`does not describe the tensor "${name}"`);
    const [from = 0, to = 0] = offsets;
    entries.set(name, { type: dtype, shape, from, to });
  }
  return entries;
}

function parseObject(text: string): object {
  try {
    const header: unknown = JSON.parse(text);
    if (typeof header === 'object' && header !== null) return header;
  } catch {
    // Text that is not JSON is reported as JSON that is no object is.
  }
  throw makeMalformedError('has a header that is not JSON');
}

const isList = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item >= 0);

async function readTensor(
  file: FileHandle,
  name: string,
  { type, shape, from, to }: Entry,
  { dataAt, size }: { readonly dataAt: number; readonly size: number },
): Promise<Tensor> {
  const format = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (format === undefined) throw new EmbeddingError('unsupported', `The tensor "${name}" has numbers of type ${type}`);
  const count = shape.reduce((product, length) => product * length, 1);
  const bytes = count * format.bytes;
  if (bytes > MAX_TENSOR_BYTES) throw new EmbeddingError('unsupported', `The tensor "${name}" is larger than 2 GiB`);
  if (to - from !== bytes || dataAt + to > size) throw makeMalformedError(`has wrong offsets for the tensor "${name}"`);
  const values = new Float32Array(count);
  const step = Math.floor(READ_BYTES / format.bytes);
  for (let first = 0; first < count; first += step) {
    const length = Math.min(step, count - first);
    const view = await readBytes(file, dataAt + from + first * format.bytes, length * format.bytes);
    for (let index = 0; index < length; index += 1) values[first + index] = format.read(view, index * format.bytes);
  }
  return { shape, values };
}

/** Reads bytes of a file, all of them. */
async function readBytes(file: FileHandle, position: number, length: number): Promise<DataView> {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) throw makeMalformedError('ended while it was read');
    done += bytesRead;
  }
  return new DataView(bytes.buffer);
}

const makeMalformedError = (reason: string) => new EmbeddingError('malformed', `The model file ${reason}`);

const EXPONENT_BITS = 10;
const MAX_EXPONENT = 31;

/** Returns a number of half precision: sign, 5 bits of exponent, 10 bits of fraction. */
function toNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> EXPONENT_BITS) & MAX_EXPONENT;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === MAX_EXPONENT) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const scratch = new DataView(new ArrayBuffer(4));

/** Returns a number whose bits are the upper half of those of single precision. */
function toBrainNumber(bits: number): number {
  scratch.setUint32(0, bits << 16);
  return scratch.getFloat32(0);
}
