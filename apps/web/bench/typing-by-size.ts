import type { Page } from 'playwright-core';
import type { Web } from '../test/support/web.js';
import { at, type Time } from './figures.js';
import { renderedNote, TYPED_PARAGRAPH } from './long-note.js';
import { runTraced } from './processor.js';

const SIZES = { '1 KB': 1_000, '100 KB': 100_000, '1 MB': 1_000_000, '10 MB': 10_000_000 };
/** Parts of the note above the places where the keys are pressed. */
const PLACES = [0, 0.5, 1];
const ROUNDS = 2;
const KEYS = 40;
const PAUSE_MS = 60;
/** Refusal of a text that was sent again, because a busy machine did not confirm it in time. */
const LATE_SAVE = /status of 409 \(Conflict\)/;
/** Size up to which the work of a key may not grow by more than the factor. */
const BOUNDED = new Set(['1 KB', '100 KB', '1 MB']);
const MAX_GROWTH = 1.5;
/** Size of the image in the notes, in pixels. */
const [IMAGE_WIDTH, IMAGE_HEIGHT] = [40, 20];

interface Sample {
  readonly label: string;
  readonly page: Page;
  readonly keys: number[];
  /** Total work of the page while typing. */
  total: number;
  longest: number;
}

/**
 * Types in notes of several sizes in the live view, in turns, so that other programs on the machine disturb all sizes
 * alike. The figures are processor time.
 */
export async function typingTimesBySize(web: Web): Promise<Time[]> {
  // The notes are jumped through, and the heights of the blocks that come in sight are estimates.
  web.watch.expect(/console warning: (?:Measure loop restarted|Viewport failed to stabilize)/, LATE_SAVE);
  const image = await web.service.store('plan.svg', 'image/svg+xml', drawImage());
  const context = await web.context();
  const samples: Sample[] = [];
  for (const [label, size] of Object.entries(SIZES)) {
    const { id } = await web.service.note({ title: `Rendered ${label}`, body: renderedNote(size, image) });
    const page = await context.newPage();
    await web.goTo(page, `#/n/${id}?mode=live`);
    await page.locator('.cm-block-table').first().waitFor();
    samples.push({ label, page, keys: [], total: 0, longest: 0 });
  }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const place of PLACES) for (const sample of samples) await typeAt(web, sample, place);
  const [small] = samples as [Sample];
  return samples.flatMap((sample) => toTimes(sample, small));
}

async function typeAt(web: Web, sample: Sample, place: number): Promise<void> {
  const { page } = sample;
  await page.bringToFront();
  await placeCursor(page, place);
  await page.locator('.note-footer').getByText('Saved', { exact: true }).waitFor();
  await web.watch.waitUntilIdle();
  const { work } = await runTraced(page, () => page.keyboard.type('and so on '.repeat(KEYS / 10), { delay: PAUSE_MS }));
  sample.keys.push(...work.keys);
  sample.total += work.all;
  sample.longest = Math.max(sample.longest, ...work.allTasks);
}

/** Scrolls to a part of the note, and clicks into a paragraph there. */
async function placeCursor(page: Page, place: number): Promise<void> {
  await page.locator('.cm-scroller').evaluate(async (scroller, part) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let times = 0; times < 5; times += 1) {
      scroller.scrollTop = part * (scroller.scrollHeight - scroller.clientHeight);
      await frame();
    }
  }, place);
  const lines = page.locator('.cm-line', { hasText: TYPED_PARAGRAPH });
  await (place === 1 ? lines.last() : lines.first()).click();
  await page.keyboard.press('End');
}

function toTimes({ label, keys, total, longest }: Sample, small: Sample): Time[] {
  const growth = at(keys, 0.95) / at(small.keys, 0.95);
  const mean = total / keys.length;
  const limit = BOUNDED.has(label) ? `${MAX_GROWTH} times 1 KB` : 'none';
  return [
    { label: `key in ${label}, rendered, 95 of 100`, value: growth, cpu: at(keys, 0.95), unit: 'times 1 KB', limit },
    {
      label: `key in ${label}, rendered, half of them`,
      value: at(keys, 0.5) / at(small.keys, 0.5),
      cpu: at(keys, 0.5),
      unit: 'times 1 KB',
      limit,
    },
    {
      label: `all work per key in ${label}`,
      value: mean / (small.total / small.keys.length),
      cpu: mean,
      unit: 'times 1 KB',
      limit: 'none',
    },
    { label: `longest task while typing in ${label}`, value: longest, cpu: longest, unit: 'ms', limit: '100' },
  ];
}

const drawImage = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${IMAGE_WIDTH}" height="${IMAGE_HEIGHT}"><rect width="100%" height="100%" fill="teal"/></svg>`;
