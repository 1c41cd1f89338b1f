import type { ArtifactClass } from '../artifact-class.js';
import { concat, domain, lengthPrefixed } from '../bytes.js';
import type { Codec, Crypto } from '../crypto.js';
import { deriveClassKey, type Epoch } from '../keys/epoch.js';
import {
  encodeHeader,
  type FrameHeader,
  HEADER_LENGTH,
  isCompressible,
  MAX_ARTIFACT_BYTES,
  type PayloadCodec,
  parseHeader,
  SIGNATURE_LENGTH,
  TAG_LENGTH,
} from './header.js';
import { pad, unpad } from './padding.js';

/** Blob bytes in a chunk. A chunk of this size has no padding beyond its mark; the last chunk may be shorter. */
export const CHUNK_LENGTH = 983_039;
/** Maximum bytes of a payload after inflation. */
export const MAX_PAYLOAD_BYTES = 4 * 1024 * 1024;

/** Library and namespace of an artifact, which its encryption and signature cover. */
export interface ArtifactContext {
  readonly databaseId: string;
  /** Id of the replica that publishes it. */
  readonly namespace: string;
}

/** A key that signs artifacts and requests. */
export interface Signer {
  /** `key_…` */
  readonly keyId: string;
  /** Ed25519 secret key, 64 bytes. */
  readonly secretKey: Uint8Array;
}

/** Content of an artifact to be encrypted and signed. */
export interface ArtifactContent extends ArtifactContext {
  readonly artifactClass: Exclude<ArtifactClass, 'recovery'>;
  /** Index from 1 without gaps within namespace and class; for a blob the number of its chunk, from 0. */
  readonly index: number;
  readonly epoch: Pick<Epoch, 'id' | 'key'>;
  readonly signer: Signer;
  /** Content of at most `MAX_PAYLOAD_BYTES` bytes. */
  readonly payload: Uint8Array;
}

/**
 * Encrypts and signs an artifact. The bytes differ at each call, so callers store the result and publish the stored
 * bytes.
 *
 * @throws RangeError when the payload exceeds `MAX_PAYLOAD_BYTES` bytes, which a reader refuses even when they compress
 *   well, or the artifact would exceed `MAX_ARTIFACT_BYTES` bytes
 */
export function encryptArtifact(crypto: Crypto, codec: Codec, content: ArtifactContent): Uint8Array {
  if (content.payload.length > MAX_PAYLOAD_BYTES)
    throw new RangeError(`A payload has at most ${MAX_PAYLOAD_BYTES} bytes, this one has ${content.payload.length}.`);
  const [chosen, encoded] = encode(codec, content);
  const padded = pad(encoded);
  const header = encodeHeader({
    artifactClass: content.artifactClass,
    codec: chosen,
    index: content.index,
    epochId: content.epoch.id,
    keyId: content.signer.keyId,
    nonce: crypto.random(24),
    sealedLength: padded.length + TAG_LENGTH,
  });
  const key = deriveClassKey(crypto, content.epoch.key, content.artifactClass);
  const sealed = crypto.encrypt(padded, buildAssociatedData(content, header), header.subarray(48, 72), key);
  return signFrame(crypto, content, content.signer, concat(header, sealed));
}

/** Compresses the payload when its class allows it and the result is shorter. */
function encode(codec: Codec, { artifactClass, payload }: ArtifactContent): [PayloadCodec, Uint8Array] {
  if (!isCompressible(artifactClass)) return ['none', payload];
  const deflated = codec.deflate(payload);
  return deflated.length < payload.length ? ['deflate', deflated] : ['none', payload];
}

/**
 * Appends the signature to a frame.
 *
 * @throws RangeError when the artifact would exceed `MAX_ARTIFACT_BYTES` bytes
 */
export function signFrame(crypto: Crypto, context: ArtifactContext, signer: Signer, frame: Uint8Array): Uint8Array {
  if (frame.length + SIGNATURE_LENGTH > MAX_ARTIFACT_BYTES)
    throw new RangeError(`An artifact has at most ${MAX_ARTIFACT_BYTES} bytes.`);
  return concat(frame, crypto.sign(buildSignedBytes(context, frame), signer.secretKey));
}

/**
 * Returns true when the key signed this artifact for this library and namespace. Needs no secret, so a carrier can
 * check it too.
 */
