import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

const RULES: Readonly<Record<Finding['rule'], string>> = {
  opening: 'comments that begin with a noun or a verb',
  participle: 'functions whose name is more than a participle',
  of: 'functions whose name does not end in Of',
  limit: 'limits named MAX_ or MIN_',
  title: 'test titles that are statements',
  error: 'error messages that begin with a capital or the name of a field',
};

describe('the language of the sources', () => {
  it.each(Object.entries(RULES))('has, by the rule "%s", only %s', (rule) => {
    const found = findings.filter((finding) => finding.rule === rule);
    expect(found.map(({ path, line, text }) => `${path}:${line}: ${text}`)).toEqual([]);
  });
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
    expect(inspect('/**\n * Reads.\n * @param {string} name of a file\n * @returns {string} its text\n */\n')).toEqual([
      ['opening', 1, 'of a file'],
    ]);
  });

  it('finds test titles that are questions', () => {
    expect(inspect("it('what is read', () => {});\ndescribe.each([1])('reads %i', () => {});\n")).toEqual([
      ['title', 1, 'what is read'],
    ]);
  });

  it('finds error messages that begin with a small letter, except for names', () => {
    const wrong = "new ServiceError('not_found', 'there is nothing');\ncreateParamsError(`unknown field ${name}`);\n";
    expect(inspect(wrong)).toEqual([
      ['error', 1, 'there is nothing'],
      ['error', 2, 'unknown field …'],
    ]);
    const right = [
      'Body too large',
      'body: too large',
      'base_url, name: required',
      'sync.target is none',
      '${x} is none',
    ];
    expect(right.flatMap((text) => inspect(`new ConfigError(\`${text}\`);`))).toEqual([]);
    expect(inspect("new Error('not shown to users');")).toEqual([]);
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
