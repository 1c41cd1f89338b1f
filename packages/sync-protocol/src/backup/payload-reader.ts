import { bytesToHex } from '@noble/hashes/utils.js';
import { compareBytes, readU64 } from '../bytes.js';
import { ByteReader } from './byte-reader.js';
import { BackupError } from './frames.js';
import { encodeEnd, MAX_MANIFEST_BYTES, type PayloadManifest, type PayloadPart, readManifest } from './manifest.js';
import { ASSET_HEADER_LENGTH, type Hasher, type NewHasher } from './payload-writer.js';
import { BLOCK_LENGTH, readUstarHeader, ustarEnd, ustarPadding } from './ustar.js';

/** Receiver of the contents of a payload. The contents are verified only once `readPayload` has resolved. */
export interface PayloadSink {
  manifest(manifest: PayloadManifest): Promise<void> | void;
  /** Receives the next bytes of the library's file. */
  image(bytes: Uint8Array): Promise<void> | void;
  /** Starts an attachment. */
  asset(sha256: string, sizeBytes: number): Promise<void> | void;
  /** Receives the next bytes of the current attachment. */
  assetBytes(bytes: Uint8Array): Promise<void> | void;
}

/**
 * Reads a payload. Every file must be present, in order, with its only valid header, its size and its digest, and no
 * other bytes may follow. File names are only compared and never used as paths.
 *
 * @throws BackupError for any other payload
 */
export async function readPayload(
  payload: AsyncIterable<Uint8Array>,
  sink: PayloadSink,
  newHash: NewHasher,
): Promise<PayloadManifest> {
  const intake = new ByteReader(payload);
  try {
    return await readFrom(intake, sink, newHash);
  } finally {
    await intake.close();
  }
}

async function readFrom(intake: ByteReader, sink: PayloadSink, newHash: NewHasher): Promise<PayloadManifest> {
  const encoded = await readSmallFile(intake, 'payload.json', MAX_MANIFEST_BYTES);
  const manifest = readManifest(encoded);
  if (manifest === null) throw new BackupError('payload.json is not a valid manifest.');
  await sink.manifest(manifest);

  const all = newHash();
  async function* readParts(parts: readonly PayloadPart[]): AsyncGenerator<Uint8Array> {
    for (const part of parts) yield* readPart(intake, part, newHash, all);
  }
  const images = manifest.parts.filter(({ name }) => name.startsWith('db/'));
  for await (const piece of readParts(images)) await sink.image(piece);
  await unpack(new ByteReader(readParts(manifest.parts.slice(images.length))), sink, newHash);

  all.update(encoded);
  const end = await readSmallFile(intake, 'end.json', BLOCK_LENGTH);
  if (compareBytes(end, encodeEnd(bytesToHex(all.digest()))) !== 0)
    throw new BackupError('end.json does not match the payload.');
  await readZeros(intake, ustarEnd());
  if (!(await intake.isAtEnd())) throw new BackupError('The payload has bytes after its end.');
  return manifest;
}

async function readSmallFile(intake: ByteReader, name: string, maxBytes: number): Promise<Uint8Array> {
  const size = await readNextSize(intake, name);
  if (size > maxBytes) throw new BackupError(`${name} is too long.`);
  const content = await intake.read(size);
  if (content === null) throw new BackupError('The payload is truncated.');
  await readZeros(intake, ustarPadding(size));
  return content;
}

async function* readPart(
  intake: ByteReader,
  { name, size_bytes, sha256 }: PayloadPart,
  newHash: NewHasher,
  all: Hasher,
): AsyncGenerator<Uint8Array> {
  if ((await readNextSize(intake, name)) !== size_bytes)
    throw new BackupError(`${name} does not have the size that the manifest states.`);
  const hash = newHash();
  for await (const piece of intake.readPieces(size_bytes)) {
    hash.update(piece);
    all.update(piece);
    yield piece;
  }
  if (bytesToHex(hash.digest()) !== sha256) throw new BackupError(`${name} does not match its digest in the manifest.`);
  await readZeros(intake, ustarPadding(size_bytes));
}

async function readNextSize(intake: ByteReader, name: string): Promise<number> {
  const header = await intake.read(BLOCK_LENGTH);
  const size = header === null ? null : readUstarHeader(header, name);
  if (size === null) throw new BackupError(`The next file is not ${name}.`);
  return size;
}

async function readZeros(intake: ByteReader, expected: Uint8Array): Promise<void> {
  const found = await intake.read(expected.length);
  if (found === null || compareBytes(found, expected) !== 0)
    throw new BackupError('The padding of the payload is not all zeros.');
}

/** Reads packed attachments, which ascend by digest, and checks the digest of each. */
async function unpack(packed: ByteReader, sink: PayloadSink, newHash: NewHasher): Promise<void> {
  let before = '';
  while (!(await packed.isAtEnd())) {
    const header = await packed.read(ASSET_HEADER_LENGTH);
    const size = header === null ? null : readU64(header, 32);
    if (header === null || size === null) throw new BackupError('An attachment is truncated.');
    const sha256 = bytesToHex(header.subarray(0, 32));
    if (sha256 <= before) throw new BackupError('The attachments are not in ascending order of their digests.');
    before = sha256;

    await sink.asset(sha256, size);
    const hash = newHash();
    for await (const piece of packed.readPieces(size)) {
      hash.update(piece);
      await sink.assetBytes(piece);
    }
    if (bytesToHex(hash.digest()) !== sha256) throw new BackupError('An attachment does not match its digest.');
  }
}
