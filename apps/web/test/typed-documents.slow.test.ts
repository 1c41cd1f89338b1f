import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openNote, savedBody, text } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

/**
 * A document is a `.keys` file and the `.md` file that a person would write. In keys, each line break is Enter; `‹Key›`
 * presses a key; other characters are typed.
 */
const folder = new URL('./documents/', import.meta.url);
const names = readdirSync(folder).flatMap((name) => (name.endsWith('.keys') ? name.slice(0, -5) : []));
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8').replace(/\n$/, '');

it('there are twenty typed documents', () => expect(names).toHaveLength(20));

it.each(names)('the document %s is written by keyboard alone [WEB-TYPED-DOCUMENTS]', async (name) => {
  const note = await service.note({ title: name, body: '' });
  const page = await openNote(web, note);
  await text(page).focus();
  for (const part of read(`${name}.keys`).match(/‹[^›]+›|[^‹]+/g) ?? []) {
    const key = /^‹(.+)›$/.exec(part)?.[1];
    if (key === undefined) await page.keyboard.type(part);
    else await page.keyboard.press(key);
  }
  expect(await savedBody(page, service, note)).toBe(read(`${name}.md`));
});
