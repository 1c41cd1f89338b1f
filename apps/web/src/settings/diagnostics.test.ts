import { expect, test } from 'vitest';
import type { Status } from '../kernel/connection.js';
import { formatDiagnostics } from './diagnostics.js';

test('formatDiagnostics has versions and states, and no paths', () => {
  const status = { profile: 'default', paths: { data_dir: '/home/ann/notes' } } as Status;
  const diagnostics = formatDiagnostics(status, 'Firefox');
  expect(JSON.parse(diagnostics)).toEqual({ profile: 'default', browser: 'Firefox' });
});
