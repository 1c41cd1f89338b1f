import { afterEach, expect, it, vi } from 'vitest';
import { readStored, writeStored } from './browser-storage.js';

const blockStorage = () =>
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });

const original = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
afterEach(() => {
  if (original === undefined) Reflect.deleteProperty(globalThis, 'localStorage');
  else Object.defineProperty(globalThis, 'localStorage', original);
  vi.unstubAllGlobals();
});

it('blocked storage reads as empty and keeps new values until the page is closed', () => {
  blockStorage();
  expect(readStored('localStorage', 'blocked')).toBeNull();
  writeStored('localStorage', 'blocked', 'kept');
  expect(readStored('localStorage', 'blocked')).toBe('kept');
});

it('a value that the full storage refuses replaces the older stored value', () => {
  const setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => 'older', setItem });
  expect(readStored('localStorage', 'full')).toBe('older');
  writeStored('localStorage', 'full', 'newer');
  expect(readStored('localStorage', 'full')).toBe('newer');
});
