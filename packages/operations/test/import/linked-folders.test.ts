import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type TestLibrary, temporaryFolder, testLibrary, writeFiles } from './support.js';

const FOLDER_LINK = 'link to a folder, which is not followed. To import its notes, import that folder itself';

/** Creates a folder with notes and imports it. */
async function importNotes(files: Readonly<Record<string, string>>): Promise<{ at: TestLibrary; path: string }> {
  const at = await testLibrary();
  const path = join(temporaryFolder(), 'Vault');
  writeFiles(path, files);
  await at.run(path);
  return { at, path };
}

/** Replaces a folder by a link to an empty folder. */
function replaceByLink(path: string): void {
  rmSync(path, { recursive: true, force: true });
  symlinkSync(temporaryFolder(), path);
}

describe('Links to folders [IMPORT-LINKED]', () => {
  test('are named in the warnings of an import and of a dry run, and in the ledger', async () => {
    const { at, path } = await importNotes({ 'a.md': 'a', 'sub/b.md': 'b' });
    symlinkSync(temporaryFolder(), join(path, 'sub/Work'));
    symlinkSync('nowhere', join(path, 'broken'));
    const warnings = [
      { path: 'broken', message: 'link that is not followed; its target does not exist or cannot be read' },
      { path: 'sub/Work', message: FOLDER_LINK },
    ];
    expect(await at.run(path, { dry_run: true })).toMatchObject({ warnings, ignored_paths: ['broken', 'sub/Work'] });
    const report = await at.run(path);
    expect(report.warnings).toEqual(warnings);
    const lines = readFileSync(report.ledger as string, 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.slice(0, 2).map((line) => JSON.parse(line))).toEqual(
      warnings.map(({ path: folder, message }) => ({ folder, warnings: [message] })),
    );
    expect(lines).toHaveLength(4);
  });

  test('beyond a thousand are one warning with their number', async () => {
    const { at, path } = await importNotes({ 'a.md': 'a' });
    for (let number = 0; number < 1_003; number += 1) symlinkSync('.', join(path, `link-${number}`));
    const { warnings } = await at.run(path);
    expect(warnings).toHaveLength(1_001);
    expect(warnings.at(-1)).toEqual({ path: 'Vault', message: '3 more links are not followed' });
  });
});

describe('Missing notes beside a link to a folder [IMPORT-LINKED] [IMPORT-VANISHED]', () => {
  const notes = { 'a.md': 'a', 'b.md': 'b', 'Work/c.md': 'c' };

  test('are listed when no link is in place of their folder, and moved by no request', async () => {
    const { at, path } = await importNotes(notes);
    rmSync(join(path, 'b.md'));
    symlinkSync(temporaryFolder(), join(path, 'Other'));
    const listed = { is_known: false, count: 1, unlisted: 0, notes: [{ path: 'b.md', outcome: 'kept' }] };
    expect((await at.run(path)).vanished).toMatchObject({ ...listed, withheld: null, unread_paths: [] });
    const { vanished } = await at.run(path, { trash_vanished: true });
    expect(vanished).toMatchObject({ ...listed, withheld: 'not_read_in_full', unread_paths: ['Other'] });
    expect(at.notes()).toHaveLength(3);
  });

  test('are counted, but not listed, when a link is in place of their folder', async () => {
    const { at, path } = await importNotes(notes);
    rmSync(join(path, 'b.md'));
    replaceByLink(join(path, 'Work'));
    const listed = { is_known: false, count: 1, unlisted: 1, unread_paths: ['Work'], notes: [{ path: 'b.md' }] };
    expect((await at.run(path)).vanished).toMatchObject({ ...listed, withheld: null });
    const { vanished } = await at.run(path, { trash_vanished: true });
    expect(vanished).toMatchObject({ ...listed, withheld: 'not_read_in_full', trashed: 0 });
    expect(at.notes()).toHaveLength(3);
  });

  test('are not withheld when no note is missing', async () => {
    const { at, path } = await importNotes(notes);
    symlinkSync(temporaryFolder(), join(path, 'Other'));
    const { vanished } = await at.run(path, { trash_vanished: true });
    expect(vanished).toMatchObject({ is_known: true, count: 0, withheld: null, unread_paths: [] });
  });

  test('are not listed when their ids identify them at any path', async () => {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'Export');
    const item = (letter: string) => `${letter}\n\nid: ${letter.repeat(32)}\ntype_: 1`;
    const files = Object.fromEntries(['a', 'b'].map((letter) => [`${letter.repeat(32)}.md`, item(letter)]));
    writeFiles(path, files);
    await at.run(path, { format: 'joplin' });
    rmSync(join(path, `${'b'.repeat(32)}.md`));
    symlinkSync(temporaryFolder(), join(path, 'moved'));
    const { vanished } = await at.run(path, { format: 'joplin' });
    expect(vanished).toMatchObject({ is_known: false, count: 0, unlisted: 1, unread_paths: ['moved'] });
  });
});
