import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { invoke } from '../../src/index.js';
import { type Report, temporaryFolder, testLibrary, writeFiles } from './support.js';

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index % 7}/n${index}.md`, `note ${index}`]));

const withoutLedger = ({ ledger: _ledger, bundle: _bundle, dry_run: _dryRun, job: _job, ...report }: Report) => report;

describe('importFolder with dry_run', () => {
  test('reports what the import then does, and writes nothing', async () => {
    const at = await testLibrary();
    const name = fc.stringMatching(/^[a-cA-C \t#]{1,3}$/);
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom('a\0b', '---\ntags: [a, b//]\n---\n', '---\ntitle: T\n', '---\n: [\n---\n'),
    );
    const files = fc.dictionary(
      fc.tuple(fc.array(name, { maxLength: 2 }), name).map(([folders, file]) => [...folders, `${file}.md`].join('/')),
      text,
      { minKeys: 1, maxKeys: 12 },
    );
    await fc.assert(
      fc.asyncProperty(files, async (given) => {
        const path = temporaryFolder();
        writeFiles(path, given);
        const before = { changes: at.changes(), notes: at.notes() };
        const rehearsed = await at.run(path, { dry_run: true });
        expect({ changes: at.changes(), notes: at.notes() }).toEqual(before);
        expect(rehearsed.ledger).toBeNull();
        const done = await at.run(path);
        expect(withoutLedger(rehearsed)).toEqual(withoutLedger(done));
        expect(done.imported + done.rejected).toBe(done.files);
        const changes = at.changes();
        const again = await at.run(path);
        expect({ ...again, changes: at.changes() }).toMatchObject({
          imported: 0,
          updated: 0,
          unchanged: done.imported,
          changes,
        });
      }),
      { seed: 11, numRuns: samples(10) },
    );
  });

  test('with more than one slice returns the same counts as the import', async () => {
    const at = await testLibrary();
    const path = temporaryFolder();
    writeFiles(path, many(250));
    const changes = at.changes();
    expect(await at.run(path, { dry_run: true })).toMatchObject({ imported: 250, ledger: null });
    expect(at.changes()).toBe(changes);
    expect(await at.run(path)).toMatchObject({ imported: 250 });
  });
});

describe('A long import', () => {
  test('reports progress, lets other writes run, and stops when it is aborted', async () => {
    const at = await testLibrary();
    const path = temporaryFolder();
    writeFiles(path, many(320));
    const stop = new AbortController();
    const seen: [number, number][] = [];
    const others: Promise<unknown>[] = [];
    const progress = (done: number, total: number) => {
      seen.push([done, total]);
      others.push(invoke('createDocument', at.context, { title: `between ${done}` }));
      if (done >= 100) stop.abort();
    };
    const context = { ...at.context, progress, signal: stop.signal };
    const report = await invoke('importFolder', context, { format: 'markdown', path });
    await Promise.all(others);
    expect(seen[0]).toEqual([0, 320]);
    expect(report).toMatchObject({ interrupted: true, job: { state: 'cancelled' } });
    expect(report.imported).toBe(seen.at(-1)?.[0]);
    expect(report.imported).toBeLessThan(320);
    const lines = readFileSync(report.ledger as string, 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(report.imported);
    const rest = await at.run(path);
    expect(rest).toMatchObject({ interrupted: false, imported: 320, unchanged: 0, job: { state: 'succeeded' } });
    expect([rest.job?.job_id, rest.ledger]).toEqual([report.job?.job_id, report.ledger]);
  });

  test('that is aborted after its last file counts as done', async () => {
    const at = await testLibrary();
    const path = temporaryFolder();
    writeFiles(path, { 'a.md': 'x' });
    const stop = new AbortController();
    const progress = (done: number) => done === 1 && stop.abort();
    const report = await invoke(
      'importFolder',
      { ...at.context, progress, signal: stop.signal },
      { format: 'obsidian', path },
    );
    expect(report).toMatchObject({ interrupted: false, imported: 1 });
  });
});

test('Of two concurrent imports of one folder one is refused, and each note is created once [J-ALONE]', async () => {
  const at = await testLibrary();
  const path = join(temporaryFolder(), 'V');
  writeFiles(path, many(150));
  const outcomes = await Promise.allSettled([at.run(path), at.run(path)]);
  // Either call may finish first.
  expect(outcomes.sort((a, b) => (a.status < b.status ? -1 : 1))).toMatchObject([
    { status: 'fulfilled', value: { files: 150, imported: 150 } },
    { status: 'rejected', reason: { code: 'storage_unavailable' } },
  ]);
  expect(at.notes()).toHaveLength(150);
});
