import { describe, expect, test } from 'vitest';
import { deriveBlobLocator, type Epoch, mintEpoch, parseArtifactName, parseHeader } from '../src/index.js';
import { zlibCodec as codec, sodiumCrypto as crypto } from '../src/node/index.js';
import { encryptChunk } from '../src/run/chunks.js';
import { MemoryCarrier } from '../src/testing/index.js';
import { DATABASE, Device } from './run/devices.js';
import { fill, hex } from './support.js';

const FILE = fill(200_000, 7);
const sha256 = hex(crypto.sha256(FILE));
const getLocator = (name: string) => parseArtifactName('blobs', name)?.position;

/** Adds a file as an attachment of a device. */
function attach(device: Device, bytes: Uint8Array, number = 1): void {
  const digest = hex(crypto.sha256(bytes));
  device.store.state.blobs.set(digest, bytes);
  const about = { sha256: digest, size: bytes.length, mime: 'text/plain', filename: 'f.txt', created: 0 };
  device.append({ op: 'res.create', resource: `${device.keys.replicaId.replace('rep', 'res')}${number}`, ...about });
}

/** Returns the blocks of 16 bytes of a ciphertext, which follows the header of 76 bytes. */
const splitCiphertext = (bytes: Uint8Array) => hex(bytes.subarray(76)).match(/.{32}/g) as string[];

const createCarrier = () => new MemoryCarrier({ carrierId: 'car_test', databaseId: DATABASE });
const listNames = (carrier: MemoryCarrier, { keys }: Device) => [...carrier.folder(keys.replicaId, 'blobs').keys()];
const getEpochKey = ({ keys }: Device) => (keys.epochs().at(-1) as Epoch).key;
const sync = (device: Device, carrier: MemoryCarrier) => device.sync(carrier.carrierFor(device.keys.replicaId));

describe('equal files [SYNC-SEALED]', () => {
  test('encrypted twice by one device have no nonce, ciphertext or digest in common', () => {
    const signer = { keyId: `key_0${'a'.repeat(25)}`, secretKey: crypto.signKeyPair().secretKey };
    const context = { databaseId: DATABASE, namespace: `rep_0${'a'.repeat(25)}`, signer };
    const epoch = mintEpoch(crypto, DATABASE, 1);
    const chunks = [1, 2].map(() =>
      encryptChunk(crypto, codec, { ...context, epoch, sha256, chunk: 0, payload: FILE }),
    );
    const digests = chunks.map(({ name }) => parseArtifactName('blobs', name)?.digest);
    const nonces = chunks.map(({ bytes }) => hex(parseHeader(bytes)?.nonce as Uint8Array));
    const blocks = chunks.flatMap(({ bytes }) => splitCiphertext(bytes));
    for (const values of [digests, nonces, blocks]) expect(new Set(values).size).toBe(values.length);
  });

  test('have other locators in each group, under each group key and in each chunk, none of them a plain digest', () => {
    const epochs = [
      mintEpoch(crypto, DATABASE, 1),
      mintEpoch(crypto, DATABASE, 2),
      mintEpoch(crypto, `db_0${'a'.repeat(25)}`, 1),
    ];
    const locators = epochs.flatMap(({ key }) =>
      [0, 1].map((chunk) => deriveBlobLocator(crypto, key, crypto.sha256(FILE), chunk)),
    );
    const plain = [sha256.slice(0, 32), hex(crypto.blake2b(16, FILE)), hex(crypto.blake2b(16, crypto.sha256(FILE)))];
    expect(new Set([...locators, ...plain]).size).toBe(9);
  });

  test('added on two devices have equal locators on the carrier, and other bytes', async () => {
    const carrier = createCarrier();
    const first = await Device.createFounder();
    const second = await first.invite();
    for (const device of [first, second]) attach(device, FILE);
    for (const device of [first, second]) await sync(device, carrier);
    const [[one], [two]] = [listNames(carrier, first), listNames(carrier, second)] as [[string], [string]];
    expect(getLocator(one)).toBe(getLocator(two));
    expect(getLocator(one)).toBe(deriveBlobLocator(crypto, getEpochKey(first), crypto.sha256(FILE), 0));
    expect(one).not.toBe(two);

    await first.mint();
    attach(second, fill(1_000, 8));
    attach(first, fill(1_000, 8));
    await sync(second, carrier);
    await sync(first, carrier);
    const locators = [first, second].flatMap((device) => listNames(carrier, device)).map(getLocator);
    expect([locators.length, new Set(locators).size]).toEqual([4, 3]);
  });

  test('added twice on one device are one chunk on the carrier', async () => {
    const carrier = createCarrier();
    const device = await Device.createFounder();
    attach(device, FILE);
    await sync(device, carrier);
    attach(device, FILE, 2);
    await sync(device, carrier);
    expect(listNames(carrier, device)).toHaveLength(1);
  });
});
