import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openNote, text } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const title = (page: Page) => expect.poll(() => page.locator('.title-field').inputValue());
const position = (page: Page, pattern: RegExp) => page.locator('.note-footer').getByText(pattern).waitFor();
/** A window too narrow for a note at the side, so that Mod+click opens in place. */
const narrow = { width: 900, height: 800 };
const filler = 'Some words to fill the page.\n\n'.repeat(60);

it('a link is followed by click and key to the heading or block it names, also in its own note, and Back returns [WEB-FOLLOW]', async () => {
  await service.note({ title: 'Target', body: `# Top\n\n${filler}## Far down\n\n${filler}A block. ^marked\n` });
  const body = `[[Target#Far down]]\n\n[[Target#^marked]]\n\n[[#Own heading]]\n\n${filler}## Own heading\n`;
  const note = await service.note({ title: 'Source', body });
  const page = await openNote(web, note);
  await page.setViewportSize(narrow);
  const getLine = (part: string, whole: string) => whole.slice(0, whole.indexOf(part)).split('\n').length;
  const target = `# Top\n\n${filler}## Far down\n\n${filler}A block. ^marked\n`;
  await text(page)
    .getByText('Target#Far down')
    .click({ modifiers: ['Control'] });
  await title(page).toBe('Target');
  await position(page, new RegExp(`^${getLine('## Far down', target)}:`));
  await page.goBack();
  await title(page).toBe('Source');
  await text(page).getByText('Target#^marked').click();
  await page.keyboard.press('Alt+Enter');
  await title(page).toBe('Target');
  await position(page, new RegExp(`^${getLine('A block.', target)}:`));
  await page.goBack();
  await title(page).toBe('Source');
  await text(page)
    .getByText('#Own heading')
    .first()
    .click({ modifiers: ['Control'] });
  await position(page, new RegExp(`^${getLine('## Own heading', body)}:`));
});

