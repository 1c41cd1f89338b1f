import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { ARTIFACT_CLASSES, type ArtifactClass } from '../artifact-class.js';
import { compareBytes, concat, readU32, readU64, u32, u64 } from '../bytes.js';
import { getClassCode } from '../keys/epoch.js';
import { formatKeyId, parseKeyId } from '../keys/key-id.js';
import { computePaddedSize } from './padding.js';

/** Maximum bytes of an artifact. */
export const MAX_ARTIFACT_BYTES = 1_000_000;
/** Bytes of the header of an artifact. */
export const HEADER_LENGTH = 76;
export const SIGNATURE_LENGTH = 64;
/** Bytes that encryption adds to the padded payload. */
export const TAG_LENGTH = 16;
/** Bytes of the sealed box that a `recovery` artifact has in place of ciphertext. */
export const RECOVERY_LENGTH = 88;

const MAGIC = Uint8Array.of(0x4e, 0x53, 0x41, 0x31); // NSA1
const VERSION = 1;

/** Compression of a payload. */
export type PayloadCodec = 'none' | 'deflate';
const CODECS: readonly PayloadCodec[] = ['none', 'deflate'];

/** Header of an artifact, which is not encrypted. */
export interface FrameHeader {
  readonly artifactClass: ArtifactClass;
  readonly codec: PayloadCodec;
  /** Index from 1 within namespace and class; for a blob the number of its chunk, from 0. */
  readonly index: number;
  /** 32 hexadecimal digits. */
  readonly epochId: string;
  /** `key_…` of the key that signed. */
  readonly keyId: string;
  /** 24 bytes. */
  readonly nonce: Uint8Array;
  /** Bytes between header and signature. */
  readonly sealedLength: number;
}

/** Returns true for classes that may be compressed: operations and checkpoints. */
export const isCompressible = (artifactClass: ArtifactClass): boolean =>
  artifactClass === 'ops' || artifactClass === 'snapshots';

/**
 * Encodes a header.
 *
 * @throws RangeError for an invalid key id, or an index outside the range of its class
 */
export function encodeHeader(header: FrameHeader): Uint8Array {
  const signer = parseKeyId(header.keyId);
  if (signer === null) throw new RangeError(`Not a valid key id: ${header.keyId}.`);
  if (!isIndex(header.artifactClass, header.index))
    throw new RangeError(`Not a valid index of an artifact in ${header.artifactClass}: ${header.index}.`);
  return concat(
    MAGIC,
    Uint8Array.of(VERSION, getClassCode(header.artifactClass), CODECS.indexOf(header.codec), 0),
    u64(header.index),
    hexToBytes(header.epochId),
    signer,
    header.nonce,
    u32(header.sealedLength),
  );
}

/** Parses the header of a complete artifact; returns null when header or size is malformed. */
export function parseHeader(artifact: Uint8Array): FrameHeader | null {
  if (artifact.length < HEADER_LENGTH || artifact.length > MAX_ARTIFACT_BYTES) return null;
  const [version, code, codecCode, zero] = artifact.subarray(4, 8) as unknown as [number, number, number, number];
  if (compareBytes(artifact.subarray(0, 4), MAGIC) !== 0 || version !== VERSION || zero !== 0) return null;

  const artifactClass = ARTIFACT_CLASSES[code - 1];
  const codec = CODECS[codecCode];
  const index = readU64(artifact, 8);
  if (artifactClass === undefined || codec === undefined || index === null) return null;
  if (!isIndex(artifactClass, index) || (codec !== 'none' && !isCompressible(artifactClass))) return null;

  const header: FrameHeader = {
    artifactClass,
    codec,
    index,
    epochId: bytesToHex(artifact.subarray(16, 32)),
    keyId: formatKeyId(artifact.subarray(32, 48)),
    nonce: artifact.subarray(48, 72),
    sealedLength: readU32(artifact, 72),
  };
  const whole = artifact.length === HEADER_LENGTH + header.sealedLength + SIGNATURE_LENGTH;
  return whole && hasSizeOfItsClass(header) ? header : null;
}

/** Returns true when an artifact of a class other than `recovery` can have this size. */
export function isArtifactSize(bytes: number): boolean {
  const padded = bytes - HEADER_LENGTH - TAG_LENGTH - SIGNATURE_LENGTH;
  return padded > 0 && bytes <= MAX_ARTIFACT_BYTES && computePaddedSize(padded) === padded;
}

const isIndex = (artifactClass: ArtifactClass, index: number) =>
  Number.isSafeInteger(index) && index >= (artifactClass === 'blobs' ? 0 : 1);

function hasSizeOfItsClass({ artifactClass, sealedLength, nonce }: FrameHeader): boolean {
  if (artifactClass === 'recovery') return sealedLength === RECOVERY_LENGTH && nonce.every((byte) => byte === 0);
  const padded = sealedLength - TAG_LENGTH;
  return computePaddedSize(padded) === padded;
}
