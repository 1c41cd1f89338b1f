import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeMemoryFolder } from '../run/memory-folder.mjs';

const MUCH = 64 * 2 ** 30;
let place = '';
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'notes-memory-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const hasRoom = () => {
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize >= 4 * 2 ** 30;
};

it('makes a folder and removes it with its contents', ({ skip }) => {
  if (!hasRoom()) skip('the temporary folder has less than 4 GiB free');
  const folder = makeMemoryFolder({ place, memory: MUCH });
  writeFileSync(join(folder?.path ?? '', 'file'), 'text');
  folder?.remove();
  expect(readdirSync(place)).toEqual([]);
});

it('makes no folder when memory is short or the location does not exist', () => {
  expect(makeMemoryFolder({ place, memory: 2 ** 30 })).toBeUndefined();
  expect(makeMemoryFolder({ place: join(place, 'nowhere'), memory: MUCH })).toBeUndefined();
  expect(readdirSync(place)).toEqual([]);
});

it('removes folders of ended runs and keeps those of running ones', () => {
  const { pid: dead } = spawnSync(process.execPath, ['--version']);
  const [over, running, other] = [`notes-test-${dead}-a`, `notes-test-${process.pid}-a`, 'other'];
  for (const name of [over, running, other]) mkdirSync(join(place, name));
  makeMemoryFolder({ place, memory: 0 });
  expect([over, running, other].map((name) => existsSync(join(place, name)))).toEqual([false, true, true]);
});
