import { readdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inProcess, type TestLibrary, temporaryFolder, testLibrary } from './support.js';

/** Runs a command, which has to succeed. */
async function runSuccessfully({ run }: TestLibrary, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args);
  expect(code, stderr).toBe(0);
  return stdout.trim();
}

/** Makes two libraries that synchronise through a folder, the second admitted by the first. */
async function group(): Promise<readonly [TestLibrary, TestLibrary]> {
  const [first, second] = [testLibrary(inProcess), testLibrary(inProcess)];
  const folder = temporaryFolder();
  await runSuccessfully(first, 'sync', 'init', 'first');
  for (const each of [first, second]) {
    await runSuccessfully(each, 'config', 'set', 'sync.target', 'directory');
    await runSuccessfully(each, 'config', 'set', 'sync.directory.path', folder);
  }
  const { code } = JSON.parse(await runSuccessfully(first, 'sync', 'invite', '--json')).invitations[0];
  const pair = ['sync', 'pair', code, 'second'];
  for (const [at, args] of [
    [second, pair],
    [first, ['sync', 'run']],
    [second, pair],
    [second, ['sync', 'run']],
  ] as const)
    await runSuccessfully(at, ...args);
  return [first, second];
}

test('sync conflicts and sync permit describe name conflicts and backup permissions in words', async () => {
  const [first, second] = await group();
  expect((await second.run(['sync', 'conflicts'])).stderr).toBe(
    'No conflicts in this state. To list all conflicts, add --state all\n',
  );
  expect(await runSuccessfully(second, 'sync', 'status')).toMatch(/^device +rep_\w+ {2}second$/m);
  expect(await runSuccessfully(second, 'sync', 'run')).toMatch(/^operations sent {6}0$/m);
  for (const each of [first, second]) await runSuccessfully(each, 'notebook', 'create', 'Work');
  for (const each of [first, second]) await runSuccessfully(each, 'sync', 'run');

  expect(await runSuccessfully(second, 'sync', 'conflicts')).toMatch(/same name on both +open +nb_\w+ +Work \(2\)/);
  const id = await runSuccessfully(second, 'sync', 'conflicts', '-o', 'ids');
  const { stdout, stderr } = await second.run(['sync', 'conflict', id]);
  expect(stdout).toContain('this one was renamed');
  expect(stderr.trim()).toBe(
    `To keep this result: notes --data-dir ${second.dataDir} sync resolve ${id} --resolution keep_both`,
  );
  expect(JSON.parse(await runSuccessfully(second, 'sync', 'conflict', id, '--json'))).toMatchObject({
    kind: 'name_collision',
    title: 'Work (2)',
  });

  const { replica_id } = JSON.parse(await runSuccessfully(second, 'sync', 'status', '--json'));
  expect(await runSuccessfully(first, 'sync', 'permit', replica_id)).toBe(`${replica_id}  may fetch backups`);
  expect(await runSuccessfully(first, 'sync', 'permit', replica_id, '--no-granted')).toBe(
    `${replica_id}  may not fetch backups`,
  );
});

test('sync conflict names the device that wrote each side', async () => {
  const [first, second] = await group();
  await runSuccessfully(first, 'new', 'Plan', '--body', 'old');
  for (const each of [first, second]) await runSuccessfully(each, 'sync', 'run');
  await runSuccessfully(first, 'edit', 'Plan', '--body', 'by the first');
  await runSuccessfully(second, 'edit', 'Plan', '--body', 'by the second');
  for (const each of [first, second]) await runSuccessfully(each, 'sync', 'run');

  const id = await runSuccessfully(second, 'sync', 'conflicts', '-o', 'ids');
  const shown = await runSuccessfully(second, 'sync', 'conflict', id);
  for (const name of ['first', 'second']) expect(shown).toMatch(new RegExp(`^device +${name}\\nby the ${name}$`, 'm'));
});

test('sync status reports a failed run until one succeeds [SYNC-CENTER]', async () => {
  const [first] = await group();
  const { value: folder } = JSON.parse(await runSuccessfully(first, 'config', 'get', 'sync.directory.path', '--json'));
  expect(await runSuccessfully(first, 'sync', 'status')).not.toContain('last run');
  renameSync(folder, `${folder}-away`);
  const refused = await first.run(['sync', 'run']);
  expect(refused.code).not.toBe(0);
  expect(`${refused.stdout}${refused.stderr}`).toContain(`Sync target ${folder}: There is no such folder.`);
  expect(await runSuccessfully(first, 'sync', 'status')).toMatch(
    new RegExp(`needs attention[\\s\\S]*last run +failed at \\S+: Sync target ${folder}: `),
  );
  const plan = await first.run(['sync', 'plan']);
  expect(plan.stderr).toContain(`Sync target ${folder}: There is no such folder.`);
  renameSync(`${folder}-away`, folder);
  await runSuccessfully(first, 'sync', 'run');
  expect(await runSuccessfully(first, 'sync', 'status')).not.toContain('last run');
});

