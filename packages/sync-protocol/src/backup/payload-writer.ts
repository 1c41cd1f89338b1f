import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { concat, u64 } from '../bytes.js';
import { ByteReader } from './byte-reader.js';
import { BackupError } from './frames.js';
import {
  encodeEnd,
  encodeManifest,
  imageName,
  MAX_PART_BYTES,
  PAYLOAD_TYPE,
  type PayloadManifest,
  type PayloadPart,
  packName,
} from './manifest.js';
import { ustarEnd, ustarHeader, ustarPadding, ustarSize } from './ustar.js';

/** Incremental SHA-256. */
export interface Hasher {
  update(bytes: Uint8Array): unknown;
  /** Returns the digest of 32 bytes. May be called once. */
  digest(): Uint8Array;
}
/** Creates a SHA-256 hasher. */
export type NewHasher = () => Hasher;

/** Bytes that can be read several times, with the same content each time. */
export interface Section {
  readonly sizeBytes: number;
  read(): AsyncIterable<Uint8Array>;
}

/** Content of a backup payload: facts about the library, its file and its attachments. */
export interface PayloadSource extends Pick<PayloadManifest, 'database_id' | 'schema_version' | 'vv'> {
  /** The library's database file. */
  readonly image: Section;
  readonly assets: Section;
}

/** An attachment with the SHA-256 of its bytes. */
export interface Asset extends Section {
  /** SHA-256 in hexadecimal. */
  readonly sha256: string;
}

/**
 * Concatenates attachments: for each its SHA-256, its length in eight bytes, and its bytes.
 *
 * @param assets attachments in ascending order of SHA-256
 * @throws RangeError when they are out of order
 */
export function packAssets(assets: readonly Asset[]): Section {
  if (assets.some(({ sha256 }, at) => at > 0 && sha256 <= (assets[at - 1] as Asset).sha256))
    throw new RangeError('The attachments are not in ascending order of their digests.');
  return {
    sizeBytes: assets.reduce((sum, { sizeBytes }) => sum + ASSET_HEADER_LENGTH + sizeBytes, 0),
    async *read() {
      for (const asset of assets) {
        yield concat(hexToBytes(asset.sha256), u64(asset.sizeBytes));
        yield* asset.read();
      }
    },
  };
}

/** Bytes before each attachment: its SHA-256 and its length. */
export const ASSET_HEADER_LENGTH = 40;

/** Plan of a payload: its manifest with the digests of all parts, its last file, and its total size in bytes. */
export interface PayloadPlan {
  readonly manifest: PayloadManifest;
  readonly end: Uint8Array;
  readonly sizeBytes: number;
}

/**
 * Reads the whole content once to compute the digests that the manifest needs.
 *
 * @param partBytes bytes of a part, up to 1 GiB
 * @throws BackupError when a section is longer or shorter than its stated size
 */
export async function planPayload(
  { image, assets, ...about }: PayloadSource,
  newHash: NewHasher,
  partBytes: number = MAX_PART_BYTES,
): Promise<PayloadPlan> {
  const all = newHash();
  const parts = [
    ...(await describeParts(image, imageName, partBytes, newHash, all)),
    ...(await describeParts(assets, packName, partBytes, newHash, all)),
  ];
  const manifest: PayloadManifest = { type: PAYLOAD_TYPE, ...about, parts };
  const encoded = encodeManifest(manifest);
  all.update(encoded);
  const end = encodeEnd(bytesToHex(all.digest()));
  const sizes = [encoded.length, ...parts.map(({ size_bytes }) => size_bytes), end.length];
  return { manifest, end, sizeBytes: sizes.reduce((sum, size) => sum + ustarSize(size), ustarEnd().length) };
}

async function describeParts(
  section: Section,
  toName: (number: number) => string,
  partBytes: number,
  newHash: NewHasher,
  all: Hasher,
): Promise<readonly PayloadPart[]> {
  const intake = new ByteReader(section.read());
  const parts: PayloadPart[] = [];
  try {
    for (let start = 0; start < section.sizeBytes; start += partBytes) {
      const size = Math.min(partBytes, section.sizeBytes - start);
      const sha256 = await hashNext(intake, size, newHash(), all);
      parts.push({ name: toName(parts.length), size_bytes: size, sha256 });
    }
    if (!(await intake.isAtEnd())) throw new BackupError('A file is longer than announced.');
  } finally {
    await intake.close();
  }
  return parts;
}

async function hashNext(intake: ByteReader, size: number, hash: Hasher, all: Hasher): Promise<string> {
  let count = 0;
  for await (const piece of intake.readPieces(size)) {
    hash.update(piece);
    all.update(piece);
    count += piece.length;
  }
  if (count < size) throw new BackupError('A file is shorter than announced.');
  return bytesToHex(hash.digest());
}

/**
 * Yields the bytes of a payload, which is a USTAR archive.
 *
 * @throws BackupError when a part changed since it was planned
 */
export async function* writePayload(
  { image, assets }: PayloadSource,
  { manifest, end }: PayloadPlan,
  newHash: NewHasher,
): AsyncGenerator<Uint8Array> {
  yield* writeSmallFile('payload.json', encodeManifest(manifest));
  const [ofImage, ofAssets] = [new ByteReader(image.read()), new ByteReader(assets.read())];
  try {
    for (const part of manifest.parts)
      yield* writePart(part.name.startsWith('db/') ? ofImage : ofAssets, part, newHash());
  } finally {
    await Promise.all([ofImage.close(), ofAssets.close()]);
  }
  yield* writeSmallFile('end.json', end);
  yield ustarEnd();
}

async function* writePart(intake: ByteReader, part: PayloadPart, hash: Hasher): AsyncGenerator<Uint8Array> {
  yield ustarHeader(part.name, part.size_bytes);
  for await (const piece of intake.readPieces(part.size_bytes)) {
    hash.update(piece);
    yield piece;
  }
  if (bytesToHex(hash.digest()) !== part.sha256) throw new BackupError(`${part.name} changed while it was written.`);
  yield ustarPadding(part.size_bytes);
}

function* writeSmallFile(name: string, content: Uint8Array): Generator<Uint8Array> {
  yield ustarHeader(name, content.length);
  yield content;
  yield ustarPadding(content.length);
}
