import type sodium from 'sodium-native';
import { loadAddon, requireCopy } from './addon.js';

export { NativeError } from './addon.js';

let loaded: typeof sodium | undefined;

/**
 * Loads sodium-native.
 *
 * @throws NativeError when the addon is not installed, is damaged or cannot be loaded
 */
export function loadSodium(): typeof sodium {
  loaded ??= (requireCopy('sodium/index.js') as (addon: unknown) => typeof sodium)(loadAddon('sodium'));
  return loaded;
}
