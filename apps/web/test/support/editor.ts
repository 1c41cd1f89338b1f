import type { Page } from 'playwright-core';
import type { Note, Service } from './service.js';
import type { Web } from './web.js';

/** A failed request is told in the console by the browser itself. */
export const UNREACHABLE = /console error: Failed to load resource: net::ERR_/;
/** The same of a refusal. */
export const answered = (...statuses: readonly number[]): RegExp =>
  new RegExp(`console error: Failed to load resource: .*(${statuses.join('|')})`);

/** The text of the note that is open. */
export const text = (page: Page) => page.locator('.cm-content');
/** How the footer says that note stands. */
export const state = (page: Page) => page.locator('.note-footer [role=status]');

export async function openNote(web: Web, note: Note): Promise<Page> {
  const page = await web.openPage(`#/n/${note.id}?mode=live`);
  await text(page).waitFor();
  return page;
}

/** Types at the end of the text. */
export async function typeAtEnd(page: Page, typed: string): Promise<void> {
  await text(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(typed);
}

export const saved = (page: Page) => state(page).getByText('Saved', { exact: true }).waitFor();

/** Saves at once, and answers the text the service has then. */
export async function savedBody(page: Page, service: Service, { id }: Note): Promise<string> {
  await page.keyboard.press('Control+s');
  await saved(page);
  return (await service.read(id)).body;
}
