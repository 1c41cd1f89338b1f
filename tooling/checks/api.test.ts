import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeApi, listPublicLibraries, REPORT_FILE } from '../api/describe.mjs';
import { root } from '../run/workspace.mjs';

describe.each(listPublicLibraries(root).map(({ dir, manifest }) => ({ name: manifest.name, dir })))(
  '$name',
  ({ dir }) => {
    const { report, exports, undocumented } = describeApi(dir);

    it('documents every export of every entry [API-DOCUMENTED]', () => {
      expect(exports).toBeGreaterThan(10);
      expect(undocumented).toEqual([]);
    });

    it('matches its API report; after an intended change run `npm run api` [API-REPORT]', () => {
      expect(readFileSync(join(dir, REPORT_FILE), 'utf8')).toBe(report);
    });
  },
);