export function verifyArtifact(
  crypto: Crypto,
  context: ArtifactContext,
  artifact: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  const end = artifact.length - SIGNATURE_LENGTH;
  return (
    end > 0 && crypto.verify(artifact.subarray(end), buildSignedBytes(context, artifact.subarray(0, end)), publicKey)
  );
}

/**
 * Problem of an artifact. `epoch` and `signer` may be temporary, until the missing key is known; the others are
 * permanent.
 */
export type ArtifactProblem =
  | 'frame' // malformed header or size
  | 'place' // class or index differ from its location
  | 'signer' // signed by an unknown key
  | 'signature'
  | 'epoch' // encrypted under an unknown key
  | 'seal' // altered, or of another location
  | 'payload'; // invalid padding or compression

/** An artifact to open, its expected location, and lookups of keys. */
export interface OpenRequest extends ArtifactContext {
  readonly artifactClass: Exclude<ArtifactClass, 'recovery'>;
  /** Expected index from its name, or the chunk number of a blob; absent when any index is accepted. */
  readonly index?: number | undefined;
  readonly artifact: Uint8Array;
  /** Returns the Ed25519 public key of a key id, 32 bytes; null when it is not known. */
  readonly signerKey: (keyId: string) => Uint8Array | null;
  /** Returns the key of an epoch, 32 bytes; null when it is not known. */
  readonly epochKey: (epochId: string) => Uint8Array | null;
}

/** Result of {@link openArtifact}: header and decrypted payload, or the problem. */
export type OpenResult =
  | { readonly ok: true; readonly header: FrameHeader; readonly payload: Uint8Array }
  | { readonly ok: false; readonly problem: ArtifactProblem };

/** Verifies the signature of an artifact, then decrypts, unpads and inflates it. */
export function openArtifact(crypto: Crypto, codec: Codec, request: OpenRequest): OpenResult {
  const header = parseHeader(request.artifact);
  if (header === null) return refuse('frame');
  const publicKey = request.signerKey(header.keyId);
  if (publicKey === null) return refuse('signer');
  if (!verifyArtifact(crypto, request, request.artifact, publicKey)) return refuse('signature');
  return decryptArtifact(crypto, codec, request);
}

/**
 * Opens an artifact without verifying its signature. For `members` artifacts, whose content introduces the signing
 * keys. The encryption proves only that a member made the artifact.
 */
export function decryptArtifact(crypto: Crypto, codec: Codec, request: Omit<OpenRequest, 'signerKey'>): OpenResult {
  const header = parseHeader(request.artifact);
  if (header === null) return refuse('frame');
  if (header.artifactClass !== request.artifactClass) return refuse('place');
  if (request.index !== undefined && header.index !== request.index) return refuse('place');
  const epochKey = request.epochKey(header.epochId);
  if (epochKey === null) return refuse('epoch');

  const frame = request.artifact.subarray(0, HEADER_LENGTH);
  const sealed = request.artifact.subarray(HEADER_LENGTH, HEADER_LENGTH + header.sealedLength);
  const key = deriveClassKey(crypto, epochKey, header.artifactClass);
  const padded = crypto.decrypt(sealed, buildAssociatedData(request, frame), header.nonce, key);
  if (padded === null) return refuse('seal');
  const payload = decode(codec, header.codec, unpad(padded));
  return payload === null ? refuse('payload') : { ok: true, header, payload };
}

function decode(codec: Codec, chosen: PayloadCodec, encoded: Uint8Array | null): Uint8Array | null {
  return encoded !== null && chosen === 'deflate' ? codec.inflate(encoded, MAX_PAYLOAD_BYTES) : encoded;
}

const refuse = (problem: ArtifactProblem) => ({ ok: false, problem }) as const;

const encodeContext = ({ databaseId, namespace }: ArtifactContext) =>
  concat(lengthPrefixed(databaseId), lengthPrefixed(namespace));

const buildAssociatedData = (context: ArtifactContext, header: Uint8Array) =>
  concat(domain('artifact/1'), encodeContext(context), header);

const buildSignedBytes = (context: ArtifactContext, frame: Uint8Array) =>
  concat(domain('artifact-sig/1'), encodeContext(context), frame);
