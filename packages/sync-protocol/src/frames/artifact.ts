import { concat, domain, lengthPrefixed } from '../bytes.js';
import type { ArtifactClass } from '../carrier/carrier.js';
import type { Codec, Crypto } from '../crypto.js';
import { classKey, type Epoch } from '../keys/epoch.js';
import {
  encodeHeader,
  type FrameHeader,
  HEADER_LENGTH,
  isCompressible,
  type PayloadCodec,
  parseHeader,
  SEALED_MAX,
  SIGNATURE_LENGTH,
  TAG_LENGTH,
} from './header.js';
import { pad, unpad } from './padding.js';

/** Bytes of a blob in a chunk, which pad to a size they fill; the last chunk may have fewer. */
export const CHUNK_LENGTH = 983_039;
/** Bytes a payload comes to at most once it is inflated. */
export const PAYLOAD_MAX = 4 * 1024 * 1024;

/** Where an artifact belongs, which its seal and signature cover. */
export interface ArtifactContext {
  readonly databaseId: string;
  /** The id of the replica that publishes it. */
  readonly namespace: string;
}

export interface Signer {
  /** `key_…` */
  readonly keyId: string;
  /** 64 bytes, Ed25519. */
  readonly secretKey: Uint8Array;
}

export interface ArtifactContent extends ArtifactContext {
  readonly artifactClass: Exclude<ArtifactClass, 'recovery'>;
  /** From 1 without gaps within namespace and class; of a blob the number of its chunk, from 0. */
  readonly index: number;
  readonly epoch: Pick<Epoch, 'id' | 'key'>;
  readonly signer: Signer;
  readonly payload: Uint8Array;
}

/**
 * The bytes of an artifact. They differ each time: seal once, keep them, publish those.
 *
 * @throws RangeError where they came to more than `SEALED_MAX`
 */
export function sealArtifact(crypto: Crypto, codec: Codec, content: ArtifactContent): Uint8Array {
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
  const key = classKey(crypto, content.epoch.key, content.artifactClass);
  const sealed = crypto.seal(padded, associated(content, header), header.subarray(48, 72), key);
  return signFrame(crypto, content, content.signer, concat(header, sealed));
}

/** Compressed where that is allowed and shorter. */
function encode(codec: Codec, { artifactClass, payload }: ArtifactContent): [PayloadCodec, Uint8Array] {
  if (!isCompressible(artifactClass)) return ['none', payload];
  const deflated = codec.deflate(payload);
  return deflated.length < payload.length ? ['deflate', deflated] : ['none', payload];
}

/** Appends the signature of a frame. @throws RangeError for one too long */
export function signFrame(crypto: Crypto, context: ArtifactContext, signer: Signer, frame: Uint8Array): Uint8Array {
  if (frame.length + SIGNATURE_LENGTH > SEALED_MAX) throw new RangeError(`an artifact has at most ${SEALED_MAX} bytes`);
  return concat(frame, crypto.sign(signed(context, frame), signer.secretKey));
}

/** Whether the key signed this artifact for this place. Needs no secret: a carrier may ask. */
export function verifyArtifact(
  crypto: Crypto,
  context: ArtifactContext,
  artifact: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  const end = artifact.length - SIGNATURE_LENGTH;
  return end > 0 && crypto.verify(artifact.subarray(end), signed(context, artifact.subarray(0, end)), publicKey);
}

/**
 * Why an artifact is not what it should be. `epoch` and `signer` may pass by themselves, once the key they ask for is
 * known; the others never.
 */
export type ArtifactProblem =
  | 'frame' // no artifact by its shape
  | 'place' // of another class or index than it was found at
  | 'signer' // signed by a key that is not known
  | 'signature'
  | 'epoch' // sealed under a key that is not known
  | 'seal' // altered, or of another place
  | 'payload'; // padding or compression is not as it has to be

export interface OpenRequest extends ArtifactContext {
  readonly artifactClass: Exclude<ArtifactClass, 'recovery'>;
  /** What its name says, or of a blob the chunk asked for; absent where any will do. */
  readonly index?: number;
  readonly artifact: Uint8Array;
  /** The Ed25519 key of a key id, 32 bytes; null where it is not known. */
  readonly signerKey: (keyId: string) => Uint8Array | null;
  /** The key of an epoch, 32 bytes; null where it is not known. */
  readonly epochKey: (epochId: string) => Uint8Array | null;
}

export type OpenResult =
  | { readonly ok: true; readonly header: FrameHeader; readonly payload: Uint8Array }
  | { readonly ok: false; readonly problem: ArtifactProblem };

/** What an artifact holds, once its signature, seal, padding and compression are what they have to be. */
export function openArtifact(crypto: Crypto, codec: Codec, request: OpenRequest): OpenResult {
  const header = parseHeader(request.artifact);
  if (header === null) return refused('frame');
  const publicKey = request.signerKey(header.keyId);
  if (publicKey === null) return refused('signer');
  if (!verifyArtifact(crypto, request, request.artifact, publicKey)) return refused('signature');
  return unsealArtifact(crypto, codec, request);
}

/**
 * What an artifact holds, without looking who signed it: for `members`, whose content tells the keys there are. It is
 * authentic as far as a member sealed it.
 */
export function unsealArtifact(crypto: Crypto, codec: Codec, request: Omit<OpenRequest, 'signerKey'>): OpenResult {
  const header = parseHeader(request.artifact);
  if (header === null) return refused('frame');
  if (header.artifactClass !== request.artifactClass) return refused('place');
  if (request.index !== undefined && header.index !== request.index) return refused('place');
  const epochKey = request.epochKey(header.epochId);
  if (epochKey === null) return refused('epoch');

  const frame = request.artifact.subarray(0, HEADER_LENGTH);
  const sealed = request.artifact.subarray(HEADER_LENGTH, HEADER_LENGTH + header.sealedLength);
  const key = classKey(crypto, epochKey, header.artifactClass);
  const padded = crypto.open(sealed, associated(request, frame), header.nonce, key);
  if (padded === null) return refused('seal');
  const payload = decode(codec, header.codec, unpad(padded));
  return payload === null ? refused('payload') : { ok: true, header, payload };
}

function decode(codec: Codec, chosen: PayloadCodec, encoded: Uint8Array | null): Uint8Array | null {
  return encoded !== null && chosen === 'deflate' ? codec.inflate(encoded, PAYLOAD_MAX) : encoded;
}

const refused = (problem: ArtifactProblem) => ({ ok: false, problem }) as const;

const placeOf = ({ databaseId, namespace }: ArtifactContext) =>
  concat(lengthPrefixed(databaseId), lengthPrefixed(namespace));

const associated = (context: ArtifactContext, header: Uint8Array) =>
  concat(domain('artifact/1'), placeOf(context), header);

const signed = (context: ArtifactContext, frame: Uint8Array) =>
  concat(domain('artifact-sig/1'), placeOf(context), frame);