it('an address names a line, a heading or a block, and opens there [WEB-AT]', async () => {
  const body = `# Top\n\n${filler}## Below\n\n${filler}The end. ^end\n`;
  const note = await service.note({ title: 'Places', body });
  const lines = body.split('\n');
  const page = await web.openPage(`#/n/${note.id}?mode=live&line=50`);
  await position(page, /^50:/);
  for (const [at, line] of [
    ['Below', lines.indexOf('## Below') + 1],
    ['^end', lines.indexOf('The end. ^end') + 1],
  ] as const) {
    await page.evaluate((hash) => location.assign(hash), '#/jobs');
    await page.locator('main').getByRole('heading', { name: 'Jobs' }).waitFor();
    await page.evaluate((hash) => location.assign(hash), `#/n/${note.id}?mode=live&at=${encodeURIComponent(at)}`);
    await position(page, new RegExp(`^${line}:`));
    await web.goTo(page, `#/n/${note.id}?mode=read&at=${encodeURIComponent(at)}`);
    const block = page
      .locator('article.prose')
      .getByText(at === '^end' ? 'The end.' : 'Below', { exact: false })
      .last();
    await expect.poll(() => block.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(true);
  }
});

it('a heading is found by a number or with other letters and its parent heading, and a missing one is reported [WEB-AT]', async () => {
  const body = `# Top\n\n[[#far DOWN]]\n\n${filler}## 12\n\n${filler}## Far down\n\n${filler}`;
  const note = await service.note({ title: 'Headings', body });
  const lines = body.split('\n');
  const page = await openNote(web, note);
  await page.setViewportSize(narrow);
  await text(page)
    .getByText('#far DOWN')
    .click({ modifiers: ['Control'] });
  await position(page, new RegExp(`^${lines.indexOf('## Far down') + 1}:`));
  for (const [query, line] of [
    ['at=12', lines.indexOf('## 12') + 1],
    ['line=12', 12],
    ['at=Top%23far%20down', lines.indexOf('## Far down') + 1],
  ] as const) {
    await web.goTo(page, '#/jobs');
    await web.goTo(page, `#/n/${note.id}?mode=live&${query}`);
    await position(page, new RegExp(`^${line}:`));
  }
  await web.goTo(page, '#/jobs');
  await web.goTo(page, `#/n/${note.id}?mode=read&at=Gone`);
  await page.getByText('The linked note has no such heading or block.').waitFor();
});

it('an address with a line opens the rendered note there [WEB-AT]', async () => {
  const body = `${filler}The line itself.\n\n${filler}`;
  const note = await service.note({ title: 'Lines', body });
  const line = body.split('\n').indexOf('The line itself.') + 1;
  const page = await web.openPage(`#/n/${note.id}?mode=read&line=${line}`);
  const paragraph = page.locator('article.prose').getByText('The line itself.');
  const isInView = () => paragraph.evaluate((element) => element.getBoundingClientRect().top < innerHeight);
  await expect.poll(isInView).toBe(true);
});

it('the links of a note are grouped by what is wrong with them, and those to it show their line [WEB-BACKLINKS]', async () => {
  const note = await service.note({
    title: 'Linked',
    body: '# Here\n\n[[Linking]] [[Missing one]] [[Linking#Nothing]] <https://example.org/>\n',
  });
  const other = await service.note({ title: 'Linking', body: 'First\n\nA line with [[Linked]] in it.\n' });
  const page = await web.openPage(`#/n/${note.id}?mode=read`);
  await page.getByRole('tab', { name: 'Links' }).click();
  const panel = page.getByRole('tabpanel');
  await panel.getByText('A line with').waitFor();
  await expect
    .poll(async () => (await panel.locator('h3').allTextContents()).filter((head) => /\(\d+\)/.test(head)))
    .toEqual(['Backlinks (1)', 'Not created yet (1)', 'Heading or block not found (1)', 'Outgoing (1)', 'Web (1)']);
  await panel.getByRole('link', { name: 'Linking' }).first().click();
  await title(page).toBe('Linking');
  expect(page.url()).toContain(other.id);
  expect(page.url()).toContain('line=3');
});

it('a stable link opens its note in every view, and says when that is in Trash, gone or in another library [WEB-STABLE-LINK]', async () => {
  const [target, trashed] = [await service.note({ title: 'Stable target' }), await service.note({ title: 'Thrown' })];
  await service.trash(trashed);
  const foreign = target.stable_link.replace(/db_\w+/, 'db_00000000000000000000000000');
  const gone = target.stable_link.replace(/doc_\w+/, 'doc_00000000000000000000000000');
  const links = { target: target.stable_link, trashed: trashed.stable_link, foreign, gone };
  const body = Object.entries(links)
    .map(([name, link]) => `[to ${name}](${link})\n`)
    .join('\n');
  const note = await service.note({ title: 'Stable', body });
  const page = await web.openPage(`#/n/${note.id}?mode=read`);
  const says = {
    trashed: 'The linked note is in Trash.',
    foreign: 'This link points to a note in another library.',
    gone: 'The linked note is not in this library or was deleted.',
  };
  for (const [name, sentence] of Object.entries(says)) {
    await page
      .locator('article')
      .getByRole('link', { name: `to ${name}` })
      .click();
    await page.getByText(sentence).waitFor();
  }
  await page.locator('article').getByRole('link', { name: 'to target' }).click();
  await title(page).toBe('Stable target');
  await page.setViewportSize(narrow);
  await web.goTo(page, `#/n/${note.id}?mode=live`);
  await text(page)
    .getByText('to foreign')
    .click({ modifiers: ['Control'] });
  await page.getByText(says.foreign).waitFor();
  await text(page)
    .getByText('to target')
    .click({ modifiers: ['Control'] });
  await title(page).toBe('Stable target');
});

it('the link copied from the menu of a row opens the note in another window [WEB-COPY-LINK]', async () => {
  await service.note({ title: 'Shared address', body: 'text\n' });
  const page = await web.openPage('#/');
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (value) => void Object.assign(globalThis, { copied: value });
  });
  await page.locator('.note-list li', { hasText: 'Shared address' }).click({ button: 'right' });
  await page.locator('.menu:popover-open').getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  const address = await page.evaluate(() => (globalThis as unknown as { copied: string }).copied);
  const other = await page.context().newPage();
  await other.goto(address);
  await title(other).toBe('Shared address');
});

it('the switcher finds commands, tags, queries, headings and lines behind their prefixes [WEB-SWITCHER-PREFIXES]', async () => {
  const note = await service.note({ title: 'Prefixed', body: 'a\n\n## Second part\n\nb\n', tags: ['kind/of'] });
  const page = await openNote(web, note);
  const enter = async (typed: string, label: RegExp) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    await page.getByRole('dialog').getByRole('option', { name: label, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await enter('@second', /Second part/);
  await position(page, /^3:/);
  await enter(':5', /Go to line 5/);
  await position(page, /^5:/);
  await enter('#kind', /kind\/of/);
  await expect.poll(() => page.locator('.note-list .note-title').allTextContents()).toEqual(['Prefixed']);
  await enter('/title:prefixed', /Search for “title:prefixed”/);
  await expect.poll(() => page.getByRole('combobox', { name: 'Query' }).inputValue()).toBe('title:prefixed');
  await enter('>jobs', /Go to jobs/);
  await page.locator('main').getByRole('heading', { name: 'Jobs' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(':3');
  await page.getByText('Open a note, then type a line number.').waitFor();
});
