import { readFileSync } from 'node:fs';
import type { Crypto } from '../src/index.js';
import { sodiumCrypto } from '../src/node/index.js';

export function readVectors<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'));
}

export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
export const unhex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));
export const fill = (length: number, byte: number) => new Uint8Array(length).fill(byte);
export const utf8 = (text: string) => new Uint8Array(Buffer.from(text));

/** Returns the primitives with one byte in place of randomness. */
export const createFixedCrypto = (byte: number): Crypto => ({
  ...sodiumCrypto,
  random: (length) => fill(length, byte),
});

/** Yields, for each byte, a copy of the bytes in which that byte is changed. */
export function* alterEachByte(bytes: Uint8Array): Generator<[number, Uint8Array]> {
  for (const [at, byte] of bytes.entries()) yield [at, bytes.with(at, byte ^ (1 << (at % 8)))];
}
