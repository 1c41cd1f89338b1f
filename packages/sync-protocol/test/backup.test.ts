import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_FRAME_BYTES } from '../src/backup/header.js';
import {
  BackupError,
  decryptFrame,
  decryptFrames,
  encryptBackup,
  frameRange,
  newBackup,
  type OpenBackup,
  openBackup,
  type PayloadSink,
  packAssets,
  planPayload,
  readPayload,
  writePayload,
} from '../src/backup/index.js';
import { sodiumCrypto as crypto, nodeHash } from '../src/node/index.js';
import { alterEachByte, createFixedCrypto, fill, hex, readVectors, unhex, utf8 } from './support.js';

const vectors = readVectors<{
  database_id: string;
  backup_id: string;
  requester: string;
  epoch: { id: string; key: string };
  frame_bytes: number;
  frames: number;
  payload: string;
  backup: string;
  archive: {
    part_bytes: number;
    image: string;
    attachments: string[];
    vv: Record<string, number>;
    schema_version: number;
    bytes: string;
    sha256: string;
  };
}>('backup');

const context = { databaseId: vectors.database_id, backupId: vectors.backup_id, requester: vectors.requester };
const epoch = { id: vectors.epoch.id, key: unhex(vectors.epoch.key) };
const epochKey = (id: string) => (id === epoch.id ? epoch.key : null);
const sealed = unhex(vectors.backup);
const payload = unhex(vectors.payload);

/** Yields bytes in pieces of a length. */
async function* pieces(bytes: Uint8Array, length = 100): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return new Uint8Array(Buffer.concat(all));
}

async function decryptWhole(bytes: Uint8Array, about = context): Promise<Uint8Array> {
  const opening = openBackup(crypto, about, bytes.subarray(0, 128), epochKey);
  if (!opening.ok) throw new BackupError(opening.problem);
  return whole(decryptFrames(crypto, opening.backup, pieces(bytes.subarray(128))));
}

describe('[SYNC-BACKUP] the backup vectors', () => {
  test('three frames decrypt to the payload, and the payload encrypts to the same frames', async () => {
    expect(hex(await decryptWhole(sealed))).toBe(vectors.payload);
    const backup = newBackup(createFixedCrypto(7), context, epoch, payload.length, vectors.frame_bytes);
    expect(backup.frames).toBe(vectors.frames);
    expect(hex(await whole(encryptBackup(crypto, backup, pieces(payload, 7))))).toBe(vectors.backup);
  });

  test('every truncation is refused', async () => {
    for (let length = 0; length < sealed.length; length += 1)
      await expect(decryptWhole(sealed.subarray(0, length)), `${length}`).rejects.toThrow(BackupError);
    await expect(decryptWhole(new Uint8Array([...sealed, 0]))).rejects.toThrow(BackupError);
  });

  test('every altered byte is detected', async () => {
    for (const [at, bytes] of alterEachByte(sealed))
      await expect(decryptWhole(bytes), `byte ${at}`).rejects.toThrow(BackupError);
  });
});

describe('frames of a backup', () => {
  const backup = (payloadBytes: number, frameBytes?: number) =>
    newBackup(crypto, context, epoch, payloadBytes, frameBytes);
  const sliceFrame = (bytes: Uint8Array, { start, length }: { start: number; length: number }) =>
    bytes.slice(start, start + length);

  test('reordered, repeated and foreign frames are refused', async () => {
    const [one, other] = [backup(145, 64), backup(145, 64)];
    const [bytes, foreign] = [
      await whole(encryptBackup(crypto, one, pieces(payload))),
      await whole(encryptBackup(crypto, other, pieces(payload))),
    ];
    const [first, second] = [sliceFrame(bytes, frameRange(one, 0)), sliceFrame(bytes, frameRange(one, 1))];
    expect(decryptFrame(crypto, one, 0, first)).toEqual(Buffer.from(payload.subarray(0, 64)));
    expect(decryptFrame(crypto, one, 1, first)).toBeNull();
    expect(decryptFrame(crypto, one, 0, second)).toBeNull();
    expect(decryptFrame(crypto, one, 0, sliceFrame(foreign, frameRange(other, 0)))).toBeNull();
    const swapped = new Uint8Array([
      ...bytes.subarray(0, 128),
      ...second,
      ...first,
      ...sliceFrame(bytes, frameRange(one, 2)),
    ]);
    await expect(decryptWhole(swapped)).rejects.toThrow('Frame 0');
  });

  test.each([
    ['library', { ...context, databaseId: 'db_another' }],
    ['backup', { ...context, backupId: 'bak_another' }],
    ['requester', { ...context, requester: 'rep_another' }],
  ])('do not decrypt for another %s', async (_, about) => {
    await expect(decryptWhole(sealed, about)).rejects.toThrow('seal');
  });

  test('do not decrypt under an unknown epoch', () => {
    expect(openBackup(crypto, context, sealed.subarray(0, 128), () => null)).toEqual({ ok: false, problem: 'epoch' });
  });

  test('survive encryption and decryption for every payload length', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 90 }), async (bytes, length) => {
        const made = backup(bytes.length, 64);
        const all = await whole(encryptBackup(crypto, made, pieces(bytes, length)));
        expect(all).toHaveLength(made.sizeBytes);
        expect(hex(await decryptWhole(all))).toBe(hex(bytes));
      }),
    );
  });

  test('have 1 MiB of payload by default', async () => {
    const made: OpenBackup = backup(MAX_FRAME_BYTES + 1);
    expect(made.frames).toBe(2);
    const all = await whole(encryptBackup(crypto, made, pieces(fill(MAX_FRAME_BYTES + 1, 3), 65_536)));
    expect(Buffer.from(await decryptWhole(all)).equals(fill(MAX_FRAME_BYTES + 1, 3))).toBe(true);
  });

  test.each([144, 146])('a payload of %i bytes is refused when 145 were announced', async (length) => {
    await expect(whole(encryptBackup(crypto, backup(145, 64), pieces(fill(length, 1))))).rejects.toThrow(BackupError);
  });

  test('openBackup refuses arbitrary bytes as a header', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(openBackup(crypto, context, bytes, epochKey)).toEqual({ ok: false, problem: 'header' });
      }),
    );
  });
});

