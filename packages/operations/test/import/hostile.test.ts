import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePax, makeTar, makeZip, type TarEntry, type ZipEntry } from './archives.js';
import { temporaryFolder, testLibrary } from './support.js';

const page = { name: 'page.html', bytes: '<p>page</p>' };
const item = { name: `${'a'.repeat(32)}.md`, bytes: `T\n\nid: ${'a'.repeat(32)}\ntype_: 1` };
const last = { name: `${'b'.repeat(32)}.md`, bytes: `T\n\nid: ${'b'.repeat(32)}\ntype_: 1` };
const zeros = Buffer.alloc(2 * 1024 * 1024);

/** Returns the error that ends an import of a file before anything is written. */
async function refusal(format: 'html' | 'notion' | 'joplin' | 'evernote', name: string, bytes: Buffer | string) {
  const at = await testLibrary();
  const folder = temporaryFolder();
  const path = join(folder, 'in', name);
  execFileSync('mkdir', [join(folder, 'in')]);
  writeFileSync(path, bytes);
  const before = { changes: at.changes(), canaries: readdirSync(folder), spooled: listSpooledFiles() };
  const ended = await at.run(path, { format }).catch((error: Error & { code: string }) => error);
  expect({ changes: at.changes(), canaries: readdirSync(folder), spooled: listSpooledFiles() }).toEqual(before);
  expect(existsSync(join(folder, 'evil.html'))).toBe(false);
  expect(ended).toMatchObject({ code: 'validation_failed' });
  return (ended as Error).message.split(':', 1)[0];
}

const listSpooledFiles = () => readdirSync(tmpdir()).filter((name) => name.startsWith('notes-import-'));

const zips: [string, string, ZipEntry[]][] = [
  ['decompresses to a thousand times its size', 'zip_bomb', [page, { name: 'big.html', bytes: zeros }]],
  ['overlaps another entry', 'zip_bomb', [page, { ...page, name: 'b.html', says: { offset: 0 } }, { name: 'c.html' }]],
  [
    'declares more bytes than the archive has',
    'zip_bomb',
    [{ ...page, says: { compressed: 5_000_000 } }, { name: 'c.html' }],
  ],
];

describe('A malicious archive is refused as a whole [IMPORT-HOSTILE]', () => {
  test.each(zips)('a zip with an entry that %s', async (_, code, entries) => {
    expect(await refusal('html', 'a.zip', makeZip(entries))).toBe(code);
    expect(await refusal('notion', 'a.zip', makeZip([{ name: 'inner.zip', bytes: makeZip(entries) }]))).toBe(code);
  });

  test.each([
    ['that is not a zip archive', Buffer.from('no zip')],
    ['that is truncated', makeZip([page]).subarray(0, 60)],
    ['with an invalid directory', makeZip([page]).fill(0xee, 50, 70)],
  ])('a zip %s', async (_, bytes) => {
    expect(await refusal('notion', 'a.zip', bytes)).toBe('damaged');
  });

  const tars: [string, string, TarEntry[] | Buffer][] = [
    ['has a wrong checksum', 'damaged', [{ ...item, badSum: true }]],
    ['is truncated', 'damaged', makeTar([{ ...item, bytes: zeros }]).subarray(0, 4096)],
    ['is followed by nothing', 'damaged', makeTar([item]).subarray(0, 1024)],
    ['is truncated right after its bytes', 'damaged', makeTar([item]).subarray(0, 512 + item.bytes.length)],
    ['is followed by only one end block', 'damaged', makeTar([item]).subarray(0, 1536)],
    ['is not a tar entry', 'damaged', Buffer.from('no tar at all')],
    ['is missing', 'damaged', Buffer.alloc(0)],
    ['is longer than the archive', 'damaged', [{ name: 'x', type: 'x', bytes: makePax('size', '999999999999') }, item]],
  ];
  test.each(tars)('a JEX file with an entry that %s', async (_, code, entries) => {
    expect(await refusal('joplin', 'a.jex', Buffer.isBuffer(entries) ? entries : makeTar(entries))).toBe(code);
  });

  const note = '<note><title>T</title><content>&lt;en-note/&gt;</content></note>';
  test.each([
    [
      'declares entities',
      'entities',
      `<!DOCTYPE en-export [<!ENTITY a SYSTEM "file:///etc/passwd">]><en-export>${note}</en-export>`,
    ],
    ['declares nested entities', 'entities', '<!DOCTYPE lolz [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><en-export/>'],
    ['is another XML document', 'damaged', '<html></html>'],
    ['is empty', 'damaged', ''],
    ['is truncated between notes', 'damaged', `<en-export>${note}`],
    ['leaves elements open', 'damaged', `<en-export>${note}${'<x>'.repeat(400)}`],
    ['nests elements too deep', 'too_deep', `<en-export>${'<x>'.repeat(100_000)}${note}`],
  ])('an ENEX file that %s', async (_, code, text) => {
    expect(await refusal('evernote', 'a.enex', text)).toBe(code);
  });
});

