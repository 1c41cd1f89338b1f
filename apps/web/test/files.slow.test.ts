import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Note } from './support/service.js';
import { comeBack, useWeb } from './support/web.js';

const MAX_BYTES = 9_000_000;
const web = useWeb([`resources.max_bytes=${MAX_BYTES}`]);
const { service } = web;

const UPLOADS = '**/api/v1/resources?*';
/** The browser itself logs a failed request to the console. */
const UNREACHABLE = /console error: Failed to load resource: net::ERR_/;
const TOO_LARGE = /console error: Failed to load resource: .*413/;

const text = (page: Page) => page.locator('.cm-content');
const readBody = async ({ id }: Note) => (await service.read(id)).body;
const embed = (name: string) => String.raw`!\[${name}\]\(resource://default/resources/res_\w+\)`;
/** Saves until the body of the note matches. */
async function waitUntilSaved(page: Page, note: Note, pattern: string): Promise<void> {
  const save = async () => {
    await page.keyboard.press('Control+s');
    return readBody(note);
  };
  await expect.poll(save, { interval: 100 }).toMatch(new RegExp(`^${pattern}$`));
}

async function openNote(body: string): Promise<[Page, Note]> {
  const note = await service.note({ title: 'Files', body });
  const page = await web.openPage(`#/n/${note.id}?mode=live`);
  await text(page).waitFor();
  return [page, note];
}

interface GivenFile {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

const png = (name: string, content = name): GivenFile => ({ name, type: 'image/png', content });

const makeTransfer = (page: Page, files: readonly GivenFile[]) =>
  page.evaluateHandle((fileData) => {
    const transfer = new DataTransfer();
    for (const { name, type, content } of fileData) transfer.items.add(new File([content], name, { type }));
    return transfer;
  }, files);

/** Drops files at the end of the text. */
async function drop(page: Page, files: readonly GivenFile[]): Promise<void> {
  const dataTransfer = await makeTransfer(page, files);
  const box = await page.locator('.cm-line').last().boundingBox();
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  await text(page).dispatchEvent('drop', { dataTransfer, clientX: x + width - 1, clientY: y + height / 2 });
}

/** Refuses uploads of a page, as a full disk does, once the returned function is called. */
function holdRefusals(page: Page): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const error = { code: 'insufficient_storage', message: 'The disk is full' };
  void page.route(UPLOADS, async (route) => {
    await released;
    await route.fulfill({ status: 507, contentType: 'application/json', body: JSON.stringify({ error }) });
  });
  return release;
}

it('a dropped folder attaches its files in order and leaves out notes, with a way to import them [WEB-FOLDERS]', async () => {
  const [page, note] = await openNote('');
  await text(page).evaluate((target) => {
    const file = (name: string) => ({
      name,
      isDirectory: false,
      file: (done: (read: File) => void) => done(new File([name], name, { type: 'image/png' })),
    });
    const directory = (name: string, children: readonly object[]) => ({
      name,
      isDirectory: true,
      createReader: () => {
        let rest = [...children];
        return {
          readEntries: (done: (entries: readonly object[]) => void) => {
            done(rest.splice(0, 1));
            rest = [...rest];
          },
        };
      },
    });
    const below = directory('below', [file('c.png')]);
    const entry = directory('trip', [file('10.png'), file('2.png'), below, file('diary.md'), file('.hidden')]);
    const event = new DragEvent('drop', { bubbles: true, cancelable: true });
    const items = [{ kind: 'file', webkitGetAsEntry: () => entry, getAsFile: () => null }];
    Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], items, getData: () => '' } });
    target.dispatchEvent(event);
  });
  await page.getByText('1 Markdown file in the folder was left out').waitFor();
  await waitUntilSaved(page, note, `${embed('2.png')}\n${embed('10.png')}\n${embed('c.png')}`);
  await page.getByRole('button', { name: 'Show how' }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/settings/import');
});