class Kept implements PayloadSink {
  library = '';
  readonly assets: { sha256: string; size: number; text: string }[] = [];
  manifest() {}
  image(bytes: Uint8Array) {
    this.library += Buffer.from(bytes).toString('latin1');
  }
  asset(sha256: string, size: number) {
    this.assets.push({ sha256, size, text: '' });
  }
  assetBytes(bytes: Uint8Array) {
    const last = this.assets.at(-1);
    if (last !== undefined) last.text += Buffer.from(bytes).toString('latin1');
  }
}

const makeAsset = (text: string) => {
  const bytes = utf8(text);
  return { sha256: hex(crypto.sha256(bytes)), sizeBytes: bytes.length, read: () => pieces(bytes, 3) };
};
const makeSource = (image: string, attachments: string[]) => ({
  database_id: context.databaseId,
  schema_version: vectors.archive.schema_version,
  vv: vectors.archive.vv,
  image: { sizeBytes: utf8(image).length, read: () => pieces(utf8(image), 7) },
  assets: packAssets(attachments.map(makeAsset).sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1))),
});
const archive = new Uint8Array(Buffer.from(vectors.archive.bytes, 'base64'));
const readBack = (bytes: Uint8Array, sink = new Kept()) => readPayload(pieces(bytes, 333), sink, nodeHash);

describe('payloads of a backup', () => {
  test('the vector writes to the same bytes and reads back', async () => {
    const source = makeSource(vectors.archive.image, vectors.archive.attachments);
    const plan = await planPayload(source, nodeHash, vectors.archive.part_bytes);
    const written = await whole(writePayload(source, plan, nodeHash));
    expect(written).toHaveLength(plan.sizeBytes);
    expect(Buffer.from(written).equals(archive)).toBe(true);

    const sink = new Kept();
    const manifest = await readBack(archive, sink);
    expect(manifest.parts.map(({ name }) => name)).toEqual(plan.manifest.parts.map(({ name }) => name));
    expect(sink.library).toBe(vectors.archive.image);
    expect(sink.assets.map(({ text }) => text).sort()).toEqual(vectors.archive.attachments.toSorted());
  });

  test('any contents survive writing and reading', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, maxLength: 90, unit: 'grapheme-ascii' }),
        fc.uniqueArray(fc.string({ maxLength: 90, unit: 'grapheme-ascii' }), { maxLength: 4 }),
        fc.integer({ min: 16, max: 100 }),
        async (image, attachments, partBytes) => {
          const source = makeSource(image, attachments);
          const plan = await planPayload(source, nodeHash, partBytes);
          const sink = new Kept();
          await readBack(await whole(writePayload(source, plan, nodeHash)), sink);
          expect(sink.library).toBe(image);
          expect(sink.assets.map(({ text }) => text).sort()).toEqual(attachments.toSorted());
        },
      ),
      { numRuns: 50 },
    );
  });

  test('altered bytes and other lengths are refused', async () => {
    for (const [at, bytes] of alterEachByte(archive))
      if (at % 97 === 0) await expect(readBack(bytes), `${at}`).rejects.toThrow(BackupError);
    for (let length = 0; length < archive.length; length += 101)
      await expect(readBack(archive.subarray(0, length)), `${length}`).rejects.toThrow(BackupError);
    await expect(readBack(new Uint8Array([...archive, 0]))).rejects.toThrow('after its end');
  });

  test('a change between planning and writing throws BackupError', async () => {
    const source = makeSource('before', []);
    const plan = await planPayload(source, nodeHash);
    const changed = { ...source, image: { sizeBytes: 6, read: () => pieces(utf8('after!')) } };
    await expect(whole(writePayload(changed, plan, nodeHash))).rejects.toThrow('db/00000000.part changed');
  });

  test.each([5, 7])('an image of 6 bytes announced as %i is refused', async (length) => {
    const source = { ...makeSource('before', []), image: { sizeBytes: length, read: () => pieces(utf8('before')) } };
    await expect(planPayload(source, nodeHash)).rejects.toThrow(BackupError);
  });

  test('packAssets throws RangeError for attachments out of digest order', () => {
    const assets = ['first', 'second'].map(makeAsset).sort((a, b) => (a.sha256 < b.sha256 ? 1 : -1));
    expect(() => packAssets(assets)).toThrow(RangeError);
  });
});
