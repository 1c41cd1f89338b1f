import { describe, expect, test } from 'vitest';
import { inProcess, testLibrary } from './support.js';

const library = () => testLibrary(inProcess);

describe('lint', () => {
  test('exits with 10 when there are findings, and prints the id and position of each', async () => {
    const { run } = library();
    await run(['new', 'Whole', '--body', '-'], { input: 'nothing wrong' });
    const clean = await run(['lint']);
    expect([clean.code, clean.stderr]).toEqual([0, 'No findings.\n']);
    const { stdout: made } = await run(['new', 'Broken', '--body', '-', '-o', 'ids'], {
      input: 'x [[Nowhere]] [[There]] ![](a.png)',
    });
    const found = await run([
      'lint',
      '--check',
      'broken_document_link',
      '--check',
      'missing_alt_text',
      '--detail',
      '1',
    ]);
    expect(found.code).toBe(10);
    expect(found.stderr).toBe('4 findings.\n');
    expect(found.stdout.split('\n').slice(0, 7)).toEqual([
      'broken_document_link  3',
      'missing_alt_text      1',
      'broken_document_link',
      `  ${made.trim()}  1:3  unknown_title`,
      '  … and 2 more (--detail)',
      'missing_alt_text',
      `  ${made.trim()}  1:25  empty_alt_text`,
    ]);
    const { code, stdout } = await run(['lint', '--json', '--detail', '0']);
    expect([code, JSON.parse(stdout).checks.length]).toEqual([10, 11]);
    expect(found.stdout + stdout).not.toContain('Nowhere');
  });

  test('rejects an unknown check', async () => {
    const { run } = library();
    await run(['new', 'A note']);
    expect((await run(['lint', '--check', 'spelling'])).code).toBe(2);
    expect((await run(['lint', '--detail', 'many'])).code).toBe(2);
  });
});

describe('reports about attachments', () => {
  test('show zero counts in a library without attachments', async () => {
    const { run } = library();
    await run(['new', 'A note']);
    const { plan_sha256 } = JSON.parse((await run(['gc', 'report', '--json'])).stdout);
    const gc = await run(['gc', 'report']);
    expect(gc).toEqual({
      code: 0,
      stdout: [
        'Can be deleted: 0, 0 bytes',
        'Kept for now: 0, 0 bytes',
        'Attached to notes: 0, 0 bytes',
        `Digest of the plan: ${plan_sha256}`,
        '',
      ].join('\n'),
      stderr: 'An attachment without a note is kept for 30 days, or for 90 after its note was purged.\n',
    });
    const { code, stdout } = await run(['resource', 'report']);
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'Files shared by several attachments: 0, 0 bytes']);
  });
});

describe('select plan', () => {
  test('plans a full archive, or the notes that selectors name', async () => {
    const { run } = library();
    await run(['new', 'One', '-t', 'a/b']);
    const { stdout: two } = await run(['new', 'Two', '-t', 'c', '-o', 'ids']);
    await run(['new', 'Three']);
    const plan = async (...args: string[]) => JSON.parse((await run(['select', 'plan', '--json', ...args])).stdout);
    expect(await plan()).toMatchObject({ target: 'full_archive', counts: { documents: 3 } });
    const some = await plan('--tag', 'a', '--id', two.trim(), '--tag', 'none');
    expect(some).toMatchObject({ target: 'subset_transfer', counts: { documents: 2 }, totals: { exclusions: 1 } });
    expect(await plan('--query', 'three', '--target', 'publication_handoff')).toMatchObject({
      target: 'publication_handoff',
      counts: { documents: 1 },
    });
    expect((await plan('-n', 'Notes', '--no-descendants', '--all-revisions')).policy.all_revisions).toBe(true);
    const { code, stdout } = await run(['select', 'plan', '--tag', 'c']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^subset_transfer\n {2}collections {11}1\n[\s\S]*\nDigest of the selection: [0-9a-f]{64}\n$/,
    );
    const whole = (await run(['select', 'plan'])).stdout;
    expect(whole).toMatch(/^ {2}note {2}doc_help_\w+ +in Help or Reports$/m);
    expect(whole).toMatch(/^ {2}notes in Trash +included +0$/m);
    expect((await run(['select', 'plan', '--target', 'full_archive', '--tag', 'c'])).code).toBe(2);
    expect((await run(['select', 'plan', '-n', 'Nowhere'])).code).toBe(1);
  });
});