describe('files dropped on a text', () => {
  it('are stored and shown in their order, whichever finishes first, and can each be undone [WEB-E1]', async () => {
    const [page, note] = await openNote('before');
    let secondIsStored = () => {};
    const second = new Promise<void>((resolve) => {
      secondIsStored = resolve;
    });
    await page.route(UPLOADS, async (route) => {
      const name = new URL(route.request().url()).searchParams.get('filename');
      const response = await route.fetch();
      if (name === 'b.png') secondIsStored();
      else await second;
      await route.fulfill({ response });
    });
    await drop(page, [png('a.png'), png('b.png'), png('c.png')]);
    await waitUntilSaved(page, note, `before${embed('a.png')}\n${embed('b.png')}\n${embed('c.png')}`);
    expect(await page.locator('.upload').count()).toBe(0);
    await text(page).focus();
    for (const _ of 'abc') await page.keyboard.press('Control+z');
    await waitUntilSaved(page, note, 'before');
  });

  it('leave the text unchanged when they cannot be stored, and show the error in their place', async () => {
    const [page, note] = await openNote('before');
    web.watch.expect(TOO_LARGE, UNREACHABLE, UNREACHABLE, UNREACHABLE);
    await drop(page, [png('huge.png', 'x'.repeat(MAX_BYTES + 1))]);
    await page.locator('.cm-line .upload').getByText('body_too_large').waitFor();
    await page.getByRole('button', { name: 'Dismiss huge.png' }).click();
    await service.kill();
    await drop(page, [png('a.png', 'while it was away')]);
    await page.locator('.cm-line .upload').getByText('The service is not responding.').waitFor();
    expect(await text(page).locator('.cm-line').first().textContent()).toMatch(/^before/);
    await service.start();
    await comeBack(page);
    await waitUntilSaved(page, note, `before${embed('a.png')}`);
  });

  it('while the service is away keep the page from being left, and are stored once it answers [WEB-PENDING-FILES]', async () => {
    const [page, note] = await openNote('before');
    web.watch.expect(UNREACHABLE, UNREACHABLE, UNREACHABLE);
    await service.kill();
    await drop(page, [png('kept.png')]);
    await page.locator('.cm-line .upload').getByText('The service is not responding.').waitFor();
    await page
      .locator('.header')
      .getByText('Offline: your text is kept on this device, 1 file only until this page is closed')
      .waitFor();
    await page.locator('.note-footer [role=status]').getByText('; 1 file is not uploaded yet').waitFor();
    await text(page).click();
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await service.start();
    await comeBack(page);
    await waitUntilSaved(page, note, `before${embed('kept.png')}`);
    await page.locator('.note-footer [role=status]').getByText('Saved', { exact: true }).waitFor();
  });

  it('show their progress and can be cancelled [WEB-UPLOADS]', async () => {
    const [page, note] = await openNote('before');
    const delayed: Route[] = [];
    await page.route(UPLOADS, (route) => void delayed.push(route));
    await drop(page, [png('slow.png')]);
    await page.getByRole('progressbar', { name: 'Uploading slow.png' }).waitFor();
    await page.getByRole('button', { name: 'Cancel the upload of slow.png' }).click();
    await page.locator('.upload').waitFor({ state: 'detached' });
    expect(delayed.length).toBe(1);
    expect(await readBody(note)).toBe('before');
  });

  it('that fail after their note was left are reported until they are sent again or dismissed [WEB-UPLOADS]', async () => {
    const [page, note] = await openNote('before');
    const other = await service.note({ title: 'Other' });
    const TOO_FULL = /console error: Failed to load resource: .*507/;
    web.watch.expect(TOO_FULL, TOO_FULL, TOO_FULL);
    const refuse = holdRefusals(page);
    await drop(page, [png('text.png')]);
    await page.locator('.cm-line .upload').waitFor();
    await page.evaluate((to) => location.assign(to), `#/n/${other.id}`);
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Other');
    refuse();
    const notice = page.locator('.notice', { hasText: 'text.png was not uploaded: The disk is full' });
    await notice.waitFor();
    await page.unroute(UPLOADS);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('text.png was attached to the note, but not inserted').waitFor();
    expect((await service.ask('listDocumentResources', { document_id: note.id })).resources.length).toBe(1);

    holdRefusals(page)();
    await page.getByRole('tab', { name: 'Files' }).click();
    await page
      .getByLabel('Add files')
      .setInputFiles({ name: 'tab.png', mimeType: 'image/png', buffer: Buffer.from('t') });
    await page.locator('.attachments .upload').getByText('not uploaded').waitFor();
    await page.getByRole('tab', { name: 'Links' }).click();
    const failed = page.locator('.notice', { hasText: 'tab.png was not uploaded' });
    await failed.getByRole('button', { name: 'Dismiss' }).click();
    await failed.waitFor({ state: 'detached' });
    expect(await page.locator('.note-footer [role=status]').textContent()).not.toContain('file');
  });

  it('on a rendered block become a paragraph each, before or after it, and show errors there [WEB-E1]', async () => {
    const body = String.raw`> \[!note\] Title\n> text`;
    const [page, note] = await openNote('> [!note] Title\n> text\n\nend');
    const callout = page.locator('.cm-content .callout');
    await callout.waitFor();
    const dropOn = async (share: number, files: readonly GivenFile[]) => {
      const dataTransfer = await makeTransfer(page, files);
      const { x = 0, y = 0, width = 0, height = 0 } = (await callout.boundingBox()) ?? {};
      const point = { clientX: x + width / 2, clientY: y + height * share };
      for (const type of ['dragover', 'drop']) await callout.dispatchEvent(type, { dataTransfer, ...point });
    };
    await dropOn(0.9, [png('below.png'), png('last.png')]);
    await waitUntilSaved(page, note, `${body}\n\n${embed('below.png')}\n\n${embed('last.png')}\n\nend`);
    await dropOn(0.1, [png('above.png')]);
    await waitUntilSaved(page, note, `${embed('above.png')}\n\n${body}\n\n[^]*end`);
    web.watch.expect(TOO_LARGE);
    await callout.waitFor();
    await dropOn(0.9, [png('huge.png', 'x'.repeat(MAX_BYTES + 1))]);
    await page.locator('.upload').getByText('body_too_large').waitFor();
  });

  it('that are already in the library are reported as reused [WEB-E3]', async () => {
    await service.store('first.png', 'image/png', 'the same bytes');
    const [page, note] = await openNote('');
    await drop(page, [png('again.png', 'the same bytes'), png('fresh.png')]);
    await page.getByText('Uploaded 2 files; 1 was already in the library.').waitFor();
    await waitUntilSaved(page, note, `${embed('again.png')}\n${embed('fresh.png')}`);
  });
});

