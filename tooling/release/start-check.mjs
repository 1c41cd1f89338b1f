// @ts-check
/**
 * Checks `npm start` itself: it becomes ready on a free port, prints one line on standard output, and stops by SIGTERM.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '../run/output.mjs';
import { root } from '../run/workspace.mjs';
import { testService } from './service.mjs';

const data = mkdtempSync(join(tmpdir(), 'notes-start-'));
try {
  const flags = ['--listen', '127.0.0.1:0', '--data-dir', data];
  const env = { ...process.env, XDG_CONFIG_HOME: data };
  const times = await testService(['npm', 'start', '--', ...flags], { cwd: root, env, ownOutput: /^> / });
  say(`npm start: ready in ${times.readyMs} ms, stopped in ${times.stopMs} ms`);
} finally {
  rmSync(data, { recursive: true, force: true });
}
