export type { CarrierFs } from './carrier-files.js';
export { zlibCodec } from './codec.js';
export {
  createDirectoryCarrier,
  DirectoryCarrier,
  type DirectoryCarrierOptions,
  inspectDirectory,
} from './directory-carrier.js';
export { nodeHash } from './hash.js';
export { sodiumCrypto } from './sodium.js';