it('a pasted picture becomes an attachment with a unique name at the cursor [WEB-E2]', async () => {
  const note = await service.note({ title: 'Paste', body: 'one two' });
  const page = await web.openPage(`#/n/${note.id}?mode=live`, { permissions: ['clipboard-read', 'clipboard-write'] });
  await text(page).click();
  await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.getContext('2d')?.fillRect(0, 0, 9, 9);
    const picture = new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob as Blob)));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
  });
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('Control+v');
  await waitUntilSaved(page, note, `one${embed(String.raw`Pasted \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png`)} two`);
});

/** 40 seconds of silence as a WAV file of 7,680,044 bytes: more than a browser reads ahead. */
const silence = Buffer.alloc(7_680_044);
silence.write(
  '5249464624307500' + '57415645666d7420100000000100010000770100' + '00ee020002001000' + '6461746100307500',
  'hex',
);

it.each([
  ['audio', 'silence.wav', 'audio/wav'],
  // The player detects the format from the bytes, so the file is played as video without pictures.
  ['video', 'silence.webm', 'video/webm'],
] as const)('%s is played from a later position by a range request [WEB-E4]', async (element, name, type) => {
  const id = await service.store(name, type, new Uint8Array(silence));
  const note = await service.note({ title: 'Played', body: `![silence](resource://default/resources/${id})` });
  const page = await web.openPage(`#/n/${note.id}?mode=read`);
  const player = page.locator(`article ${element}`);
  await expect.poll(() => player.evaluate((media: HTMLMediaElement) => media.duration)).toBe(40);
  const ranged = page.waitForResponse((response) => /^bytes [1-9]/.test(response.headers()['content-range'] ?? ''));
  await player.evaluate((media: HTMLMediaElement) => {
    media.currentTime = 39;
  });
  const response = await ranged;
  expect(response.status()).toBe(206);
  expect(response.headers()['content-range']).toMatch(/^bytes \d+-7680043\/7680044$/);
  await expect.poll(() => player.evaluate((media: HTMLMediaElement) => !media.seeking)).toBe(true);
});

