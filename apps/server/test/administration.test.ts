import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanUp, run, temporaryFolder } from './support/binary.js';

/** Place of the schema version in the header of a library file. */
const USER_VERSION_OFFSET = 60;

cleanUp();

describe('the administration commands of notes-server [SERVER-ADMIN]', () => {
  it('init creates a library once, and migrate reports its schema version', async () => {
    const folder = temporaryFolder();
    const ask = (...words: string[]) => run([...words, '--data-dir', folder]).ended;
    expect(await ask('migrate')).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no library') });
    expect(existsSync(join(folder, 'notes.db'))).toBe(false);
    const made = { code: 0, stdout: `The library is at ${join(folder, 'notes.db')}\n` };
    expect(await ask('init')).toMatchObject(made);
    expect(await ask('init')).toMatchObject(made);
    expect(await ask('migrate', '--dry-run')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('already has schema'),
    });
    const path = join(folder, 'notes.db');
    const bytes = readFileSync(path);
    bytes.writeUInt32BE(9_999, USER_VERSION_OFFSET);
    writeFileSync(path, bytes);
    for (const words of [['migrate', '--dry-run'], ['migrate']])
      expect(await ask(...words)).toMatchObject({ code: 1, stderr: expect.stringContaining('has schema 9999') });
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('check-config reports whether the service would start with the settings', async () => {
    const folder = temporaryFolder();
    const check = (...set: string[]) => run(['check-config', '--data-dir', folder, ...set]).ended;
    const sound = await check('--set', 'mcp.default_scope=admin');
    expect(sound).toMatchObject({ code: 0, stderr: '' });
    expect(sound.stdout).toMatch(
      /config\.toml \(the file does not exist\): the settings are valid\n.*default_scope.*--set/,
    );
    expect(sound.stdout).toContain('warning: mcp.default_scope');
    expect(await check('--set', 'server.listen_addr=0.0.0.0:1')).toMatchObject({ code: 2, stdout: '' });
  });
});
