import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../dist/bundle/', import.meta.url));
const IMPORTS = /^(?:import|export)\b[^;]*?"\.\/([^"]+)";$/gm;
const THREADS = readdirSync(FOLDER).filter((name) => /^[a-z-]+-(?:task|thread|worker)\.js$/.test(name));

/** What a file of the bundle loads before it runs, itself and all that it imports. */
function loadedBy(file: string, loaded = new Map<string, string>()): ReadonlyMap<string, string> {
  if (loaded.has(file)) return loaded;
  const text = readFileSync(join(FOLDER, file), 'utf8');
  loaded.set(file, text);
  for (const [, next] of text.matchAll(IMPORTS)) loadedBy(next as string, loaded);
  return loaded;
}

describe('the bundle of the command', () => {
  it('starts with a few files, and without what keeps a library', () => {
    const loaded = loadedBy('notes.js');
    expect(loaded.size).toBeLessThan(30);
    const text = [...loaded.values()].join('');
    expect(text).toContain('packages/contract/dist/');
    expect(text).not.toMatch(/packages\/storage\/dist\/index|drizzle-orm|katex|htmlparser2|sync-protocol\/dist\/index/);
  });

  it('has the threads its packages start, none of which loads the command', () => {
    expect(THREADS).toEqual(expect.arrayContaining(['digest-worker.js', 'plan-task.js', 'verify-task.js']));
    for (const thread of THREADS) expect([...loadedBy(thread).keys()], thread).not.toContain('notes.js');
  });

  it('reads files of an archive on a thread that loads little else', () => {
    const text = [...loadedBy('digest-worker.js').values()].join('');
    expect(text.length).toBeLessThan(32 * 1024);
  });
});
