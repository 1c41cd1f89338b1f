import type { NotebookNode } from '@notes/contract';
import { printValue } from '@notes/query-language';
import { ApiError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { addDays, type Day } from '../calendar/days.js';
import { settings } from '../kernel/settings.js';
import { notebookById } from '../organise/notebooks.js';
import { text } from './texts.js';
import { formatDayTitle, isPattern, parseDayTitle, STANDARD_PATTERN } from './title-pattern.js';

/** Title of the template for a new daily note. It is used only if it has no fields to fill in. */
const TEMPLATE = 'Daily';
const PAGE = 100;
/** Pages of a search for daily notes; other titles may contain the same words. */
const MAX_PAGES = 10;
/** Words and bytes of titles in one query, well below its limits. */
const MAX_WORDS = 200;
const MAX_BYTES = 3_500;
/** Words and bytes beside each title, such as the name of its field. */
const WORDS_BESIDE = 4;
const BYTES_BESIDE = 16;
/** Words as a search counts them: a character in scripts without spaces. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]|[\p{L}\p{N}]+/gu;
/** Days searched at once for the previous or the next daily note, and in all. */
const DAYS_A_STEP = 42;
export const MAX_STEP_DAYS = 10 * DAYS_A_STEP;

const getPattern = (): string => {
  const { dailyTitle } = settings.value;
  return isPattern(dailyTitle) ? dailyTitle : STANDARD_PATTERN;
};

/** Returns the title of the daily note of a day. */
export const getDailyTitle = (day: Day): string => formatDayTitle(getPattern(), day);

/** Returns the day of a daily note by its title; undefined for other notes. */
export const findDay = (title: string): Day | undefined => parseDayTitle(getPattern(), title);

/**
 * Returns the notebook of daily notes among all notebooks: the chosen one, else the first at the top that is called
 * Journal.
 */
export function findDailyNotebook(notebooks: readonly NotebookNode[]): NotebookNode | undefined {
  const chosen = notebookById(notebooks, settings.value.dailyNotebook);
  if (chosen !== undefined && !chosen.read_only) return chosen;
  const name = text.journal.toLowerCase();
  return notebooks.find((one) => !one.read_only && one.name.toLowerCase() === name);
}

const readNotebook = async (): Promise<NotebookNode | undefined> =>
  findDailyNotebook((await call('getNotebookTree', {})).notebooks);

/** Returns the id of the notebook of daily notes. Creates it first if it is missing. */
async function readOrCreateNotebook(): Promise<string> {
  const notebook = await readNotebook();
  if (notebook !== undefined) return notebook.notebook_id;
  try {
    return (await call('createNotebook', { name: text.journal })).notebook_id;
  } catch (error) {
    // Another page created it in between.
    const created = error instanceof ApiError && error.code === 'name_conflict' ? await readNotebook() : undefined;
    if (created === undefined) throw error;
    return created.notebook_id;
  }
}

/**
 * Finds the daily notes of some days in a notebook by their exact titles. Of several notes with one title it returns the
 * oldest.
 */
export async function findDailyNotes(
  notebookId: string,
  days: readonly Day[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<Day, string>> {
  const titles = days.map(getDailyTitle);
  const dayByTitle = new Map(titles.map((title, index) => [title, days[index] as Day]));
  const found = new Map<Day, string>();
  for (const some of splitTitles(titles)) {
    for await (const { document_id, notebook_id, title } of searchTitles(notebookId, some, signal)) {
      const day = notebook_id === notebookId ? dayByTitle.get(title) : undefined;
      // Ids sort by the time of creation.
      if (day !== undefined && document_id < (found.get(day) ?? '~')) found.set(day, document_id);
    }
  }
  return found;
}

/** Splits titles into groups that fit into a query each. */
function splitTitles(titles: readonly string[]): string[][] {
  const words = Math.max(...titles.map((title) => title.match(WORD)?.length ?? 0)) + WORDS_BESIDE;
  const bytes = Math.max(...titles.map((title) => new TextEncoder().encode(title).length)) + BYTES_BESIDE;
  const size = Math.max(1, Math.floor(Math.min(MAX_WORDS / words, MAX_BYTES / bytes)));
  return Array.from({ length: Math.ceil(titles.length / size) }, (_, index) =>
    titles.slice(index * size, (index + 1) * size),
  );
}

async function* searchTitles(notebookId: string, titles: readonly string[], signal?: AbortSignal) {
  const terms = titles.map((title) => `title:${printValue(title, true)}`).join(' OR ');
  const query = `notebook:${notebookId} (${terms})`;
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await call('searchDocuments', { query, sort: 'updated', limit: PAGE, cursor }, signal);
    yield* answer.results;
    if (answer.next_cursor === null) return;
    cursor = answer.next_cursor;
  }
}

/** Returns the id of the daily note of a day. Creates the note, and its notebook, if they are missing. */
export const openDailyNote = (day: Day): Promise<string> =>
  oneAtATime(async () => {
    const notebookId = await readOrCreateNotebook();
    return (await findDailyNotes(notebookId, [day])).get(day) ?? createDailyNote(notebookId, day);
  });

/** Runs one call at a time, so that two tabs or a held key create only one note. Insecure contexts have no locks. */
function oneAtATime(run: () => Promise<string>): Promise<string> {
  const locks = navigator.locks as LockManager | undefined;
  return locks === undefined ? run() : locks.request('notes.daily', run);
}

async function createDailyNote(notebook_id: string, day: Day): Promise<string> {
  const note = { title: getDailyTitle(day), notebook_id };
  const template = await findTemplate();
  const { id } = await (template === undefined
    ? call('createDocument', note)
    : call('createFromTemplate', { document_id: template, date: day, ...note }));
  return id;
}

/** Returns the id of the chosen template, if it can be used without asking for values. */
async function findTemplate(): Promise<string | undefined> {
  const { dailyTemplate } = settings.value;
  if (dailyTemplate === 'none') return undefined;
  const { templates } = await call('listTemplates', {});
  const usable = templates.filter(({ error, prompts }) => error === null && prompts.length === 0);
  return usable.find(({ document_id, title }) =>
    dailyTemplate === 'auto' ? title === TEMPLATE : document_id === dailyTemplate,
  )?.document_id;
}

/** Returns the id of the nearest daily note before or after a day, up to {@link MAX_STEP_DAYS} days away. */
export async function findNearestDailyNote(day: Day, step: 1 | -1): Promise<string | undefined> {
  const notebook = await readNotebook();
  if (notebook === undefined) return undefined;
  for (let first = 1; first <= MAX_STEP_DAYS; first += DAYS_A_STEP) {
    const days = Array.from({ length: DAYS_A_STEP }, (_, index) => addDays(day, step * (first + index)));
    const found = await findDailyNotes(notebook.notebook_id, days);
    const nearest = days.find((one) => found.has(one));
    if (nearest !== undefined) return found.get(nearest);
  }
  return undefined;
}
