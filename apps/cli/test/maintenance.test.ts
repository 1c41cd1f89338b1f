import { describe, expect, test } from 'vitest';
import { inProcess, testLibrary } from './support.js';

/** Makes a library with two notes in Trash. */
async function withTrash() {
  const library = testLibrary(inProcess);
  const { run } = library;
  await run(['new', 'Bin me', '-q']);
  await run(['new', 'And me', '-q']);
  await run(['batch', 'trash', '-q'], { input: 'Bin me\nAnd me\n' });
  const dry = async (...words: string[]) => JSON.parse((await run([...words, '--dry-run', '--json'])).stdout);
  return { ...library, dry };
}

describe('permanent deletion', () => {
  test('exits with 7 without the exact confirmation words, and with --yes alone [PURGE-CONFIRM]', async () => {
    const { run, dry } = await withTrash();
    const { confirmation, plan_sha256 } = await dry('purge', '--all-trashed');
    const refusal = `notes: Nothing was deleted. To confirm, add --confirm ${confirmation}\n`;
    expect(confirmation).toBe(`purge:${plan_sha256.slice(0, 12)}`);
    for (const flags of [[], ['--yes'], ['-y', '--plan', plan_sha256]])
      expect(await run(['purge', '--all-trashed', ...flags])).toEqual({ code: 7, stdout: '', stderr: refusal });
    expect((await run(['purge', '--all-trashed', '--confirm', 'purge:yes'])).code).toBe(7);
    const done = await run(['purge', '--all-trashed', `--confirm=${confirmation}`]);
    expect(done.code).toBe(0);
    expect(done.stdout).toContain(
      `Digest of the plan: ${plan_sha256}\nDone: documents 2, revisions 2, attachments 0\n`,
    );
    expect(await run(['purge', '--all-trashed'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('There is nothing to do.'),
    });
  });

  test('exits with 9 when the plan has changed [PURGE-PLAN]', async () => {
    const { run, dry } = await withTrash();
    const { plan_sha256 } = await dry('purge', '--all-trashed');
    const short = plan_sha256.slice(0, 12);
    const { confirmation } = await dry('purge', 'Bin me');
    expect(confirmation).toMatch(/^purge-document:doc_\w{26}$/);
    expect((await run(['purge', 'bin me', '--confirm', confirmation, '--plan', short])).code).toBe(9);
    expect((await run(['purge', 'bin me', '--confirm', confirmation])).code).toBe(0);
    expect((await run(['purge', '--all-trashed', '--plan', short])).code).toBe(9);
    expect((await run(['purge', '--all-trashed', '--plan', 'abc'])).code).toBe(2);
  });
});

test('gc apply and retention apply report nothing to do in a new library', async () => {
  const { run } = await withTrash();
  for (const words of [
    ['gc', 'apply'],
    ['retention', 'apply'],
  ])
    expect(await run(words)).toMatchObject({ code: 0, stderr: expect.stringContaining('There is nothing to do.') });
  const report = await run(['retention', 'report']);
  expect(report.code).toBe(0);
  expect(report.stderr).toBe('Revisions are kept permanently, because retention.revisions_keep_days is 0.\n');
});

test('fix lists the changes, and makes them only with --apply and a confirmation [FIX-LINKS]', async () => {
  const { run } = testLibrary(inProcess);
  await run(['new', 'To', '-q']);
  await run(['new', 'From', '-q', '--body', '-'], { input: '[a](To)' });
  const said = await run(['fix']);
  expect(said).toMatchObject({ code: 0, stderr: 'Nothing was changed.\n' });
  expect(said.stdout).toContain('non_canonical_link_target: 1 change in 1 note\n');
  expect((await run(['fix', '--apply'])).code).toBe(7);
  expect((await run(['fix', '--apply', '--yes', '--plan', '0'.repeat(12)])).code).toBe(9);
  expect((await run(['cat', 'From'])).stdout).toBe('[a](To)');
  const [, digest = ''] = /^Digest of the plan: (\w+)$/m.exec(said.stdout) ?? [];
  const done = await run(['fix', '--apply', '--yes', '--plan', digest.slice(0, 12)]);
  expect(done.code).toBe(0);
  expect(done.stdout).toContain('Done: revisions 1, non_canonical_link_target 1\n');
  expect((await run(['cat', 'From'])).stdout).toMatch(/^\[a\]\(document:/);
});
