import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { MAX_RANGE_BYTES } from '@notes/contract';
import { invoke } from '@notes/operations';
import { decryptFrames, openBackup, type PayloadSink, readPayload } from '@notes/sync-protocol/backup';
import { sodiumCrypto as crypto, nodeHash } from '@notes/sync-protocol/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, verdict } from './support/ask.js';
import { TestGroup } from './support/group.js';
import { Peer, SETTINGS, toReplicaId } from './support/peers.js';
import { getHeader, type RawAnswer } from './support/raw.js';
import { useService } from './support/service.js';

const BACKUPS = '/api/v1/sync/backups';
const service = useService({
  settings: [...SETTINGS, 'sync.rest.requests_per_minute=100000', 'sync.rest.burst=10000'],
});
const attachment = Buffer.alloc(MAX_RANGE_BYTES, 7);
let group: TestGroup;
let [peer, other, stranger] = [] as unknown as [Peer, Peer, Peer];

type Headers = readonly (readonly [string, string])[];

async function say(from: Peer, method: string, target: string, fields?: object, more: Headers = []) {
  const body = fields === undefined ? undefined : Buffer.from(JSON.stringify(fields));
  const request = from.request({ method, target, ...(body && { body }) });
  const json = body === undefined ? [] : [['Content-Type', 'application/json'] as const];
  const signed = (request.headers ?? []).filter(([name]) => name === 'Authorization');
  return await ask(service.port, { ...request, headers: [...signed, ...json, ...more] });
}

const make = (from: Peer, request_key?: string) => say(from, 'POST', BACKUPS, { ...(request_key && { request_key }) });
const get = (from: Peer, id: string, range?: string, method = 'GET') =>
  say(from, method, `${BACKUPS}/${id}`, undefined, range === undefined ? [] : [['Range', range]]);
const json = ({ body }: RawAnswer) => JSON.parse(body.toString());

beforeAll(async () => {
  const { library } = service;
  group = await TestGroup.create(library);
  const { databaseId } = library;
  [peer, other, stranger] = [1, 2, 3].map((n) => new Peer(databaseId, toReplicaId(n), 10 * n)) as [Peer, Peer, Peer];
  await group.letIn(peer, true);
  await group.letIn(other, true);
  await group.letIn(stranger, false);
  const context = { library, origin: 'rest', now: Date.now } as const;
  const bytes = Readable.from([attachment]);
  await invoke(
    'uploadResource',
    { ...context, bytes },
    { filename: 'seven.bin', mime_type: 'application/octet-stream' },
  );
  await invoke('createDocument', context, { title: 'Kept', body: 'in the copy\n' });
});

/** Downloads range by range, as a client does. */
async function download(from: Peer, id: string, size: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let at = 0; at < size; ) {
    const target = `${BACKUPS}/${id}`;
    const headers = { Authorization: from.sign({ target }).authorization, Range: `bytes=${at}-` };
    const answer = await fetch(`${service.url}${target}`, { headers });
    const part = Buffer.from(await answer.arrayBuffer());
    expect(part.length).toBe(Math.min(MAX_RANGE_BYTES, size - at));
    const told = `bytes ${at}-${at + part.length - 1}/${size}`;
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, told]);
    parts.push(part);
    at += part.length;
  }
  return Buffer.concat(parts);
}

