import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseMarkdown } from '@notes/markdown-blocks';
import { openSource } from '@notes/note-formats';

const folder = mkdtempSync(join(tmpdir(), 'recipes-'));
const path = join(folder, 'Recipes.enex');
writeFileSync(
  path,
  `<en-export>
  <note><title>Tea</title><tag>drinks</tag><created>20240102T030405Z</created>
    <content><![CDATA[<en-note><b>Green</b>, as in
      <a href="evernote:///view/1/s1/a/a/">Uji</a>. <en-media hash="5d41402abc4b2a76b9719d911017c592"/></en-note>]]></content>
    <resource><data>aGVsbG8=</data><mime>text/plain</mime>
      <resource-attributes><file-name>leaf.txt</file-name></resource-attributes></resource></note>
  <note><title>Uji</title><content><![CDATA[<en-note>A town.</en-note>]]></content></note>
</en-export>`,
);

const source = await openSource('evernote', { path, isFolder: false });
const { notes, resolve } = await source.list();
for (const item of notes) {
  const note = item.rejection ?? (await item.read());
  if ('reason' in note) {
    console.log(item.path, note.reason, note.message);
    continue;
  }
  console.log(`${note.title} [${note.tags}] ${note.text.trim()}`);
  for (const link of parseMarkdown(note.text).fileLinks) {
    const target = note.embedded?.get(link.path) ?? resolve?.(item, link);
    if (target === undefined || typeof target === 'string') continue;
    if ('note' in target) console.log('links to', notes.find(({ key }) => key === target.note).path);
    else
      await target.open(async ({ pieces }) => {
        const read = [];
        for await (const bytes of pieces(1000)) read.push(bytes);
        console.log(target.filename, 'contains', Buffer.concat(read).toString());
      });
  }
}
await source.close();
rmSync(folder, { recursive: true });
