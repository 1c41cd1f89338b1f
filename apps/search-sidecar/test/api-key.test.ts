import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readApiKey } from '../src/api-key.js';

function pathOfKey(): string {
  const folder = mkdtempSync(join(tmpdir(), 'notes-api-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'keys', 'api-key');
}

it('readApiKey makes a key of 32 random bytes once, in a file that only its owner can read', () => {
  const path = pathOfKey();
  const made = readApiKey(path);
  expect(made.isNew).toBe(true);
  expect(readApiKey(path)).toEqual({ apiKey: made.apiKey, isNew: false });
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);

  const keys = Array.from({ length: 8 }, () => Buffer.from(readApiKey(pathOfKey()).apiKey, 'base64url'));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(8);
  for (let at = 0; at < 32; at += 1) expect(new Set(keys.map((key) => key[at])).size).toBeGreaterThan(1);
  expect(new Set(keys.map(({ length }) => length))).toEqual(new Set([32]));
});

it('readApiKey refuses a key that is too short', () => {
  const path = pathOfKey();
  readApiKey(path);
  writeFileSync(path, 'short\n');
  expect(() => readApiKey(path)).toThrow('needs at least 16 characters');
});
