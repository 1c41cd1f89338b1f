import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectLoaded, findThreadFiles, listImporters } from '@notes/tooling/bundle/loaded-files';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../dist/bundle/', import.meta.url));

describe('the bundle of the command', () => {
  it('loads only a few files at the start, and none of the storage code', () => {
    const loaded = collectLoaded(FOLDER, 'notes.js', 'run.js');
    expect(loaded.size).toBeLessThan(30);
    const text = [...loaded.values()].join('');
    expect(text).toContain('packages/contract/dist/');
    expect(text).not.toMatch(/packages\/storage\/dist\/index|drizzle-orm|katex|htmlparser2|sync-protocol\/dist\/index/);
  });

  it('loads hardly any code to print its version', () => {
    expect([...collectLoaded(FOLDER, 'notes.js').values()].join('').length).toBeLessThan(8 * 1024);
  });

  it('searches, completes and exports archives without loading the rows and the commands of other operations', () => {
    for (const program of ['run-search.js', 'run-archive.js', 'complete-quickly.js']) {
      const text = [...collectLoaded(FOLDER, 'notes.js', program).values()].join('');
      expect(text, program).toContain(`// dist/${program}`);
      expect(text, program).not.toMatch(/packages\/contract\/dist\/(?:table|rows\/documents)|dist\/commands\/index/);
    }
  });

  it('answers an unchanged export and verifies archives without loading schemas or the library code they do not need', () => {
    const quick = [...collectLoaded(FOLDER, 'notes.js', 'export-quickly.js').values()].join('');
    expect(quick).toContain('// dist/export-quickly.js');
    expect(quick).not.toMatch(/node_modules\/(?:zod|commander|drizzle-orm)\//);
    const verify = [...collectLoaded(FOLDER, 'notes.js', 'run-archive.js', 'verify-archive-folder.js').values()].join(
      '',
    );
    expect(verify).toContain('archive-manifest/dist/verify/verify-archive.js');
    expect(verify).not.toMatch(/node_modules\/drizzle-orm\//);
  });

  it('makes no regular expression with properties of characters when a search starts: each takes up to a millisecond', () => {
    const text = [...collectLoaded(FOLDER, 'notes.js', 'run-search.js').values()].join('');
    expect(text).toContain('\\p{L}');
    expect(text).not.toMatch(/^(?:var|let|const) \w+ = \/.*\\p\{/m);
  });

  it('joins what a search, an archive command and every other command load', () => {
    const main = readFileSync(join(FOLDER, 'notes.js'), 'utf8');
    const names = [...main.matchAll(/require\("\.\/([a-z-]+)-.{8}-joined\.js"\)/g)].map(([, name]) => name);
    expect(names).toEqual(['run-search', 'run-archive', 'run']);
    const run = readdirSync(FOLDER).find((name) => /^run-.{8}-joined\.js$/.test(name)) as string;
    const operations = /=> require\("\.\/(dist-.{8}-joined\.js)"\)/.exec(readFileSync(join(FOLDER, run), 'utf8'))?.[1];
    expect(readFileSync(join(FOLDER, operations as string), 'utf8')).toContain('exports.openLibrary');
  });

  it('contains the worker threads of its packages, none of which loads the command', () => {
    const threads = findThreadFiles(FOLDER);
    expect([...threads.keys()]).toEqual(expect.arrayContaining(['digest-worker', 'plan-task', 'verify-task']));
    for (const thread of threads.values())
      expect([...collectLoaded(FOLDER, thread).values()].join(''), thread).not.toContain('node_modules/commander/');
    expect(listImporters(FOLDER, 'notes.js')).toEqual([]);
  });

  it('reads archive files in a worker that loads little other code', () => {
    const text = [...collectLoaded(FOLDER, 'digest-worker.js').values()].join('');
    expect(text.length).toBeLessThan(32 * 1024);
  });
});
