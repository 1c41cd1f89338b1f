import { loadSodium } from '@notes/native/sodium';
import { createSodiumCrypto } from '@notes/sync-protocol/node';

/** Cryptographic primitives of sync, implemented by libsodium. */
export const syncCrypto = createSodiumCrypto(loadSodium);
