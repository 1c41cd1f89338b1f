import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey, parseQuery, tokenize } from '../src/index.js';
import matches from '../vectors/matches.json' with { type: 'json' };
import { describeText, describeWarnings, findNotes } from './cases.js';
import { hostileText } from './support.js';

const script = fileURLToPath(new URL('../vectors/verify.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

function runPython(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('python3', [script, ...args], { encoding: 'utf8' });
  return { status, output: (stdout + stderr).slice(0, 4_000) };
}

function runPythonOn(files: Readonly<Record<string, unknown>>) {
  const folder = mkdtempSync(join(tmpdir(), 'query-vectors-'));
  try {
    for (const [name, cases] of Object.entries(files))
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(cases));
    return runPython(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Characters that Python's tables may lack: JSON cannot hold a lone surrogate, and Python's Unicode version may be
 * older.
 */
const FOREIGN =
  /[^\x00-\u{17ff}\u{1e00}-\u{2bff}\u{3000}-\u{31ff}\u{4e00}-\u{9fef}\u{ac00}-\u{d7a3}\u{f900}-\u{ffef}\u{1f300}-\u{1f64f}]/gu;
const toCommonText = (text: string) => text.replace(FOREIGN, '');

const words = [
  'NOT',
  'AND',
  'path:',
  'in:',
  'since:2026',
  '#a',
  '##b/c',
  'path:/a//',
  'title:"a',
  'b"*',
  'author:x',
  '\\',
];
const mistakes = fc
  .array(fc.oneof(fc.constantFrom(...words), hostileText), { maxLength: 6 })
  .map((parts) => parts.join(' '));

describe('[S-SPEC-ALONE] an implementation of SPEC.md in Python', () => {
  it('accepts the vectors', (context) => {
    if (!hasPython) context.skip('there is no python3');
    expect(runPython()).toEqual({ status: 0, output: '' });
  });

  it('reports damage to each file of the vectors', (context) => {
    if (!hasPython) context.skip('there is no python3');
    const kinds: [string, unknown][] = [
      ['tokens', [{ text: 'Été', tokens: [['ete', 0, 2]] }]],
      ['names', [{ name: 'É', key: 'e' }]],
      ['queries', [{ query: 'b a', canonical: 'b a', names_trash: false, has_text: true }]],
      ['queries', [{ query: 'a "', canonical: 'a', names_trash: false, has_text: true }]],
      ['errors', [{ query: 'a "', code: 'unclosed_quote', start: 2, end: 3, column: 2, message: '' }]],
      ['errors', [{ query: 'a', code: 'unclosed_quote', start: 2, end: 3, column: 2, message: '' }]],
      ['dates', [{ value: '2026', now: 0, bad: true }]],
      ['dates', [{ value: '2026-13', now: 0, from: 0, until: null }]],
      ['warnings', [{ query: '#a', warnings: [] }]],
      ['matches', { ...matches, cases: [{ query: 'great', finds: [] }] }],
    ];
    for (const [name, cases] of kinds) {
      const { status, output } = runPythonOn({ [name]: cases });
      expect({ name, status, lines: output.trim().split('\n').length }).toEqual({ name, status: 1, lines: 1 });
    }
  });

  it('agrees with this package on tokens, canonical text, errors, warnings and matches of any query', (context) => {
    if (!hasPython) context.skip('there is no python3');
    const texts = fc.sample(fc.oneof(hostileText, mistakes), { seed: 8, numRuns: 1_500 }).map(toCommonText);
    const results = texts.map((query) => ({ query, ...describeText(query) }));
    const good = texts.filter((text) => parseQuery(text).ok);
    expect(good.length).toBeGreaterThan(300);
    const files = {
      tokens: texts.map((text) => ({ text, tokens: tokenize(text).map(({ term, start, end }) => [term, start, end]) })),
      names: texts.map((name) => ({ name, key: nameKey(name) })),
      queries: results.filter((result) => 'canonical' in result),
      errors: results.filter((result) => 'code' in result),
      warnings: texts.map((query) => ({ query, warnings: describeWarnings(query) })),
      matches: {
        ...matches,
        cases: good.map((query) => ({ query, finds: findNotes(query, matches.notes, matches.now) })),
      },
    };
    expect(runPythonOn(files)).toEqual({ status: 0, output: '' });
  });
});
