import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationName, Output } from '@notes/contract';
import { invoke } from '@notes/operations';
import { afterAll, beforeAll, expect } from 'vitest';
import { TestService } from '../behaviour/support.js';

/** Service that shares a folder with another, called as by its user. */
export class Device extends TestService {
  /** Calls a route of sync; fails unless it succeeds. */
  async does<Name extends OperationName>(_name: Name, path: string, json: unknown = {}): Promise<Output<Name>> {
    const answer = await this.post(path, json);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.json<Output<Name>>();
  }

  overview = () => this.show<'getSyncOverview'>('/sync-ui');

  /** Synchronises once, as the job does. */
  run = () => invoke('runSync', { library: this.library, origin: 'rest', now: Date.now }, {});
}

/** Starts two services on libraries of their own, and a folder through which they synchronise. */
export function useDevices(settings: readonly string[] = []): { readonly first: Device; readonly second: Device } {
  const folder = join(mkdtempSync(join(tmpdir(), 'notes-meeting-')), 'share');
  mkdirSync(folder);
  const set = ['sync.target=directory', `sync.directory.path=${folder}`, ...settings];
  const devices = { first: new Device(set), second: new Device(set) };
  beforeAll(async () => {
    for (const device of Object.values(devices)) await device.start();
  });
  afterAll(async () => {
    for (const device of Object.values(devices)) await device.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return devices;
}

/** Makes the two devices a group and synchronises them. */
export async function joinDevices({ first, second }: ReturnType<typeof useDevices>): Promise<void> {
  await first.does('initializeSync', '/sync-ui/initialize', { name: 'laptop' });
  const { invitations } = await first.does('manageInvitations', '/sync-ui/invitations');
  const join = () => second.does('pairDevice', '/sync-ui/pair', { code: invitations[0]?.code, name: 'phone' });
  expect((await join()).state).toBe('waiting');
  await first.run();
  expect((await join()).state).toBe('joined');
  for (const device of [second, first, second]) await device.run();
}
