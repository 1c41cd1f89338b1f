import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { findChromium } from '@notes/tooling/chromium';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { text, waitUntilSaved } from './editor.js';
import type { Note, Service } from './service.js';

/** Ways in which writing ends without warning. */
export const cutKinds = [
  'reload',
  'link within the page',
  'address typed',
  'tab closed',
  'window closed',
  'browser killed',
  'page crashed',
  'server killed',
  'server offline',
  'server slow',
] as const;
export type CutKind = (typeof cutKinds)[number];

/** Fields of a note that take typing; `new`: the title of a note that does not exist yet. */
const fields = ['body', 'title', 'new'] as const;
type Field = (typeof fields)[number];

/** One cut: its kind, the field typed into, the text, and the pause between the last key and the cut. */
export interface Cut {
  readonly kind: CutKind;
  readonly field: Field;
  readonly typed: string;
  readonly delayMs: number;
}

/** The result of a cut; `found` is the text after it, null where the note does not exist. */
export interface CutResult extends Cut {
  readonly expected: string;
  readonly found: string | null;
}

const MAX_DELAY_MS = 1_000;
/** Maximum wait for the text to reach the service after the cut, in milliseconds. */
const TIMEOUT_MS = 30_000;
const STEP_MS = 50;
/** Delay of the responses of a slow server, in milliseconds. */
const SLOW_MS = 3_000;
const ENDPOINT = /^DevTools listening on (ws:\S+)/;
const BODY = 'before\r\nbetween\n';

/** Returns a generator of pseudo-random numbers from 0 to 1 (mulberry32); the same seed gives the same numbers. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws `count` cuts, every kind equally often. A third of the delays is below 100 ms. */
export function drawCuts(count: number, random: () => number): Cut[] {
  return Array.from({ length: count }, (_, index) => {
    const length = 1 + Math.floor(random() * 12);
    const typed = Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz'.charAt(Math.floor(random() * 26))).join('');
    const bound = random() < 1 / 3 ? MAX_DELAY_MS / 10 : MAX_DELAY_MS;
    const field = random() < 0.7 ? 'body' : (fields[1 + Math.floor(random() * 2)] as Field);
    return {
      kind: cutKinds[index % cutKinds.length] as CutKind,
      field,
      typed: `${index}${typed}`,
      delayMs: Math.floor(random() * bound),
    };
  });
}

/** A browser process with a profile on disk, which outlives the process. */
export class CutBrowser {
  readonly #profile = mkdtempSync(join(tmpdir(), 'notes-cuts-'));
  #child: ChildProcess | undefined;
  #browser: Browser | undefined;

  /** Starts the browser unless it runs. */
  async context(): Promise<BrowserContext> {
    this.#browser ??= await this.#start();
    const context = this.#browser.contexts()[0] as BrowserContext;
    context.setDefaultTimeout(TIMEOUT_MS * 3);
    return context;
  }

