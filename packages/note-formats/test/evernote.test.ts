import { expect, test } from 'vitest';
import { Base64Error, decodeBase64 } from '../src/evernote/base64.js';
import { scanExport } from '../src/evernote/scan.js';
import { openSource } from '../src/index.js';
import { temporaryFolder, writeFiles } from './support.js';

async function* splitBytes(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function decode(text: string, size: number): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of decodeBase64(splitBytes(Buffer.from(text), size))) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test.each([
  ['', ''],
  ['aGVsbG8=', 'hello'],
  ['\n aGVs\r\nbG8\t= \n', 'hello'],
  ['aGVsbA==', 'hell'],
  ['aGVsbG8h', 'hello!'],
])('decodeBase64 decodes %j to %j for any division into pieces', async (text, bytes) => {
  for (const size of [1, 2, 3, 5, 100]) expect(await decode(text, size)).toBe(bytes);
});

test.each(['!!!!not base64 $$$', 'aGVsbG8', 'aGVsb', 'aGVsbG8=aGVs', 'aGVsbG8==', 'aG=sbG8h', '====', '='])(
  'decodeBase64 refuses %j',
  async (text) => {
    for (const size of [1, 2, 3, 5, 100]) await expect(decode(text, size)).rejects.toThrow(Base64Error);
  },
);

test('scanExport finds the same positions for any division into pieces', async () => {
  const notes = [
    '<note><title>é &amp; <![CDATA[<ü>]]></title><content><![CDATA[<en-note></note> ß</en-note>]]></content></note>',
    '<note><title>b</title><content><![CDATA[<en-note></en-note>]]></content></note>',
  ];
  const text = Buffer.from(`\ufeff<?xml version="1.0"?><en-export>${notes.join('\n')}</en-export>`);
  const whole = await scanExport('x', splitBytes(text, text.length), undefined);
  expect(whole.map(({ title }) => title)).toEqual(['é & <ü>', 'b']);
  for (const size of [1, 2, 7, 64]) expect(await scanExport('x', splitBytes(text, size), undefined)).toEqual(whole);
  const [first] = whole;
  expect(text.subarray(first?.start, first?.end).toString()).toMatch(
    /^<note><title>é.*ß<\/en-note>\]\]><\/content><\/note>$/s,
  );
});

test('scanExport reads a large export without keeping it in memory [IMPORT-STREAMED]', async () => {
  const letters = Buffer.alloc(1024 * 1024, `${'QUJD'.repeat(19)}\n`);
  const measureMemory = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = measureMemory();
  let most = 0;
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.from('<en-export><note><title>T</title><resource><data encoding="base64">');
    for (let megabytes = 0; megabytes < 200; megabytes += 1) {
      yield letters;
      most = Math.max(most, measureMemory() - before);
    }
    yield Buffer.from('</data></resource></note></en-export>');
  }
  const [note] = await scanExport('x', pieces(), undefined);
  expect(note?.data.map(({ start, end }) => end - start)).toEqual([200 * letters.length]);
  expect(most).toBeLessThan(120 * 1024 * 1024);
});

test('scanExport refuses endless content before it fills the memory [IMPORT-STREAMED] [IMPORT-HOSTILE]', async () => {
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.from('<en-export><note><content><![CDATA[');
    for (;;) yield Buffer.alloc(8 * 1024 * 1024, 'x');
  }
  await expect(scanExport('x', pieces(), undefined)).rejects.toMatchObject({
    message: expect.stringMatching(/^damaged: /),
  });
});

/** Reads the only note of an export as Markdown. */
async function readNote(elements: string): Promise<string> {
  const path = temporaryFolder();
  writeFiles(path, { 'A.enex': `<en-export><note><title>A</title>${elements}</note></en-export>` });
  const source = await openSource('evernote', { path, isFolder: true });
  const read = await (await source.list()).notes[0]?.read();
  await source.close();
  return read !== undefined && 'text' in read ? read.text : '';
}

test('an Evernote note shows each task once, at its end when its group is not in the text', async () => {
  const task = (title: string, group: string) =>
    `<task><title>${title}</title><taskStatus>open</taskStatus><taskGroupNoteLevelID>${group}</taskGroupNoteLevelID></task>`;
  const text = '<div style="--en-task-group:true; --en-id:g1;"/><div>Text</div>';
  const note = `<content><![CDATA[<en-note>${text}</en-note>]]></content>${task('shown', 'g1')}${task('hidden', 'g2')}`;
  expect(await readNote(note)).toBe('- [ ] shown\n\nText\n\n- [ ] hidden\n');
});

test.each([
  ['audio/mpeg', '.mp3'],
  ['image/png', '.png'],
  ['audio/x-wav', '.wav'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', '.docx'],
  ['application/vnd.evernote.ink', ''],
  ['application/octet-stream', ''],
])('an Evernote file of type %s without a name ends with "%s"', async (type, ending) => {
  const resource = `<resource><data encoding="base64">aGVsbG8=</data><mime>${type}</mime></resource>`;
  const name = `5d41402abc4b2a76b9719d911017c592${ending}`;
  expect(await readNote(`<content>&lt;en-note/&gt;</content>${resource}`)).toContain(`[${name}]`);
});