describe('a backup for a peer', () => {
  it('is created only for a peer with permission [SYNC-BACKUP-PERMIT]', async () => {
    expect(verdict(await make(stranger))).toBe('403 forbidden');
    await group.permit(stranger.replicaId, true);
    const made = await make(stranger);
    expect(made.status).toBe(201);
    await group.permit(stranger.replicaId, false);
    expect(verdict(await make(stranger))).toBe('403 forbidden');
    expect(verdict(await get(stranger, json(made).backup_id))).toBe('404 not_found');
  });

  it('is served in ranges with its size, and decrypts to the library [SYNC-BACKUP-REST] [RC-RANGE-CLIPPED]', async () => {
    const backup = json(await make(peer));
    const { backup_id: id, size_bytes: size, sha256 } = backup;
    expect(backup).toMatchObject({ payload_type: 'sqlite-image+packed-assets.v1', database_id: peer.databaseId });
    expect(Date.parse(backup.expires_at) - Date.parse(backup.created_at)).toBe(7 * 86_400_000);
    const head = await get(peer, id, undefined, 'HEAD');
    expect([head.status, getHeader(head, 'content-length'), head.body.length]).toEqual([200, String(size), 0]);
    expect(verdict(await get(peer, id))).toBe('400 validation_failed');
    const beyond = await get(peer, id, `bytes=${size}-`);
    expect([verdict(beyond), getHeader(beyond, 'content-range')]).toEqual([
      '416 range_not_satisfiable',
      `bytes */${size}`,
    ]);

    const last = await get(peer, id, `bytes=${size - 9}-99999999999999999999`);
    expect([last.status, getHeader(last, 'content-range')]).toEqual([206, `bytes ${size - 9}-${size - 1}/${size}`]);
    const start = await get(peer, id, 'bytes=0-9007199254740993');
    expect([start.status, getHeader(start, 'content-range')]).toEqual([206, `bytes 0-${MAX_RANGE_BYTES - 1}/${size}`]);

    const bytes = await download(peer, id, size);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    const epoch = service.library.peers?.store.epochs.all()[0];
    expect(backup.epoch_id).toBe(epoch?.id);
    const context = { databaseId: peer.databaseId, backupId: id, requester: peer.replicaId };
    const opened = openBackup(crypto, context, bytes.subarray(0, 128), () => epoch?.key ?? null);
    if (!opened.ok) throw new Error(opened.problem);
    const found: string[] = [];
    const sink: PayloadSink = {
      manifest: () => {},
      image: () => {},
      asset: (digest, length) => void found.push(`${digest} ${length}`),
      assetBytes: () => {},
    };
    const manifest = await readPayload(
      decryptFrames(crypto, opened.backup, Readable.from([bytes.subarray(128)])),
      sink,
      nodeHash,
    );
    expect(manifest.vv).toEqual(backup.vv);
    expect(found).toEqual([`${createHash('sha256').update(attachment).digest('hex')} ${attachment.length}`]);
  });

  it('is created once for each request key, and one at a time [SYNC-BACKUP-ONCE]', async () => {
    const both = await Promise.all([make(peer, 'one'), make(other, 'two')]);
    expect(both.map((answer) => verdict(answer)).sort()).toEqual(['201', '409 conflict']);
    const [first, again] = [await make(peer, 'one'), await make(peer, 'one')];
    expect([first.status, again.status, again.body.equals(first.body)]).toEqual([201, 201, true]);
    const next = json(await make(peer, 'three'));
    expect(next.backup_id).not.toBe(json(first).backup_id);
    expect(verdict(await get(peer, json(first).backup_id, 'bytes=0-9'))).toBe('404 not_found');
    expect((await get(peer, next.backup_id, 'bytes=0-9')).body.length).toBe(10);
  });

  it('answers the same 404 bytes when it is unknown, expired or of another peer [SYNC-BACKUP-NONE]', async () => {
    const mine = json(await make(peer)).backup_id;
    const over = json(await make(other)).backup_id;
    const path = join(service.dataDir, 'backups', 'sync', over, 'record.json');
    const record = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...record, sealed: { ...record.sealed, expires_at: Date.now() } }));
    const answers = [
      await get(other, mine, 'bytes=0-9'),
      await get(other, over, 'bytes=0-9'),
      await get(other, 'bak_01j00000000000000000000000', 'bytes=0-9'),
      await get(other, 'record.json', 'bytes=0-9'),
    ].map(({ status, body }) => `${status} ${body}`);
    expect(new Set(answers)).toEqual(
      new Set(['404 {"error":{"code":"not_found","message":"There is nothing at this address."}}']),
    );
    const head = await get(other, mine, undefined, 'HEAD');
    expect([head.status, head.body.length]).toEqual([404, 0]);
  });
});
