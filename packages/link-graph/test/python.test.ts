import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveRecord } from './cases.js';

const script = fileURLToPath(new URL('../vectors/verify.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

function runPython(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('python3', [script, ...args], { encoding: 'utf8' });
  return { status, output: (stdout + stderr).slice(0, 4_000) };
}

function runPythonOn(files: Readonly<Record<string, unknown>>) {
  const folder = mkdtempSync(join(tmpdir(), 'title-vectors-'));
  try {
    for (const [name, cases] of Object.entries(files))
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(cases));
    return runPython(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const segment = fc.constantFrom('a', 'B', ' b', 'É', 'e\u0301', 'x.md', 'a.MD', 'b.markdown', '.md', '', '.', '..');
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'A.md', 'b', 'B.md') },
  { weight: 2, arbitrary: fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/')) },
);
const path = fc.array(fc.constantFrom('a', 'b', 'É', 'x.md'), { maxLength: 3 });
const note = fc.record({ title: text, file_name: fc.option(text), notebook_path: path });
const library = fc
  .array(note, { maxLength: 6 })
  .map((notes) => notes.map((each, at) => ({ id: `note ${at}`, ...each })));
const scene = fc.record({ notes: library, reference: text, from: path });

describe('[LINK-SPEC-ALONE] an implementation of SPEC.md in Python', () => {
  it('accepts the vectors', (context) => {
    if (!hasPython) context.skip('there is no python3');
    expect(runPython()).toEqual({ status: 0, output: '' });
  });

  it('reports damage to each file of the vectors', (context) => {
    if (!hasPython) context.skip('there is no python3');
    const libraries = { one: [{ id: 'a', title: 'A', file_name: null, notebook_path: [] }] };
    const kinds: [string, unknown][] = [
      ['references', [{ reference: 'A', whole: 'A', name: 'a', folders: [], file: false }]],
      ['keys', [{ title: 'A', file_name: 'b.md', keys: ['a'] }]],
      [
        'resolutions',
        { libraries, cases: [{ library: 'one', reference: 'a', from: [], status: 'unresolved', targets: [] }] },
      ],
    ];
    for (const [name, cases] of kinds) expect(runPythonOn({ [name]: cases })).toMatchObject({ status: 1 });
  });

  it('resolves any reference like this package', (context) => {
    if (!hasPython) context.skip('there is no python3');
    const scenes = fc.sample(scene, { seed: 8, numRuns: 3_000 });
    const libraries = Object.fromEntries(scenes.map(({ notes }, at) => [`${at}`, notes]));
    const cases = scenes.map(({ notes, reference, from }, at) => {
      return { library: `${at}`, reference, from, ...resolveRecord(reference, notes, from) };
    });
    for (const status of ['resolved', 'ambiguous', 'unresolved'])
      expect(cases.filter((each) => each.status === status).length).toBeGreaterThan(100);
    expect(runPythonOn({ resolutions: { libraries, cases } })).toEqual({ status: 0, output: '' });
  });
});
