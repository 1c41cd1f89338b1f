import { expect, it } from 'vitest';
import { violations } from './support/axe.js';
import { UNREACHABLE } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const section = (name: string) => `## ${name}\n\n${`Words of ${name}.\n\n`.repeat(60)}`;
const body = ['One', 'Two', 'Three'].map(section).join('');

it('on a narrow screen the inspector covers the note, takes focus, and returns it on Esc [WEB-INSPECTOR]', async () => {
  const note = await service.note({ title: 'Narrow', body });
  const page = await web.openPage(`#/n/${note.id}?mode=live`, { viewport: { width: 1000, height: 700 } });
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Shift+Backslash');
  const tab = page.getByRole('tab', { name: 'Outline' });
  await tab.waitFor();
  expect(await tab.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Two' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await tab.waitFor({ state: 'detached' });
  expect(await page.locator('.cm-content').evaluate((text) => text === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Note details' }).click();
  await tab.waitFor();
  await page.getByRole('button', { name: 'Note details' }).press('Enter');
  await tab.waitFor({ state: 'detached' });
});

it('on a wide screen the inspector keeps its width and stays closed after a reload [WEB-INSPECTOR]', async () => {
  const note = await service.note({ title: 'Wide', body });
  const page = await web.openPage(`#/n/${note.id}?mode=live`);
  const edge = page.getByRole('separator', { name: 'Note details width' });
  await edge.press('ArrowLeft');
  await page.reload();
  expect(await edge.getAttribute('aria-valuenow')).toBe('280');
  expect((await page.locator('#inspector').boundingBox())?.width).toBe(280);
  await page.getByRole('button', { name: 'Note details' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Note details', expanded: false }).waitFor();
  expect(await page.locator('#inspector').count()).toBe(0);
});

it('the outline goes to headings and follows the text in the editor and the reading view [WEB-INSPECTOR]', async () => {
  const note = await service.note({ title: 'Outline', body });
  for (const mode of ['live', 'read']) {
    const page = await web.openPage(`#/n/${note.id}?mode=${mode}`);
    // The reading view lays out the whole note, the editor only the visible part.
    const laidOut = mode === 'read' ? page.locator('article h2', { hasText: 'Three' }) : page.locator('.cm-heading-2');
    await laidOut.first().waitFor();
    await page.getByRole('tabpanel').getByRole('button', { name: 'Three' }).click();
    await page.locator('[aria-current=location]', { hasText: 'Three' }).waitFor();
    await page.locator(mode === 'read' ? '.note-preview' : '.cm-scroller').evaluate((text) => text.scrollTo(0, 0));
    await page.locator('[aria-current=location]', { hasText: 'One' }).waitFor();
  }
});

it('the outline goes to the current position of a heading, also before edits above it are saved [WEB-INSPECTOR]', async () => {
  web.watch.expect(UNREACHABLE);
  const note = await service.note({ title: 'Unsaved', body });
  const page = await web.openPage(`#/n/${note.id}?mode=live`);
  await page.locator('.cm-heading-2').first().waitFor();
  await page.route('**/api/v1/documents/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('Above\n\n'.repeat(40));
  await page.getByRole('tabpanel').getByRole('button', { name: 'Two' }).click();
  const two = (`${'Above\n\n'.repeat(40)}${body}`.split('\n').indexOf('## Two') + 1).toString();
  await page.locator('.note-footer').getByText(`${two}:1`, { exact: true }).waitFor();
});

it('the inspector adds and removes tags and moves the note [WEB-INSPECTOR]', async () => {
  const { notebook_id } = await service.ask('createNotebook', { name: 'Elsewhere' });
  const note = await service.note({ title: 'Tagged', body: 'x', tags: ['old'] });
  const page = await web.openPage(`#/n/${note.id}`);
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('combobox', { name: 'Tag to add' }).fill('#new/one');
  await page.keyboard.press('Enter');
  await page.getByRole('tabpanel').getByRole('link', { name: 'new/one' }).waitFor();
  await page.getByRole('button', { name: 'Remove tag old' }).click();
  await page.getByRole('combobox', { name: 'Notebook' }).selectOption('Elsewhere');
  await expect
    .poll(async () => {
      const { tags, notebook_id: notebookId } = await service.read(note.id);
      return [tags, notebookId];
    })
    .toEqual([['new/one'], notebook_id]);
});

it('the details of a note name its times, size and addresses, and copy each as it is shown [WEB-DETAILS]', async () => {
  const note = await service.note({ title: 'Facts', body: 'Two words' });
  const page = await web.openPage(`#/n/${note.id}?mode=read`);
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (value) => void Object.assign(globalThis, { copied: value });
  });
  await page.getByRole('tab', { name: 'Details' }).click();
  const panel = page.getByRole('tabpanel');
  await panel.getByText('9 B', { exact: true }).waitFor();
  for (const [name, value] of [
    ['Note ID', note.id],
    ['Revision', note.current_revision_id],
    ['Address', note.uri],
    ['Stable link', note.stable_link],
  ] as const) {
    await panel.getByText(value, { exact: true }).waitFor();
    await panel.getByRole('button', { name: `Copy: ${name}` }).click();
    await expect.poll(() => page.evaluate(() => (globalThis as unknown as { copied: string }).copied)).toBe(value);
  }
});

it('the files of a note are added, inserted into its text and detached; a detached file stays in the library [WEB-NOTE-FILES]', async () => {
  const note = await service.note({ title: 'Files', body: '' });
  const page = await web.openPage(`#/n/${note.id}?mode=source`);
  await page.getByRole('tab', { name: 'Files' }).click();
  const panel = page.getByRole('tabpanel');
  await panel.getByText(/^No attachments\./).waitFor();
  const files = ['plan.txt', 'list.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }));
  await panel.getByLabel('Add files').setInputFiles(files);
  await panel.getByRole('button', { name: 'Detach list.txt' }).waitFor();
  await panel.getByRole('button', { name: 'Insert plan.txt into the text' }).click();
  await page.locator('.cm-content').getByText('plan.txt').waitFor();
  await page.keyboard.press('Control+s');
  await panel.getByText('8 B, in the text').waitFor();
  const { resources } = await service.ask('listDocumentResources', { document_id: note.id });
  const detached = resources.find(({ filename }) => filename === 'list.txt')?.id as string;
  await panel.getByRole('button', { name: 'Detach list.txt' }).click();
  await panel.locator('.attached', { hasText: 'list.txt' }).waitFor({ state: 'detached' });
  expect((await service.ask('getResource', { resource_id: detached })).filename).toBe('list.txt');
  expect((await service.read(note.id)).body).toContain('plan.txt');
});

it('the footer counts words and names the position of the cursor, and split view follows the text [WEB-FOOTER] [WEB-SPLIT]', async () => {
  const note = await service.note({ title: 'Counted', body: 'one two\n' });
  const page = await web.openPage(`#/n/${note.id}?mode=split`);
  const footer = page.locator('.note-footer');
  await footer.getByText('2 words').waitFor();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# Three four');
  await footer.getByText('4 words').waitFor();
  await footer.getByText('2:13', { exact: true }).waitFor();
  await page.locator('.note-preview').getByRole('heading', { name: 'Three four' }).waitFor();
  await page.keyboard.press('Control+Home');
  await footer.getByText('1:1', { exact: true }).waitFor();
  const [left, right] = [
    await page.locator('.cm-content').boundingBox(),
    await page.locator('.note-preview').boundingBox(),
  ];
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual((right?.x ?? 0) + 1);
});

it('split view shows the lines of the editor and of the cursor, and can be scrolled by itself [WEB-SPLIT]', async () => {
  const lines = Array.from({ length: 400 }, (_, index) => `# Heading ${index + 1}\n\nText ${index + 1}.`);
  const note = await service.note({ title: 'Followed', body: `${lines.join('\n\n')}\n` });
  const page = await web.openPage(`#/n/${note.id}?mode=split`);
  const preview = page.locator('.note-preview');
  await preview.getByRole('heading', { name: 'Heading 1', exact: true }).waitFor();
  const isSeen = (name: string) =>
    expect
      .poll(() =>
        preview.evaluate((scroller, heading) => {
          const found = [...scroller.querySelectorAll('h1')].find((one) => one.textContent === heading);
          const box = found?.getBoundingClientRect();
          const { top, bottom } = scroller.getBoundingClientRect();
          return box !== undefined && box.bottom > top && box.top < bottom;
        }, name),
      )
      .toBe(true);
  const scrollEditor = (share: number) =>
    page.locator('.cm-scroller').evaluate((scroller, part) => {
      scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * part;
    }, share);
  const readTopHeading = () =>
    page.locator('.cm-content').evaluate((content) => {
      const { top } = (content.closest('.cm-scroller') as HTMLElement).getBoundingClientRect();
      const heading = [...content.querySelectorAll('.cm-line')].find(
        (line) => line.getBoundingClientRect().top >= top && line.textContent?.includes('Heading'),
      );
      return heading?.textContent?.replace('# ', '') ?? '';
    });
  for (const share of [0.5, 0.25]) {
    await scrollEditor(share);
    await web.watch.waitUntilIdle();
    await isSeen(await readTopHeading());
  }
  await preview.hover();
  await page.mouse.wheel(0, -100_000);
  await isSeen('Heading 1');
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await isSeen('Heading 400');
  await page.keyboard.press('Control+Home');
  await isSeen('Heading 1');
});
