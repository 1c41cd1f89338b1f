import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pseudo } from '../src/text/locale.js';
import { fillLibrary } from './support/library.js';
import { patterns, toAddress } from './support/routes.js';
import { findUntranslated } from './support/texts.js';
import { useWeb } from './support/web.js';

const web = useWeb();

/** Texts without Latin letters: any Latin letter on the page then comes from the page itself. */
const words = {
  notebook: 'Работа',
  title: 'Чайник',
  other: 'Заварник',
  template: 'День',
  trashed: 'Старое',
  tags: ['дом/кухня', 'чай'],
  body: '# Чайник\n\n[[Заварник]] [[Никто]] `код`\n\n- [ ] почистить\n\n> цитата\n\n| а | б |\n|---|---|\n| 1 | 2 |\n',
};

async function openPseudo(): Promise<Page> {
  const context = await web.context();
  await context.addInitScript(() => {
    // A sandboxed frame has no storage.
    if (origin !== 'null') localStorage.setItem('notes.locale', 'en-XA');
  });
  const page = await context.newPage();
  await web.goTo(page, '#/');
  return page;
}

it('in the pseudo-locale no text is untranslated or cut off on any screen, in any menu or dialog [WEB-TEXTS]', async () => {
  const samples = await fillLibrary(web.service, words);
  const page = await openPseudo();
  const found = new Map<string, string>();
  const given = await givenNames();
  const look = async (description: string) => {
    await web.watch.waitUntilIdle();
    for (const text of await findUntranslated(page, given)) if (!found.has(text)) found.set(text, description);
  };
  const views = ['#/tasks?view=board', '#/tasks?view=calendar', '#/settings/daily'];
  for (const address of [...patterns.map((pattern) => toAddress(pattern, samples)), ...views]) {
    await page.evaluate((hash) => location.assign(hash), address);
    await page.locator('main > *').first().waitFor();
    await look(address);
    for (const menu of await listVisible(page.locator('main [popovertarget], .header [popovertarget]'))) {
      await menu.click();
      await look(`${address}, ${await menu.getAttribute('class')}`);
      await page.keyboard.press('Escape');
    }
  }
  for (const [address, open] of dialogs(samples)) {
    await page.evaluate((hash) => location.assign(hash), address);
    await page.locator('main > *').first().waitFor();
    await web.watch.waitUntilIdle();
    await open(page);
    await page.locator('dialog[open]').waitFor();
    await look(`${address}, dialog`);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
  expect([...found]).toEqual([]);
});

type Opening = readonly [address: string, open: (page: Page) => Promise<void>];

/** Returns where the modal dialogs open, and how. */
function dialogs(samples: Readonly<Record<string, readonly string[]>>): readonly Opening[] {
  const pressing = (name: string) => (page: Page) =>
    page
      .getByRole('button', { name: pseudo(name), exact: true })
      .first()
      .click();
  const batch = (index: number) => async (page: Page) => {
    await page.locator('.note-list a').first().focus();
    await page.keyboard.press('Control+a');
    await page.locator('.batch-bar .button').nth(index).click();
  };
  return [
    ['#/', pressing('New notebook')],
    // Dialogs for moving, adding tags and removing tags.
    ...[0, 1, 2].map((index): Opening => ['#/', batch(index)]),
    ['#/tags', (page) => page.locator('main table button').first().click()],
    [toAddress('trash/:doc', samples), pressing('Delete forever…')],
    ['#/tasks', (page) => page.locator('main .task-row button').first().click()],
    ['#/templates', (page) => page.locator('main li button').first().click()],
    ['#/jobs', (page) => page.keyboard.press('?')],
    ['#/jobs', (page) => page.keyboard.press('Control+k')],
    ['#/jobs', (page) => page.keyboard.press('Control+k').then(() => page.keyboard.type('>'))],
  ];
}

/** Returns the English names that the service gives in every library; longer names first. */
async function givenNames(): Promise<string[]> {
  const { documents } = await web.service.ask('listNotebookDocuments', { notebook_id: 'nb_help', limit: 100 });
  return [...documents.map(({ title }) => title), 'All notes', 'Help', 'Notes', 'Reports'];
}

const listVisible = async (all: Locator): Promise<Locator[]> => {
  const locators = await all.all();
  const visible = await Promise.all(locators.map((one) => one.isVisible()));
  return locators.filter((_, index) => visible[index]);
};
