import type { Page } from 'playwright-core';
import type { Note, Service } from './service.js';
import type { Web } from './web.js';

/** The browser itself logs a failed request to the console. */
export const UNREACHABLE = /console error: Failed to load resource: net::ERR_/;
/** Matches the console messages about responses with these statuses. */
export const statusMessages = (...statuses: readonly number[]): RegExp =>
  new RegExp(`console error: Failed to load resource: .*(${statuses.join('|')})`);

/** Body of the open note. */
export const text = (page: Page) => page.locator('.cm-content');
/** Suggestions for the text as it is now; those for an earlier text cannot be chosen. */
export const suggestions = (page: Page) =>
  page.locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled) [role=option]');
/** Save status in the footer. */
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

export const waitUntilSaved = (page: Page) => state(page).getByText('Saved', { exact: true }).waitFor();

/** Saves at once, and returns the body stored on the service. */
export async function savedBody(page: Page, service: Service, { id }: Note): Promise<string> {
  await page.keyboard.press('Control+s');
  await waitUntilSaved(page);
  return (await service.read(id)).body;
}

/** Replaces a text of the note elsewhere by `theirs`, saves what is typed, and waits until both are merged. */
export async function mergeWithOther(page: Page, service: Service, note: Note, search: string): Promise<void> {
  await service.ask('editDocument', {
    document_id: note.id,
    base_revision_id: note.current_revision_id,
    edits: [{ search, replace: 'theirs' }],
  });
  await page.keyboard.press('Control+s');
  await page.getByText('Merged 1 change made elsewhere.').waitFor();
}
