import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violationsInBothThemes } from './support/axe.js';
import { button } from './support/devices.js';
import { makePdf, toStream } from './support/pdf.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;
const PAGE_COUNT = 120;
const uri = (id: string) => `resource://default/resources/${id}`;
const files = { long: '', locked: '', broken: '' };

beforeAll(async () => {
  if (!web.isRunning) return;
  const pages = Array.from({ length: PAGE_COUNT }, (_, index) => [
    `Page number ${index + 1}`,
    index === 90 ? 'a needle within' : 'only hay',
  ]);
  files.long = await service.store('long.pdf', 'application/pdf', makePdf({ pages }));
  files.locked = await service.store('locked.pdf', 'application/pdf', makePdf({ pages: [['secret']], isLocked: true }));
  files.broken = await service.store('broken.pdf', 'application/pdf', '%PDF-1.4 and nothing else');
});

const openHere = (within: Page | Locator, name: string) => button(within, `Open ${name} here`).click();
const words = (page: Page) => page.locator('.pdf-text');
const drawnPages = (page: Page) => page.locator('.pdf-page:has(canvas)');

/** Returns the width of the first drawn page, and its number of dark pixels. */
const measurePageInk = (page: Page) =>
  drawnPages(page)
    .first()
    .locator('canvas')
    .evaluate((element) => {
      const { width, height } = element as HTMLCanvasElement;
      const { data } = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height) ?? {};
      let dark = 0;
      for (let at = 0; at < (data?.length ?? 0); at += 4) if ((data?.[at] ?? 255) < 128) dark += 1;
      return { width, dark };
    });

/** Black square of eight pixels as sent by a fax machine: one line in full, seven like the line before, the end. */
const FAX_BITS = `00100110101000101${'11'.repeat(7)}000000000001000000000001`.padEnd(56, '0');
const FAX = BigInt(`0b${FAX_BITS}`).toString(16).padStart(14, '0');

async function openLong(page: Page): Promise<void> {
  await openHere(page, 'long.pdf');
  await words(page).first().waitFor();
}

async function openNote(body: string): Promise<Page> {
  const note = await service.note({ title: 'With documents', body });
  return web.openPage(`#/n/${note.id}?mode=read`);
}