test.each([
  ['html', 'a.zip', makeZip([]), ''],
  ['html', 'a.zip', makeZip([{ name: 'in/pages.zip', bytes: makeZip([page]) }]), 'in/pages.zip'],
  [
    'notion',
    'a.zip',
    makeZip([{ name: 'b.zip', bytes: makeZip([{ name: 'c.zip', bytes: makeZip([page]) }]) }]),
    'c.zip',
  ],
  ['evernote', 'a.enex', '<en-export></en-export>', ''],
  ['joplin', 'a.jex', makeTar([]), ''],
] as const)('importFolder of %s from %s without any note names the problem', async (format, name, bytes, unopened) => {
  const at = await testLibrary();
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  const message = expect.stringMatching(new RegExp(`nothing to import in ${name}.*${unopened}`));
  for (const dry_run of [true, false])
    await expect(at.run(path, { format, dry_run })).rejects.toMatchObject({ code: 'validation_failed', message });
});

describe('A problem with one entry rejects only that entry [IMPORT-HOSTILE]', () => {
  async function importBytes(format: 'html' | 'evernote' | 'notion' | 'joplin', name: string, bytes: Buffer | string) {
    const at = await testLibrary();
    const path = join(temporaryFolder(), name);
    writeFileSync(path, bytes);
    return at.run(path, { format });
  }

  test.each([
    ['has a wrong checksum', { says: { crc: 1 } }, 'malformed'],
    ['is longer than declared', { says: { size: 3 } }, 'malformed'],
    ['is shorter than declared', { says: { size: 300 } }, 'malformed'],
    ['is encrypted', { says: { flags: 0x801 } }, 'encrypted'],
    ['has an unknown compression method', { says: { method: 99 } }, 'unreadable'],
    ['is not UTF-8', { bytes: Uint8Array.of(0xe9) }, 'not_utf8'],
    ['nests elements too deep', { bytes: '<div>'.repeat(600) }, 'too_deep'],
  ])('an entry that %s', async (_, flaw, reason) => {
    const bytes = makeZip([page, { name: 'bad.html', bytes: '<p>bad</p>', ...flaw }]);
    const report = await importBytes('html', 'a.zip', bytes);
    expect(report).toMatchObject({ imported: 1, rejected: 1, rejections: [{ path: 'bad.html', reason }] });
  });

  const bad: [string, string, string, ZipEntry][] = [
    ['has a path with ..', 'unsafe_path', 'contains ..', { name: '../evil.html', bytes: 'x' }],
    ['has a path with .. within it', 'unsafe_path', 'contains ..', { name: 'a/../../evil.html', bytes: 'x' }],
    ['has an absolute path', 'unsafe_path', 'absolute path', { name: '/tmp/evil.html', bytes: 'x' }],
    ['has a path with a drive letter', 'unsafe_path', 'drive letter "a:"', { name: 'a:b.html', bytes: 'x' }],
    ['has a path with backslashes', 'unsafe_path', 'contains ..', { name: '..\\evil.html', bytes: 'x' }],
    ['has a control character in its path', 'unsafe_path', 'control character', { name: 'a\nb.html', bytes: 'x' }],
    [
      'is a link',
      'symlink',
      'link, which is not followed',
      { name: 'evil.html', bytes: '/etc/passwd', mode: 0o120777 },
    ],
    ['is a device', 'not_a_file', 'not a regular file', { name: 'evil.html', mode: 0o020666 }],
    ['occurs twice', 'duplicate', 'duplicate: only the first one', page],
  ];
  test.each(bad)('an entry of a zip that %s', async (_, reason, message, entry) => {
    for (const entries of [[page, entry], [{ name: 'inner.zip', bytes: makeZip([page, entry]) }]]) {
      const format = entries.length === 2 ? 'html' : 'notion';
      const report = await importBytes(format, 'a.zip', makeZip(entries));
      expect(report).toMatchObject({ imported: 1, rejected: 1, rejections: [{ reason }] });
      expect(report.rejections[0]?.message).toContain(message);
      expect(existsSync(join(tmpdir(), 'evil.html'))).toBe(false);
    }
  });

  test('an entry of a zip with the name of another one in a different Unicode form', async () => {
    const entries = [
      { name: 'é.html', bytes: 'x' },
      { name: 'e\u0301.html', bytes: 'y' },
    ];
    const rejections = [{ path: 'e\u0301.html', reason: 'duplicate' }];
    expect(await importBytes('html', 'a.zip', makeZip(entries))).toMatchObject({ imported: 1, rejections });
  });

  const badItems: [string, string, TarEntry[]][] = [
    ['has a path with ..', 'unsafe_path', [{ name: '../evil.html' }]],
    ['has an absolute path', 'unsafe_path', [{ name: '/evil.html' }]],
    [
      'has a pax path with ..',
      'unsafe_path',
      [{ name: 'x', type: 'x', bytes: makePax('path', '../evil.html') }, { name: 'evil.html' }],
    ],
    ['is a symbolic link', 'symlink', [{ name: 'evil.html', type: '2' }]],
    ['is a hard link', 'symlink', [{ name: 'evil.html', type: '1' }]],
    ['is a device', 'not_a_file', [{ name: 'evil.html', type: '3' }]],
    ['is sparse', 'not_a_file', [{ name: 'evil.html', type: 'S' }]],
    ['occurs twice', 'duplicate', [item]],
  ];
  test.each(badItems)('an entry of a JEX file that %s', async (_, reason, entries) => {
    const report = await importBytes('joplin', 'a.jex', makeTar([item, ...entries, last]));
    expect(report).toMatchObject({ imported: 2, rejected: 1, rejections: [{ reason }] });
  });

  test.each([
    ['that is not a zip archive', { name: 'i.zip', bytes: 'no zip' }],
    ['with a wrong checksum', { name: 'i.zip', bytes: makeZip([page]), says: { crc: 7 } }],
    ['that is encrypted', { name: 'i.zip', bytes: makeZip([page]), says: { flags: 0x801 } }],
  ])('an archive within an archive %s', async (_, entry) => {
    const report = await importBytes('notion', 'a.zip', makeZip([{ name: 'A.md', bytes: '# A' }, entry]));
    expect(report).toMatchObject({ imported: 1, rejected: 1, rejections: [{ path: 'i.zip' }] });
  });

  test('a page in two parts of an export is imported once', async () => {
    const inner = makeZip([{ name: 'A.md', bytes: '# A' }]);
    const report = await importBytes(
      'notion',
      'a.zip',
      makeZip([
        { name: '1.zip', bytes: inner },
        { name: '2.zip', bytes: inner },
      ]),
    );
    expect(report).toMatchObject({ imported: 1, rejections: [{ path: 'A (2).md', reason: 'duplicate' }] });
  });

  test('all complete notes of a truncated export are imported', async () => {
    const note = (n: number) =>
      `<note><title>${n}</title><created>2024010${n}T000000Z</created><content>&lt;en-note&gt;${n}&lt;/en-note&gt;</content></note>`;
    const report = await importBytes('evernote', 'a.enex', `<en-export>${note(1)}${note(2)}${note(3).slice(0, 70)}`);
    expect(report).toMatchObject({ imported: 2, rejections: [{ path: 'a.enex/3', reason: 'malformed' }] });
  });

  test('a note with its own XML entities is rejected, and none of them is resolved', async () => {
    const note = (title: string, type: string) =>
      `<note><title>${title}</title><content><![CDATA[<?xml version="1.0"?>${type}<en-note>&x;</en-note>]]></content></note>`;
    const own = '<!DOCTYPE en-note [<!ENTITY x SYSTEM "file:///etc/hostname"><!ENTITY y "b">]>';
    const usual = '<!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd">';
    const text = `<en-export>${note('own', own)}${note('usual', usual)}</en-export>`;
    const report = await importBytes('evernote', 'a.enex', text);
    expect(report).toMatchObject({ imported: 1, rejections: [{ path: 'a.enex/own', reason: 'malformed' }] });
  });

  test('resources named by a page are not fetched, and no file outside the source is read', async () => {
    const html =
      '<img src="https://127.0.0.1:9/x.png"><img src="../../../etc/hostname"><img src="file:///etc/hostname">';
    const report = await importBytes('html', 'a.zip', makeZip([{ name: 'a.html', bytes: html }]));
    expect(report).toMatchObject({ imported: 1, attachments: 0 });
    expect(report.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('outside')]);
  });
});