  /** Ends all processes of the browser with SIGKILL. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    this.#browser = undefined;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }

  /** Closes all windows, which ends the browser. */
  async closeWindows(): Promise<void> {
    const [child, browser] = [this.#child as ChildProcess, this.#browser as Browser];
    const ended = once(child, 'exit');
    const session = await browser.newBrowserCDPSession();
    await session.send('Browser.close').catch(() => undefined);
    await ended;
    this.#child = undefined;
    this.#browser = undefined;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  async #start(): Promise<Browser> {
    const flags = [
      '--headless',
      '--remote-debugging-port=0',
      '--no-first-run',
      '--window-size=1440,900',
      `--user-data-dir=${this.#profile}`,
    ];
    if (process.getuid?.() === 0) flags.push('--no-sandbox');
    const executable = findChromium() as string;
    const child = spawn(executable, [...flags, 'about:blank'], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child = child;
    for await (const line of createInterface({ input: child.stderr })) {
      const endpoint = ENDPOINT.exec(line)?.[1];
      if (endpoint === undefined) continue;
      child.stderr.resume();
      return chromium.connectOverCDP(endpoint);
    }
    throw new Error(`Chromium ended with ${child.exitCode} before it accepted connections`);
  }
}

/** Types, cuts, opens the note again, and reads the stored text from the service. */
async function playCut(browser: CutBrowser, service: Service, cut: Cut): Promise<CutResult> {
  const { field, typed } = cut;
  const note = field === 'new' ? undefined : await service.note({ title: 'Cut ', body: BODY });
  const page = await (await browser.context()).newPage();
  await page.goto(`${service.url}/#/${note === undefined ? 'new' : `n/${note.id}?mode=live`}`);
  await text(page).waitFor();
  await focusField(page, field);
  for (const character of typed) await page.keyboard.press(character);
  await wait(cut.delayMs);
  await cuts[cut.kind](browser, service, page);
  await page.close().catch(() => undefined);
  const expected = field === 'body' ? BODY + typed : field === 'title' ? `Cut ${typed}` : typed;
  return { ...cut, expected, found: await textAfter(browser, service, note, cut, expected) };
}

/** Browser and service used by no other lane, in which cuts are played. */
export interface CutLane {
  readonly browser: CutBrowser;
  readonly service: Service;
}

/** Plays cuts in all lanes at once; `onResult` is called with each result. */
export async function playCuts(
  lanes: readonly CutLane[],
  cuts: readonly Cut[],
  onResult: (result: CutResult) => void = () => undefined,
): Promise<CutResult[]> {
  const results: CutResult[] = [];
  let next = 0;
  const play = async ({ browser, service }: CutLane) => {
    for (let cut = cuts[next++]; cut !== undefined; cut = cuts[next++]) {
      const result = await playCut(browser, service, cut);
      results.push(result);
      onResult(result);
    }
  };
  await Promise.all(lanes.map(play));
  return results;
}

/** Counts the notes of all lanes: each cut leaves one note, and a draft restored twice leaves one more. */
export async function countNotes(lanes: readonly CutLane[]): Promise<number> {
  const counts = await Promise.all(lanes.map(({ service }) => countNotesIn(service)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countNotesIn(service: Service): Promise<number> {
  let count = 0;
  let cursor: string | null | undefined;
  do {
    const input = { notebook_id: 'nb_notes', limit: 100, ...(cursor && { cursor }) };
    const { documents, next_cursor } = await service.ask('listNotebookDocuments', input);
    count += documents.length;
    cursor = next_cursor;
  } while (cursor);
  return count;
}

async function focusField(page: Page, field: Field): Promise<void> {
  if (field !== 'body') return page.getByLabel('Title', { exact: true }).click();
  await text(page).click();
  await page.keyboard.press('Control+End');
}

const pathOf = /\/api\/v1\/documents/;

const cuts: Readonly<Record<CutKind, (browser: CutBrowser, service: Service, page: Page) => Promise<unknown>>> = {
  reload: (_, __, page) => page.reload(),
  'link within the page': (_, __, page) => page.locator('.sidebar a[href="#/tasks"]').first().click(),
  'address typed': (_, __, page) => page.goto('about:blank'),
  'tab closed': (_, __, page) => page.close(),
  'window closed': (browser) => browser.closeWindows(),
  'browser killed': (browser) => browser.kill(),
  'page crashed': async (_, __, page) => {
    const crashed = page.waitForEvent('crash');
    const session = await page.context().newCDPSession(page);
    session.send('Page.crash').catch(() => undefined);
    await crashed;
  },
  'server killed': async (_, service, page) => {
    await service.kill();
    await page.close();
    await service.start();
  },
  'server offline': async (_, __, page) => {
    await page.route(pathOf, (route) => route.abort());
    await page.close();
  },
  'server slow': async (_, __, page) => {
    await page.route(pathOf, async (route) => {
      await wait(SLOW_MS);
      await route.continue().catch(() => undefined);
    });
    await page.reload({ waitUntil: 'commit' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
};

/** Opens the note again, as a returning user would, and returns the field from the service. */
async function textAfter(
  browser: CutBrowser,
  service: Service,
  note: Note | undefined,
  cut: Cut,
  expected: string,
): Promise<string | null> {
  const page = await (await browser.context()).newPage();
  await page.goto(`${service.url}/#/${note === undefined ? '' : `n/${note.id}?mode=live`}`);
  await page.locator('main').waitFor();
  let found: string | null = null;
  for (let waitedMs = 0; waitedMs < TIMEOUT_MS; waitedMs += STEP_MS) {
    found =
      note === undefined ? await newTitle(page, service, cut) : (await service.read(note.id))[cut.field as 'body'];
    if (found === expected) break;
    await wait(STEP_MS);
  }
  if (note !== undefined && found === expected) await waitUntilSaved(page);
  await page.close();
  return found;
}

/** Restores drafts with the button in the header, and finds the note whose title starts like the new one. */
async function newTitle(page: Page, service: Service, { typed }: Cut): Promise<string | null> {
  const restore = page.getByRole('button', { name: /^Restore / });
  if (await restore.isEnabled({ timeout: STEP_MS }).catch(() => false)) await restore.click().catch(() => undefined);
  const { documents } = await service.ask('listNotebookDocuments', { notebook_id: 'nb_notes', limit: 50 });
  const leadingNumber = /^\d+/.exec(typed)?.[0] as string;
  const titles = documents
    .map(({ title }) => title)
    .filter((title) => /^\d+(?=\D|$)/.exec(title)?.[0] === leadingNumber);
  return titles.length > 1 ? titles.join(' and ') : (titles[0] ?? null);
}
