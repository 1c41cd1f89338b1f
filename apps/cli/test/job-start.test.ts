import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@notes/contract';
import { expect, test } from 'vitest';
import { jobStarts } from '../src/commands/job-start.js';
import { inProcess, temporaryFolder, testLibrary, writeFiles } from './support.js';

test('job start accepts every kind of job, with the flags of its own command [CLI-JOB-START]', async () => {
  const kinds = readFileSync(
    new URL('../../../packages/operations/src/platform/jobs/kinds.ts', import.meta.url),
    'utf8',
  );
  const works = [...kinds.matchAll(/^ {2}\['([a-z-]+)', async/gm)].map(([, kind]) => kind);
  expect(works.length).toBeGreaterThan(5);
  expect(jobStarts.map(({ command }) => command.replace('job start ', '')).sort()).toEqual(works.sort());
  const extractOptions = (help: string) => help.split('\nOptions:')[1]?.split('\nOutput formats')[0];
  for (const { operation, command } of jobStarts) {
    const { cli } = operations[operation as keyof typeof operations];
    const [own, started] = await Promise.all(
      [cli?.command ?? '', command].map((words) => inProcess([...words.split(' '), '--help'])),
    );
    expect(started?.code).toBe(0);
    expect(extractOptions(started?.stdout ?? ''), command).toBe(extractOptions(own?.stdout ?? ''));
    expect(started?.stdout).toContain(`  notes ${command}`);
  }
});

test('job start runs the job in its process, with the output and exit code of its own command [CLI-JOB-START]', async () => {
  const { run } = testLibrary(inProcess);
  const folder = writeFiles(temporaryFolder(), { 'Tea.md': '# Tea\n' });
  expect(await run(['job', 'start', 'import', 'markdown', folder])).toMatchObject({ code: 0 });
  expect(await run(['cat', 'Tea'])).toMatchObject({ code: 0, stdout: '# Tea\n' });
  const { jobs } = JSON.parse((await run(['job', 'list', '--json'])).stdout);
  expect(jobs).toMatchObject([{ kind: 'import', state: 'succeeded' }]);
  expect(await run(['job', 'start', 'import', 'markdown', join(folder, 'nowhere')])).toMatchObject({ code: 1 });
  await run(['new', 'Gone', '-q']);
  await run(['rm', 'Gone', '-q']);
  // Fails as `notes purge` does without the confirmation words.
  expect(await run(['job', 'start', 'purge', '--all-trashed'])).toMatchObject({ code: 7 });
  expect(await run(['job', 'start', 'nonsense'])).toMatchObject({ code: 2, stdout: '' });
});
