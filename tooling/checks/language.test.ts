import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import allowed from '../language/allowed.json' with { type: 'json' };
import { type Finding, inspectLanguage } from '../language/inspect.mjs';
import { root } from '../run/workspace.mjs';

const listed = execFileSync('git', ['ls-files', 'packages', 'apps', 'tooling', 'docs'], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed.split('\n').filter((path) => /\.(?:ts|tsx|mjs)$/.test(path));
const findings = files.flatMap((path) =>
  inspectLanguage(path, readFileSync(join(root, path), 'utf8')).map((finding) => ({ path, ...finding })),
);

const filterByRule = (rule: Finding['rule']) => findings.filter((finding) => finding.rule === rule);

describe('the language of the sources', () => {
  it('has comments that begin with a noun or a verb', () => {
    expect(filterByRule('opening').map(({ path, line, text }) => `${path}:${line}: ${text}`)).toEqual([]);
  });

  it.each(Object.entries(allowed))(
    'has at most the allowed number of names that break the rule "%s": %i',
    (rule, most) => {
      const found = filterByRule(rule as Finding['rule']);
      // A smaller number is written into allowed.json, so that it never rises again.
      expect(found.length, `the names:\n${found.map(({ path, text }) => `${path}: ${text}`).join('\n')}`).toBe(most);
    },
  );
});

describe('the inspection of a file', () => {
  const inspect = (text: string) =>
    inspectLanguage('a.ts', text).map(({ rule, line, text: found }) => [rule, line, found]);

  it('finds comments that begin with a forbidden word', () => {
    expect(
      inspect('/** What is read. */\n// Returns nothing.\n\n// Bytes\n// Of a frame\nconst a = 1; // Whether\n'),
    ).toEqual([
      ['opening', 1, 'What is read.'],
      ['opening', 6, 'Whether'],
    ]);
    expect(inspect("const text = '// What';\nconst other = `/* Of */`;\n")).toEqual([]);
  });

  it('finds functions that are bare participles or end in Of', () => {
    const text = 'function told() {}\nconst sealed = () => 1;\nclass A { bytesOf() {} #kept = () => 2; }\n';
    expect(inspect(text).map(([, , name]) => name)).toEqual(['told', 'sealed', 'bytesOf', 'kept']);
    expect(
      inspect('const read = () => 1;\nfunction succeed() {}\nconst written = 3;\nconst named = { of: 1 };\n'),
    ).toEqual([]);
  });

  it('finds limits that are neither MAX_ nor MIN_', () => {
    expect(inspect('const LONGEST_NAME = 1;\nconst PAGE_MOST = 2;\nconst MAX_PAGE = 3;\nconst ALMOST = 4;\n')).toEqual([
      ['limit', 1, 'LONGEST_NAME'],
      ['limit', 2, 'PAGE_MOST'],
    ]);
  });
});