test('sync run names the address of a service that it cannot reach [SYNC-CENTER]', async () => {
  const [, second] = await group();
  const address = 'http://127.0.0.1:1';
  await runSuccessfully(second, 'config', 'set', 'sync.target', 'rest');
  await runSuccessfully(second, 'config', 'set', 'sync.rest_peer.base_url', address);
  const failed = await second.run(['sync', 'run']);
  expect(failed.code).toBe(8);
  expect(failed.stderr).toContain(`Sync target ${address}: The service cannot be reached. Check that it runs`);
  expect(await runSuccessfully(second, 'sync', 'status')).toMatch(
    new RegExp(`last run +failed at \\S+: Sync target ${address}: The service`),
  );
});

test('sync commands find a device by id or name before they ask for confirmation', async () => {
  const [first] = await group();
  const refusal = async (...args: string[]) => (await first.run(['sync', ...args])).stderr;
  expect(await refusal('revoke', `key_${'0'.repeat(26)}`)).toContain('No other device in the group has the key key_');
  for (const deed of ['revoke', 'retire', 'permit'])
    expect(await refusal(deed, 'third')).toContain('No other device in the group is called "third"');
  const { peers } = JSON.parse(await runSuccessfully(first, 'sync', 'status', '--json'));
  const [{ replica_id, key_ids }] = peers;
  expect(await runSuccessfully(first, 'sync', 'permit', 'second')).toBe(`${replica_id}  may fetch backups`);
  expect(await refusal('revoke', 'second')).toContain(`--confirm revoke-key:${key_ids[0]}`);
  expect(await refusal('retire', 'second')).toContain(`--confirm retire-peer:${replica_id}`);
  const words = ['--confirm', `retire-peer:${replica_id}`];
  expect(await runSuccessfully(first, 'sync', 'retire', 'second', ...words)).toContain(`${replica_id}  retired`);
  expect(await refusal('retire', 'second')).toContain('No other device in the group is called "second"');
});

test('sync run --kind verify reports damage in words and by its exit code [SYNC-VERIFY]', async () => {
  const [first, second] = await group();
  const { value: folder } = JSON.parse(await runSuccessfully(first, 'config', 'get', 'sync.directory.path', '--json'));
  const { replica_id } = JSON.parse(await runSuccessfully(first, 'sync', 'status', '--json'));
  const members = join(folder, 'n', replica_id, 'members');
  const name = readdirSync(members, { recursive: true, encoding: 'utf8' }).find((each) => each.length > 40) ?? '';
  const verify = (device: TestLibrary) => device.run(['sync', 'run', '--kind', 'verify']);
  expect((await verify(second)).code).toBe(0);
  expect(await second.run(['sync', 'run', '-q'])).toEqual({ code: 0, stdout: '', stderr: '' });
  writeFileSync(join(members, name), 'nothing of the kind');
  const { code, stderr } = await verify(second);
  expect([code, stderr]).toEqual([
    10,
    expect.stringContaining('1 damaged or missing artifact. Restored from this device: 0.'),
  ]);
  // A run that reads nothing back still says that an alert is open.
  expect(await second.run(['sync', 'run', '-q'])).toMatchObject({
    code: 10,
    stderr: `Sync needs attention: 1 alert. To see the cause: notes --data-dir ${second.dataDir} sync status\n`,
  });
  expect((await second.run(['sync', 'status'])).stderr).toMatch(
    new RegExp(`carrier_damaged: ${replica_id}[^\\n]*"first"[\\s\\S]*On "first", run notes sync run --kind verify`),
  );
  expect((await verify(first)).stderr).toContain('Restored from this device: 1.');
  for (const device of [first, second]) expect((await verify(device)).code).toBe(0);
  truncateSync(join(members, name), 100);
  // The run restores what it finds damaged, and an alert advises to check the disk.
  expect((await first.run(['sync', 'run'])).code).toBe(10);
  expect((await verify(second)).code).toBe(0);
});
