import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeApi, listPublicLibraries, REPORT_FILE } from '../api/describe.mjs';
import { root } from '../run/workspace.mjs';

/** Words in code style in the API sections of the READMEs that name parts of SQLite. */
const FOREIGN_NAMES = new Set(['LIKE', 'ascii']);

/** Returns the names in code style, with or without arguments, from the heading `## API` on. */
function listNamesInApiSection(readme: string): string[] {
  const section = readme.slice(readme.indexOf('\n## API\n'));
  return [...section.matchAll(/`(\w+)(?:\([^`]*\))?`/g)].map(([, name = '']) => name);
}

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

    it('has a README whose API section names only exports, members and options', () => {
      const names = listNamesInApiSection(readFileSync(join(dir, 'README.md'), 'utf8'));
      const known = new Set(report.match(/\w+/g));
      expect(names.length).toBeGreaterThan(10);
      expect(names.filter((name) => !known.has(name) && !FOREIGN_NAMES.has(name))).toEqual([]);
    });
  },
);
