import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { start, testLibrary, writeFiles } from './support.js';

const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`f${index % 9}/n${index}.md`, `note ${index}\n`.repeat(20)]),
  );

describe('import', () => {
  test('names the notes of a Joplin export by title', async () => {
    const { dataDir, run } = testLibrary();
    const id = 'c'.repeat(32);
    const path = writeFiles(`${dataDir}-files/Export`, { [`${id}.md`]: `Meeting\n\na\0b\n\nid: ${id}\ntype_: 1` });
    const { stdout } = await run(['import', 'joplin', path, '--dry-run']);
    expect(stdout).toContain(`  Meeting (${id}.md): contains a NUL character. Remove it, or save the file as UTF-8\n`);
  });

  test('prints a report, and exits with 10 when a file was rejected', async () => {
    const { dataDir, run } = testLibrary();
    const vault = writeFiles(`${dataDir}-files/Vault`, {
      'a.md': '---\ntags: [a//]\n---\n',
      'b\u001b[31m.md': 'x\0',
      'c.png': '',
      'd.png': '',
      'e.md': '![](d.png)',
    });
    const first = await run(['import', 'obsidian', vault, '--source', 'mine']);
    expect(first.code).toBe(10);
    const ledger = /^Ledger: (.*\.jsonl)$/m.exec(first.stdout)?.[1] as string;
    expect(first.stdout.split('\n')).toEqual([
      'Import mine: 4 files, 1 of them attachments (and 1 other entry ignored)',
      '  imported          3',
      '  updated           0',
      '  unchanged         0',
      '  rejected          1',
      'Rejected:',
      '  b [31m.md: contains a NUL character. Remove it, or save the file as UTF-8',
      'Warnings:',
      '  a.md: tag "a//" must not have an empty segment',
      `Ledger: ${ledger}`,
      expect.stringMatching(/^Source: the digests of its files are kept as bundle_\w+, \d+ bytes$/),
      '',
    ]);
    expect(first.stderr).toBe(`New library: ${dataDir}\nimport: 0 of 3\n`);
    expect(readFileSync(ledger, 'utf8').split('\n')).toHaveLength(5);
    const second = await run(['import', 'obsidian', vault, '--source', 'mine', '--json', '-q']);
    expect(second).toMatchObject({ code: 10, stderr: '' });
    expect(JSON.parse(second.stdout)).toMatchObject({
      source: 'mine',
      files: 4,
      attachments: 1,
      unchanged: 3,
      rejected: 1,
      ignored: 1,
    });
  });

  test('runs a dry run without a library, and creates none', async () => {
    const { dataDir, run } = testLibrary();
    const vault = writeFiles(`${dataDir}-files`, many(3));
    const dry = await run(['import', 'markdown', vault, '--dry-run', '--json']);
    expect(JSON.parse(dry.stdout)).toMatchObject({ dry_run: true, imported: 3, ledger: null });
    expect(existsSync(dataDir)).toBe(false);
  });

  test('shortens long paths on the terminal, but not in the report', async () => {
    const { dataDir, run } = testLibrary();
    const path = `${'a long name of a folder/'.repeat(40)}bad.md`;
    const vault = writeFiles(`${dataDir}-files`, { [path]: 'x\0' });
    const { stdout } = await run(['import', 'markdown', vault]);
    expect(stdout).toMatch(
      /^ {2}a long name.{40,60}….{40,60}bad\.md: contains a NUL character\. Remove it, or save the file as UTF-8$/m,
    );
    const { rejections } = JSON.parse((await run(['import', 'markdown', vault, '--json'])).stdout);
    expect(rejections).toMatchObject([{ path }]);
  });

  test('fails for a path that does not exist, and creates no library', async () => {
    const { dataDir, run } = testLibrary();
    const path = `${dataDir}-nowhere`;
    expect(await run(['import', 'markdown', path])).toEqual({
      code: 1,
      stdout: '',
      stderr: `notes: ${path}: no such file or folder\n`,
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  test('creates no library when the source or an argument is refused', async () => {
    const { dataDir, run } = testLibrary();
    const files = writeFiles(`${dataDir}-files`, { 'Full/a.md': 'alpha', 'Empty/a.pdf': '' });
    const refused: [words: string[], message: string][] = [
      [['markdown', `${files}/Empty`], 'nothing to import in Empty'],
      [['markdown', `${files}/Empty/a.pdf`], 'give a folder or an .md file'],
      [['markdown', `${files}/Full`, '-n', 'Nowhere'], 'There is no notebook "Nowhere"'],
      [['markdown', `${files}/Full`, '--allow-empty'], '--trash-vanished'],
      [['markdown', `${files}/Full`, '--resume'], 'there is no unfinished import'],
    ];
    for (const [words, message] of refused) {
      const { code, stderr } = await run(['import', ...words]);
      expect(code).toBeGreaterThan(0);
      expect(stderr).toMatch(/^notes: .*\n$/);
      expect(stderr).toContain(message);
      expect(existsSync(dataDir)).toBe(false);
    }
    expect(await run(['import', 'markdown', `${files}/Full`])).toMatchObject({
      ...{ code: 0, stderr: `New library: ${dataDir}\nimport: 0 of 1\n` },
    });
  });

  test('advises no --source when the paths of an earlier import differ by a folder [IMPORT-AGAIN]', async () => {
    const { dataDir, run } = testLibrary();
    const folder = writeFiles(`${dataDir}-files/Top`, { 'sub/a.md': 'alpha', 'sub/b.md': 'beta' });
    const { source } = JSON.parse((await run(['import', 'markdown', `${folder}/sub`, '--json', '-q'])).stdout);
    const dry = await run(['import', 'markdown', folder, '--dry-run', '-q']);
    expect(dry.stdout).toContain(
      `2 new notes look already imported as ${source}, from other paths, and would be imported twice. To update those notes, import the same folder or file as before.`,
    );
    const again = await run(['import', 'markdown', folder, '-q']);
    expect(again.stdout).toContain(`as ${source}, from other paths, and are in the library twice now.`);
  });

  test('advises the format in which a folder was imported before [IMPORT-AGAIN]', async () => {
    const { dataDir, run } = testLibrary();
    const folder = writeFiles(`${dataDir}-files/Vault`, { 'a.md': 'alpha', 'b.md': 'beta' });
    const import_ = async (...words: string[]) => (await run(['import', ...words, '-q'])).stdout;
    const { source } = JSON.parse(await import_('markdown', folder, '--json'));
    const which = (count: string) => `${count} already imported as ${source}, with the format markdown`;
    expect(await import_('obsidian', folder, '--dry-run')).toContain(
      `${which('2 new notes look')}: notes import markdown updates those notes instead.`,
    );
    const moved = writeFiles(`${dataDir}-files/Moved`, { 'a.md': 'alpha' });
    expect(await import_('obsidian', moved)).toContain(
      `${which('1 new note looks')}: notes import markdown with --source ${source} would have updated that note instead.`,
    );
    const quoted = writeFiles(`${dataDir}-files/Mum's`, { 'c.md': 'gamma' });
    await import_('markdown', quoted, '--source', "Mum's");
    const copy = writeFiles(`${dataDir}-files/Copy`, { 'c.md': 'gamma' });
    expect(await import_('obsidian', copy)).toContain(String.raw`--source 'Mum'\''s' would have updated that note`);
  });

  test('names links to folders, and the missing notes that may be below them [IMPORT-LINKED]', async () => {
    const { dataDir, run } = testLibrary();
    const vault = writeFiles(`${dataDir}-files/Vault`, { 'a.md': 'a', 'b.md': 'b', 'Work/c.md': 'c' });
    const again = ['import', 'markdown', vault, '-q'];
    await run(again);
    for (const name of ['b.md', 'Work']) rmSync(`${vault}/${name}`, { recursive: true });
    symlinkSync('..', `${vault}/Work`);
    const report = await run(again);
    expect(report.code).toBe(0);
    expect(report.stdout).toContain(
      '1 note is not listed as missing: its file may be below Work, which is not read.\nMissing files of 1 note:\n  b.md: ',
    );
    expect(report.stdout).toContain('Warnings:\n  Work: link to a folder, which is not followed');
    const withheld = await run([...again, '--trash-vanished']);
    expect(withheld.code).toBe(10);
    expect(withheld.stdout).toMatch(/^No note was moved to the Trash: .* Check these .*: Work\.$/m);
  });

  test('lists ignored files and folders with -v', async () => {
    const { dataDir, run } = testLibrary();
    const vault = writeFiles(`${dataDir}-files`, { 'a.md': 'a', 'b.png': '', '.git/c': '' });
    const again = ['import', 'markdown', vault];
    expect((await run([...again, '-v'])).stdout).toContain('\nIgnored:\n  .git/\n  b.png\nLedger: ');
    expect((await run(again)).stdout).not.toContain('Ignored:');
  });

  test('names the earlier source of notes that seem imported already, and the notes whose files are gone [IMPORT-AGAIN] [IMPORT-VANISHED]', async () => {
    const { dataDir, run } = testLibrary();
    const vault = writeFiles(`${dataDir}-files/Vault`, { 'a.md': 'a', 'b.md': 'b' });
    const moved = writeFiles(`${dataDir}-files/Moved`, { 'a.md': 'a' });
    const { source } = JSON.parse((await run(['import', 'markdown', vault, '--json', '-q'])).stdout);
    const dry = await run(['import', 'markdown', moved, '--dry-run', '-q']);
    expect(dry.stdout).toContain(
      `1 new note looks already imported as ${source}: --source ${source} updates that note instead.`,
    );
    const again = ['import', 'markdown', moved, '--source', source, '-q'];
    expect((await run(again)).stdout).toContain(
      'Missing files of 1 note:\n  b.md: its file is gone; the note stays (b)',
    );
    const trashed = await run([...again, '--trash-vanished']);
    expect(trashed).toMatchObject({ code: 0, stdout: expect.stringContaining('the note went to the Trash (b)') });
    writeFileSync(`${moved}/c.md`, 'c');
    rmSync(`${moved}/a.md`);
    const withheld = await run([...again, '--trash-vanished']);
    expect(withheld).toMatchObject({
      code: 10,
      stdout: expect.stringContaining('To move all of their notes to the Trash, add --allow-empty'),
    });
  });

  test.each(['joplin', 'evernote', 'notion', 'html', 'markdown', 'obsidian'])(
    'exits with 2 for a folder without files of the format %s',
    async (format) => {
      const { dataDir, run } = testLibrary();
      const folder = writeFiles(`${dataDir}-files/Folder`, { 'a.txt': 'x' });
      const { code, stderr } = await run(['import', format, folder, '-q']);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('nothing to import in Folder') });
    },
  );

  test('lets other commands write while it runs', async () => {
    const { dataDir, run } = testLibrary();
    const vault = writeFiles(`${dataDir}-files`, many(2_000));
    await run(['new', 'first', '-q']);
    const importing = run(['import', 'markdown', vault, '--json', '-q']);
    const written = await Promise.all(['a', 'b', 'c'].map((title) => run(['new', title, '-q'])));
    expect(written.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(3).fill({ code: 0, stderr: '' }));
    expect(JSON.parse((await importing).stdout)).toMatchObject({ imported: 2_000 });
  });

  test('imports all notes after the reader of standard error is gone', async () => {
    const { dataDir, run } = testLibrary();
    const vault = writeFiles(`${dataDir}-files`, many(300));
    const importing = start(['--data-dir', dataDir, 'import', 'markdown', vault, '--json', '--progress', 'plain']);
    importing.stdin.end();
    importing.stderr.destroy();
    const [report, [code]] = await Promise.all([text(importing.stdout), once(importing, 'close')]);
    expect(code).toBe(0);
    expect(JSON.parse(report)).toMatchObject({ imported: 300 });
    expect((await run(['import', 'markdown', vault, '--json'])).stdout).toContain('"unchanged": 300');
  });
});
