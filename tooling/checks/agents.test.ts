import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listServedTools } from '../release/agent.mjs';
import { commandProgram, root } from '../run/workspace.mjs';
import { installServer } from './installed.js';

const CLI = commandProgram(root);
let temporary = '';

beforeAll(() => {
  temporary = mkdtempSync(join(tmpdir(), 'notes-agents-'));
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

it('the command printed by notes mcp config serves the given library and scope [MC-RUN]', async () => {
  const env = { PATH: `${installServer(join(temporary, 'bin'))}:/usr/bin:/bin`, HOME: temporary };
  const data = join(temporary, 'the "data"');
  const notes = (...args: string[]) => execFileSync(process.execPath, [CLI, ...args], { encoding: 'utf8', env });
  for (const scope of ['search-only', 'organizer']) {
    const printed = notes('mcp', 'config', 'json', '--data-dir', data, '--scope', scope, '-q');
    expect(await listServedTools(printed, env)).toEqual(
      notes('mcp', 'tools', '--scope', scope, '-o', 'ids').trim().split('\n'),
    );
  }
  expect(existsSync(join(data, 'notes.db'))).toBe(true);
});
