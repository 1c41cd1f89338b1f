/**
 * Parts that need Node: the primitives of libsodium, compression by zlib, and a carrier in a folder.
 *
 * @packageDocumentation
 */

export type { CarrierFs } from './carrier-files.js';
export { zlibCodec } from './codec.js';
export {
  createDirectoryCarrier,
  DirectoryCarrier,
  type DirectoryCarrierOptions,
  inspectDirectory,
  repairDirectoryCarrier,
} from './directory-carrier.js';
export { nodeHash } from './hash.js';
export { createSodiumCrypto, type Sodium, sodiumCrypto } from './sodium.js';