describe('PDF documents', () => {
  it('a PDF in a note is a card that opens it in place, with text to select and pages by number [WEB-PDF]', async () => {
    const page = await openNote(`Before\n\n![[long.pdf]]\n\n![again](${uri(files.long)})\n`);
    await button(page, 'Open long.pdf here').first().waitFor();
    const { resources } = await page.evaluate(() => ({
      resources: performance.getEntriesByType('resource').map(({ name }) => name),
    }));
    expect(resources.filter((name) => /pdf-(?:viewer|worker)/.test(name))).toEqual([]);
    await button(page, 'Open long.pdf here').first().click();
    await words(page).first().waitFor();
    expect(await words(page).first().textContent()).toContain('Page number 1only hay');
    await words(page).first().locator('span').first().selectText();
    expect(await page.evaluate(() => String(getSelection()))).toBe('Page number 1');
    await page.getByLabel('Page', { exact: true }).fill('77');
    await page.keyboard.press('Enter');
    await page
      .getByRole('group', { name: `Page 77 of ${PAGE_COUNT}` })
      .getByText('Page number 77')
      .waitFor();
    await button(page, 'Next page').click();
    await expect.poll(() => page.getByLabel('Page', { exact: true }).inputValue()).toBe('78');
    expect(await drawnPages(page).count()).toBeLessThanOrEqual(24);
    await button(page, 'Close long.pdf').click();
    expect(await page.locator('.pdf-viewer').count()).toBe(0);
  });

  it('a page is drawn with ink where its letters are, and larger after zooming [WEB-PDF]', async () => {
    const page = await openNote(`![again](${uri(files.long)})\n`);
    await openLong(page);
    const measureInk = () => measurePageInk(page);
    const before = await measureInk();
    expect(before.dark).toBeGreaterThan(50);
    await button(page, 'Zoom in').click();
    await page.getByText('125 %').waitFor();
    await words(page).first().waitFor();
    await expect.poll(async () => (await measureInk()).width / before.width).toBeCloseTo(1.25, 1);
    await button(page, /^Fit width/).click();
    await expect.poll(async () => (await measureInk()).width).toBe(before.width);
  });

  it('words are found in pages that were never shown, also by keyboard, and missing words are named [WEB-PDF]', async () => {
    const page = await openNote(`![again](${uri(files.long)})\n`);
    await openLong(page);
    await page.getByLabel('Find in document').focus();
    await page.keyboard.type('NEEDLE with');
    await page.keyboard.press('Enter');
    await page.getByText('Found on page 91').waitFor();
    await page
      .getByRole('group', { name: `Page 91 of ${PAGE_COUNT}` })
      .getByText('a needle within')
      .waitFor();
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('pdf-found')?.size)).toBe(1);
    await page.getByLabel('Find in document').fill('nowhere');
    await page.keyboard.press('Enter');
    await page.getByText('Not found').waitFor();
  });

  it('the viewer is used by keyboard, has no axe violation in both themes, and fits a phone [WEB-PDF]', async () => {
    const page = await openNote(`![again](${uri(files.long)})\n`);
    await button(page, 'Open long.pdf here').focus();
    await page.keyboard.press('Enter');
    await words(page).first().waitFor();
    const view = page.getByRole('region', { name: 'Pages' });
    await view.focus();
    await page.keyboard.press('End');
    await page.getByText(`Page number ${PAGE_COUNT}`).waitFor();
    await web.watch.waitUntilIdle();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await words(page).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  it('a locked PDF and a damaged one say so in plain words [WEB-PDF]', async () => {
    const page = await openNote(`![l](${uri(files.locked)})\n\n![b](${uri(files.broken)})\n`);
    await openHere(page, 'locked.pdf');
    await page.getByRole('alert').getByText('This PDF is protected with a password.').waitFor();
    await openHere(page, 'broken.pdf');
    await page.getByRole('alert').getByText('This PDF is damaged').waitFor();
  });

  it('scanned pages and Chinese text without fonts are shown with decoders and tables of the service [WEB-PDF]', async () => {
    const extra = {
      resources: '/XObject << /Scan 6 0 R >>',
      content: 'q 300 0 0 300 100 100 cm /Scan Do Q',
      objects: [
        toStream(
          `${FAX}>`,
          '/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray ' +
            '/Filter [/ASCIIHexDecode /CCITTFaxDecode] /DecodeParms [null << /K -1 /Columns 8 /Rows 8 >>]',
        ),
      ],
    };
    const chinese = {
      fonts: '/F2 6 0 R',
      content: 'BT /F2 20 Tf 100 400 Td <4E2D6587> Tj ET',
      objects: [
        '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [7 0 R] >>',
        '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /DW 1000 ' +
          '/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 8 0 R >>',
        '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /Ascent 880 /Descent -120 /CapHeight 700 ' +
          '/ItalicAngle 0 /StemV 80 /FontBBox [0 -200 1000 900] >>',
      ],
    };
    const scan = await service.store('scan.pdf', 'application/pdf', makePdf({ pages: [[]], extra }));
    const words = await service.store('words.pdf', 'application/pdf', makePdf({ pages: [[]], extra: chinese }));
    const page = await openNote(`![s](${uri(scan)})\n\n![w](${uri(words)})\n`);
    await openHere(page, 'scan.pdf');
    await expect.poll(async () => (await measurePageInk(page)).dark, { timeout: 30_000 }).toBeGreaterThan(10_000);
    await button(page, 'Close scan.pdf').click();
    await openHere(page, 'words.pdf');
    await page.locator('.pdf-text').getByText('中文').waitFor();
  });

  it('a document with strange page sizes is shown within the bound on pixels [WEB-PDF]', async () => {
    const size = [1, 14_000] as const;
    const id = await service.store('tall.pdf', 'application/pdf', makePdf({ pages: [['a'], ['b']], size }));
    const page = await openNote(`![t](${uri(id)})\n`);
    await openHere(page, 'tall.pdf');
    await drawnPages(page).first().waitFor();
    const pixels = await page
      .locator('.pdf-page canvas')
      .evaluateAll((all) => all.map((one) => (one as HTMLCanvasElement).width * (one as HTMLCanvasElement).height));
    expect(Math.max(...pixels)).toBeLessThanOrEqual(8_000_000);
  });

  it('a link to a PDF in a note opens it over the page, and Esc returns to the link [WEB-PDF]', async () => {
    const page = await openNote(`See [the report](${uri(files.long)}).\n`);
    const link = page.locator('article').getByRole('link', { name: 'the report' });
    await expect.poll(() => link.getAttribute('href')).toContain('/content');
    await link.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'long.pdf' });
    await dialog.locator('.pdf-text').first().waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('the report');
  });

  it('a PDF in the live view is opened and closed in place, and the source stays hidden [WEB-PDF]', async () => {
    const note = await service.note({ title: 'Live', body: `Before\n\n![again](${uri(files.long)})\n\nAfter\n` });
    const page = await web.openPage(`#/n/${note.id}?mode=live`);
    await openLong(page);
    await page.getByLabel('Find in document').fill('needle');
    await page.keyboard.press('Enter');
    await page.getByText('Found on page 91').waitFor();
    expect(await page.locator('.cm-content').textContent()).not.toContain('![again]');
    await button(page, 'Close long.pdf').click();
    await page.locator('.pdf-viewer').waitFor({ state: 'detached' });
    expect((await service.read(note.id)).body).toBe(note.body);
  });

  it('the list of attachments opens a PDF in its dialog [WEB-PDF] [WEB-ATTACHMENTS]', async () => {
    const page = await web.openPage('#/attachments');
    await page
      .locator('.files .file', { hasText: 'long.pdf' })
      .getByRole('button', { name: 'Open', exact: true })
      .click();
    const dialog = page.getByRole('dialog', { name: 'long.pdf' });
    await dialog.locator('.pdf-text').first().waitFor();
    await button(dialog, 'Close long.pdf').click();
    expect(await dialog.locator('.pdf-viewer').count()).toBe(0);
    await openHere(dialog, 'long.pdf');
    await dialog.locator('.pdf-text').first().waitFor();
  });
});
