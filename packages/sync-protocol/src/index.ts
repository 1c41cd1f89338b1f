export {
  ARTIFACT_CLASSES,
  type ArtifactClass,
  type ArtifactEntry,
  type ArtifactPage,
  type Carrier,
  CarrierError,
  type CarrierErrorCode,
  type CarrierIdentity,
} from './carrier/carrier.js';
export {
  digestOfName,
  indexOfName,
  isArtifactClass,
  isArtifactName,
  isNamespace,
  PAGE_MOST,
  SEALED_MAX_BYTES,
} from './carrier/names.js';
export { PAIRING_BOX_MOST_BYTES, type PairingBoxes, type PairingBoxKind } from './carrier/pairing-boxes.js';
export type { Codec, Crypto, KeyPair } from './crypto.js';
export {
  type ArtifactContent,
  type ArtifactContext,
  type ArtifactProblem,
  CHUNK_LENGTH,
  type OpenRequest,
  type OpenResult,
  openArtifact,
  PAYLOAD_MAX,
  type Signer,
  sealArtifact,
  unsealArtifact,
  verifyArtifact,
} from './frames/artifact.js';
export { type FrameHeader, type PayloadCodec, parseHeader, SEALED_MAX } from './frames/header.js';
export {
  type ArtifactName,
  artifactDigest,
  artifactName,
  blobLocator,
  parseArtifactName,
  placePrefix,
} from './frames/name.js';
export { paddedSize } from './frames/padding.js';
export { openRecovery, type RecoveryContent, sealRecovery } from './frames/recovery.js';
export { backupKey, classKey, compareEpochs, type Epoch, epochOf, mintEpoch } from './keys/epoch.js';
export { keyIdBytes, keyIdOf, type PublicKeys, publicKeysOf, type ReplicaKeys } from './keys/key-id.js';
export { recoveryKeys } from './keys/recovery.js';
