export { zlibCodec } from './codec.js';
export { sodiumCrypto } from './sodium.js';
