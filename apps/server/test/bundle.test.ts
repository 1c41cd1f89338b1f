import { fileURLToPath } from 'node:url';
import { collectLoaded, listThreadFiles } from '@notes/tooling/bundle/loaded-files';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../dist/bundle/', import.meta.url));

describe('the bundle of the service', () => {
  it('loads fewer than 30 files at start, without code that only later requests need', () => {
    const loaded = collectLoaded(FOLDER, 'notes-server.js');
    expect(loaded.size).toBeLessThan(30);
    const text = [...loaded.values()].join('');
    expect(text).toContain('packages/contract/dist/');
    expect(text).not.toMatch(/katex|htmlparser2|pino-pretty\/index/);
  });

  it('contains every worker thread, none of which loads the service', () => {
    const threads = listThreadFiles(FOLDER);
    expect(threads).toEqual(expect.arrayContaining(['edit-task.js', 'find-task.js', 'job-thread.js', 'seal-task.js']));
    for (const thread of threads)
      expect([...collectLoaded(FOLDER, thread).keys()], thread).not.toContain('notes-server.js');
  });
});
