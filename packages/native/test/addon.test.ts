import { describe, expect, it } from 'vitest';
import { explainFailure, loadAddon, NativeError } from '../src/addon.js';
import { loadSodium } from '../src/sodium.js';
import { openSqlite } from '../src/sqlite.js';

const missing = Object.assign(new Error("Cannot find module 'x'\nRequire stack:\n- a"), { code: 'MODULE_NOT_FOUND' });
const broken = Object.assign(new Error('/a/sqlite.node: file too short\n  at b'), { code: 'ERR_DLOPEN_FAILED' });

describe('the addons for this system', () => {
  it('open a database with full-text search', () => {
    const database = openSqlite(':memory:');
    database.exec("CREATE VIRTUAL TABLE texts USING fts5(text); INSERT INTO texts VALUES ('green tea')");
    expect(database.prepare("SELECT text FROM texts WHERE texts MATCH 'tea'").pluck().get()).toBe('green tea');
    database.close();
  });

  it('encrypt and decrypt a sealed box', () => {
    const sodium = loadSodium();
    const [publicKey, secretKey] = [Buffer.alloc(32), Buffer.alloc(32)];
    sodium.crypto_box_keypair(publicKey, secretKey);
    const sealed = Buffer.alloc(3 + sodium.crypto_box_SEALBYTES);
    sodium.crypto_box_seal(sealed, Buffer.from('tea'), publicKey);
    const opened = Buffer.alloc(3);
    expect(sodium.crypto_box_seal_open(opened, sealed, publicKey, secretKey)).toBe(true);
    expect(opened.toString()).toBe('tea');
  });

  it('are reported with a NativeError if one is missing', () => {
    expect(() => loadAddon('nothing')).toThrow(NativeError);
  });
});

describe('explainFailure', () => {
  it.each([
    [
      'linux-x64',
      '24.1.0',
      missing,
      /^The package @notes\/native-linux-x64 is not installed; install Notes again with npm/,
    ],
    ['linux-arm64', '24.1.0', broken, /cannot be loaded by Node 24\.1\.0 \(\/a\/sqlite\.node: file too short\).*glibc/],
    ['darwin-x64', '24.1.0', broken, /cannot be loaded by Node 24\.1\.0 .*install Notes again with npm$/],
    ['darwin-x64', '20.19.0', missing, /^Notes needs Node 22 or newer on darwin-x64; this is 20\.19\.0$/],
    [
      'freebsd-x64',
      '24.1.0',
      missing,
      /no compiled addons for freebsd-x64 with Node 24\.1\.0; use one of darwin-arm64/,
    ],
  ])('names the system %s, the cause and the remedy, for Node %s', (system, version, error, expected) => {
    const sentence = explainFailure(system, version, error, true);
    expect(sentence).toMatch(expected);
    expect(sentence).not.toContain('\n');
  });

  it('names glibc on a system without it', () => {
    const sentence = explainFailure('linux-x64', '24.1.0', missing, false);
    expect(sentence).toBe('Notes needs Linux with glibc 2.34 or newer; this system has another C library, like Alpine');
  });
});
