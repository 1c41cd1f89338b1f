import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { MAX_RANGE_BYTES, type OperationName, type Output } from '@notes/contract';
import { type CallContext, closeLibrary, invoke, type Library, openLibrary } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestGroup } from './support/group.js';
import { SETTINGS } from './support/peers.js';
import { useService } from './support/service.js';

const service = useService({
  settings: [...SETTINGS, 'sync.rest.requests_per_minute=100000', 'sync.rest.burst=10000'],
});
const folder = mkdtempSync(join(tmpdir(), 'notes-fetching-'));
let group: TestGroup;
let phone: Library;

type Call = <Name extends OperationName>(
  name: Name,
  input: Record<string, unknown>,
  more?: Partial<CallContext>,
) => Promise<Output<Name>>;
const call: Call = (name, input, more) =>
  invoke(name, { library: phone, origin: 'cli', now: Date.now, ...more }, input);

beforeAll(async () => {
  group = await TestGroup.create(service.library);
  const context = { library: service.library, origin: 'rest', now: Date.now } as const;
  const bytes = Readable.from([Buffer.alloc(MAX_RANGE_BYTES, 7)]);
  await invoke('uploadResource', { ...context, bytes }, { filename: 'seven.bin' });
  await invoke('createDocument', context, { title: 'Kept', body: 'in the copy\n' });
  const set = ['sync.target=rest', `sync.rest_peer.base_url=${service.url}`];
  const config = loadConfig({ dataDir: join(folder, 'phone'), set }, {});
  phone = await openLibrary({ config, serviceVersion: '0.0.0-test', create: true });
  const { state } = await call('pairDevice', { code: service.library.peers?.pairing.invite().code, name: 'phone' });
  expect(state).toBe('joined');
});
afterAll(() => {
  closeLibrary(phone);
  rmSync(folder, { recursive: true });
});

const shelf = () => join(phone.store.paths.backups, 'sync');
const one = ({ backups }: Output<'listBackups'>) => backups[0] as Output<'listBackups'>['backups'][number];

/** Starts a request and stops it once data has arrived. */
async function interruptRequest() {
  const stop = new AbortController();
  const progress = (done: number) => {
    if (done > 0) stop.abort();
  };
  return one(await call('requestBackup', {}, { signal: stop.signal, progress }));
}

describe('fetching a backup', () => {
  it('is refused before it is permitted [SYNC-BACKUP-FETCH]', async () => {
    await expect(call('requestBackup', {})).rejects.toMatchObject({ code: 'forbidden' });
    expect(await call('listBackups', {})).toEqual({ backups: [] });
    await group.permit(phone.store.read(({ sync }) => sync.own()?.id) as string, true);
  });

  it('resumes after an interruption, verifies the whole file, and restores a library [SYNC-BACKUP-FETCH]', async () => {
    const stopped = await interruptRequest();
    expect(stopped).toMatchObject({ state: 'failed', received_bytes: MAX_RANGE_BYTES, job: { state: 'cancelled' } });
    const part = join(shelf(), stopped.backup_id, 'part');
    const { ino } = statSync(part);
    const fetched = one(await call('requestBackup', {}));
    expect(fetched).toMatchObject({ backup_id: stopped.backup_id, state: 'verified', sha256: stopped.sha256 });
    expect(statSync(join(shelf(), fetched.backup_id, 'sealed'))).toMatchObject({ ino, size: fetched.size_bytes });
    const { payload } = await call('inspectBackup', { backup_id: fetched.backup_id });
    expect(payload).toMatchObject({ notes: 1, attachments: 1, attachment_bytes: MAX_RANGE_BYTES });
    const into_dir = join(folder, 'restored');
    const { restored } = await call('restoreBackup', { backup_id: fetched.backup_id, into_dir });
    expect(restored).toBe(true);
    await call('removeBackup', { backup_id: fetched.backup_id });
  });

  it('discards bytes that do not match the declared digest [SYNC-BACKUP-FETCH]', async () => {
    const { backup_id } = await interruptRequest();
    const part = join(shelf(), backup_id, 'part');
    const bytes = readFileSync(part);
    bytes[1_000] = (bytes[1_000] as number) ^ 1;
    writeFileSync(part, bytes);
    await expect(call('requestBackup', {})).rejects.toMatchObject({ code: 'conflict' });
    expect(one(await call('listBackups', {}))).toMatchObject({ backup_id, state: 'failed', received_bytes: 0 });
    expect(one(await call('requestBackup', {}))).toMatchObject({ backup_id, state: 'verified' });
  });
});
