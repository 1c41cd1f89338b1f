export {
  ARTIFACT_CLASSES,
  type ArtifactClass,
  type ArtifactEntry,
  type ArtifactPage,
  type Carrier,
  CarrierError,
  type CarrierErrorCode,
} from './carrier/carrier.js';
export type { Codec, Crypto, KeyPair } from './crypto.js';
