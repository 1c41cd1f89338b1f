import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from './index.js';
import { explainUnreadable } from './unreadable.js';
import { writeSetting } from './write.js';

it('explainUnreadable names missing permissions, and the code of other errors', () => {
  const explain = (code: string) => explainUnreadable(Object.assign(new Error('refused'), { code }));
  expect(explain('EACCES')).toMatch(/^you have no permission to read it\. Check the permissions/);
  expect(explain('EPERM')).toBe(explain('EACCES'));
  expect(explain('EIO')).toBe('cannot be read (EIO)');
});

it('loadConfig and writeSetting report a folder in place of the settings file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notes-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const refusal = `${folder}: this is a folder. Give the path of a file`;
  expect(() => loadConfig({ config: folder }, {})).toThrow(refusal);
  expect(() => writeSetting(folder, 'mcp.max_results', '20')).toThrow(refusal);
});
