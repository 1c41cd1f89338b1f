import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectLoaded, findThreadFiles, listImporters } from '@notes/tooling/bundle/loaded-files';
import { describe, expect, it } from 'vitest';
import { cleanUp, serve, temporaryFolder } from './support/binary.js';

cleanUp();

const FOLDER = fileURLToPath(new URL('../dist/bundle/', import.meta.url));
const PROGRAM = ['notes-server.js', 'program.js'];

describe('the bundle of the service', () => {
  it.each([
    ['the command line', PROGRAM, 15],
    ['serve', [...PROGRAM, 'serve.js'], 60],
    ['mcp', [...PROGRAM, 'agent.js'], 60],
  ])('loads few files at the start of %s, without code that only later requests need', (_, files, limit) => {
    const loaded = collectLoaded(FOLDER, ...files);
    expect(loaded.size).toBeLessThan(limit);
    const text = [...loaded.values()].join('');
    expect(text).toContain('packages/contract/dist/');
    expect(text).not.toMatch(/katex|htmlparser2|pino-pretty\/index|node_modules\/(?:body-parser|iconv-lite)\//);
  });

  it('contains every worker thread, none of which loads the service', () => {
    const threads = findThreadFiles(FOLDER);
    expect([...threads.keys()]).toEqual(expect.arrayContaining(['edit-task', 'gc-task', 'job-thread', 'plan-task']));
    for (const thread of threads.values()) {
      const loaded = [...collectLoaded(FOLDER, thread).values()].join('');
      expect(loaded, thread).not.toMatch(/node_modules\/router\/|node_modules\/commander\//);
    }
    expect(listImporters(FOLDER, 'notes-server.js')).toEqual([]);
  });

  it('exports the function of each task in the place of all exports, as the thread pool loads it', () => {
    const tasks = [...findThreadFiles(FOLDER)].filter(([name]) => name.endsWith('-task'));
    expect(tasks.length).toBeGreaterThan(10);
    for (const [, task] of tasks)
      expect(createRequire(import.meta.url)(join(FOLDER, task)), task).toBeTypeOf('function');
  });

  it.each(['/api/v1/search?q=caf%E9', '/api/v1/links/suggest?q=%e2%82', '/nothing/%ff'])(
    'refuses invalid percent-encoding as the sources do: %s',
    async (target) => {
      const program = serve(temporaryFolder());
      const answer = await fetch((await program.ready()) + target);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { error: { code: 'validation_failed', message: expect.stringContaining('valid percent-encoding') } },
      ]);
      await program.stop();
    },
  );
});