it('an SVG without a size of its own is shown in a paragraph and in a table, when reading and writing [WEB-E4]', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><rect width="100" height="50"/></svg>';
  const image = `![wide](resource://default/resources/${await service.store('wide.svg', 'image/svg+xml', svg)})`;
  const body = `first\n\n${image}\n\n| a |\n| --- |\n| ${image} |\n`;
  const note = await service.note({ title: 'Vectors', body });
  for (const mode of ['read', 'live']) {
    const page = await web.openPage(`#/n/${note.id}?mode=${mode}`);
    const sizes = () =>
      page.locator('.prose .picture img').evaluateAll((images) =>
        images.map((element) => {
          const { width, height } = element.getBoundingClientRect();
          return [width, height];
        }),
      );
    await expect.poll(sizes).toEqual([
      [300, 150],
      [300, 150],
    ]);
  }
});

it('an image or video that the browser cannot show is a file to download, and images return with the service [WEB-E4]', async () => {
  const names = ['photo.heic', 'clip.mkv'] as const;
  const [photo, clip] = await Promise.all([
    service.store(names[0], 'image/heic', 'no format of browsers'),
    service.store(names[1], 'video/x-matroska', 'no format of browsers'),
  ]);
  const address = (id: string) => `resource://default/resources/${id}`;
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  const known = await service.store('known.svg', 'image/svg+xml', svg);
  const body = `![photo](${address(photo)})\n\n![clip](${address(clip)})\n\n![known](${address(known)})\n`;
  const note = await service.note({ title: 'Formats', body });
  const page = await web.openPage('#/');
  let isReachable = false;
  await page.route(`**/resources/${known}/content`, (route) => (isReachable ? route.continue() : route.abort()));
  web.watch.expect(UNREACHABLE);
  await web.goTo(page, `#/n/${note.id}?mode=read`);
  const cards = page.locator('article .file-card');
  await expect.poll(() => cards.locator('b').allTextContents()).toEqual([...names, 'known.svg']);
  const download = page.waitForEvent('download');
  await cards.first().click();
  expect((await download).suggestedFilename()).toBe('photo.heic');
  isReachable = true;
  await service.kill();
  await comeBack(page);
  await page.getByText('Offline: your changes are kept on this device').waitFor();
  await service.start();
  await expect.poll(() => page.locator('article img').count()).toBe(1);
  await expect.poll(() => cards.count()).toBe(2);
});

