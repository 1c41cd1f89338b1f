import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { fillSamples, type Samples } from '../screenshots/sample-library.js';
import { violationsInBothThemes } from './support/axe.js';
import { text } from './support/editor.js';
import { phone } from './support/phone.js';
import { useWeb } from './support/web.js';

const web = useWeb();
let samples: Samples;

const HTML = `A <kbd>Ctrl</kbd> key, H<sub>2</sub>O, <mark>a mark</mark> and <abbr title="for example">e.g.</abbr>

<details><summary>More</summary>

Text that is *folded*.

</details>

<table><caption>Seeds</caption><tr><th>Kind</th><td>Bean</td></tr></table>

Term
: A definition
`;

beforeAll(async () => {
  if (web.isRunning) samples = await fillSamples(web.service);
});

/** Checks a state of a page in both themes. */
async function look(page: Page, state: string): Promise<string[]> {
  await web.watch.waitUntilIdle();
  return (await violationsInBothThemes(page)).map((fault) => `${state}: ${fault}`);
}

it('axe finds nothing in callouts, embeds, footnotes, formulas, diagrams and HTML, read and live, nor in an enlarged image [WEB-AXE]', async () => {
  const { id } = await web.service.note({ title: 'HTML', body: HTML });
  const page = await web.openPage(`#/n/${samples.rich.id}?mode=read`);
  const article = page.getByRole('article').first();
  await article.locator('.diagram img').waitFor();
  await article.getByRole('link', { name: 'Seed order' }).last().waitFor();
  const faults = await look(page, 'read');
  await article.locator('.picture').first().press('Enter');
  await page.locator('dialog .full-size').waitFor();
  faults.push(...(await look(page, 'enlarged')));
  await web.goTo(page, `#/n/${samples.rich.id}?mode=live`);
  await page.locator('.cm-content .callout').first().waitFor();
  faults.push(...(await look(page, 'live')));
  for (const mode of ['read', 'live']) {
    await web.goTo(page, `#/n/${id}?mode=${mode}`);
    await page.locator('kbd', { hasText: 'Ctrl' }).last().waitFor();
    faults.push(...(await look(page, `HTML in ${mode}`)));
  }
  expect(faults).toEqual([]);
});

it('axe finds nothing in boards, calendars and the side pane [WEB-AXE]', async () => {
  const { rich, long, query } = samples;
  const page = await web.openPage('#/tasks?view=board');
  const faults: string[] = [];
  for (const [address, part] of [
    ['#/tasks?view=board', '.board-card'],
    ['#/tasks?view=calendar', '.day-entry'],
    ['#/calendar', '.day-dot'],
    [`#/n/${query.id}?mode=read`, '.query-card'],
    [`#/n/${rich.id}?mode=live&side=${long.id}&side-mode=read`, '.side-pane article'],
  ] as const) {
    await web.goTo(page, address);
    await page.locator(part).first().waitFor();
    faults.push(...(await look(page, address)));
  }
  expect(faults).toEqual([]);
});

it('axe finds nothing in the menus and offers of the editor, also on a phone [WEB-AXE]', async () => {
  const faults: string[] = [];
  for (const options of [{}, phone]) {
    const { id } = await web.service.note({ title: 'Typed', body: '' });
    const page = await web.openPage(`#/n/${id}?mode=live`, options);
    await text(page).click();
    for (const [typed, part] of [
      ['/', '.cm-tooltip-autocomplete'],
      ['[[gar', '.cm-tooltip-autocomplete'],
      ['seeds #garden ', '.tag-offer'],
    ] as const) {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Backspace');
      await page.keyboard.type(typed);
      await page.locator(part).waitFor();
      faults.push(...(await look(page, typed)));
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+f');
    await page.locator('.cm-search').waitFor();
    faults.push(...(await look(page, 'find')));
    await page.close();
  }
  expect(faults).toEqual([]);
});
