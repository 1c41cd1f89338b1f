import { fileURLToPath } from 'node:url';
import { collectLoaded, listThreadFiles } from '@notes/tooling/bundle/loaded-files';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../dist/bundle/', import.meta.url));

describe('the bundle of the command', () => {
  it('starts with a few files, and without what keeps a library', () => {
    const loaded = collectLoaded(FOLDER, 'notes.js');
    expect(loaded.size).toBeLessThan(30);
    const text = [...loaded.values()].join('');
    expect(text).toContain('packages/contract/dist/');
    expect(text).not.toMatch(/packages\/storage\/dist\/index|drizzle-orm|katex|htmlparser2|sync-protocol\/dist\/index/);
  });

  it('has the threads its packages start, none of which loads the command', () => {
    const threads = listThreadFiles(FOLDER);
    expect(threads).toEqual(expect.arrayContaining(['digest-worker.js', 'plan-task.js', 'verify-task.js']));
    for (const thread of threads) expect([...collectLoaded(FOLDER, thread).keys()], thread).not.toContain('notes.js');
  });

  it('reads files of an archive on a thread that loads little else', () => {
    const text = [...collectLoaded(FOLDER, 'digest-worker.js').values()].join('');
    expect(text.length).toBeLessThan(32 * 1024);
  });
});