it('stored HTML and SVG run no script on the origin of the page, however they are opened [WEB-E5]', async () => {
  const attack = "document.cookie = 'harm=1'; localStorage.setItem('harm', '1');";
  const html = await service.store('page.html', 'text/html', `<body onload="${attack}"><script>${attack}</script>`);
  const svg = await service.store(
    'picture.svg',
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="${attack}"><script>${attack}</script></svg>`,
  );
  const body = `[page](resource://default/resources/${html})\n\n![picture](resource://default/resources/${svg})\n`;
  const note = await service.note({ title: 'Harm', body });
  const page = await web.openPage(`#/n/${note.id}?mode=read`);
  await expect.poll(() => page.locator('article img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(9);
  await page.getByRole('tab', { name: 'Files' }).click();
  const clicked = page.waitForEvent('download');
  await page.getByRole('tabpanel').getByRole('link', { name: 'page.html' }).click();
  expect((await clicked).suggestedFilename()).toBe('page.html');
  for (const id of [html, svg]) {
    const other = await page.context().newPage();
    const opened = other.waitForEvent('download');
    await other.goto(`${service.url}/api/v1/resources/${id}/content`).catch(() => {});
    await opened;
  }
  expect(await page.evaluate(() => [document.cookie, localStorage.getItem('harm')])).toEqual(['', null]);
});

it('an attachment lists its notes, and can be deleted by name when it has none [WEB-E6]', async () => {
  const id = await service.store('plan.png', 'image/png', 'plan');
  const show = (resource: string) => `![plan](resource://default/resources/${resource})`;
  const note = await service.note({ title: 'Has it', body: show(id) });
  const trashed = await service.note({ title: 'Had it', body: show(id) });
  await service.trash(trashed);
  await service.note({ title: 'Has another', body: show(await service.store('plan.png', 'image/png', 'other')) });
  const page = await web.openPage(`#/n/${note.id}`);
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByRole('button', { name: 'Details of plan.png' }).click();
  const dialog = page.getByRole('dialog', { name: 'plan.png' });
  await dialog
    .getByText('To delete this attachment, first remove it from every note, including notes in Trash.')
    .waitFor();
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['Has it', 'Had it']);
  expect(await dialog.getByText('Delete forever').count()).toBe(0);
  await page.keyboard.press('Escape');

  const loose = await service.store('loose.png', 'image/png', 'loose');
  await web.goTo(page, '#/attachments');
  await page.getByRole('button', { name: 'loose.png' }).click();
  const looseDialog = page.getByRole('dialog', { name: 'loose.png' });
  await looseDialog.getByText('Delete forever…').click();
  await looseDialog.getByLabel('Type the file name to confirm').fill('loose.png');
  await looseDialog.getByRole('button', { name: 'Delete forever' }).click();
  await looseDialog.waitFor({ state: 'detached' });
  expect((await fetch(`${service.url}/api/v1/resources/${loose}`)).status).toBe(404);
});

it('“Delete forever…” of a list row opens the confirmation with focus in its field [WEB-ATTACHMENTS]', async () => {
  await service.store('unfolded.txt', 'text/plain', 'unfolded');
  const page = await web.openPage('#/attachments?name=unfolded');
  const row = page.locator('.file', { hasText: 'unfolded.txt' });
  await row.getByRole('button', { name: 'Delete forever…' }).click();
  const field = page.getByRole('dialog').getByLabel('Type the file name to confirm');
  await field.waitFor();
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
});

it('an image that cannot be decoded shows the ending of its name in the list, and no image in its details [WEB-ATTACHMENTS]', async () => {
  await service.store('corrupt.png', 'image/png', 'not a picture');
  const page = await web.openPage('#/attachments?name=corrupt');
  const row = page.locator('.file', { hasText: 'corrupt.png' });
  const wasRequested = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/content')));
  await expect.poll(wasRequested).toBe(true);
  await row.locator('.file-thumbnail').getByText('PNG', { exact: true }).waitFor();
  await expect.poll(() => row.locator('img').count()).toBe(0);
  await row.getByRole('button', { name: 'corrupt.png' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Not used in any note.').waitFor();
  await expect.poll(() => dialog.locator('img').count()).toBe(0);
});

it('the details of an attachment show a right-to-left file name in its own direction [WEB-ATTACHMENTS]', async () => {
  await service.store('صورة.txt', 'text/plain', 'right to left');
  const page = await web.openPage('#/attachments');
  await page.getByRole('button', { name: 'صورة.txt' }).first().click();
  const title = page.getByRole('dialog').getByRole('heading', { level: 2 }).locator('bdi');
  await title.getByText('صورة.txt').waitFor();
  expect(await title.evaluate((element) => element.matches(':dir(rtl)'))).toBe(true);
});
