import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { invoke, readContent } from '../../src/index.js';
import { noteCalled, type Report, type TestLibrary, temporaryFolder, testLibrary, writeFiles } from './support.js';

const counts = ({ files, attachments, imported, updated, unchanged, rejected, ignored }: Report) => ({
  files,
  attachments,
  imported,
  updated,
  unchanged,
  rejected,
  ignored,
});
const none = { files: 0, attachments: 0, imported: 0, updated: 0, unchanged: 0, rejected: 0, ignored: 0 };

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const path = join(temporaryFolder(), 'Vault');
  writeFiles(path, files);
  return path;
}

const listAttachments = async ({ context }: TestLibrary, document_id: string) =>
  (await invoke('listDocumentResources', context, { document_id })).resources;

/** Returns the body of a note with attachment addresses replaced by their names. */
async function readBodyWithNames(at: TestLibrary, title: string): Promise<string> {
  const { id, body } = await noteCalled(at, title);
  const resources = await listAttachments(at, id);
  return resources.reduce((text, { uri, filename }) => text.replaceAll(uri, `<${filename}>`), body);
}

describe('Attachments of an import', () => {
  test('are the files that notes refer to, and only those links of a note change [IMPORT-ATTACHMENTS]', async () => {
    const at = await testLibrary();
    const text = [
      '---',
      'cover: "[[top.png]]"',
      '---',
      '![shown](img/a%20b.png "Title") and [pdf](<../files/é.pdf#page=3>) `![x](img/a%20b.png)`',
      '<img alt="x" src="/top.png"> [note](other.md) ![far](https://example.org/top.png)',
      '<video controls src="clip.mp4"></video> <a title="x" href="../files/é.pdf">paper</a> <a href="other.md">note</a>',
      '',
      '![one][r] ![two][r]',
      '',
      '[r]: ./img/a%20b.png',
      '',
      '| ![[top.png\\|100]] | [[../files/é.pdf|the [file]] |',
    ].join('\n');
    const path = folderWith({
      'sub/n.md': text,
      'sub/other.md': '',
      'sub/img/a b.png': 'picture',
      'sub/clip.mp4': 'clip',
      'files/é.pdf': 'paper',
      'top.png': 'top',
      'unused.png': 'unused',
    });
    const report = await at.run(path);
    expect(counts(report)).toEqual({ ...none, files: 6, attachments: 4, imported: 6, ignored: 1 });
    expect(report.warnings).toEqual([]);
    expect(await readBodyWithNames(at, 'n')).toBe(
      text
        .replace('"[[top.png]]"', '"[[<top.png>|top.png]]"')
        .replace('](img/a%20b.png "', '](<a b.png> "')
        .replace('../files/é.pdf#page=3>', '<é.pdf>#page=3>')
        .replace('src="/top.png"', 'src="<top.png>"')
        .replace('src="clip.mp4"', 'src="<clip.mp4>"')
        .replace('href="../files/é.pdf"', 'href="<é.pdf>"')
        .replace(': ./img/a%20b.png', ': <a b.png>')
        .replace('![[top.png\\|100]]', '![top.png\\|100](<top.png>)'),
    );
    expect(readFileSync(join(path, 'sub/n.md'), 'utf8')).toBe(text);
  });

  test('are those that a wikilink of front matter names; one without a file or note is reported [IMPORT-ATTACHMENTS]', async () => {
    const at = await testLibrary();
    const text = [
      '---',
      'cover: "[[x.png]]"',
      'files: ["[[sub/y.pdf#page=2|Paper]]", "![[x.png]]", "[[gone.png]]"]',
      'more:',
      '  - [[sub/y.pdf#page=3]]',
      'related: "[[Node.js]] [[o]] [[nothing]]"',
      '---',
      'Text\n',
    ].join('\n');
    const path = folderWith({ 'n.md': text, 'Node.js.md': '', 'o.md': '', 'x.png': 'x', 'sub/y.pdf': 'y' });
    const report = await at.run(path);
    expect(report).toMatchObject({ attachments: 2, ignored: 0, imported: 5 });
    expect(report.warnings).toEqual([
      { path: 'n.md', message: 'gone.png: file not found in the source; the link is unchanged' },
    ]);
    expect(await readBodyWithNames(at, 'n')).toBe(
      text
        .replaceAll('[[x.png]]', '[[<x.png>|x.png]]')
        .replace('[[sub/y.pdf#page=2|', '[[<y.pdf>#page=2|')
        .replace('[[sub/y.pdf#page=3]]', '[[<y.pdf>#page=3|sub/y.pdf#page=3]]'),
    );
    const { outgoing } = await at.call('listDocumentLinks', { document_id: (await noteCalled(at, 'n')).id });
    const broken = outgoing.filter(({ status }) => status !== 'resolved').map(({ target }) => target);
    expect(broken).toEqual(['gone.png', 'nothing']);
    expect(await at.run(path)).toMatchObject({ unchanged: 5, imported: 0, updated: 0 });
    const out = join(temporaryFolder(), 'out');
    await at.call('exportNotes', { format: 'markdown', directory: out });
    const written = readFileSync(join(out, 'Vault', 'n.md'), 'utf8');
    expect(written).toContain('cover: "[[x.png]]"\nfiles: ["[[y.pdf#page=2|Paper]]", "![[x.png]]", "[[gone.png]]"]');
    expect(await at.run(join(out, 'Vault'), { source: report.source })).toMatchObject({ unchanged: 5, imported: 0 });
  });

  test('named in front matter only are no conflict for a note that was edited before they were imported', async () => {
    const at = await testLibrary();
    const path = folderWith({ 'n.md': '---\ncover: "[[x.png]]"\n---\nText\n', 'other.png': '' });
    await at.run(path);
    const { id } = await noteCalled(at, 'n');
    await at.call('appendToDocument', { document_id: id, text: 'more' });
    writeFiles(path, { 'x.png': 'x' });
    expect(await at.run(path)).toMatchObject({ rejected: 0, unchanged: 1, imported: 1 });
  });

  test('have the bytes of their file, stored once for equal files', async () => {
    const at = await testLibrary();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    const path = folderWith({ 'n.md': '![](a.svg) ![](b.svg)', 'a.svg': svg, 'b.svg': svg });
    await at.run(path);
    const [a, b] = await listAttachments(at, (await noteCalled(at, 'n')).id);
    expect([a?.filename, b?.filename, a?.mime_type]).toEqual(['a.svg', 'b.svg', 'image/svg+xml']);
    expect(a?.sha256).toBe(b?.sha256);
    const content = await invoke('getResourceContent', at.context, { resource_id: a?.id as string });
    const pieces: Buffer[] = [];
    for await (const piece of readContent(at.library, content)) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe(svg);
  });

  test('are found as in Obsidian: from the top, beside the note, or anywhere by the end of the path', async () => {
    const at = await testLibrary();
    const path = folderWith({
      'deep/er/n.md': '![[Pic.PNG]] ![[er/in.png]] ![[twice.png]] ![m](twice.png) [[doc.pdf#page=2|Paper]] ![[n]]',
      'x/y/z/pic.png': 'p',
      'deep/er/in.png': 'i',
      'twice.png': 'top',
      'deep/er/twice.png': 'near',
      'a/doc.pdf': 'short',
      'a/b/doc.pdf': 'long',
    });
    const report = await at.run(path, { format: 'obsidian' });
    expect(report).toMatchObject({ attachments: 4, warnings: [], ignored: 2 });
    expect(await readBodyWithNames(at, 'n')).toBe(
      '![Pic.PNG](<pic.png>) ![in.png](<in.png>) ![twice.png](<twice.png>) ![m](<twice.png>) [Paper](<doc.pdf>#page=2) ![[n]]',
    );
    const lines = readFileSync(report.ledger as string, 'utf8')
      .trim()
      .split('\n');
    const told = lines.map((line) => JSON.parse(line) as { path: string; kind?: string });
    expect(told.map(({ path: file, kind }) => [file, kind])).toEqual([
      ['x/y/z/pic.png', 'attachment'],
      ['deep/er/in.png', 'attachment'],
      ['twice.png', 'attachment'],
      ['a/doc.pdf', 'attachment'],
      ['deep/er/n.md', undefined],
    ]);
  });

  test('are updated only when their file changed, and then for every note [IMPORT-ATTACHMENTS-AGAIN]', async () => {
    const at = await testLibrary();
    const path = folderWith({ 'n.md': '![](p.png)', 'm.md': '![](p.png) ![](q.png)', 'p.png': 'one', 'q.png': 'q' });
    expect(counts(await at.run(path))).toEqual({ ...none, files: 4, attachments: 2, imported: 4 });
    const changes = at.changes();
    expect(counts(await at.run(path))).toEqual({ ...none, files: 4, attachments: 2, unchanged: 4 });
    expect(at.changes()).toBe(changes);
    const before = await noteCalled(at, 'n');
    writeFiles(path, { 'p.png': 'two' });
    expect(await at.run(path, { on_duplicate: 'skip' })).toMatchObject({ unchanged: 4 });
    expect(await at.run(path, { dry_run: true })).toMatchObject({ updated: 3, unchanged: 1 });
    expect(counts(await at.run(path))).toEqual({ ...none, files: 4, attachments: 2, updated: 3, unchanged: 1 });
    const after = await noteCalled(at, 'n');
    expect(after.body).not.toBe(before.body);
    expect((await listAttachments(at, after.id)).map(({ size_bytes }) => size_bytes)).toEqual([3]);
    expect(counts(await at.run(path))).toMatchObject({ unchanged: 4 });
  });

  test('that are missing or outside the folder leave their links unchanged, with a warning [IMPORT-ATTACHMENTS-REFUSED]', async () => {
    const at = await testLibrary();
    const outside = temporaryFolder();
    writeFiles(outside, { 'canary.png': 'canary' });
    const text = `![](gone.png) ![](../canary.png) ![](a/../../canary.png) ![](${outside}/canary.png) [x](no.md) ![](d/canary.png)`;
    const path = folderWith({ 'n.md': text, 'x.png': '' });
    symlinkSync(outside, join(path, 'd'));
    const report = await at.run(path);
    const why = (file: string) => report.warnings.filter(({ message }) => message.startsWith(`${file}: `))[0]?.message;
    expect(why('gone.png')).toContain('file not found in the source');
    expect(why('../canary.png')).toContain('outside');
    expect(why('a/../../canary.png')).toContain('outside');
    expect(why('d/canary.png')).toContain('below a link, and therefore not imported');
    expect(report.warnings).toHaveLength(6);
    expect((await noteCalled(at, 'n')).body).toBe(text);
    expect(at.library.store.read(({ resources }) => resources.counts().resources)).toBe(0);
  });

  test('that are links, pipes or too large are rejected, and their links stay [IMPORT-ATTACHMENTS-REFUSED]', async () => {
    const at = await testLibrary();
    const text = '![](link.png) ![](pipe.png) ![](big.png) ![](good.png)';
    const path = folderWith({ 'n.md': text, 'good.png': 'good', 'big.png': '' });
    symlinkSync('/etc/hostname', join(path, 'link.png'));
    execFileSync('mkfifo', [join(path, 'pipe.png')]);
    truncateSync(join(path, 'big.png'), at.library.config['resources.max_bytes'] + 1);
    const report = await at.run(path);
    expect(counts(report)).toEqual({ ...none, files: 5, attachments: 4, imported: 2, rejected: 3 });
    expect(report.rejections.map(({ path: file, reason }) => [file, reason])).toEqual([
      ['link.png', 'symlink'],
      ['pipe.png', 'not_a_file'],
      ['big.png', 'too_large'],
    ]);
    expect(await readBodyWithNames(at, 'n')).toBe(text.replace('(good.png)', '(<good.png>)'));
  });

  test('are only counted by a dry run', async () => {
    const at = await testLibrary();
    const path = folderWith({ 'n.md': '![](p.png)', 'p.png': 'one' });
    const changes = at.changes();
    expect(counts(await at.run(path, { dry_run: true }))).toEqual({ ...none, files: 2, attachments: 1, imported: 2 });
    expect(at.changes()).toBe(changes);
    expect([...at.library.store.blobs.list()]).toEqual([]);
  });

  test('are reported once by an interrupted import, which imports their current bytes when it resumes', async () => {
    const at = await testLibrary();
    const notes = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`n${n}.md`, `${n} ![](p.png)`]));
    const path = folderWith({ ...notes, 'p.png': 'one' });
    const stop = new AbortController();
    const progress = (done: number) => {
      if (done === 100) stop.abort();
    };
    const context = { ...at.context, progress, signal: stop.signal };
    const cut = await invoke('importFolder', context, { format: 'markdown', path });
    expect(cut).toMatchObject({ interrupted: true, imported: 101, attachments: 1 });
    rmSync(join(path, 'p.png'));
    mkdirSync(join(path, 'empty'));
    writeFiles(path, { 'p.png': 'one' });
    expect(counts(await at.run(path))).toEqual({ ...none, files: 151, attachments: 1, imported: 151 });
    expect(at.library.store.read(({ resources }) => resources.counts())).toEqual({
      resources: 1,
      documentResources: 150,
    });
  });
});
